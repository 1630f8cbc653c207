#include "search.hpp"

#include <algorithm>

#include "groups.hpp"

namespace kameny {

namespace {

thread_local Trail trail;

// From the last value back to the first, what was done.
void retrace(const Way* way, Plan& plan) {
    for (int v = LAST; v > 0; --v) {
        Layer& layer = plan.layers[v];
        Counts suits{};
        for (int s = 0; s < SUITS; ++s) {
            layer.steps[s] = {static_cast<std::uint16_t>(way->steps >> STEP_BITS * s & ((1U << STEP_BITS) - 1))};
            suits[s] = static_cast<std::uint8_t>(layer.steps[s].group());
        }
        layer.jokers = jokers_needed(suits);
        way = &trail.layer(v - 1)[way->before];
    }
}

// The best of the last layer: short runs get the jokers they lack, the spare ones are laid if they may.
std::optional<Plan> concluded(const Board& board, const Weights& weights, int limit, Score goal, int floor) {
    const Way* last = nullptr;
    Plan plan;
    for (const Way& way : trail.layer(LAST)) {
        int used = limit - jokers_left_of(way.code);
        for (int s = 0; s < SUITS; ++s) used += unfinished(suit_code(way.code, s));
        if (used > limit || way.points < floor) continue;
        const auto spare = spared(board, weights, used, way.code & HAS_RUN);
        if (!spare) continue;
        const Score score = way.score + (used + *spare - board.must_jokers) * weights.joker;
        if (score < goal || (last && score <= plan.score)) continue;
        last = &way;
        plan.score = score;
        plan.spare = *spare;
    }
    if (!last) return std::nullopt;
    retrace(last, plan);
    return plan;
}

}  // namespace

std::optional<Plan> search(const Board& board, const Weights& weights, int limit, Score goal, int floor) {
    const Grid own = board.useful(limit);
    Least least = left_to_lay(own, weights);
    for (Score& score : least) score = goal - hope(board, weights) - score;
    if (least[0] > 0) return std::nullopt;
    forget_options();
    if (!Walk(weights, limit, floor).all(trail, board.slots(own), least)) return std::nullopt;
    return concluded(board, weights, limit, goal, floor);
}

std::optional<Plan> best_plan(const Board& board, const Weights& weights, Score goal) {
    const int jokers = board.jokers();
    std::optional<Plan> best = jokers ? only_groups(board, weights, goal) : std::nullopt;
    // Few jokers first, which is quick, and what it finds bounds the rest. (Three are hardly quicker than four.)
    for (int limit = 0; limit <= jokers; limit = limit == 2 ? std::max(jokers, 3) : limit + 1) {
        if (auto plan = search(board, weights, limit, best ? best->score + 1 : goal)) best = plan;
    }
    return best;
}

std::optional<int> spared(const Board& board, const Weights& weights, int used, bool run) {
    const int homeless = std::max(board.must_jokers - used, 0);
    if (homeless && !run) return std::nullopt;
    return weights.joker > 0 && (run || board.hosts) ? board.jokers() - used : homeless;
}

}  // namespace kameny
