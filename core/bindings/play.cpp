// What people play with: typed steps, routes, setups, levels.
#include "bindings/bindings.h"
#include "game/setups.h"
#include "game/shown.h"
#include "game/typed.h"
#include "players/levels.h"
#include "tree/engine.h"

namespace gajah::bindings {

namespace {

void bind_words(nb::module_& m) {
    m.def(
        "take_typed", [](const Text& text, const Position& p) { return take_typed(p, text); },
        nb::arg("text"), nb::arg("position"), "The position after steps as people type them.");
    m.def(
        "is_step", [](const Text& word) { return is_step(word); }, nb::arg("word"),
        "Whether a typed word looks like a step, a capture or 'pass'.");
}

void bind_shown(nb::module_& m) {
    m.def(
        "board_json",
        [](const Position& position, const Position& draft, bool may_step,
           const std::optional<std::string>& refusal, int undone) {
            Json json;
            json.object([&] { write_board({position, draft, may_step, refusal, undone}, json); });
            return json.text();
        },
        nb::arg("position"), nb::arg("draft"), nb::kw_only(), nb::arg("may_step"),
        nb::arg("refusal").none(), nb::arg("undone"),
        "A position and its draft as pages get them; ``refusal`` says why the turn may not end.");
    m.def(
        "routes_json",
        [](const Position& position, Square square) {
            Json json;
            json.list(find_routes(position, square),
                      [&](const Route& route) { write_route(route, position.side(), json); });
            return json.text();
        },
        nb::arg("position"), nb::arg("square"),
        "Every way to move the piece there by legal steps, the shortest and safest first, as pages "
        "get them.");
}

void bind_setups(nb::module_& m) {
    nb::class_<NamedSetup>(m, "NamedSetup", "A setup of gold's, its rows from a to h.")
        .def_prop_ro("name", [](const NamedSetup& s) { return std::string(s.name); })
        .def_prop_ro("back", [](const NamedSetup& s) { return std::string(s.back); })
        .def_prop_ro("front", [](const NamedSetup& s) { return std::string(s.front); })
        .def(
            "make",
            [](const NamedSetup& s, Side side, bool mirror, const std::vector<Piece>& missing) {
                return make_setup(s, side, mirror, missing);
            },
            nb::arg("side"), nb::arg("mirror"), nb::arg("missing"), "It for a side.");
    m.def(
        "named_setups",
        [] { return std::vector<NamedSetup>(named_setups().begin(), named_setups().end()); },
        "All of them; the first is the default.");
    m.def(
        "choose_setup",
        [](const Position& p, const std::vector<Piece>& missing,
           std::optional<std::uint64_t> seed) {
            Random chance(seed.value_or(0));
            return choose_setup(p, missing, seed ? &chance : nullptr);
        },
        nb::arg("position"), nb::arg("missing"), nb::arg("seed") = nb::none(),
        "A good setup for the side to move; the default one without a seed.");
}

void bind_levels(nb::module_& m) {
    nb::class_<Level>(m, "Level", "How often a level looks ahead, and how far.")
        .def_ro("lapses", &Level::lapses, "The share of its turns that are careless.")
        .def_ro("nodes", &Level::nodes,
                "Positions looked at in the other turns; None: as many as there is time for.")
        .def_prop_ro("setup_temperature", &Level::setup_temperature, "How varied its setups are.");
    m.def(
        "levels", [] { return std::vector<Level>(levels().begin(), levels().end()); },
        "From level 1 on.");
    nb::class_<LevelChance>(m, "LevelChance", "The chance in the play of one player.")
        .def(nb::init<std::uint64_t>(), nb::arg("seed"))
        .def(
            "getrandbits",
            [](LevelChance& chance, int bits) {
                constexpr int kBits = 64;
                if (bits < 1 || bits > kBits) throw nb::value_error("expected 1 to 64 bits");
                return chance.draw_seed() >> (kBits - bits);
            },
            nb::arg("bits"), "A seed of that many bits, for an engine or for a setup.")
        .def("slips", &LevelChance::slips, nb::arg("level"), "Whether this turn is careless.");
    m.attr("PROCESSOR_BATCH") = kProcessorBatch;
    m.attr("SETUP_TEMPERATURE") = kSetupTemperature;
    m.attr("SETUP_SIMULATIONS") = kSetupSimulations;
    m.attr("CARELESS_DRAWS") = kCarelessDraws;
}

}  // namespace

void bind_play(nb::module_& m) {
    bind_words(m);
    bind_shown(m);
    bind_setups(m);
    bind_levels(m);
}

}  // namespace gajah::bindings
