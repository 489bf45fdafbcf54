"""``gajah play`` and its options."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from gajah.cli.text import one_of

_SIDES = ("gold", "silver", "random")
_PIECES = ("letters", "chess")


def _side_or_none(value: str | None) -> str | None:
    return None if value is None else one_of(*_SIDES)(value)


_Opponent = Annotated[
    str | None,
    typer.Option(
        "--opponent",
        "-o",
        metavar="PLAYER",
        help="human, random, heuristic, minimax, gajah; with options: minimax:depth=2.",
    ),
]
_Level = Annotated[
    int | None, typer.Option(metavar="1-10", min=1, max=10, help="How strong gajah plays.")
]
_Side = Annotated[
    str | None,
    typer.Option(metavar="|".join(_SIDES), callback=_side_or_none, help="Yours, else gold."),
]
_Gold = Annotated[
    str | None, typer.Option(metavar="PLAYER", help="Who plays gold: for two bots, or two people.")
]
_Silver = Annotated[str | None, typer.Option(metavar="PLAYER", help="Who plays silver.")]
_Time = Annotated[
    str | None, typer.Option(metavar="M/R", help="A time control, such as 30s/2m, or none.")
]
_Start = Annotated[
    str | None,
    typer.Option(metavar="POSITION", help="Begin here: a short form, or a file that holds one."),
]
_Handicap = Annotated[
    str | None,
    typer.Option(metavar="PIECES", help="Start without these: MH is gold's camel and a horse."),
]
_Load = Annotated[Path | None, typer.Option(metavar="FILE", help="Take up a saved game.")]
_Number = Annotated[int, typer.Option("--game", min=0, help="Which game of the file, from 1.")]
_Save = Annotated[Path | None, typer.Option(metavar="FILE", help="Keep the game in this file.")]
_Pieces = Annotated[
    str, typer.Option(metavar="|".join(_PIECES), callback=one_of(*_PIECES), help="What is drawn.")
]
_Pace = Annotated[
    str | None, typer.Option(metavar="SECONDS", help="How long two bots' turns are shown.")
]
_Seed = Annotated[int | None, typer.Option(min=0, help="Makes the bots' choices repeatable.")]


def play(
    opponent: _Opponent = None,
    level: _Level = None,
    side: _Side = None,
    gold: _Gold = None,
    silver: _Silver = None,
    time: _Time = None,
    position: _Start = None,
    handicap: _Handicap = None,
    load: _Load = None,
    number: _Number = 0,
    save: _Save = None,
    pieces: _Pieces = _PIECES[0],
    pace: _Pace = None,
    seed: _Seed = None,
) -> None:
    """Play in the terminal: against a bot, against each other, or watch two bots.

    What the options leave open is asked for; in the game, help lists what can be typed. The game
    is saved after every turn.
    """
    # Imported here: the other commands start faster without all that playing needs.
    from gajah.cli.play.opening import Choices, start

    choices = Choices(
        opponent=opponent,
        level=level,
        side=side,
        gold=gold,
        silver=silver,
        time=time,
        position=position,
        handicap=handicap,
        load=load,
        number=number,
        seed=seed,
    )
    code = start(choices, save=save, chess=pieces == "chess", pace=pace)
    if code:
        raise typer.Exit(code)
