// Groups: one formula, and the boards on which there is nothing else: the twin of `solver/groups.py`.
#pragma once

#include <span>

#include "search.hpp"

namespace kameny {

using Counts = std::array<std::uint8_t, SUITS>;

// Jokers that groups with so many tiles of each suit need.
constexpr int jokers_needed(const Counts& suits) {
    int most = 0, tiles = 0;
    for (const int n : suits) {
        most = n > most ? n : most;
        tiles += n;
    }
    return MINIMUM * most > tiles ? MINIMUM * most - tiles : 0;
}

// How many groups can be made of `tiles`, at most `most` of one suit, and exactly these jokers; -1 if none can.
constexpr int groups_of(int most, int tiles, int jokers) {
    for (int number = most; number <= tiles; ++number) {
        if (MINIMUM * number <= tiles + jokers && tiles + jokers <= SUITS * number) return number;
    }
    return -1;
}

// What one value gives to groups: the counts, their bits as `Options::numbers` has them, the jokers they need.
struct Gift {
    Counts suits;
    unsigned bits;
    int jokers;
};

// Every way to give tiles to groups that needs no more jokers than `limit`, few jokers first.
std::span<const Gift> gifts(int limit);

// The best plan without any run, every joker of the table seated; exact where left-over jokers matter.
std::optional<Plan> only_groups(const Board& board, const Weights& weights, Score goal);

}  // namespace kameny
