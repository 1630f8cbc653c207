// The solver as a Python module: tiles come and go by their names.

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>

#include <string>

#include "assemble.hpp"
#include "opening.hpp"
#include "whatif.hpp"

namespace nb = nanobind;

namespace kameny {

namespace {

inline constexpr char SUIT_NAMES[] = "krbp";

// The names of all tiles and faces, made once; Python never loses them.
struct Names {
    std::array<PyObject*, TILES> tiles{};
    std::array<PyObject*, FACES> faces{};

    Names() {
        for (int i = 0; i < TILES; ++i) {
            const auto tile = static_cast<Tile>(i);
            const Face face = face_of(tile);
            const int copy = is_dressed(tile) ? (i - FIRST_DRESSED) % MOST_JOKERS : is_joker(tile) ? i - PLAIN_TILES : i % COPIES;
            tiles[static_cast<std::size_t>(i)] = made(text(face) + static_cast<char>((is_dressed(tile) ? 'A' : 'a') + copy));
        }
        for (int i = 0; i < FACES; ++i) faces[static_cast<std::size_t>(i)] = made(text(static_cast<Face>(i)));
    }

  private:
    static std::string text(Face face) {
        return face == JOKER ? "*" : SUIT_NAMES[suit_of(face)] + std::to_string(value_of(face));
    }
    static PyObject* made(const std::string& name) { return PyUnicode_InternFromString(name.c_str()); }
};

const Names* names = nullptr;

Tile tile_named(nb::handle name) {
    Py_ssize_t length = 0;
    const char* text = PyUnicode_AsUTF8AndSize(name.ptr(), &length);
    if (!text) throw nb::python_error();
    const auto unknown = [&] { return nb::value_error((std::string("unknown tile: ") + text).c_str()); };
    if (length < 2 || length > 4) throw unknown();
    const bool dressed = text[length - 1] < 'a';
    const int copy = text[length - 1] - (dressed ? 'A' : 'a');
    if (text[0] == '*') {
        if (length != 2 || dressed || copy < 0 || copy >= MOST_JOKERS) throw unknown();
        return static_cast<Tile>(PLAIN_TILES + copy);
    }
    int suit = 0;
    while (suit < SUITS && SUIT_NAMES[suit] != text[0]) ++suit;
    int value = 0;
    for (Py_ssize_t i = 1; i < length - 1; ++i) {
        if (text[i] < '0' || text[i] > '9') throw unknown();
        value = 10 * value + text[i] - '0';
    }
    if (suit == SUITS || copy < 0 || copy >= (dressed ? MOST_JOKERS : COPIES) || value < 1 || value > LAST || text[1] == '0') throw unknown();
    const Face face = face_at(suit, value);
    return static_cast<Tile>(dressed ? FIRST_DRESSED + face * MOST_JOKERS + copy : face * COPIES + copy);
}

// Reads tiles; no tile may be there twice.
class Reader {
  public:
    Tiles tiles(nb::handle given) {
        Tiles found;
        found.reserve(16);
        for (const nb::handle name : given) {
            const Tile tile = tile_named(name);
            if (there_[tile]) throw nb::value_error("a tile is there twice");
            there_[tile] = true;
            found.push_back(tile);
        }
        return found;
    }

    Sets sets(nb::handle given) {
        Sets found;
        found.reserve(32);
        for (const nb::handle set : given) found.push_back(tiles(set));
        return found;
    }

