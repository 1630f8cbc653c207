// A table and a rack in fixed order, and what can be made of them: the twin of `solver/position.py` and `best.py`.
#pragma once

#include <optional>
#include <span>

#include "search.hpp"

namespace kameny {

// A whole new table, every set in a legal reading order, and the tiles laid from the rack.
struct Solution {
    Sets sets;
    Tiles tiles;
};

class Position {
  public:
    // `kept` are numbers of sets as they are given. Throws `std::invalid_argument` where one of them is no set, and
    // where a dressed joker lies in a set that is not kept, or on the rack.
    Position(const Sets& table, Tiles rack, std::span<const int> kept = {});

    bool valid() const { return valid_; }
    bool keeps(std::size_t number) const { return kept_[number]; }
    const Sets& table() const { return table_; }
    const Tiles& rack() const { return rack_; }
    const std::vector<std::optional<Reading>>& readings() const { return readings_; }
    Board board() const;

  private:
    Sets table_;
    Tiles rack_;
    std::vector<std::optional<Reading>> readings_;
    std::vector<bool> kept_;
    bool valid_ = true;
};

// The best table with a score of `goal` at least; nothing if there is none. Where a joker that a
// kept set should take finds no place there, it may be a little less.
std::optional<Solution> solve(const Position& position, const Weights& weights, Score goal);

// What laying these is worth.
Score worth(const Tiles& tiles, const Weights& weights);

// One inclusion-minimal set of table tiles that cannot all be placed, whatever of the rest is used, the last of them
// first; empty if all can. Of several sets it is the one that needs only the first tiles.
Tiles unplaceable(const Sets& table, const Tiles& rack);

}  // namespace kameny
