"""Commands about one position: ``turns``, ``goal`` and ``svg``."""

from __future__ import annotations

from typing import Annotated

import typer

from gajah._core import Position
from gajah.cli.text import JsonOption, PositionArgument, one_of, print_json, read_position

_DEFAULT_SIZE = 400
_SIZES = (16, 8000)


def turns(
    position: PositionArgument,
    list_turns: Annotated[
        bool, typer.Option("--list", help="Write each turn, one a line, instead of the number.")
    ] = False,
    as_json: JsonOption = False,
) -> None:
    """Count, or list, the distinct legal turns of a position."""
    pos = read_position(position)
    if not list_turns:
        count = pos.count_turns()
        if as_json:
            print_json({**_facts(pos), "count": count})
        else:
            print(count)
        return
    found = [str(turn) for turn in pos.legal_turns()]
    if as_json:
        print_json({**_facts(pos), "count": len(found), "turns": found})
    else:
        print("".join(f"{turn}\n" for turn in found), end="")


def goal(position: PositionArgument, as_json: JsonOption = False) -> None:
    """Show a turn that wins by goal now. If there is none, say so and exit with 1."""
    pos = read_position(position)
    turn = pos.find_goal()
    if as_json:
        print_json({**_facts(pos), "goal": None if turn is None else str(turn)})
    else:
        print("no goal this turn" if turn is None else turn)
    if turn is None:
        raise typer.Exit(1)


def _check_pieces(name: str | None) -> str | None:
    # Drawing is imported where it is needed: it takes as long as the rest of the program.
    from gajah.svg import PIECE_SETS

    return one_of(*PIECE_SETS)(name)


def svg(
    position: PositionArgument,
    pieces: Annotated[
        str,
        typer.Option(metavar="SET", callback=_check_pieces, help="Piece set: animals or chess."),
    ] = "animals",
    size: Annotated[
        int, typer.Option(min=_SIZES[0], max=_SIZES[1], help="Width of the picture in pixels.")
    ] = _DEFAULT_SIZE,
) -> None:
    """Draw a position as an SVG picture: gajah svg POSITION > board.svg"""
    from gajah.svg import render

    print(render(read_position(position), pieces=pieces, size=size))


def _facts(position: Position) -> dict[str, object]:
    facts: dict[str, object] = {
        "position": position.short,
        "side": position.side.letter,
        "steps_left": position.steps_left,
    }
    if position.taken:
        facts["taken"] = str(position.taken)
    return facts
