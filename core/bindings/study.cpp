#include <nanobind/stl/tuple.h>

#include "bindings/bindings.h"
#include "rules/goal_in_two.h"
#include "study/coach.h"
#include "study/pattern.h"
#include "study/proofs.h"
#include "study/puzzles.h"
#include "study/stances.h"
#include "study/threats.h"

namespace gajah::bindings {

namespace {

// What Python makes dataclasses of, field by field.
using Arrows = std::vector<Arrow>;
using FactFields = std::tuple<std::string_view, std::string, std::vector<Square>, Arrows>;
using WarningFields = std::tuple<std::string, Turn, std::vector<Square>, Arrows>;
using PointerFields = std::tuple<std::string, std::vector<Square>>;
using HintFields = std::tuple<PointerFields, PointerFields, Turn, std::vector<FactFields>>;
using JudgementFields = std::tuple<std::string_view, std::string, std::optional<Turn>>;

PointerFields fields(const Pointer& p) { return {p.text, p.squares}; }

std::vector<FactFields> fields(const std::vector<TurnFact>& facts) {
    std::vector<FactFields> all;
    for (const TurnFact& f : facts) all.emplace_back(word(f.kind), f.text, f.squares, f.arrows);
    return all;
}

std::vector<FactFields> turn_facts(const Position& position, const TurnLike& turn) {
    const auto found = played(position, turn);
    const nb::gil_scoped_release no_gil;
    return fields(explain_turn(position, found));
}

std::optional<WarningFields> turn_warning(const FixedSearch& search, const Position& position,
                                          const TurnLike& turn) {
    const auto found = played(position, turn);
    const nb::gil_scoped_release no_gil;
    const auto warning = warn(search, position, found);
    if (!warning) return std::nullopt;
    return WarningFields{warning->text, warning->reply, warning->squares, warning->arrows};
}

HintFields turn_hint(const Position& position, const TurnLike& turn) {
    const auto found = played(position, turn);
    const nb::gil_scoped_release no_gil;
    const TurnHint hint = hint_at(position, found);
    return {fields(hint.look), fields(hint.piece), hint.turn, fields(hint.why)};
}

JudgementFields judge_answer(const FixedSearch& search, const Position& position,
                             std::string_view theme, const Turn& solution, int margin,
                             const std::vector<Text>& turns) {
    const Puzzle puzzle{position, parse_theme(theme), solution, margin};
    const std::vector<std::string_view> texts(turns.begin(), turns.end());
    const nb::gil_scoped_release no_gil;
    const Judgement judged = judge(search, puzzle, texts);
    return {word(judged.outcome), judged.text, judged.reply};
}

nb::dict threats_by_square(const Position& position) {
    std::vector<CaptureThreat> threats;
    {
        const nb::gil_scoped_release no_gil;
        threats = capture_threats(position);
    }
    nb::dict found;
    for (const CaptureThreat& threat : threats) found[nb::cast(threat.square)] = nb::cast(threat);
    return found;
}

nb::dict hostages_by_square(const Position& position, Side holder) {
    nb::dict found;
    for (const auto& [square, by, trap] : hostages(position.board(), holder))
        found[nb::cast(square)] = nb::make_tuple(by, trap);
    return found;
}

void bind_threats(nb::module_& m) {
    nb::class_<CaptureThreat>(m, "CaptureThreat",
                              "A turn that captures a piece, which stands on ``square`` before it, "
                              "on ``trap``.")
        .def_ro("piece", &CaptureThreat::piece)
        .def_ro("square", &CaptureThreat::square)
        .def_ro("trap", &CaptureThreat::trap)
        .def_ro("turn", &CaptureThreat::turn)
        .def_ro("cost", &CaptureThreat::cost,
                "The strongest piece that the capturing side loses by it, if any.")
        .def_prop_ro("pays", &CaptureThreat::pays,
                     "Whether the piece is stronger than what is lost for it.")
        .def("__eq__", &equals<CaptureThreat>, nb::arg().none());
    m.def("capturing_turns", &capturing_turns, nb::arg("position"),
          nb::call_guard<nb::gil_scoped_release>(),
          "What each turn of the side to move captures, of those that capture more than they "
          "cost.");
    m.def("capture_threats", &threats_by_square, nb::arg("position"),
          nb::sig("def capture_threats(position: Position) -> dict[Square, CaptureThreat]"),
          "What the side to move can capture in this turn, by the square where it stands now. "
          "Exact: a square is missing if no legal turn captures the piece there for less than it "
          "is. Each comes with the turn that costs least, and of those a shortest one.");
}

void bind_stances(nb::module_& m) {
    using nb::arg;
    m.def(
        "defenders",
        [](const Position& p, const SquareLike& trap, Side side) {
            return list_squares(defenders(p.board(), to_square(trap), side));
        },
        arg("position"), arg("trap"), arg("side"),
        "The squares next to a trap where that side has a piece.");
    m.def("hostages", &hostages_by_square, arg("position"), arg("holder"),
          nb::sig("def hostages(position: Position, holder: Side) -> "
                  "dict[Square, tuple[Square, Square]]"),
          "The hostages of a side by square, each with the piece that holds it and the trap.");
    m.def(
        "frames", [](const Position& p, Side framer) { return list_squares(frames(p, framer)); },
        arg("position"), arg("framer"), "The traps on which a side has framed an enemy piece.");
    m.def(
        "open_traps",
        [](const Position& p, Side side) { return list_squares(open_traps(p.board(), side)); },
        arg("position"), arg("side"),
        "The traps on a side's half that no piece of it defends, with an enemy close.");
}

void bind_proofs(nb::module_& m) {
    const auto position = nb::arg("position");
    const nb::call_guard<nb::gil_scoped_release> no_gil;
    m.def("passed", &passed, position, "The same board with the other side to move.");
    m.def("winning_turns", &winning_turns, position, no_gil,
          "Every turn that wins the game at once, each in its shortest form.");
    m.def("threatened_goal", &threatened_goal, position, no_gil,
          "A turn with which the other side would goal if the side to move did nothing.");
    m.def("stops_goal", &stops_goal, nb::arg("after"), no_gil,
          "Whether the side that just moved has kept the other from winning by goal.");
    m.def("defending_turns", &defending_turns, position, no_gil,
          "Every turn after which the other side has no goal.");
    m.def("find_defence", &find_defence, position, no_gil,
          "A turn after which the other side has no goal, or None: the goal cannot be stopped.");
    m.def("stubborn_reply", &stubborn_reply, position, no_gil,
          "The reply that leaves the other side the fewest ways to win, among those that parry "
          "most; raises ValueError when the position is decided.");
}

void bind_coach(nb::module_& m) {
    using nb::arg;
    m.def(
        "captured_kinds",
        [](const Position& p, const TurnLike& turn) {
            return captured_kinds(p.side(), played(p, turn).turn);
        },
        arg("position"), arg("turn"),
        "The opponent's pieces that a turn captures, the strongest first.");
    m.def("is_as_much", &is_as_much, arg("taken"), arg("target"),
          "Whether there is a piece at least as strong for each of target; strongest first.");
    nb::class_<FixedSearch>(m, "FixedSearch", "A search that answers the same each time.")
        .def(nb::init<const Weights&, const StepWeights&>(), arg("weights"), arg("step_weights"))
        .def("best", &FixedSearch::best, arg("position"), nb::call_guard<nb::gil_scoped_release>())
        .def("score_after", &FixedSearch::score_after, arg("after"),
             nb::call_guard<nb::gil_scoped_release>());
    m.def("turn_facts", &turn_facts, arg("position"), arg("turn"));
    m.def("turn_warning", &turn_warning, arg("search"), arg("position"), arg("turn"));
    m.def("turn_hint", &turn_hint, arg("position"), arg("turn"));
    m.def(
        "moves_first", [](Step step, Side you) { return fields(moves_first(step, you)); },
        arg("step"), arg("you"));
}

void bind_puzzles(nb::module_& m) {
    using nb::arg;
    m.def(
        "puzzle_task", [](std::string_view theme) { return task(parse_theme(theme)); },
        arg("theme"), "The task in a sentence, for the side to move.");
    m.def(
        "puzzle_text",
        [](std::string_view theme, Side side) { return task(parse_theme(theme), side); },
        arg("theme"), arg("side"), "The task, beginning with the side to move.");
    m.def("judge_answer", &judge_answer, arg("search"), arg("position"), arg("theme"),
          arg("solution"), arg("margin_cr"), arg("turns"));
    m.def(
        "solve_puzzle",
        [](const Position& position, std::string_view theme, const Turn& solution) {
            const Puzzle puzzle{position, parse_theme(theme), solution};
            const nb::gil_scoped_release no_gil;
            return solve(puzzle);
        },
        arg("position"), arg("theme"), arg("solution"));
}

void bind_patterns(nb::module_& m) {
    using nb::arg;
    m.def(
        "format_course",
        [](const std::vector<Position>& positions) { return format_course(positions); },
        arg("positions"), "The boards of a game as text, for `Pattern.find`.");
    m.def(
        "index_courses",
        [](const std::vector<std::string_view>& courses) {
            const std::vector<std::string> written = [&] {
                const nb::gil_scoped_release no_gil;
                return index_courses(courses);
            }();
            std::vector<nb::bytes> stands;
            for (const std::string& each : written) stands.emplace_back(each.data(), each.size());
            return stands;
        },
        arg("courses"), "Courses by what stood where, for `Pattern.find_games`.");
    m.def(
        "mark_numbers",
        [](const Text& text) {
            const std::string marks = mark_numbers(text);
            return nb::bytes(marks.data(), marks.size());
        },
        arg("text"),
        "Numbers with commas between them as bytes: 1 for each number that is there, else 0.");
    nb::class_<Pattern>(m, "Pattern", "Pieces on certain squares, or their mirror image.")
        .def(
            "__init__", [](Pattern* self, const Text& text) { new (self) Pattern(text); },
            arg("text"), "From ``Ed5 hc6``; a dot stands for an empty square, as in ``.c3``.")
        .def(
            "find",
            [](const Pattern& pattern, const std::vector<std::string_view>& courses) {
                const nb::gil_scoped_release no_gil;
                std::vector<int> found;
                for (const std::string_view course : courses) found.push_back(pattern.find(course));
                return found;
            },
            arg("courses"),
            "For each course, the first board with these pieces, counted from 0, or -1.")
        .def_prop_ro("stands", &Pattern::stands,
                     "Which of the texts of `index_courses` it reads, each of them a number.")
        .def(
            "find_games",
            [](const Pattern& pattern, const std::vector<nb::bytes>& written, std::size_t games) {
                std::vector<std::string_view> views;
                for (const nb::bytes& each : written) views.emplace_back(each.c_str(), each.size());
                const std::string found = [&] {
                    const nb::gil_scoped_release no_gil;
                    return pattern.find_games(views, games);
                }();
                return nb::bytes(found.data(), found.size());
            },
            arg("written"), arg("games"),
            "For each of so many courses, the byte 1 if these pieces stood so in it, else 0. "
            "``written`` has the texts of its ``stands``; one that is damaged finds nothing.");
}

}  // namespace

void bind_study(nb::module_& m) {
    bind_threats(m);
    bind_stances(m);
    bind_proofs(m);
    bind_coach(m);
    bind_puzzles(m);
    bind_patterns(m);
}

}  // namespace gajah::bindings
