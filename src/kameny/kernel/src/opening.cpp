#include "opening.hpp"

#include <algorithm>
#include <functional>

#include "assemble.hpp"

namespace kameny {

namespace {

// More jokers in one opening would be tried for ever, and hardly ever help.
inline constexpr std::size_t MOST_NAMED = 2;

constexpr Weights counting(Score each) {
    Weights weights{};
    for (int v = 1; v <= LAST; ++v) weights.tiles[v] = each + v;
    return weights;
}
constexpr Weights VALUE = counting(0), TILES_FIRST = counting(COUNT);

Board board_of(const Tiles& rack) {
    Board board;
    for (const Tile tile : rack) board.allow(tile);
    return board;
}

bool enough(const Board& board, int minimum) { return search(board, VALUE, 0, minimum).has_value(); }

std::optional<Plan> best_opening(const Board& board, int minimum, Score goal) {
    if (!enough(board, minimum)) return std::nullopt;
    auto plan = search(board, TILES_FIRST, 0, goal);
    if (plan && plan->score % COUNT < minimum) plan = search(board, TILES_FIRST, 0, goal, minimum);
    return plan;
}

// Tiles, then points; a joker is worth the tile it stands for.
Score score_of(const Solution& found) {
    Score score = 0;
    for (const Tiles& tiles : found.sets) {
        const auto shown = reading(tiles);
        if (!shown) continue;
        const int length = static_cast<int>(tiles.size());
        score += COUNT * length + length * shown->low + (shown->run ? length * (length - 1) / 2 : 0);
    }
    return score;
}

// Tiles that jokers could be: high ones first, the second copy of a face only beside the first.
struct Names {
    Tiles free;
    std::array<bool, PLAIN_TILES> there{};

    explicit Names(const Tiles& plain) {
        for (const Tile tile : plain) there[tile] = true;
        for (int v = LAST; v > 0; --v) {
            for (int s = 0; s < SUITS; ++s) {
                for (int copy = 0; copy < COPIES; ++copy) {
                    const auto tile = static_cast<Tile>(face_at(s, v) * COPIES + copy);
                    if (!there[tile]) free.push_back(tile);
                }
            }
        }
    }

    bool may_be(const Tiles& names) const {
        return std::ranges::all_of(names, [&](Tile tile) {
            const auto first = static_cast<Tile>(tile / COPIES * COPIES);
            return there[first] || std::ranges::find(names, first) != names.end();
        });
    }

    // Calls this with one name after the other, then with pairs, until it says that that will do.
    bool any(std::size_t number, const std::function<bool(const Tiles&)>& done) const {
        for (std::size_t i = 0; number >= 1 && i < free.size(); ++i) {
            if (const Tiles names{free[i]}; may_be(names) && done(names)) return true;
        }
        for (std::size_t i = 0; number >= 2 && i < free.size(); ++i) {
            for (std::size_t j = i + 1; j < free.size(); ++j) {
                if (const Tiles names{free[i], free[j]}; may_be(names) && done(names)) return true;
            }
        }
        return false;
    }
};

// A rack without its jokers, and these.
struct Parted {
    Tiles plain, jokers;

    Parted(Tiles rack, bool with_jokers) : plain(std::move(rack)) {
        std::ranges::sort(plain);
        const auto first = std::ranges::find_if(plain, is_joker);
        if (with_jokers) jokers.assign(first, plain.end());
        plain.erase(first, plain.end());
    }

    std::size_t number() const { return std::min(jokers.size(), MOST_NAMED); }
};

// The best opening with a score of `goal` at least, if the jokers are the tiles they are named by.
std::optional<Solution> named(const Parted& rack, const Tiles& names, int minimum, Score goal) {
    Tiles all = rack.plain;
    all.insert(all.end(), names.begin(), names.end());
    const Board board = board_of(all);
    const Grid useful = board.useful(0);
    for (const Tile name : names) {
        if (!useful[suit_of(face_of(name))][value_of(face_of(name))]) return std::nullopt;
    }
    const auto plan = best_opening(board, minimum, goal);
    if (!plan) return std::nullopt;
    Solution found = assembled(Position({}, all), *plan, TILES_FIRST);
    const auto undress = [&](Tile& tile) {
        const auto name = std::ranges::find(names, tile);
        if (name != names.end()) tile = rack.jokers[static_cast<std::size_t>(name - names.begin())];
    };
    for (Tiles& tiles : found.sets) std::ranges::for_each(tiles, undress);
    std::ranges::for_each(found.tiles, undress);
    std::ranges::sort(found.tiles);
    // A tile with two jokers is read as a group, even where a run was meant that is worth more.
    const Score score = score_of(found);
    return score >= goal && score % COUNT >= minimum ? std::optional(std::move(found)) : std::nullopt;
}

}  // namespace

bool can_open(const Tiles& all, int minimum, bool jokers) {
    const Parted rack(all, jokers);
    if (enough(board_of(rack.plain), minimum)) return true;
    return Names(rack.plain).any(rack.number(), [&](const Tiles& names) {
        return named(rack, names, minimum, 1).has_value();
    });
}

std::optional<Solution> open_lay(const Tiles& all, int minimum, bool jokers) {
    const Parted rack(all, jokers);
    std::optional<Solution> best;
    if (const auto plan = best_opening(board_of(rack.plain), minimum, 1)) {
        best = assembled(Position({}, rack.plain), *plan, TILES_FIRST);
    }
    Score score = best ? score_of(*best) : 0;
    Names(rack.plain).any(rack.number(), [&](const Tiles& names) {
        if (auto found = named(rack, names, minimum, score + 1)) {
            score = score_of(*found);
            best = std::move(found);
        }
        return false;
    });
    return best;
}

}  // namespace kameny
