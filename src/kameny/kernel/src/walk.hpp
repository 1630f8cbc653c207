// The walk from the lowest value to the highest, one layer of states after the other.
//
// From layer to layer only the states survive that no other beats, and that can still reach the goal.
#pragma once

#include <limits>
#include <span>

#include "board.hpp"

namespace kameny {

inline constexpr Score ANY = std::numeric_limits<Score>::min() / 4;
inline constexpr Score COUNT = 1000;  // more than all points together

// The best way into a state: the state's code, the steps of the four suits, the score, the place of the state before
// and, where that matters, the points laid.
struct Way {
    Bits code;
    Bits steps;
    Score score;
    std::uint32_t before;
    std::int32_t points;
};
static_assert(SUITS * STEP_BITS <= 64);

inline unsigned suit_code(Bits code, int suit) { return static_cast<unsigned>(code >> WIDTH * suit & SUIT_MASK); }
inline Bits jokers_left(int number) { return ((Bits{1} << number) - 1) << JOKERS_AT; }
inline int jokers_left_of(Bits code) { return std::bit_width(code >> JOKERS_AT); }

// The layers of a walk: the ways into the states after each value; layer 0 is the beginning.
struct Trail {
    std::vector<Way> ways;
    std::array<std::uint32_t, LAST + 2> from{};

    std::span<const Way> layer(int value) const {
        return {ways.data() + from[value], static_cast<std::size_t>(from[value + 1] - from[value])};
    }
};

// What must be reached after each value.
using Least = std::array<Score, LAST + 1>;

// What own tiles of higher values could add at most after each value.
Least left_to_lay(const Grid& own, const Weights& weights);

// What own jokers could add at most.
inline Score hope(const Board& board, const Weights& weights) {
    return weights.joker > 0 ? board.may_jokers * weights.joker : 0;
}

class Walk {
  public:
    // With a `floor`, what matters of the points is whether they reach it.
    Walk(const Weights& weights, int limit, int floor = 0) : weights_(weights), limit_(limit), floor_(floor) {}

    // All layers; `false` if one of them is empty, then those after it are empty too.
    bool all(Trail& trail, const Slots& slots, const Least& least) const;

    // Adds to `ways` the states after one more value that are worth at least so much.
    void step(std::span<const Way> layer, const std::array<Slot, SUITS>& slots, int value, Score least,
              std::vector<Way>& ways) const;

  private:
    const Weights& weights_;
    const int limit_;
    const int floor_;
};

}  // namespace kameny
