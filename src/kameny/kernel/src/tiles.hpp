// Tiles and faces as small numbers, in the order of `kameny.rummy.tiles.full_set`.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <vector>

namespace kameny {

inline constexpr int SUITS = 4;
inline constexpr int LAST = 13;
inline constexpr int COPIES = 2;
inline constexpr int MOST_JOKERS = 4;
inline constexpr int MINIMUM = 3;

using Tile = std::uint16_t;
using Face = std::uint8_t;
using Tiles = std::vector<Tile>;
using Sets = std::vector<Tiles>;
using Score = std::int64_t;
using Bits = std::uint64_t;

inline constexpr int PLAIN_TILES = SUITS * LAST * COPIES;
inline constexpr int PLAIN_FACES = SUITS * LAST;
inline constexpr int FIRST_DRESSED = PLAIN_TILES + MOST_JOKERS;
// Dressed jokers keep what they stand for: `p9A` is `*a` as the 9 of plum. They lie in kept sets only.
inline constexpr int TILES = FIRST_DRESSED + PLAIN_FACES * MOST_JOKERS;
inline constexpr Face JOKER = PLAIN_FACES;
inline constexpr int FACES = PLAIN_FACES + 1;

constexpr bool is_dressed(Tile tile) { return tile >= FIRST_DRESSED; }
constexpr bool is_joker(Tile tile) { return tile >= PLAIN_TILES && !is_dressed(tile); }
constexpr Face face_of(Tile tile) {
    if (is_dressed(tile)) return static_cast<Face>((tile - FIRST_DRESSED) / MOST_JOKERS);
    return is_joker(tile) ? JOKER : static_cast<Face>(tile / COPIES);
}
constexpr int suit_of(Face face) { return face / LAST; }
constexpr int value_of(Face face) { return face % LAST + 1; }
constexpr Face face_at(int suit, int value) { return static_cast<Face>(suit * LAST + value - 1); }

// What is at each place, with room for the two values after 13 and the one before 1.
using Grid = std::array<std::array<std::uint8_t, LAST + 3>, SUITS>;

// What an own tile of each value, or an own joker, is worth when it is laid.
struct Weights {
    std::array<Score, LAST + 1> tiles;
    Score joker;
};

}  // namespace kameny
