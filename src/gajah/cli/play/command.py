"""``gajah play`` and its options."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from gajah.cli.options import unpacked
from gajah.cli.text import one_of

SIDES = ("gold", "silver", "random")
_PIECES = ("letters", "chess")


@dataclass(frozen=True)
class PlayOptions:
    """Who plays, how the game begins, and how it is shown; ``None`` is left open."""

    opponent: Annotated[
        str | None,
        typer.Option(
            "--opponent",
            "-o",
            metavar="PLAYER",
            help="human, random, heuristic, minimax, gajah; with options: minimax:depth=2.",
        ),
    ] = None
    level: Annotated[
        int | None, typer.Option(metavar="1-10", min=1, max=10, help="How strong gajah plays.")
    ] = None
    side: Annotated[
        str | None,
        typer.Option(metavar="|".join(SIDES), callback=one_of(*SIDES), help="Yours, else gold."),
    ] = None
    gold: Annotated[
        str | None,
        typer.Option(metavar="PLAYER", help="Who plays gold: for two bots, or two people."),
    ] = None
    silver: Annotated[str | None, typer.Option(metavar="PLAYER", help="Who plays silver.")] = None
    time: Annotated[
        str | None, typer.Option(metavar="M/R", help="A time control, such as 30s/2m, or none.")
    ] = None
    position: Annotated[
        str | None,
        typer.Option(
            metavar="POSITION", help="Begin here: a short form, or a file that holds one."
        ),
    ] = None
    handicap: Annotated[
        str | None,
        typer.Option(metavar="PIECES", help="Start without these: MH is gold's camel and a horse."),
    ] = None
    load: Annotated[Path | None, typer.Option(metavar="FILE", help="Take up a saved game.")] = None
    number: Annotated[
        int, typer.Option("--game", min=0, help="Which game of the file, from 1.")
    ] = 0
    save: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Keep the game in this file.")
    ] = None
    pieces: Annotated[
        str,
        typer.Option(metavar="|".join(_PIECES), callback=one_of(*_PIECES), help="What is drawn."),
    ] = _PIECES[0]
    pace: Annotated[
        str | None, typer.Option(metavar="SECONDS", help="How long two bots' turns are shown.")
    ] = None
    seed: Annotated[int | None, typer.Option(min=0, help="Makes the bots' choices repeatable.")] = (
        None
    )


@unpacked
def play(options: PlayOptions) -> None:
    """Play in the terminal: against a bot, against each other, or watch two bots.

    What the options leave open is asked for; in the game, help lists what can be typed. The game
    is saved after every turn.
    """
    # Imported here: the other commands start faster without all that playing needs.
    from gajah.cli.play.opening import start

    if code := start(options):
        raise typer.Exit(code)
