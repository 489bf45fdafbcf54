#include <nanobind/stl/array.h>
#include <nanobind/stl/map.h>
#include <nanobind/stl/pair.h>

#include "alphabeta/one_turn.h"
#include "bindings/engine.h"
#include "eval/material.h"

namespace gajah::bindings {

namespace {

nb::dict weights_by_name(const Weights& weights) {
    nb::dict named;
    for (int f = 0; f < feature::kCount; ++f)
        named[nb::cast(feature::name(f))] = nb::cast(weights[f]);
    return named;
}

}  // namespace

void bind_alphabeta(nb::module_& m) {
    using nb::arg;
    m.attr("FEATURES") = feature::kCount;
    m.attr("WIN_SCORE") = kWin;
    m.attr("WIN_BOUND") = kWinBound;
    m.attr("DEEPEST") = kDeepest;
    m.def("win_probability", &win_probability, arg("score"));
    m.def(
        "material", [](const Position& p) { return material(p.board()); }, arg("position"),
        "What the pieces left are worth from gold's point of view, in the evaluation's unit.");

    nb::class_<Weights>(m, "Weights", "The evaluation's weights.")
        .def(nb::new_(&Weights::from), arg("values"))
        .def_static("named", &Weights::named, arg("values"),
                    "Weights by the names of their features; those not given weigh nothing.")
        .def_prop_ro("by_name", &weights_by_name, nb::sig("def by_name(self) -> dict[str, int]"),
                     "Each feature's name with its weight, in sixteenths of the evaluation's unit.")
        .def_prop_ro(
            "values",
            [](const Weights& w) { return std::vector<int>(w.values().begin(), w.values().end()); })
        .def(
            "evaluate", [](const Weights& w, const Position& p) { return evaluate(p, w); },
            arg("position"), "For the side to move, without looking ahead, in a unit of its own.")
        .def(
            "value", [](const Weights& w, const Position& p) { return value_of(p, w); },
            arg("position"),
            "The same between two turns, or a win or a loss of WIN_SCORE if the game is over.")
        .def(
            "evaluate_turns",
            [](const Weights& w, const Position& p, const Positions& banned) {
                return evaluate_turns(p, w, board_hashes(banned));
            },
            arg("position"), arg("banned") = Positions{}, nb::call_guard<nb::gil_scoped_release>(),
            "Each distinct turn with the value of the position it leaves, for the side that "
            "moves.")
        .def(
            "best_turn",
            [](const Weights& w, const Position& p, int beta, const std::vector<Turn>& first) {
                return best_turn(p, w, beta, first);
            },
            arg("position"), arg("beta"), arg("first") = std::vector<Turn>{},
            nb::call_guard<nb::gil_scoped_release>(),
            "The best of evaluate_turns(), or one whose value is at least beta; the legal ones of "
            "first are tried before all others.");
    m.def("features", &feature_counts, arg("position"),
          "What the evaluation sees: (feature, gold's count less silver's) pairs.");

    nb::class_<Stop>(m, "Stop", "A request to end a search, before it begins or while it runs.")
        .def(nb::init<>())
        .def("set", &Stop::set, "End the search, from any thread; there is no way back.")
        .def_prop_ro("is_set", &Stop::is_set);
    nb::class_<SearchLine>(m, "SearchLine", "A turn the engine considered, and what follows.")
        .def_ro("turn", &SearchLine::turn)
        .def_ro("continuation", &SearchLine::continuation)
        .def_ro("score", &SearchLine::score);
    nb::class_<SearchReport>(m, "SearchReport", "How far a search has come.")
        .def_ro("depth", &SearchReport::depth, "In steps.")
        .def_ro("nodes", &SearchReport::nodes)
        .def_ro("seconds", &SearchReport::seconds)
        .def_ro("lines", &SearchReport::lines, "Best first.");
    nb::class_<AlphaBetaEngine>(m, "AlphaBetaEngine", "The alpha-beta engine; use gajah.Engine.")
        .def(nb::init<std::size_t, int, const Weights&, const StepWeights&>(), arg("hash_mb"),
             arg("threads"), arg("weights"), arg("step_weights"))
        .def("search", &search_with<AlphaBetaEngine>, arg("position"), arg("history"),
             arg("soft_s"), arg("hard_s"), arg("nodes"), arg("depth"), arg("lines"),
             arg("progress") = nb::none(), arg("stop") = nb::none())
        .def("clear", &AlphaBetaEngine::clear);
}

}  // namespace gajah::bindings
