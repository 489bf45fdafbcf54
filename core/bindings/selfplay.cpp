#include <nanobind/stl/pair.h>

#include "bindings/arrays.h"
#include "selfplay/selfplay.h"
#include "tree/lines.h"

namespace gajah::bindings {

namespace {

void check_setup(const std::string& setup) {
    std::array<int, kKinds> counts{};
    for (const char& letter : setup)
        ++counts[static_cast<std::size_t>(index(parse_piece({&letter, 1}).kind))];
    if (counts != kFullArmy)
        throw NotationError("not the sixteen letters of a setup: '" + setup + "'");
}

// A single search of a player, driven from Python.
class PlaySearch {
public:
    PlaySearch(const Position& position, const Positions& earlier, const GumbelSettings& settings,
               std::uint64_t seed)
        : search_(settings, seed) {
        History history;
        for (const Position& p : earlier) history.add(p.repetition_key());
        search_.reset(position, 0, history);
    }

    void begin(int simulations) { search_.begin(simulations); }

    bool run(const Column<std::uint64_t>& features) {
        check_column(features, kFeatureWords);
        if (!search_.run()) return false;
        search_.pack_leaf(features.data());
        return true;
    }

    void supply(const Column<const std::uint16_t>& logits, float value) {
        check_column(logits, kActions);
        search_.supply({logits.data(), value});
    }

    bool is_stuck() const { return search_.root().count == 0; }
    float value() const {
        if (is_stuck()) return static_cast<float>(search_.root().proven);
        check_searched();
        return search_.value();
    }
    Position position() const { return search_.root().position; }

    // What a root edge stands for, for those who analyse.
    struct Choice {
        std::optional<Step> step;  // nothing: the turn ends
        float probability;         // by the network alone
        float improved;            // after the search
        int visits;
        float value;
        int proven;
    };

    std::vector<Choice> choices() const {
        std::vector<Choice> found;
        const Node& root = search_.root();
        if (!root.expanded) return found;
        const std::vector<float> improved = search_.policy();
        const Edges& edges = search_.tree().edges();
        for (std::int32_t i = 0; i < root.count; ++i) {
            const std::size_t e = root.first + static_cast<std::size_t>(i);
            found.push_back({step_of(i), edges.prior[e], improved[static_cast<std::size_t>(i)],
                             edges.visits[e], edges.value[e], edges.proven[e]});
        }
        return found;
    }

    std::optional<Step> play() {
        if (is_stuck()) throw nb::value_error("the root is decided: there is no step to play");
        check_searched();
        const std::int32_t edge = search_.best();
        const std::optional<Step> step = step_of(edge);
        search_.play(edge);
        return step;
    }

private:
    void check_searched() const {
        if (!search_.has_ranked()) throw nb::value_error("nothing has been searched yet");
    }

    std::optional<Step> step_of(std::int32_t edge) const {
        const Action action = search_.action(edge);
        if (action == kEndTurn) return std::nullopt;
        return step_with_capture(search_.root().position, action);
    }

