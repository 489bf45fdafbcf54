// Time controls and clocks, in seconds as Python counts them.
#include "game/clock.h"

#include <limits>

#include "bindings/bindings.h"

namespace gajah::bindings {

// A number of any size: one that no float can hold is infinite, and core refuses it by its name.
struct Number {
    double value = 0;
    operator double() const { return value; }
};

}  // namespace gajah::bindings

namespace nanobind::detail {

template <>
struct type_caster<gajah::bindings::Number> {
    NB_TYPE_CASTER(gajah::bindings::Number, const_name("float"))

    bool from_python(handle src, std::uint8_t, cleanup_list*) noexcept {
        value.value = PyFloat_AsDouble(src.ptr());
        if (value.value != -1 || !PyErr_Occurred()) return true;
        const bool is_huge = PyErr_ExceptionMatches(PyExc_OverflowError) != 0;
        PyErr_Clear();
        value.value = std::numeric_limits<double>::infinity();
        return is_huge;
    }
};

}  // namespace nanobind::detail

namespace gajah::bindings {

namespace {

double seconds(Milliseconds time) { return static_cast<double>(time) / 1000; }

template <Milliseconds TimeControl::* kField>
double field_s(const TimeControl& control) {
    return seconds(control.*kField);
}

// What a clock is made of in Python, in that order.
nb::tuple fields(const Clock& c) {
    return nb::make_tuple(c.control(), seconds(c.reserve(Side::Gold)),
                          seconds(c.reserve(Side::Silver)), seconds(c.game_used()),
                          c.turns(Side::Gold), c.turns(Side::Silver));
}

void bind_durations(nb::module_& m) {
    m.attr("SETUP_S") = kSetupS;
    m.def(
        "parse_duration",
        [](const Text& text, const Text& bare_unit) {
            const std::string_view unit = bare_unit;
            return seconds(parse_duration(text, unit.size() == 1 ? unit.front() : '?'));
        },
        nb::arg("text"), nb::kw_only(), nb::arg("bare_unit") = "m",
        nb::sig("def parse_duration(text: str, *, bare_unit: typing.Literal['s', 'm', 'h', 'd'] = "
                "'m') -> float"),
        "The seconds in ``2m30s``, ``2:30`` or ``2``; raises `NotationError` for anything else.\n\n"
        "``bare_unit`` is the unit of a number without one, and of the part before the colon; the "
        "part after the colon is in the next smaller unit. Units may come in any order, each "
        "once.");
    m.def(
        "format_duration",
        [](Number time) { return format_duration(to_ms(time, "a time", kLongestTotalS)); },
        nb::arg("seconds"),
        "The one canonical text of a time, largest unit first; ``0`` for none.");
}

void bind_control(nb::module_& m) {
    using nb::arg;
    nb::class_<TimeControl>(
        m, "TimeControl",
        "How much time the players have: ``M/R/P/L/G/T``.\n\n"
        "``move_s`` (M) is given for every turn. Each side starts with ``reserve_s`` (R); "
        "``percent`` (P) of the move time a turn leaves goes into the reserve, up to "
        "``max_reserve_s`` (L). The game is stopped and scored after ``game_limit_s`` of both "
        "sides' time or after ``game_limit_turns`` turns of each side (G, one or the other). "
        "``max_turn_s`` (T) is the longest a single turn may take. 0 means no limit for L, G and "
        "T. Times are kept to the millisecond; an impossible value raises ``ValueError``.")
        .def(
            "__init__",
            [](TimeControl* self, Number move_s, Number reserve_s, Number percent,
               Number max_reserve_s, Number game_limit_s, Number game_limit_turns,
               Number max_turn_s) {
                new (self) TimeControl(make_control(move_s, reserve_s, percent, max_reserve_s,
                                                    game_limit_s, game_limit_turns, max_turn_s));
            },
            arg("move_s"), arg("reserve_s") = 0, arg("percent") = 100, arg("max_reserve_s") = 0,
            arg("game_limit_s") = 0, arg("game_limit_turns") = 0, arg("max_turn_s") = 0,
            nb::sig("def __init__(self, move_s: float, reserve_s: float = 0, percent: int = 100, "
                    "max_reserve_s: float = 0, game_limit_s: float = 0, game_limit_turns: int = 0, "
                    "max_turn_s: float = 0) -> None"))
        .def_prop_ro("move_s", &field_s<&TimeControl::move>)
        .def_prop_ro("reserve_s", &field_s<&TimeControl::reserve>)
        .def_ro("percent", &TimeControl::percent)
        .def_prop_ro("max_reserve_s", &field_s<&TimeControl::max_reserve>)
        .def_prop_ro("game_limit_s", &field_s<&TimeControl::game_limit>)
        .def_ro("game_limit_turns", &TimeControl::game_limit_turns)
        .def_prop_ro("max_turn_s", &field_s<&TimeControl::max_turn>)
        .def_static(
            "per_move", [](Number s) { return make_control(s, 0, 0, 0, 0, 0, 0); }, arg("seconds"),
            "``seconds`` for every turn and nothing saved: ``per_move(5)`` is ``5s/0/0``.")
        .def_static(
            "parse", [](const Text& text) { return parse_control(text); }, arg("text"),
            "The control that ``text`` writes; raises `NotationError` saying what was expected.\n\n"
            "A bare number is minutes, in G hours; ``2:30`` is minutes:seconds, in G "
            "hours:minutes. Fields may be left out at the end or left empty.")
        .def("can_reach_turns", &TimeControl::can_reach_turns, arg("turns"),
             "Whether a game can reach ``turns`` finished turns of each side.\n\n"
             "An official match needs 80. A limit in turns must not be smaller; a limit in time "
             "must hold that many turns of both sides at the control's own pace, which is the "
             "whole move time (or T, if shorter). Without move time the pace is the reserve "
             "spread over the turns.")
        .def_prop_ro(
            "has_time", &TimeControl::has_time,
            "Whether the sides have any time at all: some old records name controls without.")
        .def(
            "__str__", [](const TimeControl& c) { return format(c); },
            "The one canonical text: times with units, defaults at the end left out.")
        .def("__repr__",
             [](const TimeControl& c) { return "TimeControl.parse('" + format(c) + "')"; })
        .def("__eq__", &equals<TimeControl>, arg().none())
        .def("__hash__", [](const TimeControl& c) { return nb::hash(nb::cast(format(c))); })
        .def("__getstate__", [](const TimeControl& c) { return format(c); })
        .def("__setstate__", [](TimeControl& self, std::string_view text) {
            new (&self) TimeControl(parse_control(text));
        });
}

void bind_times(nb::class_<Clock>& clock) {
    using nb::arg;
    clock
        .def(
            "reserve_s", [](const Clock& c, Side side) { return seconds(c.reserve(side)); },
            arg("side"), "What that side has in reserve before its next turn.")
        .def(
            "time_left_s",
            [](const Clock& c, Side side, Number used_s, bool is_setup) {
                return seconds(c.time_left(side, used_ms(used_s), is_setup));
            },
            arg("side"), arg("used_s") = 0, nb::kw_only(), arg("is_setup") = false,
            "The longest that side may still think when it has used ``used_s`` of this turn.\n\n"
            "The game limit is not part of this: it stops a game without a loss on time. See "
            "`game_time_left_s`.")
        .def(
            "usable_reserve_s",
            [](const Clock& c, Side side, bool is_setup) {
                return seconds(c.usable_reserve(side, is_setup));
            },
            arg("side"), nb::kw_only(), arg("is_setup") = false,
            "How much of its reserve a turn of that side may use: all, unless T comes first.")
        .def(
            "is_out_of_time",
            [](const Clock& c, Side side, Number used_s, bool is_setup) {
                return c.is_out_of_time(side, used_ms(used_s), is_setup);
            },
            arg("side"), arg("used_s"), nb::kw_only(), arg("is_setup") = false,
            "Whether a turn that took (or has taken so far) ``used_s`` loses on time.\n\n"
            "Using the very last moment is still in time, as it is on the server.")
        .def(
            "game_time_left_s",
            [](const Clock& c, Number used_s) {
                const auto left = c.game_time_left(used_ms(used_s));
                return left ? seconds(*left) : std::numeric_limits<double>::infinity();
            },
            arg("used_s") = 0,
            "The time until the game limit when ``used_s`` of this turn is used; ``inf`` if none.")
        .def("is_game_limit_reached", &Clock::is_game_limit_reached,
             "Whether the finished turns have used up G, so that the game is stopped and "
             "scored.\n\nA limit in turns is reached when both sides have finished that many.");
}

void bind_clock_value(nb::module_& m) {
    using nb::arg;
    auto clock = nb::class_<Clock>(
        m, "Clock",
        "Both sides' time at the start of a turn; a value that `after_turn` turns into the "
        "next.\n\n``game_used_s`` is what both sides together have used in finished turns. A "
        "negative time or count raises ``ValueError``.");
    clock
        .def(
            "__init__",
            [](Clock* self, const TimeControl& control, Number gold_reserve_s,
               Number silver_reserve_s, Number game_used_s, int gold_turns, int silver_turns) {
                new (self) Clock(make_clock(control, gold_reserve_s, silver_reserve_s, game_used_s,
                                            gold_turns, silver_turns));
            },
            arg("control"), arg("gold_reserve_s"), arg("silver_reserve_s"), arg("game_used_s") = 0,
            arg("gold_turns") = 0, arg("silver_turns") = 0)
        .def_static("start", &Clock::start, arg("control"),
                    "The clock before the first turn of a game.")
        .def_prop_ro("control", [](const Clock& c) { return c.control(); })
        .def_prop_ro("gold_reserve_s",
                     [](const Clock& c) { return seconds(c.reserve(Side::Gold)); })
        .def_prop_ro("silver_reserve_s",
                     [](const Clock& c) { return seconds(c.reserve(Side::Silver)); })
        .def_prop_ro("game_used_s", [](const Clock& c) { return seconds(c.game_used()); })
        .def_prop_ro("gold_turns", [](const Clock& c) { return c.turns(Side::Gold); })
        .def_prop_ro("silver_turns", [](const Clock& c) { return c.turns(Side::Silver); })
        .def(
            "after_turn",
            [](const Clock& c, Side side, Number used_s, bool is_setup) {
                return c.after_turn(side, used_ms(used_s), is_setup);
            },
            arg("side"), arg("used_s"), nb::kw_only(), arg("is_setup") = false,
            "The clock after that side has finished a turn that took ``used_s``.\n\n"
            "The reserve of a side that is out of time is 0.")
        .def("__repr__",
             [](const Clock& c) {
                 const nb::str form(
                     "Clock(control={!r}, gold_reserve_s={!r}, silver_reserve_s={!r}, "
                     "game_used_s={!r}, gold_turns={!r}, silver_turns={!r})");
                 return nb::str(form.attr("format")(*fields(c)));
             })
        .def("__eq__", &equals<Clock>, arg().none())
        .def("__hash__", [](const Clock& c) { return nb::hash(fields(c)); })
        .def("__reduce__",
             [](const Clock& c) { return nb::make_tuple(nb::type<Clock>(), fields(c)); });
    bind_times(clock);
}

}  // namespace

void bind_clock(nb::module_& m) {
    bind_durations(m);
    bind_control(m);
    bind_clock_value(m);
}

}  // namespace gajah::bindings
