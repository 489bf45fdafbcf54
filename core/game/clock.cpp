#include "game/clock.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <vector>

#include "rules/notation.h"

namespace gajah {

namespace {

constexpr Milliseconds kSecond = 1000;
constexpr int kMostTurns = 100'000;
constexpr int kMostPercent = 100;
// Longer text is refused unread, so that megabytes of digits cost nothing.
constexpr std::size_t kMostChars = 200;
// Larger numbers are all too large, in any unit, and this many days still are milliseconds.
constexpr std::int64_t kHuge = 10'000'000'000;

constexpr std::string_view kUnits = "dhms";  // the largest first
constexpr std::array<std::int64_t, 4> kUnitSeconds{86400, 3600, 60, 1};

constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
constexpr bool is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

std::string_view trimmed(std::string_view s) {
    while (!s.empty() && is_space(s.front())) s.remove_prefix(1);
    while (!s.empty() && is_space(s.back())) s.remove_suffix(1);
    return s;
}

std::string lower(std::string_view text) {
    std::string made(text);
    for (char& c : made)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    return made;
}

std::size_t count_chars(std::string_view text) {
    return static_cast<std::size_t>(
        std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xc0) != 0x80; }));
}

std::int64_t unit_seconds(char unit) { return kUnitSeconds.at(kUnits.find(unit)); }

// The next smaller unit, if there is one.
std::optional<char> below(char unit) {
    const std::size_t next = kUnits.find(unit) + 1;
    return next < kUnits.size() ? std::optional(kUnits[next]) : std::nullopt;
}

// Takes digits off the front of a text, if it begins with some.
std::optional<std::int64_t> take_digits(std::string_view& text) {
    if (text.empty() || !is_digit(text.front())) return std::nullopt;
    std::int64_t number = 0;
    for (; !text.empty() && is_digit(text.front()); text.remove_prefix(1))
        number = std::min(kHuge, number * 10 + (text.front() - '0'));
    return number;
}

// "2" or "2.125" in thousandths, taken off the front of a text.
std::optional<std::int64_t> take_number(std::string_view& text) {
    const auto whole = take_digits(text);
    if (!whole || text.empty() || text.front() != '.')
        return whole ? std::optional(*whole * 1000) : std::nullopt;
    text.remove_prefix(1);
    std::int64_t fraction = 0;
    int digits = 0;
    for (; !text.empty() && is_digit(text.front()) && digits < 3; text.remove_prefix(1), ++digits)
        fraction = fraction * 10 + (text.front() - '0');
    if (digits == 0) return std::nullopt;
    for (; digits < 3; ++digits) fraction *= 10;
    return *whole * 1000 + fraction;
}

// "2:30" or ":30".
std::optional<Milliseconds> find_colon(std::string_view text, char unit, char smaller) {
    const std::int64_t before = take_digits(text).value_or(0);
    if (text.empty() || text.front() != ':') return std::nullopt;
    text.remove_prefix(1);
    const auto after = take_digits(text);
    if (!after || !text.empty()) return std::nullopt;
    return (before * unit_seconds(unit) + *after * unit_seconds(smaller)) * kSecond;
}

// "2m30s": units in any order, each once.
std::optional<Milliseconds> find_parts(std::string_view text) {
    Milliseconds sum = 0;
    std::string seen;
    while (!text.empty()) {
        const auto number = take_number(text);
        if (!number || text.empty()) return std::nullopt;
        const char unit = text.front();
        if (kUnits.find(unit) == kUnits.npos || seen.find(unit) != seen.npos) return std::nullopt;
        text.remove_prefix(1);
        seen += unit;
        sum += *number * unit_seconds(unit);
    }
    return seen.empty() ? std::nullopt : std::optional(sum);
}

std::optional<Milliseconds> find_duration(std::string_view text, char bare_unit) {
    std::string_view left = text;
    if (const auto bare = take_number(left); bare && left.empty())
        return *bare * unit_seconds(bare_unit);
    if (const auto smaller = below(bare_unit))
        if (const auto time = find_colon(text, bare_unit, *smaller)) return time;
    return find_parts(text);
}

Milliseconds time_field(std::string_view text, const std::string& what, const std::string& field,
                        char bare_unit = 'm') {
    try {
        return parse_duration(field.empty() ? "0" : field, bare_unit);
    } catch (const NotationError& e) {
        throw NotationError("time control " + in_quotes(text) + ", " + what + ": " + e.what());
    }
}

int count_field(std::string_view text, const std::string& what, std::string_view field, int most) {
    std::string_view left = field;
    const auto number = take_digits(left);
    if (!number || !left.empty() || *number > most)
        throw NotationError("time control " + in_quotes(text) + ", " + what + ": " +
                            in_quotes(field) + " is not a whole number from 0 to " +
                            std::to_string(most));
    return static_cast<int>(*number);
}

