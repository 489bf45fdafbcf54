"""Openings for pairs of games: both setups are given, so that the two games begin alike.

The opening of a pair depends on the seed and on the pair's number alone.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import cache
from itertools import product
from pathlib import Path
from typing import Protocol

from gajah._core import Kind, Placement, Position, Setup, Side
from gajah.bots.setups import SETUPS, named_setup
from gajah.errors import NotationError
from gajah.game import Game
from gajah.handicap import NO_HANDICAP
from gajah.match.play import Opening
from gajah.random_game import random_setup
from gajah.records.reader import read_records

_SETUP_TURNS = 2


class Book(Protocol):
    """Where openings come from."""

    def opening(self, seed: int, pair: int) -> Opening:
        """The opening of a pair, always the same one."""


class NoBook:
    """The players set up as they like."""

    def opening(self, seed: int, pair: int) -> Opening:  # noqa: ARG002
        """An empty board."""
        return Opening()


class RandomBook:
    """Any arrangement of the pieces, for both sides."""

    def opening(self, seed: int, pair: int) -> Opening:
        """Two setups drawn by lot."""
        rng = random.Random(f"setups {seed} {pair}")
        return Opening(turns=tuple(str(random_setup(side, rng)) for side in Side))


class StandardBook:
    """Every combination of the named setups in an order of its own for every seed.

    When all have been used they come again with pieces exchanged, one exchange a side more each
    time, so that even engines without any chance in them do not repeat their games.
    """

    def opening(self, seed: int, pair: int) -> Opening:
        """Two good setups."""
        choices = list(_named_pairs())
        random.Random(f"order {seed}").shuffle(choices)
        rounds, index = divmod(pair, len(choices))
        rng = random.Random(f"exchanges {seed} {pair}")
        setups = (_exchange(setup, rounds, rng) for setup in choices[index])
        return Opening(turns=tuple(map(str, setups)))


class FileBook:
    """Openings from a file: the first turns of its games, or positions, one a line."""

    def __init__(self, openings: Sequence[Opening]) -> None:
        if not openings:
            raise ValueError("a book needs at least one opening")
        for number, opening in enumerate(openings, 1):
            game = Game(start=opening.start)
            for turn in opening.turns:
                game.play(turn)
            if game.result is not None:
                raise ValueError(f"opening {number} of the book is over: {game.result}")
        self._openings = tuple(openings)

    @classmethod
    def read(cls, path: Path, *, turns: int = _SETUP_TURNS) -> FileBook:
        """The book in a file; raises NotationError or OSError."""
        text = path.read_text(encoding="utf-8-sig")
        lines = [line.strip() for line in text.splitlines()]
        if any(line.startswith(("g [", "s [")) for line in lines):
            return cls([_position_opening(line) for line in lines if line])
        records = read_records(path)
        openings = []
        for record in records.records:
            game = record.game()
            if game.handicap != NO_HANDICAP:
                raise NotationError(f"{path.name} is no book: it has a game with a handicap")
            begin = tuple(str(turn) for turn in game.turns[:turns])
            openings.append(Opening(record.start, begin))
        if records.problems or not openings:
            why = str(records.problems[0]) if records.problems else "no game and no position"
            raise NotationError(f"{path.name} is no book: {why}")
        return cls(openings)

    def opening(self, seed: int, pair: int) -> Opening:
        """The openings of the file in an order of its own for every seed, again and again."""
        order = list(range(len(self._openings)))
        random.Random(f"order {seed}").shuffle(order)
        return self._openings[order[pair % len(order)]]


def open_book(name: str) -> Book:
    """``standard``, ``random``, ``none``, or the path of a file."""
    books: dict[str, type[StandardBook] | type[RandomBook] | type[NoBook]] = {
        "standard": StandardBook,
        "random": RandomBook,
        "none": NoBook,
    }
    return books[name]() if name in books else FileBook.read(Path(name))


@cache
def _named_pairs() -> tuple[tuple[Setup, Setup], ...]:
    """A setup for each side, in every combination that is neither another's nor its mirror."""
    found: dict[str, tuple[Setup, Setup]] = {}
    for gold, silver, mirror in product(SETUPS, SETUPS, (False, True)):
        setups = named_setup(gold, Side.GOLD), named_setup(silver, Side.SILVER, mirror=mirror)
        position = Position().place(setups[0]).place(setups[1])
        found.setdefault(min(position.short, position.mirrored().short), setups)
    return tuple(found.values())


def _position_opening(line: str) -> Opening:
    return Opening(start=Position.parse(line))


def _exchange(setup: Setup, times: int, rng: random.Random) -> Setup:
    """The setup with that many pairs of unlike pieces exchanged; the elephant stays."""
    placements = list(setup)
    for _ in range(times):
        movable = [i for i, p in enumerate(placements) if p.piece.kind is not Kind.ELEPHANT]
        one = rng.choice(movable)
        unlike = [i for i in movable if placements[i].piece != placements[one].piece]
        other = rng.choice(unlike)
        a, b = placements[one], placements[other]
        placements[one] = Placement(b.piece, a.square)
        placements[other] = Placement(a.piece, b.square)
    return Setup(placements)
