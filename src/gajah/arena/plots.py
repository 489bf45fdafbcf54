"""A tournament as pictures: the crosstable in colours, and how the ratings came about."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from itertools import pairwise

from gajah.arena.crosstable import Crosstable, Progress
from gajah.arena.picture import Box, Label, Path2D, Picture
from gajah.errors import shown

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
    names = [shown(label, _LONGEST_LABEL) for label in labels]
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
    if not progress:
        return picture
    final = progress[max(progress)].players
    names = [shown(player.label, _LONGEST_LABEL) for player in final]
    room = max(map(len, names)) * _CHAR_WIDTH
    right = picture.width - _MARGIN - room - _BAR_GAP * (len(final) + 2)
    chart = _progress_chart(progress, right)
    chart.draw_axes(picture, most_ticks=8, sign="+")
    middle = (chart.left + chart.right) / 2
    shapes.append(Label(middle, chart.bottom + 38, "games", 12, "middle"))
    shapes.append(Label(chart.left, chart.top - 12, "rating", 12, "end"))
    heights = _spread([chart.y(player.rating) for player in final], 15)
    for index, player in enumerate(final):
        colour = _COLOURS[index % len(_COLOURS)]
        line = tuple(
            (chart.x(games), chart.y(ratings.of(player.label).rating))
            for games, ratings in progress.items()
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
        shapes.append(Label(beside + 4, heights[index] + 4, names[index], 12, colour=colour))
    return picture


class Chart:
    """Where values are within ``box`` (left, top, right, bottom) of a picture, and its axes."""

    def __init__(
        self, box: tuple[float, float, float, float], xs: Iterable[float], ys: Iterable[float]
    ) -> None:
        self.left, self.top, self.right, self.bottom = box
        self._xs, self._ys = _range(xs), _range(ys)

    def x(self, value: float) -> float:
        """Where a value of the horizontal axis is."""
        first, last = self._xs
        return self.left + (self.right - self.left) * (value - first) / (last - first)

    def y(self, value: float) -> float:
        """Where a value of the vertical axis is; one outside of it, at its end."""
        low, high = self._ys
        share = min(1.02, max(-0.02, (value - low) / (high - low)))
        return self.bottom - (self.bottom - self.top) * share

    def draw_axes(self, picture: Picture, *, most_ticks: int, sign: str = "") -> None:
        """Draw the grid and the numbers; ``sign`` is ``+`` where positive ones have theirs."""
        add = picture.shapes.append
        for value in _ticks(*self._ys, most_ticks):
            y = self.y(value)
            add(Path2D(((self.left, y), (self.right, y)), _GRID))
            add(Label(self.left - 7, y + 4, f"{value:{sign}g}", 11, "end"))
        for value in _ticks(*self._xs, most_ticks):
            x = self.x(value)
            add(Path2D(((x, self.bottom), (x, self.bottom + 4)), _DARK_TEXT))
            add(Label(x, self.bottom + 18, f"{value:g}", 11, "middle"))
        add(Path2D(((self.left, self.bottom), (self.right, self.bottom)), _DARK_TEXT))


def _progress_chart(progress: Progress, right: float) -> Chart:
    total = max(progress)
    values = [p.rating for ratings in progress.values() for p in ratings.players]
    final = [p for p in progress[total].players if math.isfinite(p.error)]
    values += [p.rating + sign * p.error for p in final for sign in (-1, 1)]
    if max(values) - min(values) < 1:
        values += [min(values) - 50, max(values) + 50]
    return Chart((70.0, 75.0, right, 430.0), (0, total), values)


def _range(values: Iterable[float]) -> tuple[float, float]:
    """The least and the greatest, or a little around them where they are one."""
    low, high = min(found := list(values)), max(found)
    return (low, high) if high > low else (low - 0.5, high + 0.5)


def _ticks(low: float, high: float, most: int) -> list[float]:
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
