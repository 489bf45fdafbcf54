"""``gajah match``: games between two players."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import TYPE_CHECKING

import click

from gajah.cli import events
from gajah.cli.options import PATH, Integer, json_option, with_options
from gajah.cli.text import BadInput, print_json

if TYPE_CHECKING:
    from gajah.arena.event import Event
    from gajah.arena.hall import Hall
    from gajah.arena.sprt import Sprt

_GAMES = 100


@click.command()
@click.argument("first", required=False, metavar="[A]", help=events.PLAYER_HELP)
@click.argument("second", required=False, metavar="[B]", help="The same.")
@click.option("--games", "-n", type=Integer(min=1), default=_GAMES, help="How many games.")
@with_options(options=events.GameOptions, tables=events.TableOptions)
@events.sprt_option
@click.option(
    "--resume", type=PATH, help="Go on with the match in this .jsonl file; needs no A, B."
)
@json_option
def match(
    first: str | None,
    second: str | None,
    games: int,
    options: events.GameOptions,
    tables: events.TableOptions,
    sprt: str | None,
    resume: Path | None,
    as_json: bool,
) -> None:
    """Play A against B: pairs of games from the same setups, with colours swapped.

    Games are kept as they finish. The same command with the same --out, or --resume with the
    file, goes on after any interruption.
    """
    from gajah.arena.sprt import Sprt

    test = None if sprt is None else events.valid(Sprt.parse, sprt)
    if resume is not None:
        if first is not None or games != _GAMES or options != events.GameOptions():
            raise click.BadParameter("--resume takes the players and their terms from the file")
        event = _read(resume)
        hall = tables.hall(event)
    elif first is None or second is None:
        raise click.BadParameter("a match needs two players, A and B")
    else:
        event = events.make_event("match", [first, second], options, games=games)
        event, hall = tables.seat(event)
    path = resume or options.path(event.kind)
    _play(event, path, hall, test, as_json=as_json)


def _read(path: Path) -> Event:
    event, _ = events.read_event(path)
    if event.kind != "match":
        raise BadInput(f"{path.name} is a {event.kind}: use gajah arena resume")
    return event


def _play(event: Event, path: Path, hall: Hall, test: Sprt | None, *, as_json: bool) -> None:
    from gajah.arena.faults import find_faults
    from gajah.arena.sprt import SprtDecision
    from gajah.arena.tally import Tally
    from gajah.cli.scoreboard import tally_json, tally_lines

    first, second = (spec.label for spec in event.players)
    tally = Tally(first, second)
    sprt = "" if test is None else f" --sprt {test}"
    games = events.play(
        event,
        path,
        hall,
        lines=lambda games: tally_lines(tally, event, test, find_faults(games)),
        go_on=f"gajah match --resume {shlex.quote(str(path))}{sprt}",
        quiet=as_json,
        on_game=tally.add,
        should_stop=lambda: (
            test is not None and test.verdict(tally.pairs) is not SprtDecision.GO_ON
        ),
    )
    if as_json:
        outcome = tally_json(tally, test, find_faults(games))
        print_json({"file": str(path), **outcome}, indent=2)
