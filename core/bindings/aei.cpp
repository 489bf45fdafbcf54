// AEI's options and the time manager, which gajah-aei has in common with Python.
#include "aei/options.h"

#include <nanobind/stl/tuple.h>

#include "bindings/bindings.h"
#include "engine/time_share.h"

namespace gajah::bindings {

namespace {

// Times in seconds, nodes and depth; None: no limit of nodes.
std::tuple<double, double, std::optional<std::uint64_t>, int> to_tuple(const SearchLimits& limits) {
    const bool has_nodes = limits.nodes != SearchLimits().nodes;
    return {limits.soft_s, limits.hard_s, has_nodes ? std::optional(limits.nodes) : std::nullopt,
            limits.depth};
}

std::vector<std::string> choices_of(const AeiOption& option) {
    std::vector<std::string> choices;
    for (const std::string_view choice : option.choices)
        if (!choice.empty()) choices.emplace_back(choice);
    return choices;
}

void bind_option(nb::module_& m) {
    nb::enum_<OptionKind>(m, "AeiOptionKind", "What values an option takes.")
        .value("CHOICE", OptionKind::Choice)
        .value("NUMBER", OptionKind::Number)
        .value("FILE", OptionKind::File);
    nb::class_<AeiOption>(m, "AeiOption", "A setting of the engine, as a controller may show it.")
        .def_prop_ro("name", [](const AeiOption& o) { return std::string(o.name); })
        .def_ro("kind", &AeiOption::kind)
        .def_prop_ro("description", [](const AeiOption& o) { return std::string(o.description); })
        .def_ro("least", &AeiOption::least)
        .def_ro("most", &AeiOption::most)
        .def_ro("usual", &AeiOption::usual)
        .def_prop_ro("choices", &choices_of, "The first is the default.");
    m.def(
        "aei_options",
        [] { return std::vector<AeiOption>(aei_options().begin(), aei_options().end()); },
        "All of them; those of a game and its clock are AEI's own.");
    m.def(
        "read_option", [](const Text& line) { return read_option(line); }, nb::arg("line"),
        "Name and value of 'setoption name NAME [value VALUE]'; raises ValueError.");
}

}  // namespace

void bind_aei(nb::module_& m) {
    using nb::arg;
    bind_option(m);
    nb::class_<AeiOptions>(m, "AeiOptions", "AEI's options as set so far.")
        .def(nb::init<>())
        .def(
            "copy", [](const AeiOptions& options) { return options; }, "An independent copy.")
        .def(
            "set",
            [](AeiOptions& options, const Text& name, const Text& value) {
                return options.set(name, value);
            },
            arg("name"), arg("value"),
            "Take an option; False if it is unknown, raises ValueError if the value is bad.")
        .def("begin_game", &AeiOptions::begin_game,
             "The terms stay, the reserves are what they were at the start.")
        .def_prop_ro("search", &AeiOptions::search)
        .def_prop_ro("device", &AeiOptions::device)
        .def_prop_ro("net", &AeiOptions::net, "Empty: the network that ships.")
        .def(
            "number",
            [](const AeiOptions& options, const Text& name) { return options.number(name); },
            arg("name"), "A number as it was set, or its usual value; None if it has none.")
        .def(
            "limits",
            [](const AeiOptions& options, Side side, double late_s) {
                return to_tuple(options.limits(side, late_s));
            },
            arg("side"), arg("late_s"), "Soft and hard seconds, nodes and depth, by the clock.")
        .def(
            "limits_of_pondering",
            [](const AeiOptions& options) { return to_tuple(options.limits_of_pondering()); },
            "The same on the opponent's time.");
    m.def(
        "share_of_clock",
        [](double available_s, double move_s, double reserve_s, double used_s, double turns_ahead,
           double stretch) {
            const SearchLimits limits =
                share_of({available_s, move_s, reserve_s, used_s}, {turns_ahead, stretch});
            return std::pair(limits.soft_s, limits.hard_s);
        },
        arg("available_s"), arg("move_s"), arg("reserve_s"), arg("used_s"),
        arg("turns_ahead") = ClockHabits{}.turns_ahead, arg("stretch") = ClockHabits{}.stretch,
        "What a turn is worth by a clock and what it must never exceed, in seconds.");
    m.attr("MOST_HASH_MB") = kMostHashMb;
    m.attr("MOST_THREADS") = kMostThreads;
    m.attr("USUAL_TABLE_MB") = kUsualTableMb;
    m.attr("USUAL_TREE_MB") = kUsualTreeMb;
}

}  // namespace gajah::bindings
