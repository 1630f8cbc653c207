#include "assemble.hpp"

#include <algorithm>
#include <numeric>

#include "build.hpp"

namespace kameny {

namespace {

// Loose tiles by face, the first to be taken last.
class Stock {
  public:
    void add(Tile tile) { tiles_[face_of(tile)][count_[face_of(tile)]++] = tile; }
    int count(Face face) const { return count_[face]; }
    Tile take(Face face) { return tiles_[face][--count_[face]]; }

  private:
    std::array<std::array<Tile, MOST_JOKERS>, FACES> tiles_{};
    std::array<std::uint8_t, FACES> count_{};
};

bool has_joker(const Tiles& tiles) { return std::ranges::any_of(tiles, is_joker); }

// The set with this tile at either end, if it is one.
std::optional<Tiles> longer(const Tiles& lying, Tile tile) {
    for (const bool first : {false, true}) {
        Tiles more = lying;
        more.insert(first ? more.begin() : more.end(), tile);
        auto found = reading(more);
        if (found && (std::equal(lying.begin(), lying.end(), found->tiles.begin()) ||
                      std::equal(lying.begin(), lying.end(), found->tiles.begin() + 1)))
            return std::move(found->tiles);
    }
    return std::nullopt;
}

// Adds to the sets whatever of these tiles fits onto one without moving a tile of it.
void attach(Sets& sets, Tiles waiting) {
    bool fitted = true;
    while (fitted) {
        fitted = false;
        for (std::size_t w = 0; w < waiting.size(); ++w) {
            for (std::size_t i = 0; i < sets.size(); ++i) {
                if (!is_joker(waiting[w]) && !has_joker(sets[i])) continue;
                if (auto more = longer(sets[i], waiting[w])) {
                    sets[i] = std::move(*more);
                    waiting.erase(waiting.begin() + static_cast<std::ptrdiff_t>(w--));
                    fitted = true;
                    break;
                }
            }
        }
    }
}

Tiles worth_laying(Tiles tiles, const Weights& weights) {
    if (weights.joker <= 0) std::erase_if(tiles, is_joker);
    return tiles;
}

Solution finished(const Position& position, Sets sets) {
    std::ranges::sort(sets, {}, [](const Tiles& tiles) { return std::ranges::min(tiles); });
    std::array<bool, TILES> lying{};
    for (const Tiles& tiles : sets) {
        for (const Tile tile : tiles) lying[tile] = true;
    }
    Tiles laid;
    std::ranges::copy_if(position.rack(), std::back_inserter(laid), [&](Tile tile) { return lying[tile]; });
    return {std::move(sets), std::move(laid)};
}

// One table that is being made.
class Assembly {
  public:
    Assembly(const Position& position, const Plan& plan, const Weights& weights)
        : position_(position), plan_(plan), weights_(weights), wanted_(sets_of(plan)) {
        share_out();
    }

    Sets made() {
        Sets sets;
        extend_kept(sets);
        const std::size_t kept = sets.size();
        rebuild(sets);
        if (kept) attach(sets, worth_laying(held_, weights_));
        return sets;
    }

  private:
    // The own tiles that the plan lays, apart from those that stay on the rack.
    void share_out() {
        int jokers = 0;
        for (const auto& faces : wanted_) jokers += static_cast<int>(std::ranges::count(faces, JOKER));
        for (std::size_t i = 0; i < position_.table().size(); ++i) {
            if (!position_.keeps(i)) jokers -= static_cast<int>(std::ranges::count_if(position_.table()[i], is_joker));
        }
        std::array<int, FACES> laid{};
        laid[JOKER] = jokers;
        for (int v = 1; v <= LAST; ++v) {
            for (int s = 0; s < SUITS; ++s) laid[face_at(s, v)] = plan_.layers[v].steps[s].laid();
        }
        Tiles first;
        for (const Tile tile : position_.rack()) {
            if (laid[face_of(tile)]-- > 0) {
                first.push_back(tile);
            } else {
                held_.push_back(tile);
            }
        }
        std::for_each(first.rbegin(), first.rend(), [&](Tile tile) { own_.add(tile); });
    }

    void extend_kept(Sets& sets) {
        std::vector<std::size_t> groups;
        std::array<std::vector<std::size_t>, SUITS> runs;
        for (std::size_t i = 0; i < position_.table().size(); ++i) {
            if (!position_.keeps(i)) continue;
            const Reading& found = *position_.readings()[i];
            (found.run ? runs[found.suit] : groups).push_back(i);
        }
        for (int s = 0; s < SUITS; ++s) {
            std::vector<Span> spans;
            for (const std::size_t i : runs[s]) {
                const Reading& found = *position_.readings()[i];
                spans.push_back({found.low, found.low + static_cast<int>(found.tiles.size()) - 1});
            }
            extend(spans, plan_, s);
            for (std::size_t i = 0; i < runs[s].size(); ++i) sets.push_back(extended(runs[s][i], spans[i]));
        }
        Grid seats{};
        for (int v = 1; v <= LAST; ++v) {
            for (int s = 0; s < SUITS; ++s) seats[s][v] = static_cast<std::uint8_t>(plan_.layers[v].steps[s].seats());
        }
        for (const std::size_t i : groups) sets.push_back(seated(i, seats));
    }

