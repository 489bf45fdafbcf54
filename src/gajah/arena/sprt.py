"""The sequential probability ratio test: play until one of two hypotheses has won.

The likelihood of each hypothesis is that of the distribution of results, among those with the mean
that the hypothesis asks for, which fits the results best. ``docs/ratings.md`` shows the sums.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from gajah.arena.elo import Counts, expected_score
from gajah.errors import NotationError, quoted

# Added to outcomes that have not occurred, which a likelihood could not live with.
_TINY = 1e-3
# Each halves the error; this many leave none that a double could show.
_BISECTIONS = 60


class SprtDecision(Enum):
    """What an SPRT says so far."""

    GO_ON = "goes on"
    #: The difference is closer to ``elo0``.
    H0 = "H0 accepted"
    #: The difference is closer to ``elo1``.
    H1 = "H1 accepted"


@dataclass(frozen=True)
class Sprt:
    """A test of ``elo0`` against ``elo1``; ``alpha`` and ``beta`` are the error rates allowed.

    >>> [round(bound, 2) for bound in Sprt.parse("0,10").bounds]
    [-2.94, 2.94]
    """

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        if not -1000 < self.elo0 < self.elo1 < 1000:
            raise ValueError("an SPRT needs elo0 < elo1")
        if not (0 < self.alpha < 0.5 and 0 < self.beta < 0.5):
            raise ValueError("the error rates of an SPRT lie between 0 and 0.5")

    @classmethod
    def parse(cls, text: str) -> Sprt:
        """``elo0,elo1`` or ``elo0,elo1,alpha,beta``; raises NotationError."""
        try:
            numbers = [float(word) for word in text.split(",")]
            if len(numbers) not in (2, 4):
                raise ValueError("two or four numbers")
            return cls(*numbers)
        except ValueError as error:
            raise NotationError(
                f"{quoted(text)} is no SPRT: expected elo0,elo1 or elo0,elo1,alpha,beta ({error})"
            ) from None

    @property
    def bounds(self) -> tuple[float, float]:
        """The log-likelihood ratios at which H0 and H1 are accepted."""
        low = math.log(self.beta / (1 - self.alpha))
        high = math.log((1 - self.beta) / self.alpha)
        return low, high

    def ratio(self, counts: Counts) -> float:
        """The log-likelihood ratio of the two hypotheses after these results."""
        if not counts.total:
            return 0.0
        padded = [count or _TINY for count in counts.counts]
        shares = [count / sum(padded) for count in padded]
        fit0 = _fit(counts.scores, shares, expected_score(self.elo0))
        fit1 = _fit(counts.scores, shares, expected_score(self.elo1))
        terms = zip(shares, fit0, fit1, strict=True)
        return sum(padded) * sum(share * math.log(p1 / p0) for share, p0, p1 in terms)

    def verdict(self, counts: Counts) -> SprtDecision:
        """Whether one of the hypotheses has won."""
        low, high = self.bounds
        ratio = self.ratio(counts)
        if ratio >= high:
            return SprtDecision.H1
        return SprtDecision.H0 if ratio <= low else SprtDecision.GO_ON

    def __str__(self) -> str:
        rates = "" if (self.alpha, self.beta) == (0.05, 0.05) else f",{self.alpha:g},{self.beta:g}"
        return f"{self.elo0:g},{self.elo1:g}{rates}"


def _fit(scores: Sequence[float], shares: Sequence[float], mean: float) -> list[float]:
    """The distribution with that mean that makes the shares most likely.

    By Lagrange it is share / (1 + x (score - mean)) for the x at which its mean is right. That
    mean falls as x grows, and x lies where all denominators are positive.
    """
    gaps = [score - mean for score in scores]
    low, high = -1 / max(gaps), -1 / min(gaps)
    for _ in range(_BISECTIONS):
        x = (low + high) / 2
        off = sum(p * gap / (1 + x * gap) for p, gap in zip(shares, gaps, strict=True))
        low, high = (x, high) if off > 0 else (low, x)
    return [p / (1 + x * gap) for p, gap in zip(shares, gaps, strict=True)]
