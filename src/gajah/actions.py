"""Actions as numbers, for programs that learn: the 257 codes that core's networks use.

An action is what a side does at one moment: it takes a step, ends its turn, or, while it sets up,
puts its next piece on a square. Codes are seen from the side to move. Silver's rows are turned
round, so that a side's own back row is row 0 and forward is direction 0 for both; columns stay as
they are.

====================  =============================================================
``4 * square + way``  a step from a square; ``square = 8 * row + column``, 0 is a1 for
                      gold and a8 for silver; ways are 0 forward, 1 east, 2 back, 3 west
``256``               the turn ends (after a fourth step it ends by itself)
``4 * square``        in a setup: the next piece goes to that square
====================  =============================================================

A push or pull is two actions in a row, in the order of notation. A setup is eight actions: the
elephant, the camel, two horses, two dogs and two cats; rabbits then fill the side's two rows.

The planes that a program sees (``Position.planes()``, ``StepGame.planes()``) are an array
``[plane][row][column]`` of 0 and 1, turned round in the same way:

=====  ========================================================================
0-5    own rabbits, cats, dogs, horses, camel, elephant
6-11   the opponent's
12-13  own frozen pieces, the opponent's frozen pieces
14     where the piece that pushes must go now; in a setup, the free squares
15     where a piece may be pulled to now
16-19  all ones where 1, 2, 3 or 4 steps are left; in a setup, all zeros
=====  ========================================================================

>>> opening = Position.parse(
...     "g [rrrrrrrrhdcemcdh                                HDCMECDHRRRRRRRR]")
>>> encode("Ee2n", opening.side)
48
>>> str(decode(48, opening))
'Ee2n'
>>> after = apply(opening, 48)
>>> after.steps_left, END_TURN in legal(after)
(3, True)
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from gajah import _core
from gajah._core import (
    Placement,
    Position,
    Side,
    Step,
    action_mask,
    apply_action,
    decode_action,
    encode_placement,
    encode_step,
    legal_actions,
)
from gajah._core import StepGame as StepGame
from gajah._core import VectorGames as VectorGames

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

#: How many codes there are.
ACTIONS = _core.ACTIONS
#: The code that ends a turn.
END_TURN = _core.END_TURN
#: How many planes show a position.
PLANES = _core.PLANES

__all__ = [
    "ACTIONS",
    "END_TURN",
    "PLANES",
    "StepGame",
    "VectorGames",
    "apply",
    "decode",
    "encode",
    "legal",
    "mask",
]


def encode(what: Step | Placement | str | None, side: Side) -> int:
    """The code of a step, a placement, or ``None``, the end of the turn, of the side to move.

    Text is a step, such as ``Ed2n``. A placement's code says where, not what: pieces are placed in
    a fixed order. Raises ``ValueError`` for a step that leaves the board and for a placement
    outside the side's rows.
    """
    if what is None:
        return END_TURN
    if isinstance(what, Placement):
        return encode_placement(what.square, side)
    return encode_step(what, side)


def decode(code: int, position: Position) -> Step | Placement | None:
    """What a code means in a position; ``None`` is the end of the turn.

    Raises ``ValueError`` where it means nothing: no piece on the square, or no such code.
    """
    return decode_action(code, position)


def legal(position: Position, banned: Sequence[Position] = ()) -> list[int]:
    """The codes of the legal actions, in ascending order.

    They are exactly those that a legal turn can go on with. ``banned`` are positions that the turn
    may not lead to: ``Game.banned_positions()`` has those that repetition forbids.
    """
    return legal_actions(position, banned)


def mask(position: Position, banned: Sequence[Position] = ()) -> NDArray[np.bool_]:
    """The same as an array of 257 truth values."""
    return action_mask(position, banned)


def apply(position: Position, code: int) -> Position:
    """The moment after a legal action; raises ``ValueError`` for any other.

    After a fourth step, or code 256, it is the other side's turn. Repetition needs a game:
    ``StepGame``.
    """
    return apply_action(position, code)
