"""``gajah analyze``: what the engine thinks of positions."""

from __future__ import annotations

import sys

import click

from gajah._core import DEEPEST, Stop
from gajah.analysis.batch import in_order, work_through
from gajah.analysis.shapes import analysis_shape
from gajah.cli.asked import AskedPosition, AskedPositions
from gajah.cli.options import Integer, json_option, rules_option, with_options
from gajah.cli.text import is_terminal, print_json
from gajah.cli.thinking import EngineOptions, jobs_option, limit_of, nodes_option, time_option
from gajah.engine.analysis import Analysis, AnalysisLine
from gajah.engine.engine import Engine
from gajah.engine.limits import Limits
from gajah.errors import NotationError
from gajah.game import Rules
from gajah.notation import TurnLabel

_DEFAULT_S = 5.0
_MOST_LINES = 50


def _label(
    context: click.Context, parameter: click.Parameter, text: str | None
) -> TurnLabel | None:
    del context, parameter
    try:
        return None if text is None else TurnLabel.parse(text)
    except NotationError as error:
        raise click.BadParameter(error.reason) from None


@click.command()
@click.argument(
    "positions",
    nargs=-1,
    required=True,
    metavar="POSITION...",
    help='A short form ("g [rrrr...]") or a diagram; a file of positions, one a line, or of games; '
    "or - for stdin.",
)
@click.option(
    "--turn",
    metavar="LABEL",
    callback=_label,
    help="Of games, only the position before this turn, such as 12g; without it, all.",
)
@time_option(_DEFAULT_S, "Seconds to think about a position.")
@nodes_option
@click.option(
    "--depth",
    type=Integer(1, DEEPEST),
    default=DEEPEST,
    help="Stop at this depth, in steps.",
)
@click.option(
    "--lines",
    "-n",
    type=Integer(1, _MOST_LINES),
    default=1,
    help="How many turns to show.",
)
@jobs_option
@with_options(engine=EngineOptions)
@rules_option
@json_option
def analyze(
    positions: tuple[str, ...],
    turn: TurnLabel | None,
    time: float | None,
    nodes: int | None,
    depth: int,
    lines: int,
    jobs: int,
    engine: EngineOptions,
    rules: str,
    as_json: bool,
) -> None:
    """Show the best turns of positions, with scores in rabbits and chances to win.

    Works in the middle of a turn too. With --json, each position is a line of JSON.
    """
    asked = AskedPositions(positions, turn, Rules(rules))
    limits = Limits.exactly(limit_of(time, nodes, _DEFAULT_S), nodes=nodes, depth=depth)

    def think(engine: Engine, task: tuple[int, AskedPosition], stop: Stop) -> Analysis | str:
        """What the engine finds, or why there is nothing to find."""
        if not task[1].position.has_turn():
            return "there is no legal turn in this position"
        # Else the answer would depend on the positions before it.
        engine.clear()
        try:
            tell = _show_progress if shows_progress and not task[1].title else None
            return engine.search(task[1].game, limits, lines=lines, stop=stop, on_progress=tell)
        except ValueError as error:
            return str(error)

    shows_progress = is_terminal(sys.stderr) and not as_json
    answers = work_through(engine.engines(jobs), enumerate(asked), think)
    numbered = ((number, (each, answer)) for (number, each), answer in answers)
    for each, answer in in_order(numbered):
        if isinstance(answer, str):
            asked.refuse(each, answer)
        elif as_json:
            print_json({**each.place, "position": each.position.short, **analysis_shape(answer)})
        else:
            _print(each, answer)
        sys.stdout.flush()
    asked.end()


def _print(asked: AskedPosition, analysis: Analysis) -> None:
    if asked.title:
        print(asked.title)
    for line in analysis.lines:
        print(_sentence(line))
    print(f"depth {analysis.depth} steps, {analysis.nodes:,} nodes in {analysis.seconds:.1f} s")


def _show_progress(analysis: Analysis) -> None:
    print(f"depth {analysis.depth}: {_sentence(analysis.lines[0])}", file=sys.stderr)


def _sentence(line: AnalysisLine) -> str:
    chance = f"{line.score.win_probability:4.0%}"
    turns = " / ".join(str(turn) or "end" for turn in (line.turn, *line.continuation))
    return f"{line.score!s:>8}  {chance}  {turns}"
