"""Good first turns: named setups for gold, and silver's answers to gold's."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from gajah import _core
from gajah._core import Piece, Setup, Side, named_setups
from gajah.game import Game

#: Gold's rows from the back to the front, a to h, by the setup's name.
SETUPS: dict[str, tuple[str, str]] = {s.name: (s.back, s.front) for s in named_setups()}
#: The name of the first of them, for players who do not choose.
DEFAULT = next(iter(SETUPS))
_BY_NAME = {setup.name: setup for setup in named_setups()}
#: How long the seeds of random choices are.
SEED_BITS = 64


class Variety(Protocol):
    """What makes choices differ: a ``random.Random``, or any other source of random bits."""

    def getrandbits(self, bits: int, /) -> int:
        """Return a random number below two to the power of ``bits``."""


def named_setup(
    name: str, side: Side, *, mirror: bool = False, missing: Sequence[Piece] = ()
) -> Setup:
    """One of ``SETUPS`` for a side; silver's is gold's seen from across the board.

    Pieces that a handicap takes away leave gaps.
    """
    try:
        setup = _BY_NAME[name]
    except KeyError:
        raise ValueError(f"unknown setup {name!r}; known: {', '.join(SETUPS)}") from None
    return Setup(setup.make(side, mirror, missing))


def choose_setup(game: Game, variety: Variety | None = None) -> Setup:
    """A good setup for the side to move; the same one each time unless ``variety`` is given.

    Silver keeps its camel on the wing away from gold's elephant and puts its elephant across
    from gold's camel, which it wants to harass.
    """
    seed = variety.getrandbits(SEED_BITS) if variety else None
    missing = game.handicap.missing(game.side)
    return Setup(_core.choose_setup(game.position, missing, seed))
