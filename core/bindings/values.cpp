#include <nanobind/make_iterator.h>
#include <nanobind/operators.h>

#include "bindings/bindings.h"

namespace gajah::bindings {

namespace {

template <class Values>
nb::tuple to_tuple(const Values& values) {
    nb::list list;
    for (const auto& value : values) list.append(value);
    return nb::tuple(list);
}

template <class Values, class Code>
Py_hash_t hash_all(const Values& values, Code&& code) {
    std::uint64_t h = static_cast<std::uint64_t>(values.size());
    for (const auto& value : values) h = h * 0x9E3779B97F4A7C15ULL + code(value);
    return fold_hash(h);
}

std::string format_with_capture(Step step) {
    Turn turn;
    turn.push_back(step);
    return format(turn);
}

// Binds a value of which a text says everything: ==, repr() and pickles are made of that. `reader`
// is what takes the text in Python.
template <class T, class Format, class Parse>
nb::class_<T> bind_text_value(nb::module_& m, const char* name, const char* meaning,
                              const std::string& reader, Format format, Parse parse) {
    return nb::class_<T>(m, name, meaning)
        .def("__eq__", &equals<T>, nb::arg().none())
        .def("__repr__", [=](const T& value) { return reader + "('" + format(value) + "')"; })
        .def("__getstate__", [=](const T& value) { return std::string(format(value)); })
        .def("__setstate__", [=](T& self, std::string_view text) { new (&self) T(parse(text)); });
}

// A setup as Python sees it.
struct SetupValue {
    Setup placements;
    friend bool operator==(const SetupValue&, const SetupValue&) = default;
};

void bind_enums(nb::module_& m) {
    nb::enum_<Side>(m, "Side", "Gold, who moves first, or silver.")
        .value("GOLD", Side::Gold)
        .value("SILVER", Side::Silver)
        .def_prop_ro(
            "other", [](Side s) { return other(s); }, "The opponent.")
        .def_prop_ro("letter", [](Side s) { return std::string(1, letter(s)); }, "'g' or 's'.");
    nb::enum_<Kind>(m, "Kind", nb::is_arithmetic(),
                    "The kinds of pieces; a stronger one is greater.")
        .value("RABBIT", Kind::Rabbit)
        .value("CAT", Kind::Cat)
        .value("DOG", Kind::Dog)
        .value("HORSE", Kind::Horse)
        .value("CAMEL", Kind::Camel)
        .value("ELEPHANT", Kind::Elephant);
    nb::enum_<Direction>(m, "Direction", "Seen from gold: north is up the rows.")
        .value("NORTH", Direction::North)
        .value("EAST", Direction::East)
        .value("SOUTH", Direction::South)
        .value("WEST", Direction::West)
        .def_prop_ro("opposite", [](Direction d) { return opposite(d); })
        .def_prop_ro(
            "letter", [](Direction d) { return std::string(1, letter(d)); },
            "'n', 'e', 's' or 'w'.");
    nb::enum_<Pending>(m, "Pending", "What the step before has begun.")
        .value("NONE", Pending::None)
        .value("PUSH", Pending::Push, "A stronger piece must now take the pushed piece's place.")
        .value("PULL", Pending::Pull, "A weaker enemy may now follow into the square just left.");
    nb::enum_<Ending>(m, "VerdictReason", "How a position between two turns is decided.")
        .value("GOAL", Ending::Goal)
        .value("ELIMINATION", Ending::Elimination)
        .value("IMMOBILIZATION", Ending::Immobilization);
}

void bind_square(nb::module_& m) {
    const auto to_text = [](Square s) { return name(s); };
    bind_text_value<Square>(m, "Square", "A square of the board: Square(\"e2\").", "Square",
                            to_text, parse_square)
        .def(
            "__init__",
            [](Square* self, const Text& name) { new (self) Square(parse_square(name)); },
            nb::arg("name"))
        .def_static(
            "at",
            [](int index) {
                if (index < 0 || index > 63) throw nb::value_error("a square's index is 0 to 63");
                return Square(index);
            },
            nb::arg("index"), "The square with that index: a1 is 0, h1 is 7, h8 is 63.")
        .def_prop_ro("name", to_text)
        .def_prop_ro("index", &Square::index, "a1 is 0, h1 is 7, h8 is 63.")
        .def_prop_ro(
            "column", [](Square s) { return name(s).substr(0, 1); }, "'a' to 'h'.")
        .def_prop_ro(
            "row", [](Square s) { return s.row() + 1; }, "1 to 8.")
        .def_prop_ro("is_trap", [](Square s) { return (s.bit() & kTraps) != 0; })
        .def(
            "toward",
            [](Square s, Direction d) {
                return s.has_next(d) ? std::optional(s.next(d)) : std::nullopt;
            },
            nb::arg("direction"), "The next square that way; None at the edge.")
        .def("__lt__", [](Square a, Square b) { return a.index() < b.index(); })
        .def("__hash__", [](Square s) { return static_cast<Py_hash_t>(s.index()); })
        .def("__str__", to_text);
}

void bind_piece(nb::module_& m) {
    const auto to_text = [](Piece p) { return std::string(1, letter(p)); };
    bind_text_value<Piece>(
        m, "Piece", "A piece by its letter, Piece(\"E\") or Piece(\"e\"), or by side and kind.",
        "Piece", to_text, parse_piece)
        .def(
            "__init__", [](Piece* self, const Text& text) { new (self) Piece(parse_piece(text)); },
            nb::arg("letter"))
        .def(
            "__init__", [](Piece* self, Side s, Kind k) { new (self) Piece{s, k}; },
            nb::arg("side"), nb::arg("kind"))
        .def_ro("side", &Piece::side)
        .def_ro("kind", &Piece::kind)
        .def_prop_ro("letter", to_text, "E M H D C R, silver in lower case.")
        .def_prop_ro(
            "name", [](Piece p) { return name(p); }, "'gold elephant'.")
        .def("__hash__",
             [](Piece p) { return static_cast<Py_hash_t>(index(p.side) * kKinds + index(p.kind)); })
        .def("__str__", to_text);
}

// Capture and Placement: `class_name` is what Python calls T.
template <class T>
void bind_piece_on_square(nb::module_& m, const char* class_name, const char* meaning) {
    nb::class_<T>(m, class_name, meaning)
        .def(
            "__init__",
            [](T* self, const PieceLike& p, const SquareLike& s) {
                new (self) T{to_piece(p), to_square(s)};
            },
            nb::arg("piece"), nb::arg("square"))
        .def_ro("piece", &T::piece)
        .def_ro("square", &T::square)
        .def("__eq__", &equals<T>, nb::arg().none())
        .def("__hash__", [](const T& t) { return fold_hash(Board::key(t.piece, t.square)); })
        .def("__str__", [](const T& t) { return format(t); })
        .def("__repr__",
             [class_name](const T& t) {
                 return std::string(class_name) + "('" + letter(t.piece) + "', '" + name(t.square) +
                        "')";
             })
        .def(
            "__reduce__",
            [](const T& t) {
                return nb::make_tuple(nb::type<T>(), nb::make_tuple(t.piece, t.square));
            },
            nb::sig("def __reduce__(self) -> tuple[object, ...]"));
}

void bind_step(nb::module_& m) {
    bind_piece_on_square<Capture>(m, "Capture", "A piece lost in a trap.");

    bind_text_value<Step>(m, "Step", "One piece to an adjacent square, with the capture it causes.",
                          "Step.parse", format_with_capture,
                          [](std::string_view text) { return parse_turn(text)[0]; })
        .def(
            "__init__",
            [](Step* self, const PieceLike& piece, const SquareLike& square, Direction d,
               std::optional<Capture> capture) {
                const Step step(to_piece(piece), to_square(square), d, capture);
                if (!step.stays_on_board())
                    throw nb::value_error(
                        ("the step " + format(step) + " leaves the board").c_str());
                new (self) Step(step);
            },
            nb::arg("piece"), nb::arg("square"), nb::arg("direction"),
            nb::arg("capture") = nb::none())
        .def_static(
            "parse",
            [](const Text& text) {
                const auto steps = parse_steps(text);
                if (steps.size() != 1) throw NotationError("expected one step like Ed2n");
                return steps[0];
            },
            nb::arg("text"), "Reads 'Ed2n', or 'hc4s hc3x' with its capture.")
        .def_prop_ro("piece", &Step::piece)
        .def_prop_ro("square", &Step::from, "Where the piece comes from.")
        .def_prop_ro("direction", &Step::direction)
        .def_prop_ro(
            "to", [](Step s) { return s.stays_on_board() ? std::optional(s.to()) : std::nullopt; },
            "Where it goes; None if that is off the board, as text can say but no rule allows.")
        .def_prop_ro("capture", &Step::capture, "What is lost in a trap by it, or None.")
        .def("__hash__", [](Step s) { return static_cast<Py_hash_t>(s.code()); })
        .def("__str__", [](Step s) { return format(s); }, "The step alone, without its capture.");
}

void bind_turn(nb::module_& m) {
    const auto to_text = [](const Turn& t) { return format(t); };
    bind_text_value<Turn>(
        m, "Turn",
        "Up to four steps in the order played. Nothing says they are legal: a position does.",
        "Turn.parse", to_text, parse_turn)
        .def(
            "__init__",
            [](Turn* self, const std::vector<Step>& steps) {
                if (steps.size() > kStepsPerTurn)
                    throw nb::value_error("a turn has at most four steps");
                new (self) Turn();
                for (Step s : steps) self->push_back(s);
            },
            nb::arg("steps") = std::vector<Step>{})
        .def_static(
            "parse", [](const Text& text) { return parse_turn(text); }, nb::arg("text"),
            "Reads 'Ed2n Ed3n hd5w Ed4n', captures included; 'pass' is skipped.")
        .def_prop_ro("steps", &to_tuple<Turn>, nb::sig("def steps(self) -> tuple[Step, ...]"))
        .def("__len__", &Turn::size)
        .def(
            "__iter__", [](const Turn& t) { return nb::iter(to_tuple(t)); },
            nb::sig("def __iter__(self) -> collections.abc.Iterator[Step]"))
        .def("__getitem__",
             [](const Turn& t, int i) {
                 if (i < 0) i += t.size();
                 if (i < 0 || i >= t.size()) throw nb::index_error();
                 return t[i];
             })
        .def("__hash__", [](const Turn& t) { return hash_all(t, [](Step s) { return s.code(); }); })
        .def("__str__", to_text);

    m.def(
        "parse_steps", [](const Text& text) { return parse_steps(text); }, nb::arg("text"),
        "The steps of a turn as written, however many there are.");
}

void bind_setup(nb::module_& m) {
    bind_piece_on_square<Placement>(m, "Placement", "A piece put on a square in a setup.");

    const auto to_text = [](const SetupValue& s) { return format(s.placements); };
    const auto parse = [](std::string_view t) { return SetupValue{parse_setup(t)}; };
    bind_text_value<SetupValue>(m, "Setup", "A side's first turn: its pieces, in the order placed.",
                                "Setup.parse", to_text, parse)
        .def(
            "__init__",
            [](SetupValue* self, const std::vector<Placement>& placements) {
                new (self) SetupValue{placements};
            },
            nb::arg("placements"))
        .def_static(
            "parse", [=](const Text& t) { return parse(t); }, nb::arg("text"),
            "Reads 'Ra1 Rb1 ... Ee2'.")
        .def_prop_ro(
            "placements", [](const SetupValue& s) { return to_tuple(s.placements); },
            nb::sig("def placements(self) -> tuple[Placement, ...]"))
        .def(
            "why_not",
            [](const SetupValue& s, Side side, const std::vector<Piece>& missing) {
                return why_not_setup(side, s.placements, missing);
            },
            nb::arg("side"), nb::arg("missing") = std::vector<Piece>{},
            "The rule that refuses this as that side's setup without its missing pieces, or None.")
        .def("__len__", [](const SetupValue& s) { return s.placements.size(); })
        .def(
            "__iter__", [](nb::handle self) { return nb::iter(self.attr("placements")); },
            nb::sig("def __iter__(self) -> collections.abc.Iterator[Placement]"))
        .def("__hash__",
             [](const SetupValue& s) {
                 return hash_all(s.placements,
                                 [](const Placement& p) { return Board::key(p.piece, p.square); });
             })
        .def("__str__", to_text);
}

}  // namespace

void bind_values(nb::module_& m) {
    bind_enums(m);
    bind_square(m);
    bind_piece(m);
    bind_step(m);
    bind_turn(m);
    bind_setup(m);
}

}  // namespace gajah::bindings
