#include "tree/setup_search.h"

#include "bindings/arrays.h"
#include "network/setup.h"
#include "rules/words.h"

namespace gajah::bindings {

namespace {

void check_searched(const GumbelSearch& search) {
    if (!search.has_ranked()) throw nb::value_error("nothing has been searched yet");
}

void bind_asking_search(nb::module_& m) {
    nb::class_<AskingSearch>(m, "AskingSearch", "A search that stops at every question.")
        .def(
            "run",
            [](AskingSearch& self, const Column<std::uint64_t>& features) {
                check_column(features, kFeatureWords);
                return self.run(features.data());
            },
            nb::arg("features"),
            "Goes on until the network is needed: writes the question and returns True. False when "
            "the search is over.")
        .def(
            "supply",
            [](AskingSearch& self, const Column<const std::uint16_t>& logits, float value) {
                check_column(logits, kActions);
                self.supply({logits.data(), value});
            },
            nb::arg("logits"), nb::arg("value"),
            "The network's answer: bfloat16 bit patterns, and the value for the side to move.");
}

void bind_settings(nb::module_& m) {
    nb::class_<ValueWeight>(m, "ValueWeight", "How values weigh against the policy in a search.")
        .def(nb::init<>())
        .def_rw("visit_offset", &ValueWeight::visit_offset)
        .def_rw("value_scale", &ValueWeight::value_scale);
    nb::class_<GumbelSettings>(m, "GumbelSettings", "How one step is searched.")
        .def(nb::init<>())
        .def_prop_rw(
            "candidates", [](const GumbelSettings& s) { return s.candidates; },
            [](GumbelSettings& s, int candidates) {
                if (candidates < 1) throw nb::value_error("a search needs a candidate");
                s.candidates = candidates;
            })
        .def_rw("weight", &GumbelSettings::weight)
        .def_rw("noise", &GumbelSettings::noise)
        .def_rw("share_for_best", &GumbelSettings::share_for_best)
        .def_rw("exploration", &GumbelSettings::exploration);
}

void bind_gumbel_search(nb::module_& m) {
    nb::class_<GumbelSearch, AskingSearch>(m, "GumbelSearch",
                                           "A network-guided search of one position.")
        .def(
            "__init__",
            [](GumbelSearch* self, const Position& position, const Positions& earlier,
               const GumbelSettings& settings, std::uint64_t seed) {
                History history;
                for (const Position& p : earlier) history.add(p.repetition_key());
                new (self) GumbelSearch(settings, seed);
                self->reset(position, 0, history);
            },
            nb::arg("position"), nb::arg("earlier"), nb::arg("settings"), nb::arg("seed") = 0,
            "`earlier` are the positions of the game between its turns, this turn's start "
            "included.")
        .def("begin", &GumbelSearch::begin, nb::arg("simulations"), "Starts a search for one step.")
        .def(
            "play",
            [](GumbelSearch& self) {
                if (self.is_stuck())
                    throw nb::value_error("the root is decided: there is no step to play");
                check_searched(self);
                const std::int32_t edge = self.best();
                const std::optional<Step> step = self.step(edge);
                self.play(edge);
                return step;
            },
            "Plays the best step and keeps what is known below it; None: the turn ends.")
        .def_prop_ro("position", [](const GumbelSearch& self) { return self.root().position; })
        .def_prop_ro("is_stuck", &GumbelSearch::is_stuck,
                     "Is there nothing to search, because the rules decide the position?")
        .def_prop_ro(
            "value",
            [](const GumbelSearch& self) {
                if (self.is_stuck()) return static_cast<float>(self.root().proven);
                check_searched(self);
                return self.value();
            },
            "From -1 to 1 for the side to move.");
}

}  // namespace

void check_awaits_setup(const Position& position) {
    if (const auto rule = why_no_setup(position)) throw IllegalTurnError(describe(*rule), {*rule});
}

void bind_tree(nb::module_& m) {
    m.attr("ACTIONS") = kActions;
    m.attr("FEATURE_WORDS") = kFeatureWords;
    bind_settings(m);
    bind_asking_search(m);
    bind_gumbel_search(m);
    nb::class_<SetupSearch, AskingSearch>(m, "SetupSearch", "A setup chosen by a network.")
        .def(
            "__init__",
            [](SetupSearch* self, const Position& position, const GumbelSettings& settings,
               int simulations, std::uint64_t seed) {
                check_awaits_setup(position);
                new (self) SetupSearch(position, settings, simulations, seed);
            },
            nb::arg("position"), nb::arg("settings"), nb::arg("simulations"), nb::arg("seed") = 0,
            "The side to move sets up: gold on an empty board, silver opposite gold's setup. The "
            "settings' noise is the temperature; simulations are for each piece.")
        .def_prop_ro("placements", &SetupSearch::setup, "What has been placed so far.");
}

}  // namespace gajah::bindings
