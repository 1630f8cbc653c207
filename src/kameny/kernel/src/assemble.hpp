// From a plan to a table of physical tiles: the twin of `solver/build.py` and `solver/assemble.py`.
#pragma once

#include "position.hpp"

namespace kameny {

// The plan, made for the board of this position, in physical tiles, so that many sets are still recognised.
Solution assembled(const Position& position, const Plan& plan, const Weights& weights);

// A valid table as it lies, and what fits onto its kept sets tile by tile.
Solution untouched(const Position& position, const Weights& weights);

}  // namespace kameny
