#include "aei/options.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <stdexcept>

#include "engine/time_share.h"
#include "players/levels.h"
#include "rules/notation.h"

namespace gajah {

namespace {

// A controller that gives more seconds than a year has means no limit.
constexpr double kMostS = 365.0 * 86400.0;
constexpr double kNumberBound = 1e9;
constexpr int kLargest = 999'999'999;

// The terms of a game, and how its clock stands: the latter is another game's after newgame.
constexpr std::array<std::string_view, 7> kTerms{"tcmove",  "tcreserve", "tcpercent", "tcmax",
                                                 "tctotal", "tcturns",   "tcturntime"};
constexpr std::array<std::string_view, 6> kStandings{"greserve", "sreserve",     "gused",
                                                     "sused",    "lastmoveused", "moveused"};
// Without any of these there is no clock.
constexpr std::array<std::string_view, 4> kClocks{"tcmove", "tcreserve", "greserve", "sreserve"};
// Known, but nothing depends on them.
constexpr std::array<std::string_view, 5> kIgnored{"opponent", "opponent_rating", "rating", "rated",
                                                   "event"};

const std::array<AeiOption, 9> kOptions{{
    {"search",
     OptionKind::Choice,
     "How it thinks: with the network, or by alpha-beta search.",
     0,
     0,
     {},
     {"net", "alphabeta"}},
    {"level", OptionKind::Number, "Strength for people, from a first game to all it can do.", 1,
     static_cast<int>(levels().size()), static_cast<int>(levels().size())},
    {"nodes", OptionKind::Number, "Positions to look at for a turn; 0: no limit.", 0, kLargest, 0},
    {"depth", OptionKind::Number, "Steps to look ahead; 0: no limit.", 0, kDeepest, 0},
    {"hash",
     OptionKind::Number,
     "Memory in MB; 1024 unless set, 64 for alphabeta.",
     1,
     kMostHashMb,
     {}},
    {"threads", OptionKind::Number, "Threads of the search.", 1, kMostThreads, 1},
    {"seed",
     OptionKind::Number,
     "Vary setups and the play of low levels, the same way for each seed.",
     0,
     kLargest,
     {}},
    {"net", OptionKind::File, "A network of your own instead of the one that ships."},
    {"device", OptionKind::Choice, "Where the network runs.", 0, 0, {}, {"auto", "cpu", "gpu"}},
}};

template <class Names>
bool has(const Names& names, std::string_view name) {
    return std::find(names.begin(), names.end(), name) != names.end();
}

double parse_number(std::string_view name, std::string_view value) {
    const std::string text(value);
    const bool is_plain = !text.empty() && text.find_first_not_of("0123456789+-.eE") == text.npos;
    char* end = nullptr;
    const double number = is_plain ? std::strtod(text.c_str(), &end) : 0.0;
    if (!is_plain || *end != '\0' || !(std::abs(number) < kNumberBound))
        throw std::invalid_argument(std::string(name) + " takes a number, found " +
                                    in_quotes(value));
    return number;
}

int parse_whole(const AeiOption& option, std::string_view value) {
    double number = parse_number(option.name, value);
    if (option.usual == 0) number = std::max(0.0, number);  // 0 or less: no limit
    if (number != std::floor(number) || number < option.least || number > option.most)
        throw std::invalid_argument(std::string(option.name) + " takes a whole number from " +
                                    std::to_string(option.least) + " to " +
                                    std::to_string(option.most));
    return static_cast<int>(number);
}

std::string parse_choice(const AeiOption& option, std::string_view value) {
    std::string known;
    for (const std::string_view choice : option.choices) {
        if (!choice.empty() && choice == value) return std::string(value);
        if (!choice.empty()) known += (known.empty() ? "" : " or ") + std::string(choice);
    }
    throw std::invalid_argument("a " + std::string(option.name) + " is " + known + ", found " +
                                in_quotes(value));
}

}  // namespace

std::span<const AeiOption> aei_options() { return kOptions; }

std::pair<std::string, std::string> read_option(std::string_view line) {
    next_word(line);
    const auto keyword = next_word(line);
    const auto name = next_word(line);
    const auto separator = next_word(line);
    if (keyword != "name" || name.empty() || (!separator.empty() && separator != "value"))
        throw std::invalid_argument("expected setoption name NAME [value VALUE]");
    line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
    return {std::string(name), std::string(line)};
}

bool AeiOptions::set(std::string_view name, std::string_view value) {
    if (has(kIgnored, name)) return true;
    if (has(kTerms, name) || has(kStandings, name)) {
        // Controllers count down reserves that have just run out.
        seconds_[std::string(name)] = std::clamp(parse_number(name, value), 0.0, kMostS);
        return true;
    }
    const auto option = std::find_if(kOptions.begin(), kOptions.end(),
                                     [&](const AeiOption& each) { return each.name == name; });
    if (option == kOptions.end()) return false;
    if (option->kind == OptionKind::Number)
        numbers_[std::string(name)] = parse_whole(*option, value);
    else if (option->kind == OptionKind::Choice)
        choices_[std::string(name)] = parse_choice(*option, value);
    else
        net_ = value;
    return true;
}

void AeiOptions::begin_game() {
    for (const std::string_view name : kStandings) seconds_.erase(std::string(name));
}

std::optional<int> AeiOptions::number(std::string_view name) const {
    if (const auto found = numbers_.find(name); found != numbers_.end()) return found->second;
    for (const AeiOption& option : kOptions)
        if (option.name == name) return option.usual;
    return std::nullopt;
}

double AeiOptions::seconds(std::string_view name, double otherwise) const {
    const auto found = seconds_.find(name);
    return found == seconds_.end() ? otherwise : found->second;
}

SearchLimits AeiOptions::limits(Side side, double late_s) const {
    SearchLimits limits = limits_of_pondering();
    const bool has_clock = std::any_of(kClocks.begin(), kClocks.end(),
                                       [&](std::string_view name) { return seconds(name) > 0.0; });
    if (!has_clock) return limits;
    const double move_s = seconds("tcmove");
    const double reserve_s =
        seconds(side == Side::Gold ? "greserve" : "sreserve", seconds("tcreserve"));
    const double used_s = seconds("moveused") + late_s;
    double allowed_s = move_s + reserve_s;
    if (const double longest_s = seconds("tcturntime"); longest_s > 0.0)
        allowed_s = std::min(allowed_s, longest_s);
    const SearchLimits share =
        share_of({std::max(0.0, allowed_s - used_s), move_s, reserve_s, used_s});
    limits.soft_s = share.soft_s;
    limits.hard_s = share.hard_s;
    return limits;
}

SearchLimits AeiOptions::limits_of_pondering() const {
    SearchLimits limits;
    if (const auto nodes = number("nodes"); nodes && *nodes > 0)
        limits.nodes = static_cast<std::uint64_t>(*nodes);
    if (const auto depth = number("depth"); depth && *depth > 0) limits.depth = *depth;
    return limits;
}

}  // namespace gajah
