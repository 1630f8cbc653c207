#include "lanes.hpp"

#include <algorithm>
#include <deque>
#include <memory>
#include <unordered_map>

namespace kameny {

namespace {

struct State {
    std::array<std::uint8_t, LANES> lanes;  // ascending
    std::uint8_t tails, heads;

    int count(int lane) const { return (lanes[0] == lane) + (lanes[1] == lane); }
};

inline constexpr int STATES = LANE_PAIRS * (LANES + 1) * (LANES + 1);
// The up-sets of lanes, as bits: 3; 2 3; 0 3; 1 2 3; 0 2 3.
inline constexpr std::array<unsigned, UP_SETS> UP_SET = {0b1000, 0b1100, 0b1001, 0b1110, 0b1101};

constexpr std::uint16_t code_of(const State& state) {
    unsigned bits = 0;
    for (int i = 0; i < UP_SETS; ++i) {
        const unsigned inside = (UP_SET[i] >> state.lanes[0] & 1) + (UP_SET[i] >> state.lanes[1] & 1);
        bits |= ((1U << inside) - 1) << LANES * i;
    }
    bits |= ((1U << state.tails) - 1) << LANE_BITS;
    // A head is a promise: the fewer the better.
    bits |= ((1U << (LANES - state.heads)) - 1) << (LANE_BITS + TAIL_BITS);
    return static_cast<std::uint16_t>(bits);
}

struct Codes {
    std::array<State, STATES> states{};
    std::array<std::uint8_t, std::size_t{1} << WIDTH> number{};

    constexpr Codes() {
        int i = 0;
        for (std::uint8_t a = 0; a <= LONG; ++a)
            for (std::uint8_t b = a; b <= LONG; ++b)
                for (std::uint8_t tails = 0; tails <= LANES; ++tails)
                    for (std::uint8_t heads = 0; heads <= LANES; ++heads) {
                        states[i] = {{a, b}, tails, heads};
                        number[code_of(states[i])] = static_cast<std::uint8_t>(i);
                        ++i;
                    }
    }
};

constexpr Codes CODES;

const State& state_of(unsigned code) { return CODES.states[CODES.number[code]]; }

// The lanes after so many tiles or jokers: short ones first, then long ones, then new ones. `false` if a short lane
// gets nothing.
bool grow(const State& state, int entries, std::array<std::uint8_t, LANES>& grown) {
    const int longs = state.count(LONG);
    int n = 0;
    for (const std::uint8_t lane : state.lanes) {
        if (lane > 0 && lane < LONG) grown[n++] = lane + 1;
    }
    const int spare = entries - n;
    if (spare < 0) return false;
    for (int i = 0; i < spare; ++i) grown[n++] = i < longs ? LONG : 1;
    while (n < LANES) grown[n++] = 0;
    if (grown[0] > grown[1]) std::swap(grown[0], grown[1]);
    return true;
}

// Jokers that the short lanes will need at the next two values at least.
int lack(const State& lanes, const Slot& slot) {
    const int ones = lanes.count(1);
    return std::max(ones + lanes.count(2) - slot.next, 0) + std::max(ones - slot.after, 0);
}

// Every option, also those that are never better.
void all_options(const State& state, const Slot& slot, int limit, std::vector<Option>& found) {
    for (int laid = 0; laid <= slot.may; ++laid)
        for (int seats = 0; seats <= std::min<int>(slot.seats, laid); ++seats)
            for (int up = 0; up <= std::min<int>(state.tails, laid - seats); ++up)
                for (int down = std::max(state.heads - slot.starts, 0);
                     down <= std::min<int>(slot.heads, laid - seats - up); ++down) {
                    const int left = slot.must + laid - seats - up - down;
                    for (int group = 0; group <= left; ++group) {
                        const int runs = left - group;
                        for (int fill = 0; fill <= std::min(limit, LANES - runs); ++fill) {
                            State next{};
                            next.tails = static_cast<std::uint8_t>(std::min(up + slot.ends, LANES));
                            next.heads = static_cast<std::uint8_t>(down);
                            // A joker never begins a run: the same run without it is one; it is seated in the end.
                            if (fill > LANES - state.count(0) || !grow(state, runs + fill, next.lanes) ||
                                fill + lack(next, slot) > limit)
                                continue;
                            found.push_back({code_of(next), step_of(laid, runs, fill, group, seats, up, down),
                                             static_cast<std::uint8_t>(laid), static_cast<std::uint8_t>(fill),
                                             runs > 0});
                        }
                    }
                }
}

// Keeps those that no other with the same tiles in groups beats in state, tiles laid and jokers at once.
Options best_options(std::vector<Option>& found, std::deque<std::vector<Option>>& store) {
    std::ranges::stable_sort(found, [](const Option& a, const Option& b) {
        if (a.laid != b.laid) return a.laid > b.laid;
        if (a.fill != b.fill) return a.fill < b.fill;
        return std::popcount(a.code) > std::popcount(b.code);
    });
    Options result;
    std::vector<Option>& kept = store.emplace_back();
    for (int group = 0; group <= LANES; ++group) {
        const std::size_t begin = kept.size();
        result.start[group] = static_cast<std::uint8_t>(begin);
        for (const Option& option : found) {
            if (option.step.group() != group) continue;
            const bool beaten = std::any_of(kept.begin() + static_cast<std::ptrdiff_t>(begin), kept.end(),
                                            [&](const Option& known) {
                                                return !(option.code & ~known.code) && option.fill >= known.fill;
                                            });
            if (!beaten) kept.push_back(option);
        }
    }
    result.start[LANES + 1] = static_cast<std::uint8_t>(kept.size());
    kept.shrink_to_fit();
    result.first = kept.data();
    return result;
}

constexpr int ATTACHMENTS = (LANES + 1) * (LANES + 1);
static_assert(STATES == LANE_PAIRS * ATTACHMENTS);

constexpr auto lane_pairs() {
    std::array<std::uint8_t, std::size_t{1} << LANE_BITS> pairs{};
    for (int pair = 0; pair < LANE_PAIRS; ++pair) {
        pairs[code_of(CODES.states[pair * ATTACHMENTS]) & (pairs.size() - 1)] = static_cast<std::uint8_t>(pair);
    }
    return pairs;
}

// The options of every slot without kept sets.
class Plain {
  public:
    Plain() {
        std::vector<Option> found;
        for (int i = 0; i < SLOTS; ++i) {
            const auto n = [i](int place) { return static_cast<std::uint8_t>(i / place % 3); };
            const Slot slot{n(27), n(9), n(3), n(1), 0, 0, 0, 0};
            if (slot.must + slot.may > COPIES) continue;
            for (int limit = 0; limit <= MOST_JOKERS; ++limit) {
                for (int pair = 0; pair < LANE_PAIRS; ++pair) {
                    found.clear();
                    all_options(CODES.states[pair * ATTACHMENTS], slot, limit, found);
                    slots_[i].lists[limit][pair] = best_options(found, store_);
                }
            }
        }
    }

