"""A tournament at a glance: who scored what against whom, and the ratings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from gajah.arena.event import Event
from gajah.arena.faults import Fault, find_faults
from gajah.arena.ratings import Ratings, rate
from gajah.arena.store import Finished


@dataclass(frozen=True)
class Cell:
    """What one player scored against another, in how many games."""

    points: float
    games: int

    @property
    def share(self) -> float | None:
        """Points per game, ``None`` if they have not met."""
        return self.points / self.games if self.games else None

    def __str__(self) -> str:
        return f"{self.points:g}/{self.games}" if self.games else "-"


@dataclass(frozen=True)
class Crosstable:
    """The ratings, strongest first, the cells in the same order, and what players did wrong."""

    ratings: Ratings
    cells: dict[tuple[str, str], Cell]
    faults: tuple[Fault, ...] = ()

    @property
    def labels(self) -> list[str]:
        """The players, strongest first."""
        return [player.label for player in self.ratings.players]

    def cell(self, player: str, opponent: str) -> Cell:
        """What ``player`` scored against ``opponent``."""
        return self.cells.get((player, opponent), Cell(0, 0))


Progress = dict[int, Ratings]
"""Ratings by how many games had been played, in the order in which they ended."""


def make_crosstable(
    event: Event, games: Sequence[Finished], *, anchor: str | None = None, at: float = 0
) -> Crosstable:
    """The table of an event's finished games."""
    cells: dict[tuple[str, str], Cell] = {}
    for game in games:
        gold, silver = game.played.gold, game.played.silver
        for player, opponent in ((gold, silver), (silver, gold)):
            cell = cells.get((player, opponent), Cell(0, 0))
            points = cell.points + game.points(player)
            cells[player, opponent] = Cell(points, cell.games + 1)
    meetings = [game.meeting(event) for game in games]
    ratings = rate(list(event.numbers), meetings, anchor=anchor, at=at)
    return Crosstable(ratings, cells, tuple(find_faults(games)))


def make_progress(
    event: Event,
    games: Sequence[Finished],
    *,
    points: int = 40,
    anchor: str | None = None,
    at: float = 0,
) -> Progress:
    """Ratings at up to ``points`` moments, evenly spread over the games in the order they ended."""
    labels, played = list(event.numbers), [game.meeting(event) for game in games]
    moments = sorted({round(len(played) * (i + 1) / points) for i in range(points)} - {0})
    return {n: rate(labels, played[:n], anchor=anchor, at=at) for n in moments}
