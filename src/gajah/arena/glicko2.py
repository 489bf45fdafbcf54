"""Ratings that go along with every result: Glicko-2, as Mark Glickman published it.

A rating has a deviation, which says how much is known about it, and a volatility, which says how
erratic the results are. http://www.glicko.net/glicko/glicko2.pdf derives the formulas.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

START_RATING = 1500.0
START_DEVIATION = 350.0
START_VOLATILITY = 0.06
# Rating points per unit of the logistic function; the unit's origin is START_RATING.
_SCALE = 400 / math.log(10)
# How much volatilities may change: 0.3 to 1.2 are reasonable, 0.5 is the paper's own.
_TAU = 0.5
_CLOSE_ENOUGH = 1e-6


@dataclass(frozen=True)
class GlickoRating:
    """What is known about a strength: half of the 95% interval is two deviations wide."""

    rating: float = START_RATING
    deviation: float = START_DEVIATION
    volatility: float = START_VOLATILITY


@dataclass(frozen=True)
class GlickoResult:
    """A game of a rating period: against whom, and the score, 0 to 1."""

    opponent: GlickoRating
    score: float


def rate(player: GlickoRating, results: Sequence[GlickoResult]) -> GlickoRating:
    """The rating after a period with these results; without any, less is known about it.

    >>> after = rate(GlickoRating(), [GlickoResult(GlickoRating(), 1.0)])
    >>> round(after.rating), round(after.deviation)
    (1662, 290)
    """
    deviation = player.deviation / _SCALE
    if not results:
        widened = math.hypot(deviation, player.volatility)
        return GlickoRating(
            player.rating, min(widened * _SCALE, START_DEVIATION), player.volatility
        )
    information, surplus = _weigh(player, results)
    volatility = _new_volatility(player, surplus / information, 1 / information)
    widened = math.hypot(deviation, volatility)
    narrowed = 1 / math.sqrt(1 / widened**2 + information)
    return GlickoRating(
        player.rating + _SCALE * narrowed**2 * surplus, narrowed * _SCALE, volatility
    )


def _weigh(player: GlickoRating, results: Sequence[GlickoResult]) -> tuple[float, float]:
    """How much the results tell, and by how much they are better than expected."""
    information = surplus = 0.0
    for result in results:
        weight = _weight(result.opponent.deviation / _SCALE)
        difference = (player.rating - result.opponent.rating) / _SCALE
        expected = 1 / (1 + math.exp(-weight * difference))
        information += weight**2 * expected * (1 - expected)
        surplus += weight * (result.score - expected)
    return information, surplus


def _weight(deviation: float) -> float:
    """Results against an opponent of whom little is known count less."""
    return 1 / math.sqrt(1 + 3 * (deviation / math.pi) ** 2)


def _new_volatility(player: GlickoRating, improvement: float, variance: float) -> float:
    """The volatility that makes the results most plausible: the paper's step 5."""
    start = math.log(player.volatility**2)
    known = (player.deviation / _SCALE) ** 2 + variance

    def slope(x: float) -> float:
        spread = known + math.exp(x)
        surprise = math.exp(x) * (improvement**2 - spread) / (2 * spread**2)
        return surprise - (x - start) / _TAU**2

    if improvement**2 > known:
        other = math.log(improvement**2 - known)
    else:
        other = start - _TAU
        while slope(other) < 0:
            other -= _TAU
    return math.exp(_root(slope, start, other) / 2)


def _root(function: Callable[[float], float], one: float, other: float) -> float:
    """Where a function is 0 between two places of opposite signs: the Illinois algorithm."""
    at_one, at_other = function(one), function(other)
    while abs(other - one) > _CLOSE_ENOUGH:
        middle = one + (one - other) * at_one / (at_other - at_one)
        at_middle = function(middle)
        if at_middle * at_other <= 0:
            one, at_one = other, at_other
        else:
            at_one /= 2
        other, at_other = middle, at_middle
    return one
