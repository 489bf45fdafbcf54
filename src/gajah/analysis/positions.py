"""The positions of a game, one for each turn."""

from __future__ import annotations

from collections.abc import Iterator

from gajah._core import Turn
from gajah.game import Game
from gajah.notation import TurnLabel


def iter_positions(game: Game) -> Iterator[tuple[TurnLabel, Game]]:
    """The game before each of its turns but the setups, with the turn's label.

    The last one is the game as it stands, unless it is over or waits for a setup.
    """
    before = Game(start=game.start, rules=game.rules, handicap=game.handicap)
    for turn, label in zip(game.turns, game.labels, strict=False):
        if isinstance(turn, Turn):
            yield label, before.copy()
        before.play(turn)
    if game.result is None and not game.needs_setup:
        yield game.label, before
