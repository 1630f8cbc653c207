#include "position.hpp"

#include <algorithm>
#include <ranges>
#include <stdexcept>

#include "assemble.hpp"

namespace kameny {

Position::Position(const Sets& table, Tiles rack, std::span<const int> kept) : rack_(std::move(rack)) {
    std::ranges::sort(rack_);
    std::vector<std::pair<Tile, std::size_t>> order;
    for (std::size_t i = 0; i < table.size(); ++i) {
        if (!table[i].empty()) order.emplace_back(std::ranges::min(table[i]), i);
    }
    std::ranges::sort(order);
    for (const auto& [lowest, i] : order) {
        table_.push_back(table[i]);
        readings_.push_back(reading(table[i]));
        valid_ = valid_ && readings_.back();
        kept_.push_back(std::ranges::find(kept, static_cast<int>(i)) != kept.end());
        if (kept_.back() && !readings_.back()) throw std::invalid_argument("only sets can be kept");
        if (!kept_.back() && std::ranges::any_of(table[i], is_dressed)) throw std::invalid_argument("unknown tile");
    }
    if (std::ranges::any_of(rack_, is_dressed)) throw std::invalid_argument("unknown tile");
}

Board Position::board() const {
    Board board;
    for (std::size_t i = 0; i < table_.size(); ++i) {
        if (kept_[i]) {
            board.keep(*readings_[i]);
        } else {
            for (const Tile tile : table_[i]) board.require(tile);
        }
    }
    for (const Tile tile : rack_) board.allow(tile);
    return board;
}

Score worth(const Tiles& tiles, const Weights& weights) {
    Score score = 0;
    for (const Tile tile : tiles) score += is_joker(tile) ? weights.joker : weights.tiles[value_of(face_of(tile))];
    return score;
}

namespace {

// Where only kept sets might take a left-over joker, the plan takes it for granted, and its own tiles may have filled
// the places. Then nothing is taken for granted, or some places are left free for that many `jokers`.
std::optional<Solution> best_on(const Board& board, const Position& position, const Weights& weights, Score goal,
                                int jokers) {
    const auto plan = best_plan(board, weights, goal);
    if (!plan) return std::nullopt;
    Solution found = assembled(position, *plan, weights);
    Score score = worth(found.tiles, weights);
    if (score == plan->score || !board.hosts) return found;
    std::vector<Board> others = jokers ? board.narrower() : std::vector<Board>();
    others.push_back(board);
    others.back().hosts = false;
    for (const Board& other : others) {
        auto better = best_on(other, position, weights, score + 1, jokers - 1);
        if (!better || worth(better->tiles, weights) <= score) continue;
        found = std::move(*better);
        score = worth(found.tiles, weights);
    }
    return found;
}

}  // namespace

std::optional<Solution> solve(const Position& position, const Weights& weights, Score goal) {
    const Board board = position.board();
    return best_on(board, position, weights, goal, board.may_jokers);
}

Tiles unplaceable(const Sets& table, const Tiles& rack) {
    Tiles needed;
    for (const Tiles& tiles : table) needed.insert(needed.end(), tiles.begin(), tiles.end());
    Board board;
    for (const Tile tile : needed) board.require(tile);
    for (const Tile tile : rack) board.allow(tile);
    const Weights none{};
    if (best_plan(board, none, ANY)) return {};
    Tiles minimal;
    for (const Tile tile : needed | std::views::reverse) {
        Board without = board;
        if (is_joker(tile)) {
            --without.must_jokers;
        } else {
            --without.must[suit_of(face_of(tile))][value_of(face_of(tile))];
        }
        without.allow(tile);
        if (best_plan(without, none, ANY)) {
            minimal.push_back(tile);
        } else {
            board = without;
        }
    }
    return minimal;
}

}  // namespace kameny
