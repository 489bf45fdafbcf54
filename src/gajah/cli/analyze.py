"""``gajah analyze``: what the engine thinks of a position."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Annotated

import typer

from gajah._core import DEEPEST, Stop
from gajah.bots.thought import Thought
from gajah.cli.text import (
    BadInput,
    JsonOption,
    PositionArgument,
    is_terminal,
    one_of,
    print_json,
    read_position,
)
from gajah.engine.analysis import Analysis, AnalysisLine
from gajah.engine.engine import Engine

_DEFAULT_S = 5.0
_MOST_LINES = 50
_SEARCHES = ("net", "alphabeta")
_DEVICES = ("auto", "cpu", "gpu")
# A Ctrl-C may be noticed only when a wait is over.
_WAIT_S = 0.1


def analyze(
    position: PositionArgument,
    time: Annotated[
        float, typer.Option("--time", "-t", min=0.001, help="Seconds to think.")
    ] = _DEFAULT_S,
    lines: Annotated[
        int, typer.Option("--lines", "-n", min=1, max=_MOST_LINES, help="How many turns to show.")
    ] = 1,
    depth: Annotated[
        int, typer.Option(min=1, max=DEEPEST, help="Stop at this depth, in steps.")
    ] = DEEPEST,
    search: Annotated[
        str,
        typer.Option(
            metavar="|".join(_SEARCHES), callback=one_of(*_SEARCHES), help="How to think."
        ),
    ] = _SEARCHES[0],
    threads: Annotated[int, typer.Option(min=1, max=256, help="Threads to think with.")] = 1,
    device: Annotated[
        str,
        typer.Option(
            metavar="|".join(_DEVICES), callback=one_of(*_DEVICES), help="Where the net runs."
        ),
    ] = _DEVICES[0],
    as_json: JsonOption = False,
) -> None:
    """Show the best turns of a position, with scores in rabbits and chances to win.

    Works in the middle of a turn too.
    """
    pos = read_position(position)
    if not pos.has_turn():
        raise BadInput("there is no legal turn in this position")
    shows_progress = is_terminal(sys.stderr) and not as_json

    def think(stop: Stop) -> Analysis:
        return engine.search(
            pos,
            time=time,
            depth=depth,
            lines=lines,
            stop=stop,
            on_progress=_show_progress if shows_progress else None,
        )

    try:
        engine = Engine(search=search, threads=threads, device=device)
        analysis = _answer(think)
    except ValueError as error:
        raise BadInput(str(error)) from None
    if as_json:
        print_json({"position": pos.short, **_as_json(analysis)})
        return
    for line in analysis.lines:
        print(_sentence(line))
    print(f"depth {analysis.depth} steps, {analysis.nodes:,} nodes in {analysis.seconds:.1f} s")


def _answer(think: Callable[[Stop], Analysis]) -> Analysis:
    """What comes of it, unless Ctrl-C ends it."""
    thought = Thought(think)
    try:
        while not thought.is_ready(_WAIT_S):
            pass
        return thought.answer()
    except KeyboardInterrupt:
        thought.give_up()
        raise


def _show_progress(analysis: Analysis) -> None:
    print(f"depth {analysis.depth}: {_sentence(analysis.lines[0])}", file=sys.stderr)


def _sentence(line: AnalysisLine) -> str:
    chance = f"{line.score.win_probability:4.0%}"
    turns = " / ".join(str(turn) or "end" for turn in (line.turn, *line.continuation))
    return f"{line.score!s:>8}  {chance}  {turns}"


def _as_json(analysis: Analysis) -> dict[str, object]:
    return {
        "depth": analysis.depth,
        "nodes": analysis.nodes,
        "seconds": round(analysis.seconds, 3),
        "lines": [
            {
                "turn": str(line.turn),
                "score": str(line.score),
                "centirabbits": line.score.raw,
                "win_probability": round(line.score.win_probability, 4),
                "continuation": [str(turn) for turn in line.continuation],
            }
            for line in analysis.lines
        ],
    }
