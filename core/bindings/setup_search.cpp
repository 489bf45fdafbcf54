#include "tree/setup_search.h"

#include "bindings/arrays.h"
#include "network/setup.h"
#include "rules/words.h"

namespace gajah::bindings {

namespace {}  // namespace

void check_awaits_setup(const Position& position) {
    if (const auto rule = why_no_setup(position))
        throw IllegalTurnError(describe(*rule), Refusal{*rule, 0, Step()});
}

void bind_setup_search(nb::module_& m) {
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
        .def(
            "run",
            [](SetupSearch& self, const Column<std::uint64_t>& features) {
                check_column(features, kFeatureWords);
                return self.run(features.data());
            },
            nb::arg("features"),
            "Goes on until the network is needed: writes the question and returns True. False "
            "when the setup is complete.")
        .def(
            "supply",
            [](SetupSearch& self, const Column<const std::uint16_t>& logits, float value) {
                check_column(logits, kActions);
                self.supply({logits.data(), value});
            },
            nb::arg("logits"), nb::arg("value"),
            "The network's answer: bfloat16 bit patterns, and the value for the side to move.")
        .def_prop_ro("placements", &SetupSearch::setup, "What has been placed so far.");
}

}  // namespace gajah::bindings