    const PlainOptions& at(const Slot& slot) const {
        return slots_[slot.must * 27 + slot.may * 9 + slot.next * 3 + slot.after];
    }

  private:
    static constexpr int SLOTS = 81;
    std::array<PlainOptions, SLOTS> slots_{};
    std::deque<std::vector<Option>> store_;
};

const Plain& plain() {
    static const std::unique_ptr<const Plain> lists = std::make_unique<const Plain>();
    return *lists;
}

// With kept sets there are many more cases; each thread remembers those it has met.
class Attached {
  public:
    Options at(int state, const Slot& slot, int limit) {
        Bits key = static_cast<Bits>(state) << 3 | static_cast<Bits>(limit);
        for (const int n : {slot.must, slot.may, slot.next, slot.after, slot.seats, slot.starts, slot.ends, slot.heads})
            key = key << 2 | static_cast<Bits>(n);
        if (const auto known = lists_.find(key); known != lists_.end()) return known->second;
        found_.clear();
        all_options(CODES.states[state], slot, limit, found_);
        return lists_.emplace(key, best_options(found_, store_)).first->second;
    }

    // The lists that were given out are no longer valid.
    void forget_if_many() {
        if (lists_.size() < MANY) return;
        lists_.clear();
        store_.clear();
    }

  private:
    static constexpr std::size_t MANY = 1 << 14;
    std::unordered_map<Bits, Options> lists_;
    std::deque<std::vector<Option>> store_;
    std::vector<Option> found_;
};

thread_local Attached attached;

// PRICE[a][b]: with so many more jokers a lane b can do what a lane a can.
constexpr int PRICE[LONG + 1][LONG + 1] = {{0, 2, 1, 0}, {1, 0, 0, 0}, {2, 1, 0, 0}, {2, 2, 1, 0}};

constexpr auto lane_prices() {
    std::array<std::array<std::uint8_t, LANE_PAIRS>, LANE_PAIRS> prices{};
    for (int one = 0; one < LANE_PAIRS; ++one) {
        for (int two = 0; two < LANE_PAIRS; ++two) {
            const auto [a, b] = CODES.states[one * ATTACHMENTS].lanes;
            const auto [c, d] = CODES.states[two * ATTACHMENTS].lanes;
            prices[one][two] =
                static_cast<std::uint8_t>(std::min(PRICE[a][c] + PRICE[b][d], PRICE[a][d] + PRICE[b][c]));
        }
    }
    return prices;
}

// Tiles that a lane lacks alone, and two lanes that may be one run.
constexpr int alone(int lane) { return lane > 0 ? LONG - lane : 0; }
constexpr int together(int lane, int other) {
    const int apart = alone(lane) + alone(other);
    return lane && other ? std::min(apart, std::max(LONG - lane - other, 0)) : apart;
}

}  // namespace

std::uint16_t nothing() { return code_of({{0, 0}, 0, 0}); }

int unfinished(unsigned code) {
    const auto [a, b] = state_of(code).lanes;
    return alone(a) + alone(b);
}

int lacking(unsigned low, unsigned high) {
    const auto [a, b] = state_of(low).lanes;
    const auto [c, d] = state_of(high).lanes;
    return std::min(together(a, c) + together(b, d), together(a, d) + together(b, c));
}

Options options(unsigned code, const Slot& slot, int limit) {
    return attached.at(CODES.number[code], slot, limit);
}

constinit const std::array<std::uint8_t, std::size_t{1} << LANE_BITS> LANE_PAIR = lane_pairs();
constinit const std::array<std::array<std::uint8_t, LANE_PAIRS>, LANE_PAIRS> LANE_PRICE = lane_prices();

const PlainOptions* plain_options(const Slot& slot) { return slot.plain() ? &plain().at(slot) : nullptr; }

void forget_options() { attached.forget_if_many(); }

}  // namespace kameny
