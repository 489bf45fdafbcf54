"""``gajah bench``: the numbers, beside their targets."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from gajah.cli.progress import progress
from gajah.cli.text import JsonOption, print_json

if TYPE_CHECKING:
    from gajah.bench.speed import Measure

_QUICK_SHARE = 10
_TABLE_WIDTH = 100


def bench(
    quick: Annotated[
        bool, typer.Option("--quick", help="Use a tenth of the positions: seconds, not minutes.")
    ] = False,
    engine: Annotated[
        bool,
        typer.Option(
            "--engine", help="The engine instead: depth and nodes on ten positions, five minutes."
        ),
    ] = False,
    as_json: JsonOption = False,
) -> None:
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
    from rich.console import Console
    from rich.table import Table

    table = Table(box=None, pad_edge=False, header_style="bold")
    for heading in ("number", "measured", "unit", "target", ""):
        table.add_column(heading, justify="right" if heading in ("measured", "target") else "left")
    for measure in measures:
        table.add_row(
            measure.name,
            "-" if measure.value is None else f"{measure.value:.3g}",
            measure.unit,
            _target(measure),
            _VERDICTS[measure.is_met] if measure.value is not None else measure.why_not,
        )
    console = Console(highlight=False)
    # A file has no width: there a line is as long as it is.
    console.width = max(console.width, _TABLE_WIDTH)
    for name, value in environment.items():
        console.print(f"{name:9} {value}", markup=False)
    console.print(f"positions {positions}\n")
    console.print(table)


def _target(measure: Measure) -> str:
    if measure.target is None:
        return ""
    return f"{'>=' if measure.at_least else '<'} {measure.target:g}"


_VERDICTS = {True: "[green]met[/green]", False: "[red]missed[/red]", None: ""}
