"""Ratings of many players at once: the most likely ones, with error bars.

A player rated r above another is expected to score 1 / (1 + 10^(-r/400)). The ratings returned are
those under which the games as they were played are most likely; how sharply the likelihood falls
around them gives the error bars.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import fmean

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

_Matrix = list[list[float]]


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
    points = [[0.0] * size for _ in labels]
    for game in games:
        points[game.gold][game.silver] += game.points
        points[game.silver][game.gold] += 1 - game.points
    played = _both_ways(points)
    is_exact = _is_connected(points)
    weighed = points if is_exact else _with_drawn_games(points, played)
    strengths, covariance = _maximize(weighed)
    variances = [covariance[i][i] for i in range(size)]
    zero = fmean(strengths) if size else 0.0
    if anchor is not None:
        fixed = labels.index(anchor)
        zero = strengths[fixed]
        variances = [
            own + covariance[fixed][fixed] - 2 * covariance[fixed][i]
            for i, own in enumerate(variances)
        ]
    players = [
        Rating(
            label,
            (strengths[i] - zero) * _SCALE + at,
            _error(variances[i]) if any(played[i]) else math.inf,
            round(sum(played[i])),
            sum(points[i]),
        )
        for i, label in enumerate(labels)
    ]
    # Equal ratings differ by rounding, which processors do differently: the order given decides.
    players.sort(key=lambda player: -round(player.rating, 6))
    return Ratings(tuple(players), is_exact)


def _error(variance: float) -> float:
    return DEVIATIONS * math.sqrt(max(0.0, variance)) * _SCALE


def _both_ways(points: _Matrix) -> _Matrix:
    """The games between each two players."""
    return [
        [mine + theirs for mine, theirs in zip(*pair, strict=True)]
        for pair in zip(points, zip(*points, strict=True), strict=True)
    ]


def _with_drawn_games(points: _Matrix, played: _Matrix) -> _Matrix:
    """The points with half of the added drawn games for each side that has met the other."""
    return [
        [mine + (_PRIOR_GAMES / 2 if met else 0.0) for mine, met in zip(*rows, strict=True)]
        for rows in zip(points, played, strict=True)
    ]


def _maximize(points: _Matrix) -> tuple[list[float], _Matrix]:
    """The most likely strengths in logistic units, and their covariances, by Newton's method."""
    played = _both_ways(points)
    groups = _groups(played)
    strengths = [0.0] * len(points)
    for _ in range(_MAX_STEPS):
        expected = _expected(strengths)
        gradient = [
            sum(won - games * share for won, games, share in zip(*rows, strict=True))
            for rows in zip(points, played, expected, strict=True)
        ]
        covariance = _inverse(_information(played, expected), groups)
        step = [sum(a * b for a, b in zip(row, gradient, strict=True)) for row in covariance]
        longest = max(map(abs, step), default=0.0)
        shortened = min(1.0, _LONGEST_STEP / max(_CLOSE_ENOUGH, longest))
        strengths = [s + shortened * change for s, change in zip(strengths, step, strict=True)]
        if longest < _CLOSE_ENOUGH:
            break
    return strengths, _inverse(_information(played, _expected(strengths)), groups)


def _expected(strengths: list[float]) -> _Matrix:
    """What each is expected to score in a game against each other."""
    return [[1 / (1 + math.exp(other - own)) for other in strengths] for own in strengths]


def _information(played: _Matrix, expected: _Matrix) -> _Matrix:
    result = [
        [-games * share * (1 - share) for games, share in zip(*rows, strict=True)]
        for rows in zip(played, expected, strict=True)
    ]
    for i, row in enumerate(result):
        row[i] -= sum(row)
    return result


def _groups(played: _Matrix) -> list[list[int]]:
    """The players by who can be compared with whom, directly or through others."""
    left = list(range(len(played)))
    groups = []
    while left:
        group = sorted(_reachable(played, left[0]))
        groups.append(group)
        left = [player for player in left if player not in group]
    return groups


def _inverse(information: _Matrix, groups: list[list[int]]) -> _Matrix:
    """Only differences count, so the matrix has no inverse; this is the one that keeps means.

    With a mean added that is known, each group's part has an inverse; that mean is then taken out.
    """
    result = [[0.0] * len(information) for _ in information]
    for group in groups:
        mean = 1 / len(group)
        inverse = _invert([[information[i][j] + mean for j in group] for i in group])
        for i, row in zip(group, inverse, strict=True):
            for j, value in zip(group, row, strict=True):
                result[i][j] = value - mean
    return result


def _invert(matrix: _Matrix) -> _Matrix:
    """The inverse of a matrix that is symmetric and positive, by elimination."""
    size = len(matrix)
    rows = [[*row, *(float(i == j) for j in range(size))] for i, row in enumerate(matrix)]
    for i in range(size):
        pivot = rows[i] = [value / rows[i][i] for value in rows[i]]
        for j in range(size):
            if j != i and (factor := rows[j][i]):
                rows[j] = [
                    value - factor * other for value, other in zip(rows[j], pivot, strict=True)
                ]
    return [row[size:] for row in rows]


def _is_connected(scored: _Matrix) -> bool:
    """Whether every player is reachable from every other along "scored against"."""
    backwards = [list(column) for column in zip(*scored, strict=True)]
    return all(len(_reachable(way, 0)) == len(scored) for way in (scored, backwards) if scored)


def _reachable(links: _Matrix, start: int) -> set[int]:
    """The players that a way along links above zero leads to, the first one included."""
    found, waiting = {start}, [start]
    while waiting:
        row = links[waiting.pop()]
        news = [player for player, link in enumerate(row) if link > 0 and player not in found]
        found.update(news)
        waiting += news
    return found
