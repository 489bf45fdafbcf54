// A quick look at which captures a turn could bring.
#pragma once

#include "rules/board.h"

namespace gajah {

// A lower bound of the steps `side` needs to capture something at any trap; large when it is
// out of reach for one turn.
int fewest_capture_steps(const Board& board, Side side);

}  // namespace gajah
