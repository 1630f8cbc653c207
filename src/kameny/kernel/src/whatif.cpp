#include "whatif.hpp"

#include <algorithm>

#include "groups.hpp"

namespace kameny {

namespace {

// The slots as if one more tile were there at either of the next two values: it may be the one that is drawn.
Slots freer(Slots slots) {
    for (auto& four : slots) {
        for (Slot& slot : four) {
            slot.next = static_cast<std::uint8_t>(std::min(slot.next + 1, LANES));
            slot.after = static_cast<std::uint8_t>(std::min(slot.after + 1, LANES));
        }
    }
    return slots;
}

// The walks from below and from above of one position. A run that crosses is a lane of both; `lacking` counts the
// jokers that join them.
class Question {
  public:
    Question(const Board& board, const Weights& weights, Score now)
        : board_(board), weights_(weights), now_(now), hope_(hope(board, weights)),
          own_(board.useful(board.jokers() + 1)), slots_(freer(board.slots(own_))) {
        walk(board, weights, slots_, own_, below_);
        const Board turned = board.mirrored();
        Weights other = weights;
        for (int v = 1; v <= LAST; ++v) other.tiles[v] = weights.tiles[LAST + 1 - v];
        const Grid own = turned.useful(board.jokers() + 1);
        walk(turned, other, freer(turned.slots(own)), own, above_);
        for (int v = 0; v < LAST; ++v) {
            std::sort(above_.ways.begin() + above_.from[v], above_.ways.begin() + above_.from[v + 1],
                      [](const Way& a, const Way& b) { return a.score > b.score; });
        }
    }

    Score with_one(int suit, int value) {
        const Score weight = weights_.tiles[value];
        Score best = std::max(now_, without_runs(suit, value));
        const auto above = above_.layer(LAST - value);
        if (above.empty()) return best;
        const Score at_most = above.front().score + hope_ + weight;
        const Score here = weight * (own_[0][value] + own_[1][value] + own_[2][value] + own_[3][value]);
        low_.clear();
        std::ranges::copy_if(below_.layer(value - 1), std::back_inserter(low_),
                             [&](const Way& way) { return way.score + here + at_most > best; });
        auto slots = slots_[value];
        ++slots[suit].must;
        ways_.clear();
        Walk(weights_, board_.jokers()).step(low_, slots, value, best + 1 - at_most, ways_);
        for (const Way& low : ways_) best = std::max(best, joined(low, above, best, weight));
        return best;
    }

  private:
    void walk(const Board& board, const Weights& weights, const Slots& slots, const Grid& own, Trail& trail) const {
        Least least = left_to_lay(own, weights);
        const Score more = hope_ + *std::ranges::max_element(weights.tiles);
        for (Score& score : least) score = now_ + 1 - more - score;
        Walk(weights, board.jokers()).all(trail, slots, least);
    }

    Score without_runs(int suit, int value) const {
        if (!board_.jokers()) return now_;
        Board more = board_;
        ++more.must[suit][value];
        const Score weight = weights_.tiles[value];
        const auto plan = only_groups(more, weights_, now_ + 1 - weight);
        return plan ? plan->score + weight : now_;
    }

    // The best of all that the upper half can be for this lower one, if it is better than `best`.
    Score joined(const Way& low, std::span<const Way> above, Score best, Score more) const {
        const int limit = board_.jokers();
        for (const Way& high : above) {
            const Score score = low.score + more + high.score;
            if (score + hope_ <= best) break;
            int used = 2 * limit - jokers_left_of(low.code) - jokers_left_of(high.code);
            for (int s = 0; s < SUITS && used <= limit; ++s) {
                used += lacking(suit_code(low.code, s), suit_code(high.code, s));
            }
            if (used > limit) continue;
            if (const auto spare = spared(board_, weights_, used, (low.code | high.code) & HAS_RUN)) {
                best = std::max(best, score + (used + *spare - board_.must_jokers) * weights_.joker);
            }
        }
        return best;
    }

    const Board& board_;
    const Weights& weights_;
    const Score now_;
    const Score hope_;
    const Grid own_;
    const Slots slots_;
    Trail below_, above_;
    std::vector<Way> low_, ways_;
};

}  // namespace

Scores what_if_drawn(const Board& board, const Weights& weights, Score now) {
    Question ask(board, weights, now);
    Scores scores;
    for (Face face = 0; face < PLAIN_FACES; ++face) {
        const int suit = suit_of(face), value = value_of(face);
        if (board.must[suit][value] + board.may[suit][value] < COPIES) scores[face] = ask.with_one(suit, value);
    }
    if (board.jokers() < MOST_JOKERS) {
        Board more = board;
        ++more.may_jokers;
        const auto plan = best_plan(more, weights, now + 1);
        scores[JOKER] = plan ? plan->score : now;
    }
    return scores;
}

}  // namespace kameny
