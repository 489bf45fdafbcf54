"""The puzzles that ship: positions with one clear task, made by ``bench/make_puzzles.py``."""

from __future__ import annotations

import enum
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib import resources

from gajah._core import Position, Turn, puzzle_task, puzzle_text

LEVELS = range(1, 6)
"""How hard a puzzle is, from seen at a glance to worth a coffee."""


class PuzzleTheme(enum.Enum):
    """What a puzzle asks for."""

    GOAL = "goal"
    GOAL_IN_TWO = "goal2"
    CAPTURE = "capture"
    DEFEND = "defend"

    @property
    def task(self) -> str:
        """The task in a sentence, for the side to move."""
        return puzzle_task(self.value)


@dataclass(frozen=True)
class Puzzle:
    """A position, what is asked of the side to move, and one right answer of perhaps many.

    ``margin_cr`` is for captures: how much worse than the solution, in centi-rabbits, another way
    to capture as much may be and still be right.
    """

    id: str
    theme: PuzzleTheme
    level: int
    source: str
    position: Position
    solution: Turn
    margin_cr: int = 0

    @property
    def text(self) -> str:
        """The task, beginning with the side to move."""
        return puzzle_text(self.theme.value, self.position.side)

    def line(self) -> str:
        """The puzzle as a line of the file."""
        fields = (self.id, self.theme.value, str(self.level), self.source)
        rest = (self.position.short, str(self.solution), str(self.margin_cr))
        return "\t".join((*fields, *rest))

    @classmethod
    def parse(cls, line: str) -> Puzzle:
        """The puzzle of a line of the file."""
        id_, theme, level, source, position, solution, margin_cr = line.split("\t")
        return cls(
            id=id_,
            theme=PuzzleTheme(theme),
            level=int(level),
            source=source,
            position=Position.parse(position),
            solution=Turn.parse(solution),
            margin_cr=int(margin_cr),
        )


@cache
def all_puzzles() -> dict[str, Puzzle]:
    """Every puzzle by its name, easy ones first within a theme."""
    text = resources.files("gajah.analysis").joinpath("puzzles.tsv").read_text("utf-8")
    puzzles = (Puzzle.parse(line) for line in text.splitlines() if not line.startswith("#"))
    return {puzzle.id: puzzle for puzzle in puzzles}


def find_puzzles(theme: PuzzleTheme | None = None, level: int | None = None) -> Iterator[Puzzle]:
    """The puzzles of a theme, of a level, of both, or all of them."""
    for puzzle in all_puzzles().values():
        if theme in (None, puzzle.theme) and level in (None, puzzle.level):
            yield puzzle
