"""Ratings of many players at once: the most likely ones, with error bars.

A player rated r above another is expected to score 1 / (1 + 10^(-r/400)). The ratings returned are
those under which the games as they were played are most likely; how sharply the likelihood falls
around them gives the error bars.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from gajah.arena.elo import DEVIATIONS
from gajah.arena.schedule import Meeting

# Rating points per unit of the logistic function.
_SCALE = 400 / math.log(10)
# Newton's method doubles the right digits each time; this is far more than it needs.
_MAX_STEPS = 200
_CLOSE_ENOUGH = 1e-9
# The longest step in logistic units, so that a first guess far away does not overshoot.
_LONGEST_STEP = 1.0
# Drawn games added between players that have met, where one has won or lost everything.
_PRIOR_GAMES = 0.5
# Eigenvalues below this share of the largest are rounding errors of one that is zero.
_ZERO = 1e-9


@dataclass(frozen=True)
class Rating:
    """A player's rating; the true one is within ``error`` of it with 95% confidence."""

    label: str
    rating: float
    error: float
    games: int
    points: float

    @property
    def share(self) -> float:
        """Points per game."""
        return self.points / self.games if self.games else 0.5


@dataclass(frozen=True)
class Ratings:
    """All players, the strongest first.

    ``is_exact`` is false where no most likely rating exists, since a player, or a group, has
    never lost or never won against the rest; a few drawn games are then added.
    """

    players: tuple[Rating, ...]
    is_exact: bool

    def of(self, label: str) -> Rating:
        """That player's rating."""
        return next(player for player in self.players if player.label == label)


def rate(
    labels: Sequence[str], games: Iterable[Meeting], *, anchor: str | None = None, at: float = 0
) -> Ratings:
    """Rate the players by their games.

    The average rating is ``at``; with ``anchor`` that player's is, and errors are relative to it.
    """
    size = len(labels)
    points = np.zeros((size, size))
    for game in games:
        points[game.gold, game.silver] += game.points
        points[game.silver, game.gold] += 1 - game.points
    played = points + points.T
    is_exact = _is_connected(points > 0)
    weighed = points if is_exact else points + (played > 0) * (_PRIOR_GAMES / 2)
    strengths, covariance = _maximize(weighed)
    if anchor is None:
        variances = np.diag(covariance)
        strengths -= strengths.mean()
    else:
        fixed = labels.index(anchor)
        strengths -= strengths[fixed]
        variances = np.diag(covariance) + covariance[fixed, fixed] - 2 * covariance[fixed]
    players = [
        Rating(
            label,
            float(strengths[i]) * _SCALE + at,
            _error(float(variances[i])) if played[i].any() else math.inf,
            round(float(played[i].sum())),
            float(points[i].sum()),
        )
        for i, label in enumerate(labels)
    ]
    # Equal ratings differ by rounding, which processors do differently: the order given decides.
    players.sort(key=lambda player: -round(player.rating, 6))
    return Ratings(tuple(players), is_exact)


def _error(variance: float) -> float:
    return DEVIATIONS * math.sqrt(max(0.0, variance)) * _SCALE


def _maximize(points: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The most likely strengths in logistic units, and their covariances, by Newton's method."""
    played = points + points.T
    strengths = np.zeros(len(points))
    for _ in range(_MAX_STEPS):
        expected = 1 / (1 + np.exp(strengths[None, :] - strengths[:, None]))
        gradient = (points - played * expected).sum(axis=1)
        information = _information(played, expected)
        step = _inverse(information) @ gradient
        step *= min(1.0, _LONGEST_STEP / max(_CLOSE_ENOUGH, np.abs(step).max()))
        strengths = strengths + step
        if np.abs(step).max() < _CLOSE_ENOUGH:
            break
    expected = 1 / (1 + np.exp(strengths[None, :] - strengths[:, None]))
    return strengths, _inverse(_information(played, expected))


def _inverse(information: np.ndarray) -> np.ndarray:
    """Only differences count, so the matrix has no inverse; this is the one that keeps means."""
    result: np.ndarray = np.linalg.pinv(information, rcond=_ZERO, hermitian=True)
    return result


def _information(played: np.ndarray, expected: np.ndarray) -> np.ndarray:
    weights = played * expected * (1 - expected)
    result: np.ndarray = np.diag(weights.sum(axis=1)) - weights
    return result


def _is_connected(scored: np.ndarray) -> bool:
    """Whether every player is reachable from every other along "scored against"."""
    # Of true and false, the power n holds what is reachable in at most n steps.
    steps = scored | np.eye(len(scored), dtype=bool)
    return bool(np.linalg.matrix_power(steps, len(scored)).all())
