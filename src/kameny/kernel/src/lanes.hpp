// Open runs, and what the tiles of one value can do to the runs of one suit: the twin of `solver/lanes.py`,
// which explains why the thermometers of the up-sets prove that one state is no better than another.
#pragma once

#include <span>

#include "tiles.hpp"

namespace kameny {

inline constexpr int LONG = 3;
inline constexpr int LANES = 2;
inline constexpr int UP_SETS = 5;
inline constexpr int LANE_BITS = LANES * UP_SETS;
inline constexpr int TAIL_BITS = LANES;
inline constexpr int WIDTH = LANE_BITS + TAIL_BITS + LANES;  // lanes, tails, heads
inline constexpr Bits SUIT_MASK = (Bits{1} << WIDTH) - 1;
inline constexpr Bits HAS_RUN = Bits{1} << (SUITS * WIDTH);
inline constexpr int JOKERS_AT = SUITS * WIDTH + 1;
static_assert(JOKERS_AT + MOST_JOKERS <= 64);

// What there is of one face, and what kept sets offer to own tiles there.
struct Slot {
    std::uint8_t must, may, next, after, seats, starts, ends, heads;

    bool plain() const { return !(seats | starts | ends | heads); }
};

// What becomes of one face, in 14 bits, two for each number.
struct Step {
    std::uint16_t bits;

    int laid() const { return bits & 3; }
    int runs() const { return bits >> 2 & 3; }
    int fill() const { return bits >> 4 & 3; }
    int group() const { return bits >> 6 & 3; }
    int seats() const { return bits >> 8 & 3; }
    int tails() const { return bits >> 10 & 3; }
    int heads() const { return bits >> 12 & 3; }
};
inline constexpr int STEP_BITS = 14;

constexpr Step step_of(int laid, int runs, int fill, int group, int seats = 0, int tails = 0, int heads = 0) {
    return {static_cast<std::uint16_t>(laid | runs << 2 | fill << 4 | group << 6 | seats << 8 | tails << 10 |
                                       heads << 12)};
}

// One thing that a suit can do at a value: the code afterwards and the step.
struct Option {
    std::uint16_t code;
    Step step;
    std::uint8_t laid;
    std::uint8_t fill;
    bool run;
};

// All that a suit can do, by the number of tiles it gives to groups.
struct Options {
    const Option* first = nullptr;
    std::array<std::uint8_t, LANES + 2> start{};

    std::span<const Option> giving(int group) const {
        return {first + start[group], static_cast<std::size_t>(start[group + 1] - start[group])};
    }
    // For each number of tiles, whether there is an option that gives so many to groups.
    unsigned numbers() const {
        unsigned found = 0;
        for (int g = 0; g <= LANES; ++g) found |= (start[g] < start[g + 1]) << g;
        return found;
    }
};

// The code of a suit that has no run.
std::uint16_t nothing();

// How many tiles the short lanes of a suit still lack.
int unfinished(unsigned code);

// The jokers it takes to join the runs of a suit where a walk upwards, without kept sets, meets a walk downwards.
int lacking(unsigned low, unsigned high);

// All that one suit can do at one value with at most `limit` jokers, without what is never better. The list is valid
// until the same thread calls `forget_options`, which keeps the memory bounded.
Options options(unsigned code, const Slot& slot, int limit);
void forget_options();

// Without kept sets there are so few cases that all of them are listed once: for one slot, by jokers and by lanes.
inline constexpr int LANE_PAIRS = 10;
struct PlainOptions {
    std::array<std::array<Options, LANE_PAIRS>, MOST_JOKERS + 1> lists;
};
const PlainOptions* plain_options(const Slot& slot);  // none where kept sets offer something

// The number of a suit's lanes; whether it has neither tails nor heads.
extern const std::array<std::uint8_t, std::size_t{1} << LANE_BITS> LANE_PAIR;
inline int lane_pair(unsigned code) { return LANE_PAIR[code & ((1U << LANE_BITS) - 1)]; }
constexpr bool is_plain(unsigned code) { return code >> LANE_BITS == ((1U << LANES) - 1) << TAIL_BITS; }

// How many more jokers make the other state of a suit at least as good as this one.
inline constexpr int TOO_MANY = 9;
extern const std::array<std::array<std::uint8_t, LANE_PAIRS>, LANE_PAIRS> LANE_PRICE;
inline int price(unsigned code, unsigned other) {
    const bool attached = code >> LANE_BITS & ~(other >> LANE_BITS);
    return attached ? TOO_MANY : LANE_PRICE[lane_pair(code)][lane_pair(other)];
}

}  // namespace kameny
