#include "walk.hpp"

#include <algorithm>

#include "groups.hpp"

namespace kameny {

namespace {

// So many states make it worth while to compare them more closely.
inline constexpr std::size_t MANY = 8;

// States that are being found: for each code (and points) the best way into it.
class Found {
  public:
    void clear() {
        ways.clear();
        if (++round_ == 0) {
            std::ranges::fill(cells_, Cell{});
            round_ = 1;
        }
    }

    void add(const Way& way) {
        if (2 * (ways.size() + 1) > cells_.size()) grow();
        Cell& cell = cell_of(way);
        if (cell.round != round_) {
            cell = {round_, static_cast<std::uint32_t>(ways.size())};
            ways.push_back(way);
        } else if (way.score > ways[cell.index].score) {
            ways[cell.index] = way;
        }
    }

    std::vector<Way> ways;

  private:
    struct Cell {
        std::uint32_t round = 0, index = 0;
    };

    Cell& cell_of(const Way& way) {
        const std::size_t mask = cells_.size() - 1;
        std::size_t i = ((way.code + static_cast<Bits>(way.points)) * 0x9E3779B97F4A7C15U) >> 32 & mask;
        while (cells_[i].round == round_) {
            const Way& other = ways[cells_[i].index];
            if (other.code == way.code && other.points == way.points) break;
            i = (i + 1) & mask;
        }
        return cells_[i];
    }

    void grow() {
        cells_.assign(std::max<std::size_t>(2 * cells_.size(), 1 << 8), Cell{});
        round_ = 1;
        for (std::uint32_t i = 0; i < ways.size(); ++i) cell_of(ways[i]) = {round_, i};
    }

    std::vector<Cell> cells_;
    std::uint32_t round_ = 0;
};

// A way, and what decides its place among others.
struct Place {
    Score score;
    Bits code;
    std::uint32_t index;
};

// What a step needs room for.
struct Workspace {
    Found found;
    std::vector<Place> order;
    std::vector<Bits> missing;
};

thread_local Workspace workspace;

// One step from one layer to the next.
class Stepping {
  public:
    Stepping(const std::array<Slot, SUITS>& slots, Score weight, int limit, int floor, Score least)
        : slots_(slots), weight_(weight), floor_(floor), least_(least), space_(workspace) {
        space_.found.clear();
        unsigned most = 0;
        for (int s = 0; s < SUITS; ++s) {
            plain_[s] = plain_options(slots[s]);
            most |= ((2U << std::min(slots[s].must + slots[s].may, LANES)) - 1) << 4 * s;
        }
        for (const Gift& gift : gifts(limit)) {
            if ((gift.bits & most) == gift.bits) gifts_[number_++] = &gift;
        }
    }

    void from(const Way& now, std::uint32_t place) {
        const int free = jokers_left_of(now.code);
        std::array<Options, SUITS> lists;
        unsigned numbers = 0;
        for (int s = 0; s < SUITS; ++s) {
            const unsigned code = suit_code(now.code, s);
            lists[s] = plain_[s] && is_plain(code) ? plain_[s]->lists[free][lane_pair(code)]
                                                   : options(code, slots_[s], free);
            numbers |= lists[s].numbers() << 4 * s;
        }
        for (std::size_t i = 0; i < number_ && gifts_[i]->jokers <= free; ++i) {
            if ((gifts_[i]->bits & numbers) == gifts_[i]->bits) combine(lists, *gifts_[i], now, place, free);
        }
    }

    // Adds to the ways the states to which no other is at least equal, in what it holds and in score.
    void undominated(std::vector<Way>& kept, bool closely) {
        const std::size_t from = kept.size();
        const std::vector<Way>& ways = space_.found.ways;
        std::vector<Place>& order = space_.order;
        order.resize(ways.size());
        for (std::uint32_t i = 0; i < order.size(); ++i) order[i] = {ways[i].score, ways[i].code, i};
        // A code that holds all that another holds is the larger number.
        std::ranges::sort(order, [](const Place& a, const Place& b) {
            if (a.score != b.score) return a.score > b.score;
            return a.code != b.code ? a.code > b.code : a.index < b.index;
        });
        std::vector<Bits>& missing = space_.missing;
        missing.clear();
        for (const Place& place : order) {
            const Way& way = ways[place.index];
            bool beaten = false;
            for (std::size_t k = 0; k < missing.size() && !beaten; ++k) {
                beaten = !(way.code & missing[k]) && way.points <= kept[from + k].points;
            }
            if (beaten) continue;
            missing.push_back(~way.code);
            kept.push_back(way);
        }
        if (closely && missing.size() >= MANY) drop_unpaid(kept, from);
    }

