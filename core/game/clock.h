// Time controls written M/R/P/L/G/T, and the clocks that follow them.
//
// Pure: a clock is told how long a turn took and never looks at the time itself. Times are whole
// milliseconds. docs/time-controls.md says where each rule comes from.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "rules/types.h"

namespace gajah {

using Milliseconds = std::int64_t;

// Ten years: far above any postal game.
inline constexpr std::int64_t kLongestS = 3650 * std::int64_t{86400};
// What a clock may add up to over a whole game of such turns.
inline constexpr std::int64_t kLongestTotalS = 1'000'000'000'000;
// The least time a side has for the setup, however short the move time is.
inline constexpr std::int64_t kSetupS = 60;

// Seconds to the nearest millisecond; throws std::invalid_argument for what is negative, longer
// than `most_s` or no number.
Milliseconds to_ms(double seconds, const std::string& what, std::int64_t most_s = kLongestS);
// The time that a turn took.
Milliseconds used_ms(double seconds);

// "2m30s", "2:30" or "2". `bare_unit` (s, m, h or d) is the unit of a number without one, and of
// the part before the colon. Throws NotationError.
Milliseconds parse_duration(std::string_view text, char bare_unit = 'm');
// The one canonical text, the largest unit first; "0" for none.
std::string format_duration(Milliseconds time);

// How much time the players have; 0 is no limit for L, G and T.
struct TimeControl {
    Milliseconds move = 0;         // M
    Milliseconds reserve = 0;      // R
    int percent = 100;             // P
    Milliseconds max_reserve = 0;  // L
    Milliseconds game_limit = 0;   // G, in time
    int game_limit_turns = 0;      // G, in turns
    Milliseconds max_turn = 0;     // T

    bool has_time() const { return move > 0 || reserve > 0; }
    // Can a game reach that many finished turns of each side?
    bool can_reach_turns(int turns) const;
    friend bool operator==(const TimeControl&, const TimeControl&) = default;
};

// A control of seconds and counts as callers write them. Throws std::invalid_argument.
TimeControl make_control(double move_s, double reserve_s, double percent, double max_reserve_s,
                         double game_limit_s, double game_limit_turns, double max_turn_s);
// Throws NotationError.
TimeControl parse_control(std::string_view text);
// The one canonical text: times with units, defaults at the end left out.
std::string format(const TimeControl& control);

// Both sides' time at the start of a turn.
class Clock {
public:
    using Reserves = std::array<Milliseconds, 2>;  // by side
    using Turns = std::array<int, 2>;

    Clock(const TimeControl& control, const Reserves& reserves, Milliseconds game_used = 0,
          const Turns& turns = {})
        : control_(control), reserves_(reserves), game_used_(game_used), turns_(turns) {}
    static Clock start(const TimeControl& control) {
        return {control, {control.reserve, control.reserve}};
    }

    const TimeControl& control() const { return control_; }
    Milliseconds reserve(Side side) const { return reserves_[index(side)]; }
    // What both sides together have used in finished turns.
    Milliseconds game_used() const { return game_used_; }
    int turns(Side side) const { return turns_[index(side)]; }

    // The longest that side may still think when it has used so much of this turn. The game limit
    // is not part of it: it stops a game without a loss on time.
    Milliseconds time_left(Side side, Milliseconds used, bool is_setup) const;
    // How much of its reserve a turn of that side may use: all, unless T comes first.
    Milliseconds usable_reserve(Side side, bool is_setup) const;
    // Using the very last moment is still in time.
    bool is_out_of_time(Side side, Milliseconds used, bool is_setup) const;
    // The reserve of a side that is out of time is 0.
    Clock after_turn(Side side, Milliseconds used, bool is_setup) const;
    // Until the game limit, if there is one.
    std::optional<Milliseconds> game_time_left(Milliseconds used) const;
    // Have the finished turns used up G, so that the game is stopped and scored?
    bool is_game_limit_reached() const;
    friend bool operator==(const Clock&, const Clock&) = default;

private:
    static std::size_t index(Side side) { return static_cast<std::size_t>(side); }
    Milliseconds free(bool is_setup) const;
    Milliseconds allowed(Side side, bool is_setup) const;
    Milliseconds reserve_after(Side side, Milliseconds used, bool is_setup) const;

    TimeControl control_;
    Reserves reserves_;
    Milliseconds game_used_;
    Turns turns_;
};

// A clock of seconds as callers write them. Throws std::invalid_argument.
Clock make_clock(const TimeControl& control, double gold_reserve_s, double silver_reserve_s,
                 double game_used_s, int gold_turns, int silver_turns);

}  // namespace gajah
