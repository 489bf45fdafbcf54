"""Commands about one position: ``turns``, ``goal`` and ``svg``."""

from __future__ import annotations

import click
from click.exceptions import Exit

from gajah._core import Position
from gajah.cli.options import Integer, OneOf, json_option, position_argument
from gajah.cli.text import print_json, read_position

_DEFAULT_SIZE = 400
_SIZES = (16, 8000)


@click.command()
@position_argument
@click.option(
    "--list",
    "list_turns",
    is_flag=True,
    help="Write each turn, one a line, instead of the number.",
)
@json_option
def turns(position: str, list_turns: bool, as_json: bool) -> None:
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


@click.command()
@position_argument
@json_option
def goal(position: str, as_json: bool) -> None:
    """Show a turn that wins by goal now. If there is none, say so and exit with 1."""
    pos = read_position(position)
    turn = pos.find_goal()
    if as_json:
        print_json({**_facts(pos), "goal": None if turn is None else str(turn)})
    else:
        print("no goal this turn" if turn is None else turn)
    if turn is None:
        raise Exit(1)


def _check_pieces(context: click.Context, parameter: click.Parameter, name: str) -> str:
    # Drawing is imported where it is needed: it takes as long as the rest of the program.
    from gajah.svg import PIECE_SETS

    return OneOf(tuple(PIECE_SETS)).convert(name, parameter, context)


@click.command()
@position_argument
@click.option(
    "--pieces",
    metavar="SET",
    callback=_check_pieces,
    default="animals",
    help="Piece set: animals or chess.",
)
@click.option(
    "--size",
    type=Integer(*_SIZES),
    default=_DEFAULT_SIZE,
    help="Width of the picture in pixels.",
)
def svg(position: str, pieces: str, size: int) -> None:
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
