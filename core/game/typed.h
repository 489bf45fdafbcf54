// Turns as people write them: labels before them, steps without their piece's letter.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "rules/position.h"

namespace gajah {

// Which turn of a game: 12g. Gold's and silver's turns share the number.
struct TurnLabel {
    int number = 1;
    Side side = Side::Gold;
    friend bool operator==(TurnLabel, TurnLabel) = default;
};
std::string format(TurnLabel label);
TurnLabel next(TurnLabel label);

// "12g Ed4n" as its label, if it has one, and the rest.
std::pair<std::optional<TurnLabel>, std::string_view> split_label(std::string_view line);

// The placements of a setup, or the steps of a turn, however many are written. Throws
// NotationError.
std::variant<Setup, std::vector<Step>> parse_turn_body(std::string_view text);

// Does a typed word look like a step, a capture or "pass"?
bool is_step(std::string_view word);

// The position after steps as typed: d2n, d2d3 and d2-d3 are Ed2n where the gold elephant stands on
// d2, and the wrong case of a letter is forgiven. Throws NotationError or IllegalTurnError.
Position take_typed(Position position, std::string_view text);

}  // namespace gajah
