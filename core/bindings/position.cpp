#include "bindings/bindings.h"
#include "rules/checked.h"
#include "rules/goal.h"
#include "rules/goal_in_two.h"
#include "rules/history.h"
#include "rules/transform.h"
#include "rules/turns.h"
#include "rules/win.h"
#include "rules/words.h"

namespace gajah::bindings {

namespace {

std::vector<Step> to_steps(const TurnLike& v) {
    if (const auto* turn = std::get_if<Turn>(&v)) return {turn->begin(), turn->end()};
    if (const auto* text = std::get_if<Text>(&v)) return parse_steps(*text);
    return std::get<std::vector<Step>>(v);
}

nb::dict pieces_of(const Position& position) {
    nb::dict pieces;
    for (Square square : Squares(position.board().occupied()))
        pieces[nb::cast(square)] = nb::cast(*position.board().at(square));
    return pieces;
}

template <class Like>
Like cast_or_type_error(nb::handle value, const char* expected) {
    Like like;
    if (!nb::try_cast(value, like)) throw nb::type_error(expected);
    return like;
}

void make_position(Position* self, const nb::dict& pieces, Side side) {
    Board board;
    for (auto [key, value] : pieces) {
        const Square square =
            to_square(cast_or_type_error<SquareLike>(key, "expected a Square or its name"));
        if (board.occupied() & square.bit()) throw NotationError("two pieces on " + name(square));
        board.toggle(
            to_piece(cast_or_type_error<PieceLike>(value, "expected a Piece or its letter")),
            square);
    }
    check_board(board);
    new (self) Position(board, side);
}

// A notebook asks the value itself for its picture, and pictures live above the rules: the one
// place where a lower room reaches up, at call time only.
nb::object repr_svg(nb::handle self) {
    return nb::module_::import_("gajah.svg").attr("render")(self);
}

void bind_verdict(nb::module_& m) {
    nb::class_<Verdict>(m, "Verdict", "Who has won a position between two turns, and how.")
        .def_ro("winner", &Verdict::winner)
        .def_ro("reason", &Verdict::reason)
        .def("__repr__", [](const Verdict& v) {
            return std::string("Verdict(winner='") + letter(v.winner) + "')";
        });
}

}  // namespace

Position::Played played(const Position& position, const TurnLike& turn) {
    return play_checked(position, to_steps(turn));
}

void bind_position(nb::module_& m) {
    m.attr("MOST_OCCURRENCES") = kMostOccurrences;
    bind_verdict(m);
    using nb::arg;
    const auto no_positions = Positions{};
    nb::class_<Position>(
        m, "Position",
        "A board, the side to move, and how far its turn has come. A value: it never changes.")
        .def("__init__", &make_position, arg("pieces") = nb::dict(), arg("side") = Side::Gold,
             nb::sig("def __init__(self, pieces: dict[Square, Piece] | dict[str, str] | "
                     "dict[Square | str, Piece | str] = ..., side: Side = ...) -> None"),
             "From pieces on squares: Position({'e2': 'E', 'a1': 'R'}). Without any, the empty "
             "board before gold's setup.")
        .def_static(
            "parse", [](const Text& text) { return parse_position(text); }, arg("text"),
            "Reads the short form or a diagram; raises NotationError.")
        .def_prop_ro("side", &Position::side, "The side to move.")
        .def_prop_ro("at_turn_start", &Position::at_turn_start,
                     "Has no step of this turn been taken?")
        .def_prop_ro("steps_left", &Position::steps_left)
        .def_prop_ro("taken", &Position::taken, nb::rv_policy::copy,
                     "The steps of this turn so far.")
        .def_prop_ro("pending", &Position::pending)
        .def_prop_ro(
            "pending_square",
            [](const Position& p) {
                return p.pending() == Pending::None ? std::nullopt
                                                    : std::optional(p.pending_square());
            },
            "Where the pushing piece must go, or a pulled piece may go.")
        .def_prop_ro("key", &Position::hash,
                     "A 64-bit number that is the same for equal positions on every machine.")
        .def_prop_ro("short", &format_short,
                     "Side and board: 'g [rrrr...]'. Says nothing of steps already taken.")
        .def("diagram", &format_diagram, arg("turn_number") = 0,
             "The board drawn with letters, with a header line.")
        .def_prop_ro("pieces", &pieces_of, nb::sig("def pieces(self) -> dict[Square, Piece]"),
                     "Every piece by its square.")
        .def(
            "count",
            [](const Position& p, Side side, std::optional<Kind> kind) {
                return count(kind ? p.board().of(side, *kind) : p.board().of(side));
            },
            arg("side"), arg("kind") = nb::none(),
            "How many pieces a side has, of one kind or of all.")
        .def(
            "__getitem__",
            [](const Position& p, const SquareLike& s) { return p.board().at(to_square(s)); },
            arg("square"), "The piece on a square, or None.")
        .def(
            "frozen",
            [](const Position& p, Side side) { return list_squares(p.board().frozen(side)); },
            arg("side"), "The squares of that side's frozen pieces.")
        .def(
            "steps",
            [](const Position& p) {
                const StepList s = p.steps();
                return std::vector<Step>(s.begin(), s.end());
            },
            "The legal steps now, within a partly played turn.")
        .def(
            "why_not", [](const Position& p, const StepLike& s) { return p.why_not(to_step(s)); },
            arg("step"), "The rule that refuses a step now, or None.")
        .def(
            "explain",
            [](const Position& p, const StepLike& like) -> std::optional<std::string> {
                const Step step = to_step(like);
                const auto rule = p.why_not(step);
                return rule ? std::optional(explain_step(p, step, *rule)) : std::nullopt;
            },
            arg("step"), "Why a step is refused now, in a sentence, or None.")
        .def("explain_pending", &explain_pending,
             "How the push that has begun can be finished, or what may be pulled now; empty where "
             "nothing is pending.")
        .def(
            "after",
            [](const Position& p, const StepLike& s) { return after_checked(p, to_step(s)); },
            arg("step"), "The position after one more step; raises IllegalTurn.")
        .def("why_not_end", &Position::why_not_end,
             "The rule that keeps the turn from ending now, or None.")
        .def("end_turn", &end_checked,
             "The turn ends here, the other side is to move; raises IllegalTurn.")
        .def(
            "play", [](const Position& p, const TurnLike& t) { return played(p, t).position; },
            arg("turn"),
            "The position after what is left of the turn; raises IllegalTurn naming the step and "
            "the rule.")
        .def(
            "resolve",
            [](const Position& p, const TurnLike& t) {
                const auto found = played(p, t);
                return std::pair(found.turn, found.position);
            },
            arg("turn"),
            "What complete() and play() answer, checked once: the whole turn with its captures, "
            "and the position after it; raises IllegalTurn.")
        .def(
            "complete", [](const Position& p, const TurnLike& t) { return played(p, t).turn; },
            arg("turn"),
            "The whole legal turn with every capture written where it happens; raises IllegalTurn.")
        .def(
            "place",
            [](const Position& p, nb::handle setup, const std::vector<Piece>& missing) {
                return place_checked(p, nb::cast<std::vector<Placement>>(setup.attr("placements")),
                                     missing);
            },
            arg("setup"), arg("missing") = std::vector<Piece>{},
            nb::sig("def place(self, setup: Setup, missing: Sequence[Piece] = ...) -> Position"),
            "The position after the side to move has set up, without its missing pieces; raises "
            "IllegalTurn.")
        .def("count_turns", &count_turns, nb::call_guard<nb::gil_scoped_release>(),
             "How many distinct legal turns there are.")
        .def(
            "legal_turns", [](const Position& p) { return list_turns(p); },
            nb::call_guard<nb::gil_scoped_release>(),
            "Each distinct legal turn once, with one shortest order of steps. In mid-turn, what is "
            "left of it. A position knows no history: turns that would bring a position about for "
            "the third time are among them; Game.legal_turns() leaves those out.")
        .def(
            "random_turn",
            [](const Position& p, nb::callable below, const Positions& banned) {
                return pick_turn(p, board_hashes(banned), [&](std::uint64_t n) {
                    std::uint64_t i = 0;
                    if (!nb::try_cast(below(n), i) || i >= n)
                        throw nb::value_error("expected a number below the one given");
                    return i;
                });
            },
            arg("below"), arg("banned") = no_positions,
            nb::sig("def random_turn(self, below: collections.abc.Callable[[int], int], banned: "
                    "collections.abc.Sequence[Position] = ...) -> Turn | None"),
            "One of legal_turns(), each as likely as any other: "
            "random_turn(random.Random(7).randrange).")
        .def(
            "has_turn",
            [](const Position& p, const Positions& banned) {
                return has_turn(p, board_hashes(banned));
            },
            arg("banned") = no_positions, "Is there a turn that leads to none of these positions?")
        .def("find_goal", &find_goal, nb::call_guard<nb::gil_scoped_release>(),
             "The rest of a shortest turn that wins by goal now, or None. Exact.")
        .def("find_win", &find_win, nb::call_guard<nb::gil_scoped_release>(),
             "The rest of a turn that wins now: by goal, else by taking the last rabbits (both "
             "exact), else by leaving the opponent no step, looked for where it has at most "
             "eight; or None.")
        .def(
            "find_goal_in_two", [](const Position& p) { return find_goal_in_two(p); },
            nb::call_guard<nb::gil_scoped_release>(),
            "A turn after which no reply stops a goal next turn, proven, or None. Takes "
            "milliseconds, seldom up to seconds.")
        .def("verdict", &Position::verdict,
             "Between two turns: who has won, by the official order of checks, or None.")
        .def("perft", &perft_steps, arg("depth"), nb::call_guard<nb::gil_scoped_release>(),
             "The number of step sequences of that length, up to the steps left.")
        .def(
            "mirrored", [](const Position& p) { return mirrored(p); }, "Left and right swapped.")
        .def(
            "swapped", [](const Position& p) { return swapped(p); },
            "The same situation seen by the other side: colours and rows exchanged.")
        .def("_repr_svg_", &repr_svg, nb::sig("def _repr_svg_(self) -> str"))
        .def("__eq__", &equals<Position>, arg().none())
        .def("__hash__", [](const Position& p) { return fold_hash(p.hash()); })
        .def("__str__", [](const Position& p) { return format_diagram(p); })
        .def("__repr__",
             [](const Position& p) {
                 return p.at_turn_start() ? "Position.parse('" + format_short(p) + "')"
                                          : "Position.parse('''" + format_diagram(p) + "''')";
             })
        .def("__getstate__", [](const Position& p) { return format_diagram(p); })
        .def("__setstate__", [](Position& self, std::string_view state) {
            new (&self) Position(parse_position(state));
        });
}

}  // namespace gajah::bindings
