"""A tournament as pictures: the crosstable in colours, and how the ratings came about."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

from gajah.arena.crosstable import Crosstable, Progress
from gajah.arena.picture import Box, Label, Path2D, Picture

# Told apart by people with any kind of colour vision; the order keeps neighbours unlike.
_COLOURS = (
    *("#0072b2", "#d55e00", "#009e73", "#cc79a7"),
    *("#56b4e9", "#e69f00", "#6a3d9a", "#444444"),
)
# From a lost meeting over an even one to a won one.
_LOST, _EVEN, _WON = (213, 94, 0), (250, 250, 250), (0, 114, 178)
_DARK_TEXT, _LIGHT_TEXT, _GRID = "#222222", "#ffffff", "#dddddd"
_CELL_WIDTH, _CELL_HEIGHT = 76.0, 34.0
_CHAR_WIDTH = 7.0
_LONGEST_LABEL = 28
_MARGIN = 20.0
_BAR_GAP = 6.0


def crosstable_picture(table: Crosstable, title: str) -> Picture:
    """A row for each player, strongest first: its rating, and its score against each other."""
    labels = table.labels
    names = [_short(label) for label in labels]
    left = _MARGIN + max(map(len, names)) * _CHAR_WIDTH + 120
    top = _MARGIN + 60
    width = left + len(labels) * _CELL_WIDTH + _MARGIN
    height = top + len(labels) * _CELL_HEIGHT + _MARGIN
    picture = Picture(width, height, title)
    shapes = picture.shapes
    shapes.append(Label(_MARGIN, _MARGIN + 14, title, 16))
    for column in range(len(labels)):
        x = left + (column + 0.5) * _CELL_WIDTH
        shapes.append(Label(x, top - 8, str(column + 1), 12, "middle"))
    for row, player in enumerate(table.ratings.players):
        y = top + row * _CELL_HEIGHT
        baseline = y + _CELL_HEIGHT / 2 + 4
        shapes.append(Label(_MARGIN, baseline, f"{row + 1}  {names[row]}"))
        rating = f"{player.rating:+.0f} ± {player.error:.0f}"
        shapes.append(Label(left - 10, baseline, rating, 12, "end"))
        for column, opponent in enumerate(labels):
            x = left + column * _CELL_WIDTH
            cell = table.cell(player.label, opponent)
            share = cell.share
            fill = "#eeeeee" if share is None else _shade(share)
            shapes.append(Box(x + 1, y + 1, _CELL_WIDTH - 2, _CELL_HEIGHT - 2, fill))
            if share is not None:
                colour = _LIGHT_TEXT if abs(share - 0.5) > 0.3 else _DARK_TEXT
                middle = x + _CELL_WIDTH / 2
                shapes.append(Label(middle, baseline, str(cell), 12, "middle", colour))
    return picture


def progress_picture(progress: Progress, title: str) -> Picture:
    """Each player's rating after more and more games, with the last error bar."""
    picture = Picture(900, 480, title)
    shapes = picture.shapes
    shapes.append(Label(_MARGIN, _MARGIN + 14, title, 16))
    if not progress.games:
        return picture
    final = progress.ratings[-1].players
    room = max(len(_short(player.label)) for player in final) * _CHAR_WIDTH
    chart = _Chart(progress, right=picture.width - _MARGIN - room - _BAR_GAP * (len(final) + 2))
    chart.draw_axes(picture)
    heights = _spread([chart.y(player.rating) for player in final], 15)
    for index, player in enumerate(final):
        colour = _COLOURS[index % len(_COLOURS)]
        line = tuple(
            (chart.x(games), chart.y(ratings.of(player.label).rating))
            for games, ratings in zip(progress.games, progress.ratings, strict=True)
        )
        shapes.append(Path2D(line, colour, 2))
        end, y = line[-1]
        # Side by side, since error bars overlap more often than not.
        x = end + _BAR_GAP * (index + 1)
        # A player without games has no error bar.
        if math.isfinite(player.error):
            low, high = (chart.y(player.rating + sign * player.error) for sign in (-1, 1))
            shapes.append(Path2D(((x, low), (x, high)), colour, 1.5))
        beside = end + _BAR_GAP * (len(final) + 1)
        shapes.append(Path2D(((end, y), (x, y), (beside, heights[index])), colour, 1))
        text = _short(player.label)
        shapes.append(Label(beside + 4, heights[index] + 4, text, 12, colour=colour))
    return picture


class _Chart:
    """Where a number of games and a rating are in the picture."""

    left, top, bottom = 70.0, 75.0, 430.0

    def __init__(self, progress: Progress, right: float) -> None:
        values = [p.rating for ratings in progress.ratings for p in ratings.players]
        final = [p for p in progress.ratings[-1].players if math.isfinite(p.error)]
        values += [p.rating + p.error for p in final] + [p.rating - p.error for p in final]
        self.low, self.high = min(values), max(values)
        if self.high - self.low < 1:
            self.low, self.high = self.low - 50, self.high + 50
        self.games = progress.games[-1]
        self.right = right

    def x(self, games: float) -> float:
        return self.left + (self.right - self.left) * games / self.games

    def y(self, rating: float) -> float:
        share = (rating - self.low) / (self.high - self.low)
        # Early ratings may lie outside of what is worth showing.
        return self.bottom - (self.bottom - self.top) * min(1.02, max(-0.02, share))

    def draw_axes(self, picture: Picture) -> None:
        for rating in ticks(self.low, self.high, 8):
            y = self.y(rating)
            picture.shapes.append(Path2D(((self.left, y), (self.right, y)), _GRID))
            picture.shapes.append(Label(self.left - 8, y + 4, f"{rating:+g}", 11, "end"))
        for games in ticks(0, self.games, 8):
            x = self.x(games)
            picture.shapes.append(Path2D(((x, self.bottom), (x, self.bottom + 4)), _DARK_TEXT))
            picture.shapes.append(Label(x, self.bottom + 18, f"{games:g}", 11, "middle"))
        ends = ((self.left, self.bottom), (self.right, self.bottom))
        picture.shapes.append(Path2D(ends, _DARK_TEXT))
        middle = (self.left + self.right) / 2
        picture.shapes.append(Label(middle, self.bottom + 38, "games", 12, "middle"))
        picture.shapes.append(Label(self.left, self.top - 12, "rating", 12, "end"))


def ticks(low: float, high: float, most: int) -> list[float]:
    """Round numbers between two others, at most ``most`` of them."""
    rough = (high - low) / most
    power = 10 ** math.floor(math.log10(rough))
    step = next(power * m for m in (1, 2, 5, 10) if power * m >= rough)
    first = math.ceil(low / step)
    return [step * i for i in range(first, math.floor(high / step) + 1)]


def _spread(heights: Sequence[float], gap: float) -> list[float]:
    """The heights moved apart, so that labels there do not cover each other; order is kept."""
    order = sorted(range(len(heights)), key=lambda i: heights[i])
    placed = list(heights)
    for before, index in pairwise(order):
        placed[index] = max(placed[index], placed[before] + gap)
    return placed


def _shade(share: float) -> str:
    end, weight = (_WON, 2 * share - 1) if share > 0.5 else (_LOST, 1 - 2 * share)
    mixed = (round(e + (o - e) * weight) for e, o in zip(_EVEN, end, strict=True))
    return "#" + "".join(f"{part:02x}" for part in mixed)


def _short(label: str) -> str:
    return label if len(label) <= _LONGEST_LABEL else label[: _LONGEST_LABEL - 3] + "..."