  private:
    // Every combination of options that gives these tiles to groups.
    void combine(const std::array<Options, SUITS>& lists, const Gift& gift, const Way& now, std::uint32_t place,
                 int free) {
        const Bits run = now.code & HAS_RUN;
        for (const Option& a : lists[0].giving(gift.suits[0])) {
            for (const Option& b : lists[1].giving(gift.suits[1])) {
                const int left = free - gift.jokers - a.fill - b.fill;
                if (left < 0) continue;
                for (const Option& c : lists[2].giving(gift.suits[2])) {
                    for (const Option& d : lists[3].giving(gift.suits[3])) {
                        const int jokers = left - c.fill - d.fill;
                        const Score score = now.score + (a.laid + b.laid + c.laid + d.laid) * weight_;
                        if (jokers < 0 || score < least_) continue;
                        const Bits code = a.code | static_cast<Bits>(b.code) << WIDTH |
                                          static_cast<Bits>(c.code) << 2 * WIDTH |
                                          static_cast<Bits>(d.code) << 3 * WIDTH | run |
                                          (a.run | b.run | c.run | d.run ? HAS_RUN : 0) | jokers_left(jokers);
                        const Bits steps = a.step.bits | static_cast<Bits>(b.step.bits) << STEP_BITS |
                                           static_cast<Bits>(c.step.bits) << 2 * STEP_BITS |
                                           static_cast<Bits>(d.step.bits) << 3 * STEP_BITS;
                        const int points = floor_ ? static_cast<int>(std::min<Score>(score % COUNT, floor_)) : 0;
                        space_.found.add({code, steps, score, place, points});
                    }
                }
            }
        }
    }

    // Drops the states to which another would be at least equal if it spent the jokers it has more; that one comes
    // first, for jokers are the highest bits of a code.
    static void drop_unpaid(std::vector<Way>& ways, std::size_t from) {
        std::size_t end = from;
        for (std::size_t i = from; i < ways.size(); ++i) {
            bool beaten = false;
            for (std::size_t k = from; k < end && !beaten; ++k) {
                int more = jokers_left_of(ways[k].code) - jokers_left_of(ways[i].code);
                if (more <= 0 || (ways[i].code & HAS_RUN & ~ways[k].code)) continue;
                for (int s = 0; s < SUITS && more >= 0; ++s) {
                    more -= price(suit_code(ways[i].code, s), suit_code(ways[k].code, s));
                }
                beaten = more >= 0;
            }
            if (!beaten) ways[end++] = ways[i];
        }
        ways.resize(end);
    }

    const std::array<Slot, SUITS>& slots_;
    const Score weight_;
    const int floor_;
    const Score least_;
    Workspace& space_;
    std::array<const PlainOptions*, SUITS> plain_;
    std::array<const Gift*, 81> gifts_;
    std::size_t number_ = 0;
};

}  // namespace

Least left_to_lay(const Grid& own, const Weights& weights) {
    Least rest{};
    for (int v = LAST; v > 0; --v) {
        rest[v - 1] = rest[v] + (own[0][v] + own[1][v] + own[2][v] + own[3][v]) * weights.tiles[v];
    }
    return rest;
}

void Walk::step(std::span<const Way> layer, const std::array<Slot, SUITS>& slots, int value, Score least,
                std::vector<Way>& ways) const {
    Stepping stepping(slots, weights_.tiles[value], limit_, floor_, least);
    for (std::uint32_t i = 0; i < layer.size(); ++i) stepping.from(layer[i], i);
    // Where a joker costs something, spending one is no way to be equal.
    stepping.undominated(ways, limit_ && !floor_ && weights_.joker >= 0);
}

bool Walk::all(Trail& trail, const Slots& slots, const Least& least) const {
    Bits start = jokers_left(limit_);
    for (int s = 0; s < SUITS; ++s) start |= static_cast<Bits>(nothing()) << WIDTH * s;
    trail.ways.clear();
    trail.ways.push_back({start, 0, 0, 0, 0});
    trail.from.fill(1);
    trail.from[0] = 0;
    for (int v = 1; v <= LAST; ++v) {
        step(trail.layer(v - 1), slots[v], v, least[v], trail.ways);
        const auto end = static_cast<std::uint32_t>(trail.ways.size());
        std::fill(trail.from.begin() + v + 1, trail.from.end(), end);
        if (trail.layer(v).empty()) return false;
    }
    return true;
}

}  // namespace kameny
