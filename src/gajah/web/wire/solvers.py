"""What a page is told about its solver of puzzles: rating, progress, runs."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from gajah.analysis.puzzles import PuzzleTheme
from gajah.web.wire.shapes import Shape

_MOST_KNOWN = 5000

RunMode = Literal["streak", "timed"]


class Progress(Shape):
    """How many puzzles of a theme and level there are, and how many of them are solved."""

    theme: PuzzleTheme
    level: int
    solved: int
    total: int


class PuzzleSummary(Shape):
    """A puzzle in a list."""

    id: str
    theme: PuzzleTheme
    level: int


class PuzzleShape(PuzzleSummary):
    """A puzzle to solve; ``source`` goes by ``from`` outside."""

    position: str
    text: str
    source: str = Field(serialization_alias="from")


class RunShape(Shape):
    """A streak, or as many puzzles as fit into a time; ``puzzle`` is the one to solve now.

    ``seconds_left`` is null where there is no clock, and ``skips_left`` where nothing is skipped.
    """

    mode: RunMode
    score: int
    best: int
    mistakes_left: int
    skips_left: int
    seconds_left: float | None
    over: bool
    puzzle: PuzzleShape


class Standing(Shape):
    """A solver's rating and progress; ``provisional``: too few answers to know it well.

    ``repeat`` counts the missed puzzles that will come back, ``in_row`` right answers in a row.
    """

    rating: int
    provisional: bool
    answers: int
    in_row: int
    repeat: int
    best_streak: int
    best_timed: int
    progress: list[Progress]
    run: RunShape | None


class Counted(Shape):
    """What an answer counted for; ``change`` is null unless it was the first to this puzzle."""

    standing: Standing
    change: int | None
    puzzle_rating: int


class KnownPuzzles(Shape):
    """Puzzles that a browser has solved before the server kept account."""

    solved: list[str] = Field(max_length=_MOST_KNOWN)


class NewRun(Shape):
    """A run to begin."""

    mode: RunMode


class Nothing(Shape):
    """A request that says nothing but where it goes."""
