"""A run as a picture: how fast it played, how games went and ended, losses, and Elo."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from gajah.arena.picture import Label, Path2D, Picture
from gajah.arena.plots import Chart
from gajah.train.progress import Content, read_reports

#: Told apart by people with any kind of colour vision.
_COLOURS = ("#0072b2", "#d55e00", "#009e73")
_WIDTH, _HEIGHT, _MARGIN, _TOP = 400.0, 230.0, 50.0, 100.0
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


def _panel(
    picture: Picture, number: int, title: str, minutes: Sequence[float], values: Sequence[float]
) -> Chart:
    left = _MARGIN + (number % _ACROSS) * (_WIDTH + _MARGIN)
    top = _TOP + (number // _ACROSS) * (_HEIGHT + _MARGIN)
    box = (left, top, left + _WIDTH - _MARGIN / 2, top + _HEIGHT - _MARGIN)
    chart = Chart(box, minutes, values)
    picture.shapes.append(Label(left, top - 10, title))
    chart.draw_axes(picture, most_ticks=_MOST_TICKS)
    return chart


def curves(content: Sequence[Content], title: str) -> Picture:
    """A panel for each kind of number; the minutes of training go to the right."""
    reports = [c for c in content if "ends" in c and "policy" in c]
    # Until something has been learned there is no loss, and only the shortest games have ended.
    learned = [r for r in reports if r["policy"] > 0.0] or reports
    matches = [c for c in content if "match" in c and c["match"]["elo"] is not None]
    panels = _PANELS if learned else ()
    count = max(1, len(panels) + bool(matches))
    across, rows = min(count, _ACROSS), (count + _ACROSS - 1) // _ACROSS
    height = _TOP + rows * (_HEIGHT + _MARGIN)
    picture = Picture(_MARGIN + across * (_WIDTH + _MARGIN), height, title)
    picture.shapes.append(Label(_MARGIN, _MARGIN - 10, title, 16))
    for number, panel in enumerate(panels):
        _draw_panel(picture, panel, number, learned)
    if matches:
        _draw_matches(picture, len(panels), matches)
    return picture


def save_curves(sources: Sequence[Path], path: Path) -> None:
    """Draws the reports of one run, or of runs that went on with each other."""
    content = [report for source in sources for report in read_reports(source)]
    content.sort(key=lambda report: float(report["minutes"]))
    curves(content, "training by minute").save(path)


def _draw_panel(picture: Picture, panel: Panel, number: int, reports: Sequence[Content]) -> None:
    minutes = [float(r["minutes"]) for r in reports]
    columns = [[line.value(r) for r in reports] for line in panel.lines]
    values = [value for column in columns for value in column]
    chart = _panel(picture, number, panel.title, minutes, values)
    for i, (line, column) in enumerate(zip(panel.lines, columns, strict=True)):
        points = [(chart.x(m), chart.y(v)) for m, v in zip(minutes, column, strict=True)]
        picture.shapes.append(Path2D(tuple(points), _COLOURS[i], 1.5))
        place = chart.right - 60 * (len(panel.lines) - 1 - i)
        picture.shapes.append(Label(place, chart.top - 10, line.name, 11, "end", _COLOURS[i]))


def _draw_matches(picture: Picture, number: int, matches: Sequence[Content]) -> None:
    def ends(match: Content) -> tuple[float, float]:
        """The error bar, or the point itself where it has no end."""
        elo = match["elo"]
        low, high = match["low"], match["high"]
        return (elo if low is None else low), (elo if high is None else high)

    minutes = [float(m["minutes"]) for m in matches]
    bars = [ends(m["match"]) for m in matches]
    title = f"Elo against {matches[-1]['match']['against']}"
    chart = _panel(picture, number, title, minutes, [value for bar in bars for value in bar])
    points = tuple(
        (chart.x(m), chart.y(c["match"]["elo"])) for m, c in zip(minutes, matches, strict=True)
    )
    picture.shapes.append(Path2D(points, _COLOURS[0], 1.5))
    for minute, (low, high) in zip(minutes, bars, strict=True):
        x = chart.x(minute)
        picture.shapes.append(Path2D(((x, chart.y(low)), (x, chart.y(high))), _COLOURS[0]))
