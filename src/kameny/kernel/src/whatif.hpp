// What the best lay would be worth with one more tile on the rack: the twin of `solver/whatif.py` and `joints.py`.
#pragma once

#include <optional>

#include "search.hpp"

namespace kameny {

using Scores = std::array<std::optional<Score>, FACES>;

// For each face of which a tile is left the score of the best lay with such a tile besides, where the best lay
// without it is worth `now`.
Scores what_if_drawn(const Board& board, const Weights& weights, Score now);

}  // namespace kameny