// "80t": a limit in turns, without its letter.
std::optional<std::string_view> find_turns(std::string_view field) {
    if (!field.ends_with('t')) return std::nullopt;
    field.remove_suffix(1);
    std::string_view left = field;
    if (!take_digits(left) || !left.empty()) return std::nullopt;
    return field;
}

std::vector<std::string> fields_of(std::string_view text) {
    std::vector<std::string> fields;
    while (true) {
        const auto end = text.find('/');
        fields.push_back(lower(trimmed(text.substr(0, end))));
        if (end == text.npos) return fields;
        text.remove_prefix(end + 1);
    }
}

int to_count(double value, const std::string& what, int most) {
    if (!(value >= 0 && value <= most) || value != std::floor(value))
        throw std::invalid_argument(what + " must be a whole number from 0 to " +
                                    std::to_string(most));
    return static_cast<int>(value);
}

// Percent of the unused time, rounded half up. The match rules round to the nearest second. That is
// meant for the server, which counts in whole seconds; time measured more finely is rounded to the
// millisecond instead, since a control of a tenth of a second per move would otherwise never save
// anything.
Milliseconds share(Milliseconds unused, int percent) {
    const Milliseconds step = unused % kSecond == 0 ? kSecond : 1;
    const Milliseconds divisor = 100 * step;
    return (unused * percent + divisor / 2) / divisor * step;
}

}  // namespace

Milliseconds to_ms(double seconds, const std::string& what, std::int64_t most_s) {
    // Written so that NaN, which fails every comparison, is refused too.
    if (!(seconds >= 0 && seconds <= static_cast<double>(most_s)))
        throw std::invalid_argument(what + " must be from 0 to " + std::to_string(most_s) +
                                    " seconds");
    return static_cast<Milliseconds>(std::nearbyint(seconds * 1000));
}

Milliseconds used_ms(double seconds) { return to_ms(seconds, "the time used"); }

Milliseconds parse_duration(std::string_view text, char bare_unit) {
    if (kUnits.find(bare_unit) == kUnits.npos)
        throw std::invalid_argument("a unit of time is s, m, h or d");
    std::optional<Milliseconds> time;
    if (text.size() <= 4 * kMostChars && count_chars(text) <= kMostChars)
        time = find_duration(lower(trimmed(text)), bare_unit);
    if (!time) {
        const std::string unit(1, bare_unit);
        const auto smaller = below(bare_unit);
        throw NotationError(in_quotes(text) + " is not a time: expected a number (" + unit + ")" +
                            (smaller ? ", 2:30 (" + unit + ":" + *smaller + ")" : "") +
                            " or numbers with units s, m, h, d such as 2m30s");
    }
    if (*time > kLongestS * kSecond)
        throw NotationError(in_quotes(text) + " is too long a time: at most " +
                            std::to_string(kLongestS / unit_seconds('d')) + "d");
    return *time;
}

std::string format_duration(Milliseconds time) {
    std::string text;
    for (const char unit : {'d', 'h', 'm'}) {
        const Milliseconds length = unit_seconds(unit) * kSecond;
        if (time >= length) text += std::to_string(time / length) + unit;
        time %= length;
    }
    if (time > 0) {
        std::string fraction = std::to_string(1000 + time % kSecond).substr(1);
        while (fraction.ends_with('0')) fraction.pop_back();
        text += std::to_string(time / kSecond) + (fraction.empty() ? "" : "." + fraction) + "s";
    }
    return text.empty() ? "0" : text;
}

bool TimeControl::can_reach_turns(int turns) const {
    if (!has_time()) return false;
    if (game_limit_turns) return turns <= game_limit_turns;
    // In floating point, so that no number of turns is too large.
    double side = move ? static_cast<double>(turns) * static_cast<double>(move)
                       : static_cast<double>(reserve);
    if (max_turn) side = std::min(side, static_cast<double>(turns) * static_cast<double>(max_turn));
    return !game_limit || 2 * side <= static_cast<double>(game_limit);
}

TimeControl make_control(double move_s, double reserve_s, double percent, double max_reserve_s,
                         double game_limit_s, double game_limit_turns, double max_turn_s) {
    const TimeControl control{to_ms(move_s, "move_s"),
                              to_ms(reserve_s, "reserve_s"),
                              to_count(percent, "percent", kMostPercent),
                              to_ms(max_reserve_s, "max_reserve_s"),
                              to_ms(game_limit_s, "game_limit_s"),
                              to_count(game_limit_turns, "game_limit_turns", kMostTurns),
                              to_ms(max_turn_s, "max_turn_s")};
    if (control.game_limit && control.game_limit_turns)
        throw std::invalid_argument("a game is limited by time or by turns, not by both");
    return control;
}

