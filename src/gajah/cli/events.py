"""What ``gajah match`` and ``gajah arena`` have in common: options, and how an event is run."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, ParamSpec, TypeVar

import typer

from gajah.cli.text import BadInput

if TYPE_CHECKING:
    from gajah.arena.event import Event
    from gajah.arena.hall import Hall as Hall
    from gajah.arena.store import Finished, Store
    from gajah.match.referee import Terms

P = ParamSpec("P")
T = TypeVar("T")

PLAYER_HELP = (
    "random, heuristic, minimax:depth=1, gajah:time=0.1s or gajah:nodes=400, or an engine: "
    "aei:COMMAND, aei(option=value,...):COMMAND, aei-socket:COMMAND. LABEL@ in front names it."
)
TimeOption = Annotated[
    str,
    typer.Option(
        "--time",
        "-t",
        metavar="M/R/P/L/G/T",
        help="The time control, such as 0.1s or 1s/10s; none lets players use their own limits.",
    ),
]
ConcurrencyOption = Annotated[
    int | None,
    typer.Option(
        "--concurrency",
        "-c",
        min=1,
        show_default=False,
        help="Games at once, each on its own core: one, or with --ray as many as there is room.",
    ),
]
ShareOption = Annotated[
    bool, typer.Option("--share-cores", help="Let games at once share cores; times mean less then.")
]
SeedOption = Annotated[int, typer.Option(min=0, help="What openings and players draw lots from.")]
BookOption = Annotated[
    str,
    typer.Option(
        metavar="standard|random|none|FILE",
        help="Setups given to both games of a pair; FILE holds records, or positions, one a line.",
    ),
]
OutOption = Annotated[
    Path | None,
    typer.Option(
        "--out",
        "-o",
        help="Games go to OUT.txt as records and to OUT.jsonl; an event that is there goes on.",
    ),
]
PatienceOption = Annotated[
    float, typer.Option(min=0.001, help="Seconds a turn may take where there is no clock.")
]
MarginOption = Annotated[
    float, typer.Option(min=0, help="Seconds that an answer may come late, for a slow machine.")
]
MaxTurnsOption = Annotated[
    int, typer.Option(min=0, help="Stop and score a game after so many turns of each side.")
]
AdjudicateOption = Annotated[
    str | None,
    typer.Option(
        metavar="SCORE,TURNS",
        help="Decide a game once both have said for so many turns that one is so many "
        "centirabbits ahead.",
    ),
]
RayOption = Annotated[
    str | None,
    typer.Option(metavar="ADDRESS", help="Spread the games over a Ray cluster; auto finds one."),
]
OfficialOption = Annotated[
    bool, typer.Option("--official", help="Refuse a control that cannot reach 80 turns.")
]
LogOption = Annotated[
    Path | None, typer.Option("--logs", help="A folder for each game's conversation and stderr.")
]


def checked(function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Call a function; what it refuses becomes a sentence for the user."""
    try:
        return function(*args, **kwargs)
    except ValueError as error:
        raise BadInput(str(error)) from None


def make_terms(
    time: str,
    patience: float,
    margin: float,
    max_turns: int,
    adjudicate: str | None,
    official: bool,
) -> Terms:
    """What the options of a command agree on."""
    from gajah.clock import TimeControl
    from gajah.match.referee import Adjudication, Terms, check_official

    control = None if time == "none" else TimeControl.parse(time)
    if official:
        checked(check_official, control)
    return Terms(
        control=control,
        patience_s=patience,
        margin_s=margin,
        max_turns=max_turns,
        adjudication=None if adjudicate is None else checked(Adjudication.parse, adjudicate),
    )


def make_event(
    kind: str,
    players: list[str],
    terms: Terms,
    *,
    games: int = 0,
    rounds: int = 0,
    pairs: int = 1,
    book: str,
    seed: int,
) -> Event:
    """The event that the options of a command describe, with so many games or rounds."""
    from gajah.arena.event import Event
    from gajah.arena.schedule import Schedule
    from gajah.match.spec import parse_players

    specs = tuple(checked(parse_players, players))
    games = games or checked(Schedule, kind, len(specs), pairs).count_games(rounds)
    return checked(Event, kind, specs, terms, games, book, seed, f"gajah {kind}", pairs)


def make_hall(
    event: Event, concurrency: int | None, *, share: bool, logs: Path | None, ray: str | None
) -> Hall:
    """Tables for so many games at once, here or on a cluster."""
    from gajah.arena.hall import LocalHall, check_players, physical_cores, share_cores

    threads = max(spec.threads for spec in event.players)
    listens = any(spec.kind == "aei-listen" for spec in event.players)
    if listens and (ray is not None or (concurrency or 1) > 1):
        raise BadInput("an engine that is listened for plays one game at a time, here")
    if ray is not None:
        from gajah.arena.cluster import RayHall

        if logs is not None:
            raise BadInput("--logs keeps conversations of this machine only, not of a cluster")
        return checked(RayHall, ray, tables=concurrency or 0, threads=threads)
    tables = concurrency or 1
    places: list[tuple[int, ...]] = [()] * tables
    if not share:
        places = checked(share_cores, physical_cores(), tables, threads)
    checked(lambda: asyncio.run(check_players(event.players)))
    return LocalHall(places, log_directory=logs)


def out_path(out: Path | None, kind: str) -> Path:
    """The file of JSON lines that --out names, or one named by the time."""
    if out is None:
        out = Path(f"{kind}-{datetime.now():%Y%m%d-%H%M%S}")
    return out if out.suffix == ".jsonl" else out.with_name(out.name + ".jsonl")


def open_store(path: Path, event: Event) -> Store:
    """The event's files, new or to be gone on with."""
    from gajah.arena.store import Store

    return checked(Store.open, path, event)


def play(
    store: Store,
    hall: Hall,
    *,
    on_game: Callable[[Finished], None],
    should_stop: Callable[[], bool] = lambda: False,
) -> None:
    """Play what is left of an event and let go of its files, however it ends."""
    from gajah.arena.run import run_event

    try:
        asyncio.run(run_event(store, hall, on_game=on_game, should_stop=should_stop))
    finally:
        store.close()
