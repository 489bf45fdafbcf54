"""An event: its players, its terms, and the order of its games.

Everything about a game but the moves follows from the event and the game's number, so an event
that was interrupted goes on where it stopped, and one that is repeated begins alike.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from gajah.arena.book import Book, open_book
from gajah.arena.schedule import Meeting, Schedule
from gajah.bots.names import PlayerName
from gajah.match.playing import Opening
from gajah.match.terms import Terms

# What every player that takes a seed can hold.
_SEED_BITS = 29


@dataclass(frozen=True)
class Job:
    """One game to be played: ``index`` counts games, two of a pair follow each other."""

    index: int
    gold: PlayerName
    silver: PlayerName
    opening: Opening
    gold_seed: int
    silver_seed: int


@dataclass(frozen=True)
class Event:
    """Players and terms. ``kind`` is one of `gajah.arena.schedule.KINDS`."""

    kind: str
    players: tuple[PlayerName, ...]
    terms: Terms
    games: int
    book: str = "standard"
    seed: int = 0
    name: str = "gajah match"
    #: How many pairs of games a meeting has.
    pairs: int = 1

    def __post_init__(self) -> None:
        if len(self.numbers) < len(self.players):
            raise ValueError("two players of an event cannot have the same label")
        if self.games < 1:
            raise ValueError("an event has at least one game")
        if any(spec.kind == "aei-listen" for spec in self.players) and len(self.players) > 2:
            raise ValueError("an engine that is listened for plays matches only")
        # Checks the kind and the number of players.
        assert self.schedule

    @property
    def schedule(self) -> Schedule:
        """The schedule of the meetings."""
        return Schedule(self.kind, len(self.players), self.pairs)

    @cached_property
    def numbers(self) -> dict[str, int]:
        """The players' numbers by their labels, in their order."""
        return {spec.label: i for i, spec in enumerate(self.players)}

    @cached_property
    def openings(self) -> Book:
        """The book, read when it is first asked for; raises NotationError or OSError."""
        return open_book(self.book)

    def find_job(self, index: int, played: Sequence[Meeting]) -> Job | None:
        """Game number ``index``, or ``None`` while it depends on games not played yet.

        ``played`` are the meetings of finished games.
        """
        pairing = self.schedule.find(index // 2, played)
        if pairing is None:
            return None
        gold, silver = self.players[pairing.first], self.players[pairing.second]
        if index % 2:
            gold, silver = silver, gold
        return Job(
            index,
            gold,
            silver,
            self.openings(self.seed, pairing.opening),
            self._seed_of(gold, index // 2),
            self._seed_of(silver, index // 2),
        )

    def _seed_of(self, player: PlayerName, pair: int) -> int:
        return random.Random(f"player {self.seed} {pair} {player.label}").getrandbits(_SEED_BITS)
