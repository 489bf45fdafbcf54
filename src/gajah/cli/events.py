"""What ``gajah match`` and ``gajah arena`` have in common: options, and how an event is run."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, ParamSpec, TypeVar

import click

from gajah.cli.options import PATH, Integer, Number, option
from gajah.cli.text import BadInput, ask_to_start

if TYPE_CHECKING:
    from gajah.arena.event import Event, Job
    from gajah.arena.hall import Hall
    from gajah.arena.store import Finished
    from gajah.match.terms import Terms

P = ParamSpec("P")
T = TypeVar("T")

PLAYER_HELP = (
    "random, heuristic, minimax:depth=1, gajah:level=5, gajah:time=0.1s (also nodes, depth, "
    "threads, hash, search, device, seed), or an engine: "
    "aei:COMMAND, aei(option=value,...):COMMAND, aei-socket:COMMAND. LABEL@ in front names it."
)

sprt_option = click.option(
    "--sprt",
    metavar="ELO0,ELO1[,ALPHA,BETA]",
    help="Two players stop as soon as one of the two is decided for.",
)


@dataclass(frozen=True)
class GameOptions:
    """How the games of an event are played, and where they are kept."""

    time: str = option(
        "--time",
        "-t",
        metavar="M/R/P/L/G/T",
        default="none",
        help="The time control, such as 0.1s or 1s/10s; none lets players use their own limits.",
    )
    book: str = option(
        "--book",
        metavar="standard|random|none|FILE",
        default="standard",
        help="Setups given to both games of a pair; FILE holds records, or positions, one a line.",
    )
    seed: int = option(
        "--seed",
        type=Integer(min=0),
        default=0,
        help="Decides openings and random choices.",
    )
    out: Path | None = option(
        "--out",
        "-o",
        type=PATH,
        help="Games go to OUT.txt as records and to OUT.jsonl; an event that is there goes on.",
    )
    patience: float = option(
        "--patience",
        type=Number(min=0.001),
        default=120.0,
        help="Seconds a turn may take where there is no clock.",
    )
    margin: float = option(
        "--margin",
        type=Number(min=0),
        default=0.0,
        help="Seconds that an answer may come late, for a slow machine.",
    )
    max_turns: int = option(
        "--max-turns",
        type=Integer(min=0),
        default=0,
        help="Stop and score a game after N turns of each side.",
    )
    adjudicate: str | None = option(
        "--adjudicate",
        metavar="SCORE,TURNS",
        help="Decide a game once both have said for TURNS turns that one is SCORE centirabbits "
        "ahead.",
    )
    official: bool = option(
        "--official",
        is_flag=True,
        default=False,
        help="Refuse a control that cannot reach 80 turns.",
    )

    def __post_init__(self) -> None:
        if self.out is not None and self.out.name in ("", ".."):
            raise click.BadParameter(f"--out {self.out} is a folder, not the name of a file")

    def terms(self) -> Terms:
        """What is agreed before each game."""
        from gajah.clock import TimeControl
        from gajah.match.terms import Adjudication, Terms, check_official

        control = None if self.time == "none" else valid(TimeControl.parse, self.time)
        if self.official:
            valid(check_official, control)
        words = self.adjudicate
        decided = None if words is None else valid(Adjudication.parse, words)
        return valid(
            Terms,
            control=control,
            patience_s=self.patience,
            margin_s=self.margin,
            max_turns=self.max_turns,
            adjudication=decided,
        )

    def path(self, kind: str) -> Path:
        """The file of JSON lines that --out names, or a new one named by the time."""
        from gajah.arena.store import LINES_SUFFIX

        out = self.out
        if out is None:
            return _new_file(f"{kind}-{datetime.now():%Y%m%d-%H%M%S}", LINES_SUFFIX)
        return out if out.suffix == LINES_SUFFIX else out.with_name(out.name + LINES_SUFFIX)


def _new_file(stem: str, suffix: str) -> Path:
    """A file that was not there, made at once so that its name is taken."""
    for number in count(1):
        path = Path(f"{stem}{suffix}" if number == 1 else f"{stem}-{number}{suffix}")
        try:
            path.touch(exist_ok=False)
            break
        except FileExistsError:
            continue
    return path


@dataclass(frozen=True)
class TableOptions:
    """Where games are played, and how many at once."""

    concurrency: int | None = option(
        "--concurrency",
        "-c",
        type=Integer(min=1),
        help="Games at once, each on its own core: one, or with --ray as many as there is room.",
    )
    share_cores: bool = option(
        "--share-cores",
        is_flag=True,
        default=False,
        help="Let games at once share cores; times mean less then.",
    )
    start_time: float = option(
        "--start-time",
        type=Number(min=0.001),
        default=15.0,
        help="Seconds an engine may take to introduce itself, and to get ready.",
    )
    ray: str | None = option(
        "--ray", metavar="ADDRESS", help="Spread the games over a Ray cluster; auto finds one."
    )
    logs: Path | None = option(
        "--logs", type=PATH, help="A folder for each game's conversation and stderr."
    )

    def seat(self, event: Event) -> tuple[Event, Hall]:
        """A new event with its engines called what they call themselves, and tables for it.

        Engines that are awaited or play on a cluster are called by their commands.
        """
        from gajah.bots.names import name_engines

        hall, said = self._open(event)
        players = tuple(name_engines(event.players, said)) if said else event.players
        return replace(event, players=players), hall

    def hall(self, event: Event) -> Hall:
        """Tables for the games of an event that goes on."""
        return self._open(event)[0]

    def _open(self, event: Event) -> tuple[Hall, list[str]]:
        """Tables, here or on a cluster, and the players' own names; refuses what cannot be."""
        # Showing a table needs no book, but playing on does: an error now is better than later.
        checked(lambda: event.openings)
        threads = max(spec.threads for spec in event.players)
        awaited = [spec for spec in event.players if spec.kind == "aei-listen"]
        if awaited and (self.ray is not None or (self.concurrency or 1) > 1):
            raise click.BadParameter(
                "an engine that is listened for plays one game at a time, here"
            )
        if self.ray is not None:
            return self._cluster(self.ray, event, threads), []
        hall, said = self._local_hall(event, threads)
        for spec in event.players:
            ask_to_start(spec)
        return hall, said

    def _cluster(self, address: str, event: Event, threads: int) -> Hall:
        from gajah.arena.cluster import RayHall

        if self.logs is not None:
            raise click.BadParameter("--logs keeps conversations of this machine, not of a cluster")
        tables, start_s = self.concurrency or 0, self.start_time
        hall = checked(RayHall, address, tables=tables, threads=threads, start_s=start_s)
        checked(hall.check, event.players)
        return hall

    def _local_hall(self, event: Event, threads: int) -> tuple[Hall, list[str]]:
        from gajah.arena.hall import LocalHall, check_players, physical_cores, share_cores
        from gajah.cli.interrupt import run_until_interrupted

        tables = self.concurrency or 1
        places: list[tuple[int, ...]] = [()] * tables
        if not self.share_cores:
            places = checked(share_cores, physical_cores(), tables, threads)
        if self.logs is not None:
            self.logs.mkdir(parents=True, exist_ok=True)
        said = checked(
            lambda: run_until_interrupted(check_players(event.players, start_s=self.start_time))
        )
        return LocalHall(places, log_directory=self.logs, start_s=self.start_time), said


