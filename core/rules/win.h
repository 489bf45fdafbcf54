// A turn that wins at once.
#pragma once

#include <optional>

#include "rules/position.h"

namespace gajah {

// A goal, with as few steps as it takes; else a turn that takes the opponent's last rabbits; else
// one that leaves it no step, which is looked for where it has few. The first two are exact.
std::optional<Turn> find_win(const Position& position);

// By which of the first two the side to move can win at once, if it can, in a position that is not
// decided. Much quicker.
std::optional<Ending> win_at_hand(const Position& position);

}  // namespace gajah
