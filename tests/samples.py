"""The hundred real games of the server's archive, read by the simplest means that do it."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from gajah._core import Position, Setup

SAMPLE_FILE = Path(__file__).parent / "data" / "arimaa-games-2026-02.tsv"


@dataclass(frozen=True)
class SampleGame:
    """A game of the archive: its number and its turns as written, the setups first."""

    number: str
    turns: tuple[str, ...]

    def positions(self) -> Iterator[tuple[Position, str]]:
        """Every position between two turns after the setups, with the turn played there."""
        position = Position().place(Setup.parse(self.turns[0])).place(Setup.parse(self.turns[1]))
        for text in self.turns[2:]:
            yield position, text
            position = position.play(text)


@cache
def sample_games() -> tuple[SampleGame, ...]:
    """All games of the sample file."""
    with SAMPLE_FILE.open(encoding="utf-8", newline="") as file:
        rows = csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
        return tuple(SampleGame(row["id"], _turns_of(row["movelist"])) for row in rows)


def _turns_of(movelist: str) -> tuple[str, ...]:
    # "12w Ed4n Ed5n": the label goes; the last line may be a label alone.
    bodies = (line.partition(" ")[2].strip() for line in movelist.split("\\n"))
    return tuple(body for body in bodies if body)


@cache
def sample_positions() -> tuple[Position, ...]:
    """Every different position between two turns of the sample games, in their order."""
    return tuple({position: None for game in sample_games() for position, _ in game.positions()})