TimeControl parse_control(std::string_view text) {
    if (text.size() > 4 * kMostChars || count_chars(text) > kMostChars)
        throw NotationError(in_quotes(text) + " is not a time control: longer than " +
                            std::to_string(kMostChars) + " characters");
    auto fields = fields_of(text);
    constexpr std::size_t kFields = 6;
    if (fields[0].empty() || fields.size() > kFields)
        throw NotationError(in_quotes(text) +
                            " is not a time control: expected M/R/P/L/G/T with one to six fields, "
                            "such as 30s/2m/100/5m/8h");
    fields.resize(kFields);
    const auto turns = find_turns(fields[4]);
    TimeControl control;
    control.move = time_field(text, "move time", fields[0]);
    control.reserve = time_field(text, "reserve", fields[1]);
    if (!fields[2].empty()) control.percent = count_field(text, "percent", fields[2], kMostPercent);
    control.max_reserve = time_field(text, "limit of the reserve", fields[3]);
    if (turns)
        control.game_limit_turns = count_field(text, "turns", *turns, kMostTurns);
    else
        control.game_limit = time_field(text, "limit of the game", fields[4], 'h');
    control.max_turn = time_field(text, "longest turn", fields[5]);
    return control;
}

std::string format(const TimeControl& control) {
    const auto& c = control;
    const std::array<std::string, 6> fields{format_duration(c.move),
                                            format_duration(c.reserve),
                                            std::to_string(c.percent),
                                            format_duration(c.max_reserve),
                                            c.game_limit_turns
                                                ? std::to_string(c.game_limit_turns) + "t"
                                                : format_duration(c.game_limit),
                                            format_duration(c.max_turn)};
    constexpr std::array<std::string_view, 6> kDefaults{"", "", "100", "0", "0", "0"};
    std::size_t count = fields.size();
    while (fields[count - 1] == kDefaults[count - 1]) --count;
    std::string text = fields[0];
    for (std::size_t i = 1; i < count; ++i) text += "/" + fields[i];
    return text;
}

Clock make_clock(const TimeControl& control, double gold_reserve_s, double silver_reserve_s,
                 double game_used_s, int gold_turns, int silver_turns) {
    const Clock::Reserves reserves{to_ms(gold_reserve_s, "gold_reserve_s", kLongestTotalS),
                                   to_ms(silver_reserve_s, "silver_reserve_s", kLongestTotalS)};
    const Milliseconds game_used = to_ms(game_used_s, "game_used_s", kLongestTotalS);
    if (std::min(gold_turns, silver_turns) < 0)
        throw std::invalid_argument("the number of finished turns cannot be negative");
    return {control, reserves, game_used, {gold_turns, silver_turns}};
}

// What this turn may take without touching the reserve.
Milliseconds Clock::free(bool is_setup) const {
    return is_setup ? std::max(control_.move, kSetupS * kSecond) : control_.move;
}

// All the time this turn may take: move time and reserve, but no more than T.
Milliseconds Clock::allowed(Side side, bool is_setup) const {
    const Milliseconds all = free(is_setup) + reserve(side);
    if (!control_.max_turn) return all;
    // Both sides have the minute for the setup, even where T is shorter.
    return std::min(all,
                    is_setup ? std::max(control_.max_turn, kSetupS * kSecond) : control_.max_turn);
}

Milliseconds Clock::time_left(Side side, Milliseconds used, bool is_setup) const {
    return std::max<Milliseconds>(0, allowed(side, is_setup) - used);
}

Milliseconds Clock::usable_reserve(Side side, bool is_setup) const {
    return std::max<Milliseconds>(0, allowed(side, is_setup) - free(is_setup));
}

bool Clock::is_out_of_time(Side side, Milliseconds used, bool is_setup) const {
    return used > allowed(side, is_setup);
}

Clock Clock::after_turn(Side side, Milliseconds used, bool is_setup) const {
    Clock next = *this;
    next.reserves_[index(side)] = reserve_after(side, used, is_setup);
    next.game_used_ += used;
    ++next.turns_[index(side)];
    return next;
}

Milliseconds Clock::reserve_after(Side side, Milliseconds used, bool is_setup) const {
    const Milliseconds before = reserve(side);
    const Milliseconds unused = free(is_setup) - used;
    if (unused <= 0) return std::max<Milliseconds>(0, before + unused);
    if (is_setup) return before;
    const Milliseconds grown = before + share(unused, control_.percent);
    if (!control_.max_reserve) return grown;
    // A starting reserve above L is kept; it only does not grow.
    return std::max(before, std::min(grown, control_.max_reserve));
}

std::optional<Milliseconds> Clock::game_time_left(Milliseconds used) const {
    if (!control_.game_limit) return std::nullopt;
    return std::max<Milliseconds>(0, control_.game_limit - game_used_ - used);
}

bool Clock::is_game_limit_reached() const {
    if (control_.game_limit_turns)
        return std::min(turns_[0], turns_[1]) >= control_.game_limit_turns;
    return game_time_left(0) == 0;
}

}  // namespace gajah
