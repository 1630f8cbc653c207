#include "board.hpp"

#include <algorithm>

namespace kameny {

namespace {

// The bits that are set in at least two, or three, of the masks.
template <std::size_t N>
std::uint32_t shared(const std::array<std::uint32_t, N>& masks, int number) {
    std::uint32_t once = 0, twice = 0, thrice = 0;
    for (const std::uint32_t mask : masks) {
        thrice |= twice & mask;
        twice |= once & mask;
        once |= mask;
    }
    return number == 2 ? twice : thrice;
}

// More kept sets than there are tiles to add to them make no difference.
std::uint8_t few(std::uint8_t number) { return std::min<std::uint8_t>(number, LANES); }

inline constexpr std::uint32_t LOWEST_OF_RUNS = (1U << (LAST - 1)) - 2;

}  // namespace

void Board::require(Tile tile) {
    if (is_joker(tile)) {
        ++must_jokers;
        return;
    }
    const Face face = face_of(tile);
    ++must[suit_of(face)][value_of(face)];
    shown[suit_of(face)] |= 1U << value_of(face);
}

void Board::allow(Tile tile) {
    if (is_joker(tile)) {
        ++may_jokers;
        return;
    }
    const Face face = face_of(tile);
    ++may[suit_of(face)][value_of(face)];
    shown[suit_of(face)] |= 1U << value_of(face);
}

void Board::keep(const Reading& found) {
    const int length = static_cast<int>(found.tiles.size());
    hosts = hosts || length < (found.run ? LAST : SUITS);
    attached = true;
    if (found.run) {
        ++starts[found.suit][found.low];
        ++ends[found.suit][found.low + length - 1];
        shown[found.suit] |= ((1U << length) - 1) << found.low;
        return;
    }
    unsigned suits = 0;
    for (const Tile tile : found.tiles) {
        if (!is_joker(tile)) suits |= 1U << suit_of(face_of(tile));
    }
    const unsigned free = ~suits & ((1U << SUITS) - 1);
    int jokers = length - std::popcount(suits);
    if (length < SUITS && !jokers) ++seats[std::countr_zero(free)][found.low];
    // Jokers are shown as the first free suits.
    for (int s = 0; s < SUITS; ++s) {
        if (suits >> s & 1 || jokers-- > 0) shown[s] |= 1U << found.low;
    }
}

Board Board::mirrored() const {
    Board other;
    other.must_jokers = must_jokers;
    other.may_jokers = may_jokers;
    for (int s = 0; s < SUITS; ++s) {
        for (int v = 1; v <= LAST; ++v) {
            other.must[s][v] = must[s][LAST + 1 - v];
            other.may[s][v] = may[s][LAST + 1 - v];
            other.shown[s] |= (shown[s] >> (LAST + 1 - v) & 1) << v;
        }
    }
    return other;
}

std::vector<Board> Board::narrower() const {
    std::vector<Board> boards;
    for (Grid Board::* const places : {&Board::seats, &Board::starts, &Board::ends}) {
        for (int s = 0; s < SUITS; ++s) {
            for (int v = 1; v <= LAST; ++v) {
                if (!(this->*places)[s][v]) continue;
                boards.push_back(*this);
                --(boards.back().*places)[s][v];
            }
        }
    }
    return boards;
}

Grid Board::useful(int limit) const {
    const int enough = LONG - limit;
    if (enough < 2) return may;
    const std::uint32_t groups = shared(shown, enough);
    Grid useful{};
    for (int s = 0; s < SUITS; ++s) {
        const std::uint32_t bits = shown[s];
        const std::uint32_t windows =
            shared(std::array{bits, bits >> 1, bits >> 2}, enough) & LOWEST_OF_RUNS;
        const std::uint32_t fits = groups | windows | windows << 1 | windows << 2;
        for (int v = 1; v <= LAST; ++v) useful[s][v] = fits >> v & 1 ? may[s][v] : 0;
    }
    return useful;
}

Slots Board::slots(const Grid& own) const {
    Slots found{};
    for (int s = 0; s < SUITS; ++s) {
        std::uint8_t heads = 0, next = 0, after = 0;
        for (int v = LAST; v > 0; --v) {
            Slot& slot = found[v][s];
            slot = {must[s][v], own[s][v], next, after, few(seats[s][v]), few(starts[s][v]), few(ends[s][v]), 0};
            after = next;
            next = static_cast<std::uint8_t>(slot.must + slot.may);
            if (!attached) continue;
            // How many own tiles could be the beginning of a kept run that begins higher up.
            heads = static_cast<std::uint8_t>(std::min({own[s][v] + 0, heads + starts[s][v + 1], LANES}));
            slot.heads = heads;
        }
    }
    return found;
}

}  // namespace kameny
