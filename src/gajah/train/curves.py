"""A run as a picture: how fast it played, how games went and ended, losses, and Elo."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

from gajah.arena.picture import Label, Path2D, Picture
from gajah.arena.plots import Chart
from gajah.train.progress import Content, read_reports

#: Told apart by people with any kind of colour vision.
_COLOURS = ("#0072b2", "#d55e00", "#009e73")
_WIDTH, _HEIGHT, _MARGIN, _TOP = 400.0, 230.0, 50.0, 100.0
_ACROSS = 2
_MOST_TICKS = 5
#: What is drawn of a report: by the panel's title, its curves by their names.
_CURVES: dict[str, dict[str, Callable[[Content], float]]] = {
    "thousand evaluations a second": {"": lambda r: r["evaluations_per_s"] / 1000},
    "games a minute": {"": lambda r: r["games_per_min"]},
    "turns a game": {"": lambda r: r["turns_per_game"]},
    "how games end, percent": {
        "goal": lambda r: 100 * r["ends"]["goal"],
        "cap": lambda r: 100 * r["ends"]["cap"],
        "proven": lambda r: 100 * r["ends"]["proven"],
    },
    "policy loss": {"loss": lambda r: r["policy"], "its floor": lambda r: r["entropy"]},
    "value loss": {"": lambda r: r["value"]},
}


@dataclass(frozen=True)
class Panel:
    """Curves that share their axes: by name, a value for each minute, and the error bars."""

    title: str
    minutes: list[float]
    curves: dict[str, list[float]]
    bars: Sequence[tuple[float, ...]] = ()


def curves(content: Sequence[Content], title: str) -> Picture:
    """A panel for each kind of number; the minutes of training go to the right."""
    panels = [*_report_panels(content), *_match_panels(content)]
    count = max(1, len(panels))
    across, rows = min(count, _ACROSS), (count + _ACROSS - 1) // _ACROSS
    height = _TOP + rows * (_HEIGHT + _MARGIN)
    picture = Picture(_MARGIN + across * (_WIDTH + _MARGIN), height, title)
    picture.shapes.append(Label(_MARGIN, _MARGIN - 10, title, 16))
    for number, panel in enumerate(panels):
        _draw_panel(picture, number, panel)
    return picture


def save_curves(sources: Sequence[Path], path: Path) -> None:
    """Draws the reports of one run, or of runs that went on with each other."""
    content = [report for source in sources for report in read_reports(source)]
    content.sort(key=lambda report: float(report["minutes"]))
    curves(content, "training by minute").save(path)


def _report_panels(content: Sequence[Content]) -> list[Panel]:
    reports = [c for c in content if "ends" in c and "policy" in c]
    # Until something has been learned there is no loss, and only the shortest games have ended.
    learned = [r for r in reports if r["policy"] > 0.0] or reports
    minutes = [r["minutes"] for r in learned]
    return [
        Panel(title, minutes, {name: [of(r) for r in learned] for name, of in group.items()})
        for title, group in _CURVES.items()
        if learned
    ]


def _match_panels(content: Sequence[Content]) -> list[Panel]:
    played = [c for c in content if "match" in c and c["match"]["elo"] is not None]
    if not played:
        return []
    matches = [c["match"] for c in played]
    elos = [match["elo"] for match in matches]
    # An error bar without an end there ends at the point itself.
    bars = [
        tuple(m["elo"] if m[end] is None else m[end] for end in ("low", "high")) for m in matches
    ]
    title = f"Elo against {matches[-1]['against']}"
    return [Panel(title, [c["minutes"] for c in played], {"": elos}, bars)]


def _draw_panel(picture: Picture, number: int, panel: Panel) -> None:
    left = _MARGIN + (number % _ACROSS) * (_WIDTH + _MARGIN)
    top = _TOP + (number // _ACROSS) * (_HEIGHT + _MARGIN)
    box = (left, top, left + _WIDTH - _MARGIN / 2, top + _HEIGHT - _MARGIN)
    chart = Chart(box, panel.minutes, chain(*panel.curves.values(), *panel.bars))
    add = picture.shapes.append
    add(Label(left, top - 10, panel.title))
    chart.draw_axes(picture, most_ticks=_MOST_TICKS)
    for i, (name, values) in enumerate(panel.curves.items()):
        points = (
            (chart.x(m), chart.y(value)) for m, value in zip(panel.minutes, values, strict=True)
        )
        add(Path2D(tuple(points), _COLOURS[i], 1.5))
        place = chart.right - 60 * (len(panel.curves) - 1 - i)
        add(Label(place, chart.top - 10, name, 11, "end", _COLOURS[i]))
    for minute, bar in zip(panel.minutes, panel.bars, strict=False):
        add(Path2D(tuple((chart.x(minute), chart.y(end)) for end in bar), _COLOURS[0]))