  private:
    std::array<bool, TILES> there_{};
};

nb::object shown(const Tiles& tiles) {
    nb::object result = nb::steal(PyTuple_New(static_cast<Py_ssize_t>(tiles.size())));
    for (std::size_t i = 0; i < tiles.size(); ++i) {
        PyObject* const name = names->tiles[tiles[i]];
        Py_INCREF(name);
        PyTuple_SET_ITEM(result.ptr(), static_cast<Py_ssize_t>(i), name);
    }
    return result;
}

nb::object shown(const Solution& found) {
    nb::object sets = nb::steal(PyTuple_New(static_cast<Py_ssize_t>(found.sets.size())));
    for (std::size_t i = 0; i < found.sets.size(); ++i) {
        PyTuple_SET_ITEM(sets.ptr(), static_cast<Py_ssize_t>(i), shown(found.sets[i]).release().ptr());
    }
    return nb::make_tuple(sets, shown(found.tiles));
}

nb::object shown(const std::optional<Solution>& found) { return found ? shown(*found) : nb::none(); }

Weights weights_of(nb::handle tiles, Score joker) {
    Weights weights{};
    weights.joker = joker;
    std::size_t v = 0;
    for (const nb::handle weight : tiles) {
        if (v == weights.tiles.size()) throw nb::value_error("a weight for each value, please");
        weights.tiles[v] = nb::cast<Score>(weight);
        if (weights.tiles[v++] < 0) throw nb::value_error("only a joker's weight may be negative");
    }
    if (v != weights.tiles.size()) throw nb::value_error("a weight for each value, please");
    return weights;
}

std::vector<int> numbers_of(nb::handle given) {
    std::vector<int> numbers;
    for (const nb::handle number : given) numbers.push_back(nb::cast<int>(number));
    return numbers;
}

nb::object solve_py(nb::handle table, nb::handle rack, nb::handle tiles, Score joker, nb::handle kept,
                    std::optional<Score> goal) {
    Reader reader;
    const Sets sets = reader.sets(table);
    Tiles own = reader.tiles(rack);
    const Weights weights = weights_of(tiles, joker);
    const std::vector<int> staying = numbers_of(kept);
    std::optional<Solution> found;
    {
        const nb::gil_scoped_release release;
        const Position position(sets, std::move(own), staying);
        found = solve(position, weights, goal ? *goal : position.valid() ? 1 : ANY);
        if (!found && position.valid()) found = untouched(position, weights);
    }
    return shown(found);
}

nb::object open_lay_py(nb::handle rack, int minimum, bool jokers) {
    const Tiles tiles = Reader().tiles(rack);
    std::optional<Solution> found;
    {
        const nb::gil_scoped_release release;
        found = open_lay(tiles, minimum, jokers);
    }
    return shown(found);
}

bool can_open_py(nb::handle rack, int minimum, bool jokers) {
    const Tiles tiles = Reader().tiles(rack);
    const nb::gil_scoped_release release;
    return can_open(tiles, minimum, jokers);
}

nb::object what_if_drawn_py(nb::handle table, nb::handle rack, nb::handle tiles, Score joker) {
    Reader reader;
    const Sets sets = reader.sets(table);
    Tiles own = reader.tiles(rack);
    const Weights weights = weights_of(tiles, joker);
    std::optional<Scores> scores;
    {
        const nb::gil_scoped_release release;
        const Position position(sets, std::move(own));
        const Board board = position.board();
        const auto plan = best_plan(board, weights, position.valid() ? 1 : ANY);
        if (plan || position.valid()) scores = what_if_drawn(board, weights, plan ? plan->score : 0);
    }
    if (!scores) return nb::none();
    nb::dict found;
    for (std::size_t face = 0; face < scores->size(); ++face) {
        if (const auto score = (*scores)[face]) found[nb::handle(names->faces[face])] = *score;
    }
    return found;
}

nb::object unplaceable_py(nb::handle table, nb::handle rack) {
    Reader reader;
    const Sets sets = reader.sets(table);
    const Tiles own = reader.tiles(rack);
    Tiles found;
    {
        const nb::gil_scoped_release release;
        found = unplaceable(sets, own);
    }
    return shown(found);
}

}  // namespace

}  // namespace kameny

NB_MODULE(_rummy, m) {
    using namespace nb::literals;
    kameny::names = new kameny::Names();
    m.def("solve", &kameny::solve_py, "table"_a, "rack"_a, "tiles"_a, "joker"_a, "kept"_a = nb::make_tuple(),
          "goal"_a = nb::none());
    m.def("open_lay", &kameny::open_lay_py, "rack"_a, "minimum"_a, "jokers"_a = false);
    m.def("can_open", &kameny::can_open_py, "rack"_a, "minimum"_a, "jokers"_a = false);
    m.def("what_if_drawn", &kameny::what_if_drawn_py, "table"_a, "rack"_a, "tiles"_a, "joker"_a);
    m.def("unplaceable", &kameny::unplaceable_py, "table"_a, "rack"_a);
}
