#include "groups.hpp"

#include <algorithm>

namespace kameny {

namespace {

struct Gifts {
    std::array<Gift, 81> all{};
    std::array<std::size_t, MOST_JOKERS + 1> up_to{};

    constexpr Gifts() {
        std::size_t n = 0;
        for (int jokers = 0; jokers <= MOST_JOKERS; ++jokers) {
            for (int i = 0; i < 81; ++i) {
                const auto count = [i](int place) { return static_cast<std::uint8_t>(i / place % 3); };
                const Counts suits{count(1), count(3), count(9), count(27)};
                if (jokers_needed(suits) != jokers) continue;
                unsigned bits = 0;
                for (int s = 0; s < SUITS; ++s) bits |= 1U << suits[s] << 4 * s;
                all[n++] = {suits, bits, jokers};
            }
            up_to[jokers] = n;
        }
    }
};

constexpr Gifts GIFTS;

// The best that can become of one value for each number of jokers: own tiles laid, -1 for nothing; tiles by suit.
struct Choices {
    std::array<int, MOST_JOKERS + 1> laid;
    std::array<Counts, MOST_JOKERS + 1> suits;
};

bool choose(const Board& board, int value, int limit, Choices& found) {
    found.laid.fill(-1);
    Counts must{}, may{};
    for (int s = 0; s < SUITS; ++s) {
        must[s] = board.must[s][value];
        may[s] = board.may[s][value];
    }
    Counts own{};
    bool possible = false;
    while (true) {
        Counts suits{};
        int most = 0, tiles = 0, laid = 0;
        for (int s = 0; s < SUITS; ++s) {
            suits[s] = must[s] + own[s];
            most = std::max<int>(most, suits[s]);
            tiles += suits[s];
            laid += own[s];
        }
        for (int jokers = 0; jokers <= limit; ++jokers) {
            if (laid <= found.laid[jokers] || (groups_of(most, tiles, jokers) < 0)) continue;
            found.laid[jokers] = laid;
            found.suits[jokers] = suits;
            possible = true;
        }
        int s = 0;
        while (s < SUITS && own[s] == may[s]) own[s++] = 0;
        if (s == SUITS) return possible;
        ++own[s];
    }
}

}  // namespace

std::span<const Gift> gifts(int limit) { return {GIFTS.all.data(), GIFTS.up_to[limit]}; }

std::optional<Plan> only_groups(const Board& board, const Weights& weights, Score goal) {
    const int limit = board.jokers();
    // Most tables have a run that no group can take the tiles of.
    for (int v = 1; v <= LAST; ++v) {
        int suits = 0, must = 0;
        for (int s = 0; s < SUITS; ++s) {
            must += board.must[s][v];
            suits += board.must[s][v] + board.may[s][v] > 0;
        }
        if (must && suits + limit < MINIMUM) return std::nullopt;
    }
    struct End {
        Score score = ANY;
        std::array<Layer, LAST + 1> layers{};
    };
    std::array<End, MOST_JOKERS + 1> best, further;
    best[0].score = 0;
    Choices ways;
    for (int v = 1; v <= LAST; ++v) {
        if (!choose(board, v, limit, ways)) return std::nullopt;
        for (End& end : further) end.score = ANY;
        for (int jokers = 0; jokers <= limit; ++jokers) {
            if (ways.laid[jokers] < 0) continue;
            for (int used = 0; used + jokers <= limit; ++used) {
                const Score total = best[used].score + ways.laid[jokers] * weights.tiles[v];
                End& end = further[used + jokers];
                if (best[used].score == ANY || total <= end.score) continue;
                end = {total, best[used].layers};
                end.layers[v].jokers = jokers;
                for (int s = 0; s < SUITS; ++s) {
                    const int group = ways.suits[jokers][s];
                    end.layers[v].steps[s] = step_of(group - board.must[s][v], 0, 0, group);
                }
            }
        }
        std::swap(best, further);
    }
    std::optional<Plan> plan;
    for (int used = board.must_jokers; used <= limit; ++used) {
        if (best[used].score == ANY) continue;
        const Score score = best[used].score + (used - board.must_jokers) * weights.joker;
        if (score >= goal && (!plan || score > plan->score)) plan = Plan{score, best[used].layers, 0};
    }
    return plan;
}

}  // namespace kameny
