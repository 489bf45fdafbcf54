"""How much stronger: Elo differences, their error bars, and likelihood of superiority.

Games are played in pairs that begin alike with colours swapped, and the two games of a pair are
not independent. So what is counted is the result of a pair, 0, 1/4, 1/2, 3/4 or 1 a game, and the
spread of those five; games without a partner are counted alone.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist

_NORMAL = NormalDist()
CONFIDENCE = 0.95
"""The share of a normal distribution that an error bar covers."""

DEVIATIONS = _NORMAL.inv_cdf((1 + CONFIDENCE) / 2)
"""Half of the width of an error bar, in standard deviations."""

# Given to each outcome when all results are the same, so that an error bar exists at all.
_PRIOR = 0.5


def expected_score(elo: float) -> float:
    """What a player that much stronger scores a game.

    >>> round(expected_score(100), 3)
    0.64
    """
    return 1 / (1 + 10 ** (-elo / 400))


def elo_of(score: float) -> float:
    """The difference at which that score is expected; infinite for 0 and 1."""
    if score <= 0:
        return -math.inf
    if score >= 1:
        return math.inf
    return 400 * math.log10(score / (1 - score))


@dataclass(frozen=True)
class Counts:
    """How often each score occurred, the scores being equal steps from 0 to 1.

    Three numbers are losses, draws and wins of single games; five are pairs of games.
    """

    counts: tuple[float, ...]

    @property
    def total(self) -> float:
        """How many results there are."""
        return sum(self.counts)

    @property
    def scores(self) -> tuple[float, ...]:
        """The score that each count is of."""
        steps = len(self.counts) - 1
        return tuple(index / steps for index in range(steps + 1))

    @property
    def mean(self) -> float:
        """The average score; one half if there is none."""
        if not self.total:
            return 0.5
        return sum(s * n for s, n in zip(self.scores, self.counts, strict=True)) / self.total

    @property
    def deviation(self) -> float:
        """The standard deviation of the mean."""
        if not self.total:
            return math.inf
        mean = self.mean
        squares = zip(self.scores, self.counts, strict=True)
        variance = sum(n * (s - mean) ** 2 for s, n in squares) / self.total
        return math.sqrt(variance / self.total)


@dataclass(frozen=True)
class Estimate:
    """An Elo difference between ``low`` and ``high`` with 95% confidence."""

    elo: float
    low: float
    high: float
    #: The probability that the difference is above zero.
    superiority: float

    @property
    def error(self) -> float:
        """Half of the width of the error bar."""
        return (self.high - self.low) / 2

    def __str__(self) -> str:
        if math.isinf(self.elo):
            bound = self.low if self.elo > 0 else self.high
            return f"{'>' if self.elo > 0 else '<'} {bound:+.0f}"
        if math.isinf(self.error):
            return f"{self.elo:+.0f} ({self.low:+.0f} to {self.high:+.0f})"
        return f"{self.elo:+.1f} ± {self.error:.1f}"


def estimate(counts: Counts) -> Estimate:
    """The Elo difference that these results show."""
    if not counts.total:
        return Estimate(0.0, -math.inf, math.inf, 0.5)
    mean, spread = counts.mean, counts
    if counts.deviation == 0:
        spread = Counts(tuple(count + _PRIOR for count in counts.counts))
    width = DEVIATIONS * spread.deviation
    superiority = _NORMAL.cdf((spread.mean - 0.5) / spread.deviation)
    low, high = elo_of(spread.mean - width), elo_of(spread.mean + width)
    return Estimate(elo_of(mean), low, high, superiority)


def count_games(losses: int, draws: int, wins: int) -> Counts:
    """Single games as counts."""
    return Counts((losses, draws, wins))


def count_pairs(pairs: Sequence[float]) -> Counts:
    """Pairs as counts: each number is what both games of a pair scored together, 0 to 2."""
    counts = [0, 0, 0, 0, 0]
    for points in pairs:
        counts[round(points * 2)] += 1
    return Counts(tuple(counts))
