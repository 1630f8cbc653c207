// A position as the search sees it: the twin of `solver/board.py`.
#pragma once

#include <span>

#include "lanes.hpp"
#include "reading.hpp"

namespace kameny {

// What there is at each value (from 0, which is empty) of each suit.
using Slots = std::array<std::array<Slot, SUITS>, LAST + 1>;

// Tiles that `must` be placed, own tiles that `may` be laid, and what kept sets offer to own tiles.
struct Board {
    Grid must{}, may{};
    int must_jokers = 0, may_jokers = 0;
    // For each suit the values that are there at all, kept sets included.
    std::array<std::uint32_t, SUITS> shown{};
    // Whether there are kept sets, and whether a left-over joker might find a place on one.
    bool attached = false, hosts = false;
    Grid seats{}, starts{}, ends{};

    int jokers() const { return must_jokers + may_jokers; }

    void require(Tile tile);
    void allow(Tile tile);
    void keep(const Reading& found);

    // The same board with the values counted from the top; it must have no kept sets.
    Board mirrored() const;

    // Every board with one place less on kept sets.
    std::vector<Board> narrower() const;

    // The own tiles that could sit in any set at all which needs no more jokers than this.
    Grid useful(int limit) const;
    // What there is, if these are the own tiles that may be laid.
    Slots slots(const Grid& own) const;
};

}  // namespace kameny
