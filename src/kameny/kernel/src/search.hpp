// The best plan for a board: the twin of `solver/search.py` and `solver/ladder.py`.
#pragma once

#include <optional>

#include "walk.hpp"

namespace kameny {

// What becomes of one value: a step for each suit, and jokers in groups.
struct Layer {
    std::array<Step, SUITS> steps{};
    int jokers = 0;
};

// What becomes of every tile; `spare` jokers may be seated anywhere.
struct Plan {
    Score score = 0;
    std::array<Layer, LAST + 1> layers{};
    int spare = 0;
};

// The best plan with a score of `goal` at least.
std::optional<Plan> best_plan(const Board& board, const Weights& weights, Score goal);

// The best plan with a score of `goal` at least and no more than `limit` jokers where they are needed. With a
// `floor`, the points laid (the score modulo `COUNT`) must reach it; that takes weights of `COUNT + value`.
std::optional<Plan> search(const Board& board, const Weights& weights, int limit, Score goal, int floor = 0);

// How many jokers are laid besides those needed; nothing if one of the table would find no place.
std::optional<int> spared(const Board& board, const Weights& weights, int used, bool run);

}  // namespace kameny
