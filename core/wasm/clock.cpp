// The part of the interface that keeps time: controls and clocks.

#include "game/clock.h"

#include <cmath>

#include "engine/time_share.h"
#include "rules/notation.h"
#include "wasm/answer.h"
#include "wasm/interface.h"

namespace {

using namespace gajah;

Side side_of(std::string_view letter) {
    if (letter != "g" && letter != "s") throw Refused("bad_request", "a side is g or s");
    return letter == "g" ? Side::Gold : Side::Silver;
}

Clock clock_of(const char* control, double gold_reserve_s, double silver_reserve_s,
               double game_used_s, int gold_turns, int silver_turns) {
    return make_clock(parse_control(control), gold_reserve_s, silver_reserve_s, game_used_s,
                      gold_turns, silver_turns);
}

void write_clock(const Clock& clock, Json& json) {
    const auto both = [&](const auto& write) {
        json.object([&] {
            for (const Side side : {Side::Gold, Side::Silver}) {
                json.key(std::string(1, letter(side)));
                write(side);
            }
        });
    };
    json.key("control").value(format(clock.control()));
    json.key("reserve");
    both([&](Side side) { json.thousandths(clock.reserve(side)); });
    json.key("game_used").thousandths(clock.game_used());
    json.key("turns");
    both([&](Side side) { json.value(clock.turns(side)); });
}

}  // namespace

extern "C" {

const char* gajah_control(const char* text) {
    return answer([&](Json& json) {
        const TimeControl control = parse_control(text);
        json.key("text").value(format(control));
        json.key("has_time").value(control.has_time());
        json.key("move").thousandths(control.move);
        json.key("reserve").thousandths(control.reserve);
        json.key("percent").value(control.percent);
        json.key("max_reserve").thousandths(control.max_reserve);
        json.key("game_limit").thousandths(control.game_limit);
        json.key("game_limit_turns").value(control.game_limit_turns);
        json.key("max_turn").thousandths(control.max_turn);
    });
}

const char* gajah_start_clock(const char* control) {
    return answer([&](Json& json) { write_clock(Clock::start(parse_control(control)), json); });
}

const char* gajah_read_clock(const char* control, double gold_reserve_s, double silver_reserve_s,
                             double game_used_s, int gold_turns, int silver_turns, const char* side,
                             double used_s, int is_setup) {
    return answer([&](Json& json) {
        const Clock clock = clock_of(control, gold_reserve_s, silver_reserve_s, game_used_s,
                                     gold_turns, silver_turns);
        const Side mover = side_of(side);
        const Milliseconds used = used_ms(used_s);
        json.key("left").thousandths(clock.time_left(mover, used, is_setup));
        json.key("usable").thousandths(clock.usable_reserve(mover, is_setup));
        json.key("out_of_time").value(clock.is_out_of_time(mover, used, is_setup));
        json.key("game_left");
        if (const auto left = clock.game_time_left(used))
            json.thousandths(*left);
        else
            json.null();
        json.key("limit_reached").value(clock.is_game_limit_reached());
    });
}

const char* gajah_clock_after(const char* control, double gold_reserve_s, double silver_reserve_s,
                              double game_used_s, int gold_turns, int silver_turns,
                              const char* side, double used_s, int is_setup) {
    return answer([&](Json& json) {
        const Clock clock = clock_of(control, gold_reserve_s, silver_reserve_s, game_used_s,
                                     gold_turns, silver_turns);
        write_clock(clock.after_turn(side_of(side), used_ms(used_s), is_setup), json);
    });
}

const char* gajah_time_share(double available_s, double move_s, double reserve_s) {
    return answer([&](Json& json) {
        const SearchLimits limits = share_of({available_s, move_s, reserve_s, 0.0});
        json.key("soft").thousandths(std::llround(limits.soft_s * 1000));
        json.key("hard").thousandths(std::llround(limits.hard_s * 1000));
    });
}

}  // extern "C"
