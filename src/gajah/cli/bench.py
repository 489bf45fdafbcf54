"""``gajah bench``: the numbers, beside their targets."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from gajah.cli.options import json_option
from gajah.cli.progress import progress
from gajah.cli.text import aligned, print_json

if TYPE_CHECKING:
    from gajah.bench.speed import Measure

_QUICK_SHARE = 10
_HEADINGS = ("number", "measured", "unit", "target", "")
_TEXTS = (0, 2, 4)


@click.command()
@click.option("--quick", is_flag=True, help="Use a tenth of the positions: seconds, not minutes.")
@click.option(
    "--engine",
    is_flag=True,
    help="The engine instead: depth and nodes on ten positions, five minutes.",
)
@json_option
def bench(quick: bool, engine: bool, as_json: bool) -> None:
    """Measure the speed, beside pyrimaa where it is installed."""
    from gajah.bench.data import sample_positions
    from gajah.bench.engine import DEPTHS, measure_engine
    from gajah.bench.environment import describe_environment
    from gajah.bench.speed import measure

    positions = sample_positions()
    if quick or engine:
        positions = positions[::_QUICK_SHARE]
    environment = describe_environment()
    depths = {s: steps for s, steps in DEPTHS.items() if not quick or s == min(DEPTHS)}
    ticks = len(positions) * (len(depths) if engine else 1)
    with progress("measuring", ticks) as advance:
        if engine:
            measures = list(measure_engine(positions, depths=depths, tick=lambda: advance(1)))
        else:
            measures = list(measure(positions, tick=lambda: advance(1)))
    if as_json:
        print_json(_as_json(environment, len(positions), measures), indent=2)
    else:
        _print_table(environment, len(positions), measures)


def _as_json(environment: dict[str, str], positions: int, measures: list[Measure]) -> object:
    numbers = [
        {
            "name": measure.name,
            "value": measure.value,
            "unit": measure.unit,
            "target": measure.target,
            "better": "higher" if measure.at_least else "lower",
            "met": measure.is_met,
        }
        for measure in measures
    ]
    return {**environment, "positions": positions, "numbers": numbers}


def _print_table(environment: dict[str, str], positions: int, measures: list[Measure]) -> None:
    rows = [
        (
            measure.name,
            "-" if measure.value is None else f"{measure.value:.3g}",
            measure.unit,
            _target(measure),
            measure.why_not if measure.value is None else _VERDICTS[measure.is_met],
        )
        for measure in measures
    ]
    for name, value in environment.items():
        print(f"{name:9} {value}")
    print(f"positions {positions}\n")
    for line in aligned([_HEADINGS, *rows], left=_TEXTS):
        print(line.rstrip())


def _target(measure: Measure) -> str:
    if measure.target is None:
        return ""
    return f"{'>=' if measure.at_least else '<'} {measure.target:g}"


_VERDICTS = {True: "met", False: "missed", None: ""}
