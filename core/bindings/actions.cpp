#include <nanobind/stl/tuple.h>

#include <algorithm>

#include "bindings/arrays.h"
#include "engine/random.h"
#include "network/features.h"
#include "network/setup.h"
#include "selfplay/step_game.h"

namespace gajah::bindings {

namespace {

// The end of a turn, a step, or a piece placed.
using Decoded = std::variant<std::monostate, Step, Placement>;

Decoded decode(std::int64_t action, const Position& position) {
    if (action < 0 || action >= kActions) throw nb::value_error("expected an action from 0 to 256");
    if (action == kEndTurn) return {};
    const auto code = static_cast<Action>(action);
    const Side side = position.side();
    const Square from(from_movers_side(Square(code / 4), side));
    if (is_placing(position)) {
        if (!placements(position).has(code))
            throw nb::value_error("no piece can be placed there now");
        return Placement{{side, *next_to_place(position)}, from};
    }
    if (!position.board().at(from))
        throw nb::value_error(("no piece stands on " + name(from)).c_str());
    const Step step = step_of(code, position);
    if (!step.stays_on_board()) throw nb::value_error("the step leaves the board");
    return step;
}

ActionSet legal_now(const Position& position, const Positions& banned) {
    if (is_placing(position)) return placements(position);
    History history;
    for (const Position& p : banned)
        for (int times = 0; times < kMostOccurrences; ++times) history.add(p.repetition_key());
    return legal_actions(position, history);
}

std::vector<int> list_actions(const ActionSet& legal) {
    std::vector<int> actions;
    legal.each([&](Action action) { actions.push_back(action); });
    std::sort(actions.begin(), actions.end());
    return actions;
}

// The turns of a game whose actions are drawn by lot.
std::vector<Turn> random_steps(const Position& start, int max_turns, std::uint64_t seed) {
    StepGame game(start);
    Random random(seed);
    std::vector<Turn> turns;
    while (!game.result() && static_cast<int>(turns.size()) < max_turns) {
        const Action action = game.legal()[random.below(game.legal().size())];
        Turn turn = game.position().taken();
        if (action != kEndTurn) turn.push_back(step_of(action, game.position()));
        game.play(action);
        if (game.position().at_turn_start()) turns.push_back(turn);
    }
    return turns;
}

auto planes_of_game(const StepGame& game) {
    std::array<std::uint64_t, kFeatureWords> words{};
    game.pack(words.data());
    std::vector<float> planes(kPlaneNumbers);
    write_planes(words.data(), planes.data());
    return to_numpy<3, float>(std::move(planes), {kPlanes, 8, 8});
}

void bind_functions(nb::module_& m) {
    using nb::arg;
    m.attr("END_TURN") = kEndTurn;
    m.def(
        "encode_step",
        [](const StepLike& like, Side side) {
            const Step step = to_step(like);
            if (!step.stays_on_board()) throw nb::value_error("the step leaves the board");
            return static_cast<int>(action_of(step, side));
        },
        arg("step"), arg("side"), "The action that is this step when that side is to move.");
    m.def(
        "encode_placement",
        [](const SquareLike& like, Side side) {
            const Square square = to_square(like);
            if (!(home_rows(side) & square.bit()))
                throw nb::value_error((name(square) + " is in neither of the side's rows").c_str());
            return static_cast<int>(placement_action(square, side));
        },
        arg("square"), arg("side"),
        "The action with which that side puts its next piece on the square.");
    m.def("decode_action", &decode, arg("action"), arg("position"),
          nb::sig("def decode_action(action: int, position: Position) -> Step | Placement | None"),
          "What an action means in a position; None is the end of the turn.");
    m.def(
        "apply_action",
        [](const Position& p, std::int64_t action) {
            const Action code = checked_action(legal_now(p, {}), action);
            return is_placing(p) ? after_placement(p, code) : after_action(p, code);
        },
        arg("position"), arg("action"),
        "The moment after a legal action; raises ValueError for any other.");
    m.def("random_steps", &random_steps, arg("start"), arg("max_turns"), arg("seed"),
          nb::call_guard<nb::gil_scoped_release>(),
          "The turns of a game in play from here whose actions are drawn by lot; the last steps "
          "name no captures.");
    m.def(
        "legal_actions",
        [](const Position& p, const Positions& banned) {
            return list_actions(legal_now(p, banned));
        },
        arg("position"), arg("banned") = Positions{}, "The legal actions, in ascending order.");
    m.def(
        "action_mask",
        [](const Position& p, const Positions& banned) { return mask_of(legal_now(p, banned)); },
        arg("position"), arg("banned") = Positions{},
        nb::sig("def action_mask(position: Position, banned: collections.abc.Sequence[Position] = "
                "...) -> numpy.typing.NDArray[numpy.bool_]"),
        "257 truth values: which actions are legal.");
}

void bind_step_game(nb::module_& m) {
    using nb::arg;
    nb::class_<StepGame>(
        m, "StepGame",
        "A game played by actions: setups piece by piece, turns step by step, by the official "
        "rules.")
        .def(
            "__init__",
            [](StepGame* self, const std::optional<Position>& start) {
                if (start && !start->at_turn_start())
                    throw nb::value_error("a game starts between two turns, not inside one");
                new (self) StepGame(start.value_or(Position()));
            },
            arg("start") = nb::none(),
            "From the empty board, on which the sides set up first, or from a position.")
        .def_prop_ro("position", &StepGame::position, nb::rv_policy::copy,
                     "The position now, which may be in mid-turn or in a setup.")
        .def_prop_ro(
            "side", [](const StepGame& g) { return g.position().side(); }, "The side to move.")
        .def_prop_ro("is_placing", &StepGame::is_placing, "Is the side to move setting up?")
        .def_prop_ro("turns", &StepGame::turns, "How many setups and turns are finished.")
        .def_prop_ro(
            "result", [](const StepGame& g) { return g.result(); },
            "Who has won and how, or None while the game goes on.")
        .def(
            "legal", [](const StepGame& g) { return list_actions(g.legal()); },
            "The legal actions, in ascending order; none once the game is over.")
        .def(
            "mask", [](const StepGame& g) { return mask_of(g.legal()); },
            nb::sig("def mask(self) -> numpy.typing.NDArray[numpy.bool_]"),
            "257 truth values: which actions are legal.")
        .def("planes", &planes_of_game,
             nb::sig("def planes(self) -> numpy.typing.NDArray[numpy.float32]"),
             "What the side to move sees: a (PLANES, 8, 8) array of 0 and 1.")
        .def(
            "play",
            [](StepGame& g, std::int64_t action) { g.play(checked_action(g.legal(), action)); },
            arg("action"), "Plays a legal action; raises ValueError for any other.")
        .def(
            "copy", [](const StepGame& g) { return g; }, "An independent game that goes on here.")
        .def("__getstate__",
             [](const StepGame& g) {
                 return nb::make_tuple(format_diagram(g.position()), g.history().keys(), g.turns());
             })
        .def("__setstate__",
             [](StepGame& self,
                const std::tuple<std::string, std::vector<std::uint64_t>, int>& state) {
                 const auto& [position, keys, turns] = state;
                 new (&self) StepGame(parse_position(position), keys, turns);
             })
        .def("__copy__", [](const StepGame& g) { return g; })
        .def(
            "__deepcopy__", [](const StepGame& g, const nb::dict&) { return g; }, arg("memo"),
            nb::sig("def __deepcopy__(self, memo: dict[int, object]) -> StepGame"));
}

}  // namespace

Mask mask_of(const ActionSet& legal) {
    auto* kept = new std::array<bool, kActions>{};
    legal.each([kept](Action action) { (*kept)[action] = true; });
    const nb::capsule owner(
        kept, [](void* p) noexcept { delete static_cast<std::array<bool, kActions>*>(p); });
    return Mask(kept->data(), {kActions}, owner);
}

Action checked_action(const ActionSet& legal, std::int64_t action) {
    if (action < 0 || action >= kActions || !legal.has(static_cast<int>(action)))
        throw nb::value_error(("action " + std::to_string(action) + " is not legal now").c_str());
    return static_cast<Action>(action);
}

void bind_actions(nb::module_& m) {
    bind_functions(m);
    bind_step_game(m);
}

}  // namespace gajah::bindings
