// How a set is read: the twin of `kameny.rummy.sets.reading`.
#pragma once

#include <optional>

#include "tiles.hpp"

namespace kameny {

// A valid set in the order in which it is shown.
struct Reading {
    bool run;
    int suit;  // of a run
    int low;   // the lowest value of a run, the value of a group
    Tiles tiles;
};

// The one way in which these tiles are read as a set, or nothing if they are not one.
std::optional<Reading> reading(const Tiles& tiles);

}  // namespace kameny
