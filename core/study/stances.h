// How pieces stand: hostages, frames and undefended traps, each with an exact definition.
#pragma once

#include <vector>

#include "rules/position.h"

namespace gajah {

// The squares next to a trap where that side has a piece.
Bits defenders(const Board& board, Square trap, Side side);

// An enemy cat or better that is frozen, with a stronger piece of the holder next to it, at most
// two steps from a trap on the holder's half next to which its own side has at most one other
// piece. So it stays in danger as long as it is held, and ties that one defender.
struct Hostage {
    Square square;
    Square holder;
    Square trap;
};
std::vector<Hostage> hostages(const Board& board, Side holder);

// The traps on which `framer` has framed an enemy piece. A framed piece stands on a trap with one
// piece of its own side and three enemies around it, and can push none of them away. It cannot
// leave by itself, and is lost when its one defender goes.
Bits frames(const Position& position, Side framer);

// The traps on a side's half that no piece of it defends, with an enemy cat or better at most two
// steps away: it can drag a piece into the trap.
Bits open_traps(const Board& board, Side side);

}  // namespace gajah
