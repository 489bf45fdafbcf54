"""``gajah play`` and its options."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import click
from click.exceptions import Exit

from gajah.cli.options import PATH, Integer, OneOf, option, with_options

SIDES = ("gold", "silver", "random")
_PIECES = ("letters", "chess")


@dataclass(frozen=True)
class PlayOptions:
    """Who plays, how the game begins, and how it is shown; ``None`` is left open."""

    opponent: str | None = option(
        "--opponent",
        "-o",
        metavar="PLAYER",
        help="human, random, heuristic, minimax, gajah; with options: minimax:depth=2.",
    )
    level: int | None = option(
        "--level", metavar="1-10", type=Integer(1, 10), help="How strong gajah plays."
    )
    side: str | None = option("--side", type=OneOf(SIDES), help="Yours, else gold.")
    gold: str | None = option(
        "--gold", metavar="PLAYER", help="Who plays gold: for two bots, or two people."
    )
    silver: str | None = option("--silver", metavar="PLAYER", help="Who plays silver.")
    time: str | None = option(
        "--time", metavar="M/R", help="A time control, such as 30s/2m, or none."
    )
    position: str | None = option(
        "--position",
        metavar="POSITION",
        help="Begin here: a short form, or a file that holds one.",
    )
    handicap: str | None = option(
        "--handicap",
        metavar="PIECES",
        help="Start without these: MH is gold's camel and a horse.",
    )
    load: Path | None = option("--load", type=PATH, metavar="FILE", help="Take up a saved game.")
    number: int = option(
        "--game", type=Integer(min=0), default=0, help="Which game of the file, from 1."
    )
    save: Path | None = option(
        "--save", type=PATH, metavar="FILE", help="Keep the game in this file."
    )
    pieces: str = option("--pieces", type=OneOf(_PIECES), default=_PIECES[0], help="What is drawn.")
    pace: str | None = option(
        "--pace", metavar="SECONDS", help="How long two bots' turns are shown."
    )
    seed: int | None = option(
        "--seed", type=Integer(min=0), help="Makes the bots' choices repeatable."
    )


@click.command()
@with_options(options=PlayOptions)
def play(options: PlayOptions) -> None:
    """Play in the terminal: against a bot, against each other, or watch two bots.

    What the options leave open is asked for; in the game, help lists what can be typed. The game
    is saved after every turn.
    """
    # Imported here: the other commands start faster without all that playing needs.
    from gajah.cli.play.opening import start

    if code := start(options):
        raise Exit(code)
