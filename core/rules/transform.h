// Symmetries of the game.
#pragma once

#include "rules/position.h"

namespace gajah {

// Left and right exchanged.
Position mirrored(const Position& position);

// Colours and rows exchanged: what the other side would see.
Position swapped(const Position& position);

}  // namespace gajah
