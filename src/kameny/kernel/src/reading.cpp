#include "reading.hpp"

#include <algorithm>

namespace kameny {

namespace {

// What the tiles that are no jokers have in common.
struct Plain {
    int number = 0;
    int low = LAST + 1;
    int high = 0;
    unsigned suits = 0;
    unsigned values = 0;

    explicit Plain(const Tiles& tiles) {
        for (Tile tile : tiles) {
            if (is_joker(tile)) continue;
            const int value = value_of(face_of(tile));
            ++number;
            low = std::min(low, value);
            high = std::max(high, value);
            suits |= 1U << suit_of(face_of(tile));
            values |= 1U << value;
        }
    }

    bool one_value() const { return low == high && std::popcount(suits) == number; }
    bool one_suit() const { return std::has_single_bit(suits) && std::popcount(values) == number; }
    int suit() const { return std::countr_zero(suits); }
};

// The value at which a run begins whose tiles, jokers included, lie in ascending order already; 0 if they do not.
int begins(const Tiles& tiles, const Plain& plain) {
    const int length = static_cast<int>(tiles.size());
    if (!plain.one_suit() || (plain.number == 1 && length <= SUITS)) return 0;
    const auto first = std::ranges::find_if_not(tiles, is_joker) - tiles.begin();
    const int low = plain.low - static_cast<int>(first);
    if (low < 1 || low + length - 1 > LAST) return 0;
    for (int i = 0; i < length; ++i) {
        if (!is_joker(tiles[i]) && value_of(face_of(tiles[i])) != low + i) return 0;
    }
    return low;
}

std::optional<Reading> as_run(const Tiles& tiles, const Plain& plain) {
    const int length = static_cast<int>(tiles.size());
    const int spare = length - (plain.high - plain.low + 1);
    if (length > LAST || !plain.one_suit() || spare < 0) return std::nullopt;
    const int above = std::min(spare, LAST - plain.high);
    const int low = plain.low - (spare - above);
    Tiles shown(tiles.size());
    std::array<bool, LAST + 1> taken{};
    for (Tile tile : tiles) {
        if (is_joker(tile)) continue;
        const int place = value_of(face_of(tile)) - low;
        shown[place] = tile;
        taken[place] = true;
    }
    int place = 0;
    for (Tile tile : tiles) {
        if (!is_joker(tile)) continue;
        while (taken[place]) ++place;
        shown[place++] = tile;
    }
    return Reading{true, plain.suit(), low, std::move(shown)};
}

}  // namespace

std::optional<Reading> reading(const Tiles& tiles) {
    const Plain plain(tiles);
    if (static_cast<int>(tiles.size()) < MINIMUM || !plain.number) return std::nullopt;
    if (const int low = begins(tiles, plain)) return Reading{true, plain.suit(), low, tiles};
    if (static_cast<int>(tiles.size()) <= SUITS && plain.one_value()) return Reading{false, 0, plain.low, tiles};
    return as_run(tiles, plain);
}

}  // namespace kameny
