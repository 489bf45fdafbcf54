"""Games of random turns, repeatable from a seed, for people who test or train things."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Literal

from gajah._core import Piece, Placement, Setup, Side, Square, random_steps
from gajah.game import Game
from gajah.handicap import FULL_ARMY

_HOME_ROWS = {Side.GOLD: (1, 2), Side.SILVER: (7, 8)}
# Random games hardly ever come near it: the longest of the seeds 0 to 299 has 159 turns.
_MAX_TURNS = 400
_SEED_BITS = 64

#: How a random game is drawn: turn by turn, or step by step.
Draw = Literal["turns", "steps"]


def random_setup(side: Side, rng: random.Random, missing: Sequence[Piece] = ()) -> Setup:
    """One of the side's setups, each arrangement of the pieces it has equally likely."""
    squares = [square for square in map(Square.at, range(64)) if square.row in _HOME_ROWS[side]]
    pieces: list[Piece | None] = [
        Piece(side, kind) for kind, count in FULL_ARMY.items() for _ in range(count)
    ]
    for piece in missing:
        pieces[pieces.index(piece)] = None
    shuffled = zip(rng.sample(pieces, len(pieces)), squares, strict=True)
    return Setup([Placement(piece, square) for piece, square in shuffled if piece])


def random_game(seed: int, *, max_turns: int = _MAX_TURNS, draw: Draw = "turns") -> Game:
    """A game of random turns after random setups, the same for the same seed.

    With ``draw="turns"`` every turn is drawn from all the legal ones, each distinct one as likely
    as any other. There are some 17,000 in the middle of a game, so a turn costs a millisecond or
    two. ``draw="steps"`` draws step by step from the legal actions (``gajah.actions``), the end of
    the turn being one of them: other games, some 250 times as fast.

    ``max_turns`` counts the setups too; a game that is not over by then is left unfinished, with
    ``result`` ``None``.

    >>> game = random_game(7)
    >>> game.turns == random_game(7).turns
    True
    """
    if max_turns < 0:
        raise ValueError(f"expected a number of turns, found {max_turns}")
    if draw not in ("turns", "steps"):
        raise ValueError(f"expected 'turns' or 'steps' to draw, found {draw!r}")
    rng = random.Random(seed)
    game = Game()
    while game.needs_setup and len(game.turns) < max_turns:
        game.play(random_setup(game.side, rng))
    if draw == "steps" and not game.needs_setup:
        turns_left = max_turns - len(game.turns)
        for drawn in random_steps(game.position, turns_left, rng.getrandbits(_SEED_BITS)):
            game.play(drawn)
        return game
    while game.result is None and len(game.turns) < max_turns:
        turn = game.position.random_turn(rng.randrange, game.banned_positions())
        assert turn is not None, "a game that is not over has a legal turn"
        game.play(turn)
    return game
