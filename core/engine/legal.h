// The last word before an engine answers: is the turn legal, and if there is none, which one is?
#pragma once

#include <optional>

#include "rules/history.h"
#include "rules/position.h"

namespace gajah {

// May the rest of the turn be played, third occurrences and excluded boards (by hash) considered?
// Answers with the hash of the board it leads to.
std::optional<std::uint64_t> board_after(const Position& position, const Turn& turn,
                                         const History& history,
                                         const std::vector<std::uint64_t>& excluded);

// Something to play when a search had no time to find anything.
std::optional<Turn> any_turn(const Position& position, const History& history);

}  // namespace gajah
