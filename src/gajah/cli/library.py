"""``gajah library`` and ``gajah explore``: games by the thousand, and what was played in them."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click
from click.exceptions import Exit

from gajah._core import Pattern, Position
from gajah.cli.database import opened
from gajah.cli.games import output
from gajah.cli.group import Group
from gajah.cli.options import (
    PATH,
    Integer,
    OneOf,
    data_option,
    database_option,
    json_option,
    option,
    out_option,
    with_options,
)
from gajah.cli.progress import progress
from gajah.cli.text import BadInput, counted, print_json, read_position
from gajah.errors import shown

if TYPE_CHECKING:
    from sqlalchemy.orm import Session

    from gajah.web.games.queries import GameQuery
    from gajah.web.library.bulk import ImportTally
    from gajah.web.wire.requests import Explored, ImportProblem

_SHOWN_PROBLEMS = 20
_RESULTS = {"gold": "g", "silver": "s", "draw": "draw", "none": "none"}
_DAY = click.DateTime(["%Y-%m-%d"])
_DAY_S = 24 * 60 * 60
_ALL = 2**31 - 1


@click.group(cls=Group)
def library() -> None:
    """Look after a library of games."""


@library.command("import")
@click.argument(
    "files",
    type=PATH,
    nargs=-1,
    required=True,
    metavar="FILE...",
    help="Records, the server's archive (TSV) or JSON lines.",
)
@data_option
@database_option
@click.option("--jobs", type=Integer(min=1), help="Processes that read; else one for each core.")
def import_(
    files: tuple[Path, ...], data: Path | None, database: str | None, jobs: int | None
) -> None:
    """Store the games of files, while no server runs; 1 if there is one that cannot be read.

    Games that are there already are left out. After an interruption, the same command goes on
    where it stopped.
    """
    from gajah.web.library.bulk import import_file

    refused = 0
    with opened(data, database, to_write=True, create=True) as engine:
        for path in files:
            with progress(f"importing {path.name}", path.stat().st_size) as advance:
                tell = _Teller(path, advance).tell
                done = import_file(engine, path, jobs or os.cpu_count() or 1, tell)
            refused += done.refused
            print(f"{shown(str(path))}: {_summary(done)}")
    if refused:
        raise Exit(1)


@dataclass(frozen=True)
class SearchOptions:
    """Which games of the library are wanted: those that have all of this."""

    player: str = option("--player", default="", help="A part of a player's name.")
    result: str | None = option("--result", type=OneOf(_RESULTS), help="Who won.")
    since: datetime | None = option("--since", type=_DAY, metavar="DAY", help="Such as 2026-01-31.")
    until: datetime | None = option("--until", type=_DAY, metavar="DAY", help="This day included.")
    position: str | None = option(
        "--position", help="Where it occurred, or its mirror image; given as for analyze."
    )
    pieces: str | None = option(
        "--pieces", help='Where they stood so at some time: "Ed5 hc6"; .c3 is an empty square.'
    )
    rating: int | None = option("--rating", type=Integer(min=0), help="Both players have it.")
    shortest: int | None = option("--shortest", type=Integer(min=0), help="At least these turns.")
    longest: int | None = option("--longest", type=Integer(min=0), help="At most these turns.")

    def query(self) -> GameQuery:
        """The search; raises BadInput."""
        from gajah.web.games.queries import GameQuery

        try:
            pieces = None if self.pieces is None else Pattern(self.pieces)
        except ValueError as error:
            raise BadInput(f"--pieces: {error}") from None
        return GameQuery(
            player=self.player,
            result=_RESULTS[self.result] if self.result else "",
            since=None if self.since is None else _seconds(self.since),
            until=None if self.until is None else _seconds(self.until) + _DAY_S - 1,
            position=None if self.position is None else read_position(self.position),
            pieces=pieces,
            rating=self.rating,
            shortest=self.shortest,
            longest=self.longest,
            sort="oldest",
            limit=_ALL,
        )


@library.command("export")
@with_options(search=SearchOptions)
@out_option
@data_option
@database_option
def export(
    search: SearchOptions, out: Path | None, data: Path | None, database: str | None
) -> None:
    """Write games as records, the oldest first; 1 if there is one that cannot be read.

    Without options all games; a server may run meanwhile.
    """
    from sqlalchemy.orm import Session

    from gajah.web.games.queries import find_ids
    from gajah.web.wire.errors import UnreadableGame

    wanted = search.query()
    refused = 0
    with opened(data, database) as engine, Session(engine) as session, output(out) as file:
        gap = ""
        for game_id in find_ids(session, wanted):
            try:
                text = _record(session, game_id)
            except UnreadableGame:  # The log has it, on stderr.
                refused += 1
                continue
            file.write(gap + text)
            gap = "\n"
    if refused:
        raise Exit(1)


def _record(session: Session, game_id: str) -> str:
    from gajah.records.writer import format_record
    from gajah.web.games.loading import read_games, reading
    from gajah.web.library.exporting import make_record

    with reading(game_id):
        [(game, tree)] = read_games(session, [game_id]).values()
        record = make_record(game, tree)
        session.expunge_all()
        return format_record(record)


def _seconds(day: datetime) -> float:
    return day.replace(tzinfo=UTC).timestamp()


@click.command()
@click.argument("position", required=False, help="As for analyze; without one, the setups of gold.")
@data_option
@database_option
@click.option(
    "--lines",
    "-n",
    "most",
    type=Integer(min=1),
    default=10,
    help="How many turns to show.",
)
@json_option
def explore(
    position: str | None, data: Path | None, database: str | None, most: int, as_json: bool
) -> None:
    """Show what was played in a position of the library's games, and how that ended.

    A position and its mirror image are the same here.
    """
    from sqlalchemy.orm import Session

    from gajah.web.library import explorer

    here = Position() if position is None else read_position(position)
    with opened(data, database) as engine, Session(engine) as session:
        found = explorer.explore(session, here, most)
    if as_json:
        print_json(found.model_dump())
    else:
        _print(found)


class _Teller:
    """Says how far a file has been read, and on stderr what is wrong with it, but not endlessly."""

    def __init__(self, path: Path, advance: Callable[[float], None]) -> None:
        self._path = path
        self._advance = advance
        self._bytes = 0
        self._problems = 0

    def tell(self, done: ImportTally, problems: list[ImportProblem]) -> None:
        """More has been read."""
        self._advance(done.bytes - self._bytes)
        self._bytes = done.bytes
        for problem in problems:
            self._problems += 1
            if self._problems <= _SHOWN_PROBLEMS:
                where = f"{shown(str(self._path))}:{problem.line}"
                print(f"{where}: {problem.text}", file=sys.stderr)
            elif self._problems == _SHOWN_PROBLEMS + 1:
                print("and more that is not shown", file=sys.stderr)


def _summary(done: ImportTally) -> str:
    parts = [f"{counted(done.stored, 'game')} stored"]
    if done.known:
        parts.append(f"{done.known} known already")
    if done.refused:
        parts.append(f"{done.refused} unreadable")
    if done.skipped:
        parts.append(f"{done.skipped} read before")
    return ", ".join(parts)


def _print(found: Explored) -> None:
    print(f"{counted(found.games, 'game')}, {found.wins} won and {found.losses} lost")
    for turn in found.turns:
        rating = "" if turn.rating is None else f"{turn.rating:5}"
        print(f"{turn.games:7} {turn.wins / turn.games:4.0%} {rating:>5}  {turn.turn}")
