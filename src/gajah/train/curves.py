"""A run as a picture: how fast it played, how games went and ended, losses, and Elo."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from gajah.arena.picture import Label, Path2D, Picture
from gajah.arena.plots import ticks
from gajah.train.progress import Content, read_reports

#: Told apart by people with any kind of colour vision.
_COLOURS = ("#0072b2", "#d55e00", "#009e73")
_DARK, _GRID = "#222222", "#dddddd"
_WIDTH, _HEIGHT, _MARGIN = 400.0, 230.0, 50.0
_ACROSS = 2
_MOST_TICKS = 5


@dataclass(frozen=True)
class Line:
    """One curve of a panel."""

    name: str
    value: Callable[[Content], float]


@dataclass(frozen=True)
class Panel:
    """Curves that share their axes."""

    title: str
    lines: tuple[Line, ...]


_PANELS = (
    Panel("thousand evaluations a second", (Line("", lambda r: r["evaluations_per_s"] / 1000),)),
    Panel("games a minute", (Line("", lambda r: r["games_per_min"]),)),
    Panel("turns a game", (Line("", lambda r: r["turns_per_game"]),)),
    Panel(
        "how games end, percent",
        (
            Line("goal", lambda r: 100 * r["ends"]["goal"]),
            Line("cap", lambda r: 100 * r["ends"]["cap"]),
            Line("proven", lambda r: 100 * r["ends"]["proven"]),
        ),
    ),
    Panel(
        "policy loss",
        (Line("loss", lambda r: r["policy"]), Line("its floor", lambda r: r["entropy"])),
    ),
    Panel("value loss", (Line("", lambda r: r["value"]),)),
)


class _Frame:
    """Where minutes and values of one panel are in the picture."""

    def __init__(
        self, number: int, minutes: Sequence[float], values: Sequence[float], top: float
    ) -> None:
        self.left = _MARGIN + (number % _ACROSS) * (_WIDTH + _MARGIN)
        self.right = self.left + _WIDTH - _MARGIN / 2
        self.top = top + (number // _ACROSS) * (_HEIGHT + _MARGIN)
        self.bottom = self.top + _HEIGHT - _MARGIN
        self.first, self.last = _apart(min(minutes), max(minutes))
        self.low, self.high = _apart(min(values), max(values))

    def x(self, minute: float) -> float:
        share = (minute - self.first) / (self.last - self.first)
        return self.left + share * (self.right - self.left)

    def y(self, value: float) -> float:
        return self.bottom - (value - self.low) / (self.high - self.low) * (self.bottom - self.top)

    def draw(self, picture: Picture, title: str) -> None:
        shapes = picture.shapes
        shapes.append(Label(self.left, self.top - 10, title, 12, colour=_DARK))
        for value in ticks(self.low, self.high, _MOST_TICKS):
            y = self.y(value)
            shapes.append(Path2D(((self.left, y), (self.right, y)), _GRID))
            shapes.append(Label(self.left - 6, y + 4, f"{value:g}", 10, "end"))
        for minute in ticks(self.first, self.last, _MOST_TICKS):
            shapes.append(Label(self.x(minute), self.bottom + 16, f"{minute:g}", 10, "middle"))
        shapes.append(Path2D(((self.left, self.bottom), (self.right, self.bottom)), _DARK))


def curves(content: Sequence[Content], title: str) -> Picture:
    """A panel for each kind of number; the minutes of training go to the right."""
    reports = [c for c in content if "ends" in c and "policy" in c]
    # Until something has been learned there is no loss, and only the shortest games have ended.
    learned = [r for r in reports if r["policy"] > 0.0] or reports
    matches = [c for c in content if "match" in c and c["match"]["elo"] is not None]
    panels = _PANELS if learned else ()
    count = max(1, len(panels) + bool(matches))
    across, rows = min(count, _ACROSS), (count + _ACROSS - 1) // _ACROSS
    top = 2 * _MARGIN
    height = top + rows * (_HEIGHT + _MARGIN)
    picture = Picture(_MARGIN + across * (_WIDTH + _MARGIN), height, title)
    picture.shapes.append(Label(_MARGIN, _MARGIN - 10, title, 16))
    for number, panel in enumerate(panels):
        _draw_panel(picture, panel, number, learned, top)
    if matches:
        _draw_matches(picture, len(panels), matches, top)
    return picture


def save_curves(sources: Sequence[Path], path: Path) -> None:
    """Draws the reports of one run, or of runs that went on with each other."""
    content = [report for source in sources for report in read_reports(source)]
    content.sort(key=lambda report: float(report["minutes"]))
    curves(content, "training by minute").save(path)


def _draw_panel(
    picture: Picture, panel: Panel, number: int, reports: Sequence[Content], top: float
) -> None:
    minutes = [float(r["minutes"]) for r in reports]
    columns = [[line.value(r) for r in reports] for line in panel.lines]
    frame = _Frame(number, minutes, [v for column in columns for v in column], top)
    frame.draw(picture, panel.title)
    for i, (line, column) in enumerate(zip(panel.lines, columns, strict=True)):
        points = [(frame.x(m), frame.y(v)) for m, v in zip(minutes, column, strict=True)]
        picture.shapes.append(Path2D(tuple(points), _COLOURS[i], 1.5))
        place = frame.right - 60 * (len(panel.lines) - 1 - i)
        picture.shapes.append(Label(place, frame.top - 10, line.name, 11, "end", _COLOURS[i]))


def _draw_matches(picture: Picture, number: int, matches: Sequence[Content], top: float) -> None:
    def ends(match: Content) -> tuple[float, float]:
        """The error bar, or the point itself where it has no end."""
        elo = match["elo"]
        low, high = match["low"], match["high"]
        return (elo if low is None else low), (elo if high is None else high)

    minutes = [float(m["minutes"]) for m in matches]
    bars = [ends(m["match"]) for m in matches]
    frame = _Frame(number, minutes, [v for bar in bars for v in bar], top)
    frame.draw(picture, f"Elo against {matches[-1]['match']['against']}")
    points = tuple(
        (frame.x(m), frame.y(c["match"]["elo"])) for m, c in zip(minutes, matches, strict=True)
    )
    picture.shapes.append(Path2D(points, _COLOURS[0], 1.5))
    for minute, (low, high) in zip(minutes, bars, strict=True):
        x = frame.x(minute)
        picture.shapes.append(Path2D(((x, frame.y(low)), (x, frame.y(high))), _COLOURS[0]))


def _apart(low: float, high: float) -> tuple[float, float]:
    """The same numbers, or a little around them where they are one."""
    return (low, high) if high > low else (low - 0.5, high + 0.5)
