"""Openings for pairs of games: both setups are given, so that the two games begin alike.

The opening of a pair depends on the seed and on the pair's number alone.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from itertools import product
from pathlib import Path

from gajah._core import Kind, Placement, Position, Setup, Side
from gajah.errors import NotationError
from gajah.handicap import NO_HANDICAP
from gajah.match.playing import Opening
from gajah.random_game import random_setup
from gajah.records.reader import Problem, iter_records
from gajah.records.replay import RefusedTurn
from gajah.records.sources import Line, lines_of
from gajah.setups import SETUPS, named_setup

_SETUP_TURNS = 2

Book = Callable[[int, int], Opening]
"""Gives the opening of a pair of games by the seed and the pair's number."""


def _no_opening(_seed: int, _pair: int) -> Opening:
    """The players set up as they like."""
    return Opening()


def _random_opening(seed: int, pair: int) -> Opening:
    """Any arrangement of the pieces, for both sides."""
    rng = random.Random(f"setups {seed} {pair}")
    return Opening(turns=tuple(random_setup(side, rng) for side in Side))


def _standard_opening(seed: int, pair: int) -> Opening:
    """Every combination of the named setups in an order of its own for every seed.

    When all have been used they come again with pieces exchanged, one exchange a side more each
    time, so that even engines without any chance in them do not repeat their games.
    """
    choices = list(_named_pairs())
    random.Random(f"order {seed}").shuffle(choices)
    rounds, index = divmod(pair, len(choices))
    rng = random.Random(f"exchanges {seed} {pair}")
    return Opening(turns=tuple(_exchange(setup, rounds, rng) for setup in choices[index]))


_BOOKS: dict[str, Book] = {
    "standard": _standard_opening,
    "random": _random_opening,
    "none": _no_opening,
}


def full_name(name: str) -> str:
    """The same book's name as it can be found from any folder."""
    return name if name in _BOOKS else str(Path(name).absolute())


def open_book(name: str) -> Book:
    """``standard``, ``random``, ``none``, or the path of a file: the setups of its games, or
    positions, one a line.

    Raises NotationError, which names the file and line, or OSError.
    """
    if name in _BOOKS:
        return _BOOKS[name]
    openings = _read(Path(name))

    def opening(seed: int, pair: int) -> Opening:
        """The openings of the file in an order of its own for every seed, again and again."""
        order = list(range(len(openings)))
        random.Random(f"order {seed}").shuffle(order)
        return openings[order[pair % len(order)]]

    return opening


def _read(path: Path) -> list[Opening]:
    lines = list(lines_of(path))
    is_positions = any(text.strip().startswith(("g [", "s [")) for text, _ in lines)
    openings = []
    try:
        for line, opening in _positions(lines) if is_positions else _beginnings(path):
            if (result := opening.game().result) is not None:
                raise NotationError(f"the game is over there: {result}", line=line)
            openings.append(opening)
    except NotationError as error:
        raise NotationError(f"{path}:{error.line}: {error.reason}") from None
    except RefusedTurn as error:
        reason = f"turn {error.label}: {error.refusal}"
        raise NotationError(f"{path}:{error.line}: {reason}") from None
    if not openings:
        raise NotationError(f"{path} is no book: it has no game and no position")
    return openings


@cache
def _named_pairs() -> tuple[tuple[Setup, Setup], ...]:
    """A setup for each side, in every combination that is neither another's nor its mirror."""
    found: dict[str, tuple[Setup, Setup]] = {}
    for gold, silver, mirror in product(SETUPS, SETUPS, (False, True)):
        setups = named_setup(gold, Side.GOLD), named_setup(silver, Side.SILVER, mirror=mirror)
        position = Position().place(setups[0]).place(setups[1])
        found.setdefault(min(position.short, position.mirrored().short), setups)
    return tuple(found.values())


def _positions(lines: Iterable[Line]) -> Iterator[tuple[int, Opening]]:
    """The positions, one a line, and where each stands; raises NotationError."""
    for number, (text, problem) in enumerate(lines, 1):
        line = text.strip()
        if problem:
            raise NotationError(problem, line=number)
        if line and not line.startswith("#"):
            try:
                yield number, Opening(start=Position.parse(line))
            except NotationError as error:
                raise error.at_line(number) from None


def _beginnings(path: Path) -> Iterator[tuple[int, Opening]]:
    """How the games of a file of records begin; raises NotationError or RefusedTurn."""
    for record in iter_records(path):
        if isinstance(record, Problem):
            raise NotationError(record.reason, line=record.line)
        game = record.game()
        if game.handicap != NO_HANDICAP:
            raise NotationError("a game with a handicap is no opening", line=record.line)
        yield record.line, Opening(record.start, tuple(game.turns[:_SETUP_TURNS]))


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
