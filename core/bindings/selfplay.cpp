#include "selfplay/selfplay.h"

#include <nanobind/stl/map.h>

#include "bindings/arrays.h"
#include "selfplay/selfplay.h"

namespace gajah::bindings {

namespace {

void check_setup(const std::string& setup) {
    std::array<int, kKinds> counts{};
    for (const char& letter : setup)
        ++counts[static_cast<std::size_t>(index(parse_piece({&letter, 1}).kind))];
    if (counts != kFullArmy)
        throw NotationError("not the sixteen letters of a setup: '" + setup + "'");
}

std::map<std::string, std::uint64_t> ends_of(const SelfPlayStats& stats) {
    const auto by = [&](Ending ending) { return stats.endings[static_cast<std::size_t>(ending)]; };
    return {{"goal", by(Ending::Goal)},
            {"elimination", by(Ending::Elimination)},
            {"immobilization", by(Ending::Immobilization)},
            {"proven", stats.proven},
            {"cap", stats.capped}};
}

void bind_settings(nb::module_& m) {
    nb::class_<SelfPlaySettings>(m, "SelfPlaySettings", "How games of self-play are played.")
        .def(nb::init<>())
        .def_rw("search", &SelfPlaySettings::search)
        .def_rw("simulations", &SelfPlaySettings::simulations)
        .def_rw("full_share", &SelfPlaySettings::full_share)
        .def_rw("quick_simulations", &SelfPlaySettings::quick_simulations)
        .def_rw("quick_noise", &SelfPlaySettings::quick_noise)
        .def_rw("played_noise", &SelfPlaySettings::played_noise)
        .def_rw("max_turns", &SelfPlaySettings::max_turns)
        .def_rw("cap_score", &SelfPlaySettings::cap_score)
        .def_rw("opening_share", &SelfPlaySettings::opening_share)
        .def_rw("opening_turns", &SelfPlaySettings::opening_turns)
        .def_rw("position_share", &SelfPlaySettings::position_share)
        .def_rw("setup_share", &SelfPlaySettings::setup_share)
        .def_rw("setup_alone_share", &SelfPlaySettings::setup_alone_share)
        .def_rw("setup_simulations", &SelfPlaySettings::setup_simulations);
    nb::class_<TargetSettings>(m, "TargetSettings", "How finished games become value targets.")
        .def(nb::init<>())
        .def_rw("discount", &TargetSettings::discount)
        .def_rw("td_lambda", &TargetSettings::lambda);
    nb::class_<SelfPlayStats>(m, "SelfPlayStats", "What has been played so far.")
        .def_ro("evaluations", &SelfPlayStats::evaluations)
        .def_ro("steps", &SelfPlayStats::steps)
        .def_ro("turns", &SelfPlayStats::turns, "Of finished games.")
        .def_ro("gold_wins", &SelfPlayStats::gold_wins)
        .def_prop_ro("ends", &ends_of, "Games by how they ended: by the rules, proven, capped.");
}

void check_group(const SelfPlay& games, int group) {
    if (group < 0 || group >= games.groups()) throw nb::value_error("no such group");
}

void bind_games(nb::module_& m) {
    nb::class_<SelfPlay>(m, "SelfPlay", "Games of a network against itself, advanced in groups.")
        .def(
            "__init__",
            [](SelfPlay* self, int games, int groups, int threads, const SelfPlaySettings& settings,
               std::vector<std::string> setups, const Positions& positions, std::uint64_t seed) {
                if (games < groups || groups < 1 || setups.empty())
                    throw nb::value_error("too few games, groups or setups");
                for (const std::string& setup : setups) check_setup(setup);
                SelfPlay::Openings openings{std::move(setups), positions};
                new (self) SelfPlay(games, groups, threads, settings, std::move(openings), seed);
            },
            nb::arg("games"), nb::arg("groups"), nb::arg("threads"), nb::arg("settings"),
            nb::arg("setups"), nb::arg("positions") = Positions{}, nb::arg("seed") = 0)
        .def_prop_ro("group_size", &SelfPlay::group_size)
        .def("set", &SelfPlay::set, nb::arg("settings"), "Other settings from the next search on.")
        .def(
            "step",
            [](SelfPlay& self, int group, const Rows<const std::uint16_t>& logits,
               const Column<const float>& values, const Rows<std::uint64_t>& features) {
                check_group(self, group);
                const auto rows = static_cast<std::size_t>(self.group_size());
                check_rows(logits, rows, kActions);
                check_column(values, rows);
                check_rows(features, rows, kFeatureWords);
                const nb::gil_scoped_release release;
                self.step(group, logits.data(), values.data(), features.data());
            },
            nb::arg("group"), nb::arg("logits"), nb::arg("values"), nb::arg("features"),
            "Gives a group of games the answers to its last questions and writes its next ones. "
            "Logits are bfloat16 bit patterns.")
        .def(
            "drain",
            [](SelfPlay& self, const TargetSettings& targets, const Rows<std::uint64_t>& features,
               const Rows<std::int16_t>& policy, const Column<float>& result,
               const Column<float>& td, const Column<std::uint8_t>& policy_weight) {
                const std::size_t rows = features.shape(0);
                check_rows(features, rows, kFeatureWords);
                check_rows(policy, rows, kActions);
                check_column(result, rows);
                check_column(td, rows);
                check_column(policy_weight, rows);
                const nb::gil_scoped_release release;
                return self.drain(targets,
                                  {features.data(), policy.data(), result.data(), td.data(),
                                   policy_weight.data()},
                                  rows);
            },
            nb::arg("targets"), nb::arg("features"), nb::arg("policy"), nb::arg("result"),
            nb::arg("td"), nb::arg("policy_weight"),
            "Moves the samples of finished games into the arrays; the number of rows written.")
        .def("stats", &SelfPlay::stats);
}

}  // namespace

void bind_selfplay(nb::module_& m) {
    bind_settings(m);
    bind_games(m);
}

}  // namespace gajah::bindings
