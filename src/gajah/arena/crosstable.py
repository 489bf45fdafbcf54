"""A tournament at a glance: who scored what against whom, and the ratings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from gajah.arena.event import Event
from gajah.arena.faults import Fault, find_faults
from gajah.arena.ratings import Outcome, Ratings, rate
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


@dataclass(frozen=True)
class Progress:
    """Ratings after some of the games: ``games[i]`` had been played when it was ``ratings[i]``."""

    games: tuple[int, ...]
    ratings: tuple[Ratings, ...]


def make_crosstable(
    event: Event, games: Sequence[Finished], *, anchor: str | None = None, at: float = 0
) -> Crosstable:
    """The table of an event's finished games."""
    labels = [spec.label for spec in event.players]
    cells: dict[tuple[str, str], Cell] = {}
    for game in games:
        gold, silver = game.played.gold, game.played.silver
        for player, opponent in ((gold, silver), (silver, gold)):
            cell = cells.get((player, opponent), Cell(0, 0))
            points = cell.points + game.points(player)
            cells[player, opponent] = Cell(points, cell.games + 1)
    ratings = rate(labels, outcomes_of(event, games), anchor=anchor, at=at)
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
    labels = [spec.label for spec in event.players]
    outcomes = outcomes_of(event, games)
    total = len(outcomes)
    moments = sorted({round(total * (i + 1) / points) for i in range(points)} - {0})
    ratings = [rate(labels, outcomes[:moment], anchor=anchor, at=at) for moment in moments]
    return Progress(tuple(moments), tuple(ratings))


def outcomes_of(event: Event, games: Sequence[Finished]) -> list[Outcome]:
    """The games as ratings count them."""
    numbers = {spec.label: i for i, spec in enumerate(event.players)}
    return [
        Outcome(
            numbers[game.played.gold], numbers[game.played.silver], game.points(game.played.gold)
        )
        for game in games
    ]
