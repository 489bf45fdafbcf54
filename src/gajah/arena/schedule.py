"""Who meets whom: match, round-robin, gauntlet, ladder.

A meeting is one or more pairs of games between two players; the games of a pair begin alike, with
colours swapped. All meetings of a round use the same openings, the next round the next ones.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

KINDS = ("match", "round-robin", "gauntlet", "ladder")
"""In a match and in a gauntlet the first player meets every other. In a round-robin all meet
each other. On a ladder, where the first player stands highest, neighbours meet, and a player that
beats the neighbour above changes places with it."""


@dataclass(frozen=True)
class Meeting:
    """A finished game as schedules and ratings see it: its number, those of the players, and
    gold's points."""

    index: int
    gold: int
    silver: int
    points: float

    @property
    def pair(self) -> int:
        """The pair it is one of the two games of."""
        return self.index // 2


@dataclass(frozen=True)
class Pairing:
    """Two players, gold of the first game first, and the number of their opening."""

    first: int
    second: int
    opening: int


@dataclass(frozen=True)
class Schedule:
    """Which pair of games comes when. ``pairs`` is how many a meeting has."""

    kind: str
    players: int
    pairs: int = 1

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            raise ValueError(f"unknown kind of event {self.kind!r}; known: {', '.join(KINDS)}")
        if self.players < 2 or (self.kind == "match" and self.players > 2):
            needed = "two players" if self.kind == "match" else "at least two players"
            raise ValueError(f"a {self.kind} needs {needed}, found {self.players}")
        if self.pairs < 1:
            raise ValueError("a meeting has at least one pair of games")

    def count_games(self, rounds: int) -> int:
        """The number of games of ``rounds`` rounds."""
        return sum(2 * self.pairs * len(self._meetings(number)) for number in range(rounds))

    def find(self, pair: int, played: Sequence[Meeting]) -> Pairing | None:
        """The players of a pair of games; ``None`` if that depends on games not yet finished."""
        number, begin = self._round_of(pair)
        order = self.find_order(begin, played)
        if order is None:
            return None
        first, second = (order[n] for n in self._meetings(number)[(pair - begin) // self.pairs])
        opening = number * self.pairs + (pair - begin) % self.pairs
        # The player that begins as gold changes with the opening.
        return Pairing(second, first, opening) if opening % 2 else Pairing(first, second, opening)

    def _round_of(self, pair: int) -> tuple[int, int]:
        """The round that a pair of games belongs to, and the first pair of that round."""
        # On a ladder every second round is alike, elsewhere every round.
        sizes = [self.pairs * len(self._meetings(number)) for number in (0, 1)]
        twice, rest = divmod(pair, sum(sizes))
        is_second = rest >= sizes[0]
        return 2 * twice + is_second, pair - rest + sizes[0] * is_second

    def _meetings(self, number: int) -> list[tuple[int, int]]:
        """Who meets in a round: players, on a ladder those on neighbouring rungs, by turns from
        the first and from the second."""
        if self.kind == "round-robin":
            return list(combinations(range(self.players), 2))
        if self.kind == "ladder":
            offset = number % 2 if self.players > 2 else 0
            return [(high, high + 1) for high in range(offset, self.players - 1, 2)]
        return [(0, other) for other in range(1, self.players)]

    def find_order(self, pairs: int, played: Sequence[Meeting]) -> list[int] | None:
        """The players in the order of the ladder, highest first, after ``pairs`` pairs of games;
        in other events always in their own.

        ``None`` if those are not all finished. ``pairs`` is the beginning of a round.
        """
        order = list(range(self.players))
        if self.kind != "ladder":
            return order
        points: defaultdict[tuple[int, int], float] = defaultdict(float)
        finished: Counter[int] = Counter()
        for game in played:
            points[game.pair, game.gold] += game.points
            points[game.pair, game.silver] += 1 - game.points
            finished[game.pair] += 1
        if any(finished[pair] < 2 for pair in range(pairs)):
            return None
        number = begin = 0
        while begin < pairs:
            for high, low in self._meetings(number):
                meeting = range(begin, begin + self.pairs)
                won = sum(points[pair, order[low]] for pair in meeting)
                if won > self.pairs:
                    order[high], order[low] = order[low], order[high]
                begin += self.pairs
            number += 1
        return order