def checked(function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Call a function; what it refuses becomes a sentence for the user."""
    try:
        return function(*args, **kwargs)
    except ValueError as error:
        raise BadInput(str(error)) from None


def valid(function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Call a function; what it refuses is wrong usage: an option or a player's name."""
    try:
        return function(*args, **kwargs)
    except ValueError as error:
        raise click.BadParameter(str(error)) from None


def make_event(
    kind: str, players: Sequence[str], options: GameOptions, *, games: int, pairs: int = 1
) -> Event:
    """The event that the options of a command describe."""
    from gajah.arena.book import full_name
    from gajah.arena.event import Event
    from gajah.bots.names import parse_players

    specs = tuple(valid(parse_players, players))
    name, book = f"gajah {kind}", full_name(options.book)
    terms = options.terms()
    return valid(Event, kind, specs, terms, games, book, options.seed, name, pairs)


def read_event(path: Path) -> tuple[Event, list[Finished]]:
    """The event in a file of JSON lines, and its games so far."""
    from gajah.arena.store import read_store

    return checked(read_store, path)


def play(
    event: Event,
    path: Path,
    hall: Hall,
    *,
    lines: Callable[[list[Finished]], list[str]],
    go_on: str,
    quiet: bool,
    on_game: Callable[[Finished], None] = lambda _: None,
    should_stop: Callable[[], bool] = lambda: False,
    should_skip: Callable[[Job], bool] = lambda _: False,
) -> list[Finished]:
    """Play what is left of an event, show its score meanwhile, and return all its games.

    ``lines`` is the score of the games so far. ``on_game`` is told of every game, first of those
    that were there; ``should_stop`` and ``should_skip`` are those of ``run_event``. ``go_on`` is
    the command that goes on after an interruption.
    """
    from gajah.arena.run import run_event
    from gajah.arena.store import Store
    from gajah.cli.interrupt import run_until_interrupted
    from gajah.cli.scoreboard import Scoreboard

    store = checked(Store.open, path, event)
    board = Scoreboard(lambda: lines(store.games), [path, store.record_path], go_on)

    def count(game: Finished) -> None:
        on_game(game)
        board.update()

    try:
        for game in store.games:
            on_game(game)
        with board.shown(quiet=quiet):
            run_until_interrupted(
                run_event(
                    store, hall, on_game=count, should_stop=should_stop, should_skip=should_skip
                )
            )
    finally:
        store.close()
    return store.games
