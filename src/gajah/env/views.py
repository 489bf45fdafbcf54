"""What each side sees of a game that is played by actions."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from gajah._core import PLANES, Side, StepGame

Planes = NDArray[np.float32]

PLANES_SHAPE = (PLANES, 8, 8)
#: The two players, in the order in which they begin.
SIDES = (Side.GOLD, Side.SILVER)
_OWN, _THEIRS = slice(0, 6), slice(6, 12)
_OWN_FROZEN, _THEIR_FROZEN = 12, 13


def planes_for(game: StepGame, side: Side) -> Planes:
    """The planes of a moment as a side sees them.

    The side that is not to move sees the pieces from its own end of the board, no push or pull, and
    no steps left.
    """
    planes = game.planes()
    if side is game.side:
        return planes
    seen = np.zeros_like(planes)
    seen[_OWN], seen[_THEIRS] = planes[_THEIRS, ::-1], planes[_OWN, ::-1]
    seen[_OWN_FROZEN], seen[_THEIR_FROZEN] = planes[_THEIR_FROZEN, ::-1], planes[_OWN_FROZEN, ::-1]
    return seen