    Tiles extended(std::size_t number, Span span) {
        const Reading& found = *position_.readings()[number];
        Tiles tiles;
        for (int v = span.low; v < found.low; ++v) tiles.push_back(own_.take(face_at(found.suit, v)));
        tiles.insert(tiles.end(), found.tiles.begin(), found.tiles.end());
        for (int v = span.low + static_cast<int>(tiles.size()); v <= span.high; ++v)
            tiles.push_back(own_.take(face_at(found.suit, v)));
        return tiles;
    }

    Tiles seated(std::size_t number, Grid& seats) {
        Tiles tiles = position_.readings()[number]->tiles;
        if (static_cast<int>(tiles.size()) == SUITS || has_joker(tiles)) return tiles;
        const int value = value_of(face_of(tiles[0]));
        const auto there = [&](int s) {
            return std::ranges::any_of(tiles, [s](Tile tile) { return suit_of(face_of(tile)) == s; });
        };
        int free = 0;
        while (there(free)) ++free;
        if (seats[free][value]) {
            --seats[free][value];
            tiles.push_back(own_.take(face_at(free, value)));
        }
        return tiles;
    }

    // First the sets in which a loose set is whole again, then from all that is left.
    void rebuild(Sets& sets) {
        std::vector<Bits> masks(wanted_.size());
        for (std::size_t i = 0; i < wanted_.size(); ++i) masks[i] = mask_of(wanted_[i]);
        std::vector<bool> filled(wanted_.size());
        const std::size_t first = sets.size();
        sets.resize(first + wanted_.size());
        Stock scattered;
        for (std::size_t n = position_.table().size(); n-- > 0;) {
            if (position_.keeps(n)) continue;
            const Tiles& tiles = position_.table()[n];
            Bits mask = 0;
            for (const Tile tile : tiles) mask |= Bits{1} << face_of(tile);
            std::size_t home = wanted_.size();
            for (std::size_t i = 0; i < wanted_.size() && home == wanted_.size(); ++i) {
                if (!filled[i] && !(mask & ~masks[i]) && is_within(tiles, wanted_[i])) home = i;
            }
            Stock whole;
            for (auto tile = tiles.rbegin(); tile != tiles.rend(); ++tile)
                (home < wanted_.size() ? whole : scattered).add(*tile);
            if (home == wanted_.size()) continue;
            filled[home] = true;
            sets[first + home] = fill(wanted_[home], whole);
        }
        for (std::size_t i = 0; i < wanted_.size(); ++i) {
            if (!filled[i]) sets[first + i] = fill(wanted_[i], scattered);
        }
    }

    static Bits mask_of(const std::vector<Face>& faces) {
        Bits mask = 0;
        for (const Face face : faces) mask |= Bits{1} << face;
        return mask;
    }

    // Whether these faces are the tiles plus own ones.
    bool is_within(const Tiles& tiles, const std::vector<Face>& wanted) const {
        std::array<std::int8_t, FACES> extra{};
        for (const Face face : wanted) ++extra[face];
        for (const Tile tile : tiles) --extra[face_of(tile)];
        return std::ranges::all_of(wanted, [&](Face face) { return extra[face] >= 0 && extra[face] <= own_.count(face); })
            && std::ranges::all_of(tiles, [&](Tile tile) { return extra[face_of(tile)] >= 0; });
    }

    // A physical tile for every face, own ones only where the first stock has none.
    Tiles fill(const std::vector<Face>& wanted, Stock& first) {
        Tiles tiles;
        tiles.reserve(wanted.size());
        for (const Face face : wanted) tiles.push_back(first.count(face) ? first.take(face) : own_.take(face));
        return tiles;
    }

    const Position& position_;
    const Plan& plan_;
    const Weights& weights_;
    FaceSets wanted_;
    Stock own_;
    Tiles held_;
};

}  // namespace

Solution assembled(const Position& position, const Plan& plan, const Weights& weights) {
    return finished(position, Assembly(position, plan, weights).made());
}

Solution untouched(const Position& position, const Weights& weights) {
    Sets sets, others;
    for (std::size_t i = 0; i < position.table().size(); ++i)
        (position.keeps(i) ? sets : others).push_back(position.readings()[i]->tiles);
    attach(sets, worth_laying(position.rack(), weights));
    sets.insert(sets.end(), others.begin(), others.end());
    return finished(position, std::move(sets));
}

}  // namespace kameny
