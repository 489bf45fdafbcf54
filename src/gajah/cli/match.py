"""``gajah match``: games between two players."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gajah.cli import events
from gajah.cli.text import BadInput, JsonOption, print_json

if TYPE_CHECKING:
    from gajah.arena.event import Event
    from gajah.arena.hall import Hall
    from gajah.arena.sprt import Sprt
    from gajah.arena.store import Finished
    from gajah.arena.tally import Tally


def match(
    first: Annotated[
        str | None, typer.Argument(metavar="A", show_default=False, help=events.PLAYER_HELP)
    ] = None,
    second: Annotated[
        str | None, typer.Argument(metavar="B", show_default=False, help="The same.")
    ] = None,
    games: Annotated[int, typer.Option("--games", "-n", min=1, help="How many games.")] = 100,
    time: events.TimeOption = "none",
    concurrency: events.ConcurrencyOption = None,
    sprt: Annotated[
        str | None,
        typer.Option(
            metavar="ELO0,ELO1[,ALPHA,BETA]", help="Stop as soon as one of the two is decided for."
        ),
    ] = None,
    book: events.BookOption = "standard",
    seed: events.SeedOption = 0,
    out: events.OutOption = None,
    resume: Annotated[
        Path | None, typer.Option(help="Go on with the match in this .jsonl file; needs no A, B.")
    ] = None,
    patience: events.PatienceOption = 120.0,
    margin: events.MarginOption = 0.0,
    max_turns: events.MaxTurnsOption = 0,
    adjudicate: events.AdjudicateOption = None,
    official: events.OfficialOption = False,
    share_cores: events.ShareOption = False,
    ray: events.RayOption = None,
    logs: events.LogOption = None,
    as_json: JsonOption = False,
) -> None:
    """Play A against B: pairs of games from the same setups, with colours swapped.

    Games are kept as they finish. The same command with the same --out, or --resume with the
    file, goes on after any interruption.
    """
    from gajah.arena.sprt import Sprt
    from gajah.arena.store import read_store

    test = None if sprt is None else Sprt.parse(sprt)
    if resume is not None:
        if first is not None:
            raise typer.BadParameter("--resume takes the players from the file")
        event, _ = events.checked(read_store, resume)
        if event.kind != "match":
            raise BadInput(f"{resume.name} is a {event.kind}: use gajah arena resume")
        path = resume
    elif first is None or second is None:
        raise typer.BadParameter("a match needs two players, A and B")
    else:
        terms = events.make_terms(time, patience, margin, max_turns, adjudicate, official)
        event = events.make_event(
            "match", [first, second], terms, games=games, book=book, seed=seed
        )
        path = events.out_path(out, "match")
    hall = events.make_hall(event, concurrency, share=share_cores, logs=logs, ray=ray)
    tally = _play(event, path, hall, test, quiet=as_json)
    if as_json:
        from gajah.cli.scoreboard import tally_json

        print_json({"file": str(path), **tally_json(tally, test)}, indent=2)


def _play(event: Event, path: Path, hall: Hall, test: Sprt | None, *, quiet: bool) -> Tally:
    from gajah.arena.sprt import Verdict
    from gajah.arena.tally import Tally
    from gajah.cli.scoreboard import Scoreboard, tally_lines

    store = events.open_store(path, event)
    first, second = (spec.label for spec in event.players)
    tally = Tally.of(first, second, store.games)

    def is_decided() -> bool:
        return test is not None and test.verdict(tally.pairs) is not Verdict.GO_ON

    def count(game: Finished) -> None:
        tally.add(game)
        board.update()

    board = Scoreboard(lambda: tally_lines(tally, event, test), [path, store.record_path])
    with board.shown(quiet=quiet):
        events.play(store, hall, on_game=count, should_stop=is_decided)
    return tally
