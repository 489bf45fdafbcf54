#include "tree/setup_search.h"

#include "bindings/arrays.h"
#include "network/setup.h"
#include "rules/words.h"

namespace gajah::bindings {

namespace {

void check_searched(const GumbelSearch& search) {
    if (!search.has_ranked()) throw nb::value_error("nothing has been searched yet");
}

// What both searches share: they stop at every question.
template <class Search>
bool run(Search& search, const Column<std::uint64_t>& features) {
    check_column(features, kFeatureWords);
    return search.run(features.data());
}

template <class Search>
void supply(Search& search, const Column<const std::uint16_t>& logits, float value) {
    check_column(logits, kActions);
    search.supply({logits.data(), value});
}

constexpr const char* kRun =
    "Goes on until the network is needed: writes the question and returns True. False when the "
    "search is over.";
constexpr const char* kSupply =
    "The network's answer: bfloat16 bit patterns, and the value for the side to move.";

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
        .def_rw("noise", &GumbelSettings::noise);
}

void bind_gumbel_search(nb::module_& m) {
    using Looked = GumbelSearch::Looked;
    nb::class_<Looked>(m, "Choice", "A step a search has looked at.")
        .def_ro("step", &Looked::step, "None: the turn ends.")
        .def_ro("probability", &Looked::probability, "By the network alone.")
        .def_ro("improved", &Looked::improved, "The probability after the search.")
        .def_ro("visits", &Looked::visits)
        .def_ro("value", &Looked::value, "From -1 to 1 for the side to move.")
        .def_ro("proven", &Looked::proven, "1 wins, -1 loses, 0 is not known.");
    nb::class_<GumbelSearch>(m, "GumbelSearch",
                             "A network-guided search of one position, stopped at every question.")
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
        .def("run", &run<GumbelSearch>, nb::arg("features"), kRun)
        .def("supply", &supply<GumbelSearch>, nb::arg("logits"), nb::arg("value"), kSupply)
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
        .def("choices", &GumbelSearch::looked, "Every step there is at the root, once searched.")
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
    if (const auto rule = why_no_setup(position))
        throw IllegalTurnError(describe(*rule), Refusal{*rule, 0, Step()});
}

void bind_tree(nb::module_& m) {
    m.attr("ACTIONS") = kActions;
    m.attr("FEATURE_WORDS") = kFeatureWords;
    bind_settings(m);
    bind_gumbel_search(m);
    nb::class_<SetupSearch>(m, "SetupSearch",
                            "A setup chosen by a network, stopped at every question.")
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
        .def("run", &run<SetupSearch>, nb::arg("features"), kRun)
        .def("supply", &supply<SetupSearch>, nb::arg("logits"), nb::arg("value"), kSupply)
        .def_prop_ro("placements", &SetupSearch::setup, "What has been placed so far.");
}

}  // namespace gajah::bindings