    GumbelSearch search_;
};

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
    nb::class_<SelfPlaySettings>(m, "SelfPlaySettings", "How games of self-play are played.")
        .def(nb::init<>())
        .def_rw("search", &SelfPlaySettings::search)
        .def_rw("simulations", &SelfPlaySettings::simulations)
        .def_rw("full_share", &SelfPlaySettings::full_share)
        .def_rw("quick_simulations", &SelfPlaySettings::quick_simulations)
        .def_rw("max_turns", &SelfPlaySettings::max_turns)
        .def_rw("cap_score", &SelfPlaySettings::cap_score)
        .def_rw("opening_share", &SelfPlaySettings::opening_share)
        .def_rw("opening_turns", &SelfPlaySettings::opening_turns)
        .def_rw("position_share", &SelfPlaySettings::position_share)
        .def_rw("setup_share", &SelfPlaySettings::setup_share)
        .def_rw("setup_alone_share", &SelfPlaySettings::setup_alone_share)
        .def_rw("setup_simulations", &SelfPlaySettings::setup_simulations)
        .def_rw("rival_share", &SelfPlaySettings::rival_share)
        .def_rw("engine_share", &SelfPlaySettings::engine_share)
        .def_rw("engine_nodes", &SelfPlaySettings::engine_nodes);
    nb::class_<TargetSettings>(m, "TargetSettings", "How finished games become value targets.")
        .def(nb::init<>())
        .def_rw("discount", &TargetSettings::discount)
        .def_rw("td_lambda", &TargetSettings::lambda)
        .def_rw("capture_discount", &TargetSettings::capture_discount)
        .def_rw("move_discount", &TargetSettings::move_discount);
    nb::class_<SelfPlayStats>(m, "SelfPlayStats", "What has been played so far.")
        .def_ro("evaluations", &SelfPlayStats::evaluations)
        .def_ro("steps", &SelfPlayStats::steps)
        .def_ro("turns", &SelfPlayStats::turns, "Of finished games.")
        .def_ro("gold_wins", &SelfPlayStats::gold_wins)
        .def_prop_ro(
            "ends",
            [](const SelfPlayStats& s) {
                return std::vector<std::uint64_t>(s.ends.begin(), s.ends.end());
            },
            "Games by how they ended: goal, elimination, immobilisation, proven, cap.");
}

void check_group(const SelfPlay& games, int group) {
    if (group < 0 || group >= games.groups()) throw nb::value_error("no such group");
}

void bind_games(nb::module_& m) {
    nb::class_<SelfPlay>(m, "SelfPlay", "Games of a network against itself, advanced in groups.")
        .def(
            "__init__",
            [](SelfPlay* self, int games, int groups, int threads, const SelfPlaySettings& settings,
               std::vector<std::string> setups, const Positions& positions,
               const std::optional<std::pair<Weights, StepWeights>>& engine, std::uint64_t seed) {
                if (games < groups || groups < 1 || setups.empty())
                    throw nb::value_error("too few games, groups or setups");
                for (const std::string& setup : setups) check_setup(setup);
                SelfPlay::Openings openings{std::move(setups), positions};
                std::optional<SelfPlay::Opponent> opponent;
                if (engine) opponent = SelfPlay::Opponent{engine->first, engine->second};
                new (self)
                    SelfPlay(games, groups, threads, settings, std::move(openings), opponent, seed);
            },
            nb::arg("games"), nb::arg("groups"), nb::arg("threads"), nb::arg("settings"),
            nb::arg("setups"), nb::arg("positions") = Positions{}, nb::arg("engine") = nb::none(),
            nb::arg("seed") = 0)
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
            "mark_rivals",
            [](const SelfPlay& self, int group, const Column<bool>& for_rival) {
                check_group(self, group);
                check_column(for_rival, static_cast<std::size_t>(self.group_size()));
                self.mark_rivals(group, for_rival.data());
            },
            nb::arg("group"), nb::arg("for_rival"),
            "Marks the group's last questions that are for the other network.")
        .def(
            "drain",
            [](SelfPlay& self, const TargetSettings& targets, const Rows<std::uint64_t>& features,
               const Rows<std::int16_t>& policy, const Column<float>& result,
               const Column<float>& td, const Column<std::uint8_t>& policy_weight,
               const Rows<std::uint8_t>& fates) {
                const std::size_t rows = features.shape(0);
                check_rows(features, rows, kFeatureWords);
                check_rows(policy, rows, kActions);
                check_column(result, rows);
                check_column(td, rows);
                check_column(policy_weight, rows);
                check_rows(fates, rows, kFateColumns);
                const nb::gil_scoped_release release;
                return self.drain(targets,
                                  {features.data(), policy.data(), result.data(), td.data(),
                                   policy_weight.data(), fates.data()},
                                  rows);
            },
            nb::arg("targets"), nb::arg("features"), nb::arg("policy"), nb::arg("result"),
            nb::arg("td"), nb::arg("policy_weight"), nb::arg("fates"),
            "Moves the samples of finished games into the arrays; the number of rows written.")
        .def("stats", &SelfPlay::stats);
}

}  // namespace

void bind_selfplay(nb::module_& m) {
    m.attr("ACTIONS") = kActions;
    m.attr("FEATURE_WORDS") = kFeatureWords;
    m.attr("FATE_COLUMNS") = kFateColumns;
    bind_settings(m);
    bind_games(m);
    nb::class_<PlaySearch::Choice>(m, "Choice", "A step a search has looked at.")
        .def_ro("step", &PlaySearch::Choice::step, "None: the turn ends.")
        .def_ro("probability", &PlaySearch::Choice::probability, "By the network alone.")
        .def_ro("improved", &PlaySearch::Choice::improved, "The probability after the search.")
        .def_ro("visits", &PlaySearch::Choice::visits)
        .def_ro("value", &PlaySearch::Choice::value, "From -1 to 1 for the side to move.")
        .def_ro("proven", &PlaySearch::Choice::proven, "1 wins, -1 loses, 0 is not known.");
    nb::class_<PlaySearch>(m, "GumbelSearch",
                           "A network-guided search of one position, stopped at every question.")
        .def(nb::init<const Position&, const Positions&, const GumbelSettings&, std::uint64_t>(),
             nb::arg("position"), nb::arg("earlier"), nb::arg("settings"), nb::arg("seed") = 0,
             "`earlier` are the positions of the game between its turns, this turn's start "
             "included.")
        .def("begin", &PlaySearch::begin, nb::arg("simulations"), "Starts a search for one step.")
        .def("run", &PlaySearch::run, nb::arg("features"),
             "Goes on until the network is needed: writes the question and returns True. False "
             "when the search is over.")
        .def("supply", &PlaySearch::supply, nb::arg("logits"), nb::arg("value"),
             "The network's answer: bfloat16 bit patterns, and the value for the side to move.")
        .def("play", &PlaySearch::play,
             "Plays the best step and keeps what is known below it; None: the turn ends.")
        .def("choices", &PlaySearch::choices, "Every step there is at the root, once searched.")
        .def_prop_ro("position", &PlaySearch::position)
        .def_prop_ro("is_stuck", &PlaySearch::is_stuck,
                     "Is there nothing to search, because the rules decide the position?")
        .def_prop_ro("value", &PlaySearch::value, "From -1 to 1 for the side to move.");
}

}  // namespace gajah::bindings
