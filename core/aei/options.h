// The options of AEI: what a controller may set, and the limits they add up to. `gajah aei` takes
// the same ones, by this class.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "engine/limits.h"
#include "rules/types.h"

namespace gajah {

enum class OptionKind : std::uint8_t { Choice, Number, File };

// A setting of the engine itself, as a controller may show it.
struct AeiOption {
    std::string_view name;
    OptionKind kind;
    std::string_view description;
    int least = 0;  // of a number
    int most = 0;
    std::optional<int> usual{};                 // of a number that has a value unless it is set
    std::array<std::string_view, 3> choices{};  // the first is the default
};

// All of them; those of a game and its clock are AEI's own.
std::span<const AeiOption> aei_options();

// Name and value of `setoption name NAME [value VALUE]`. Throws std::invalid_argument.
std::pair<std::string, std::string> read_option(std::string_view line);

class AeiOptions {
public:
    // Takes an option; false if it is unknown. Throws std::invalid_argument for a bad value.
    bool set(std::string_view name, std::string_view value);
    // The terms stay, the reserves are what they were at the start.
    void begin_game();

    const std::string& search() const { return choices_.at("search"); }
    const std::string& device() const { return choices_.at("device"); }
    const std::string& net() const { return net_; }  // empty: the network that ships
    // A number as it was set, or its usual value; nothing if it has none.
    std::optional<int> number(std::string_view name) const;

    // How much to think now, by the clock that the controller described and that has been running
    // for `late_s` more. Without a clock time has no limit.
    SearchLimits limits(Side side, double late_s) const;
    // The same on the opponent's time: no clock runs.
    SearchLimits limits_of_pondering() const;

private:
    double seconds(std::string_view name, double otherwise = 0.0) const;

    std::map<std::string, double, std::less<>> seconds_;
    std::map<std::string, int, std::less<>> numbers_;
    std::map<std::string, std::string, std::less<>> choices_{{"search", "net"}, {"device", "auto"}};
    std::string net_;
};

}  // namespace gajah
