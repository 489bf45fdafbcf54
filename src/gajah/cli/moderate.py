"""``gajah admin``: accounts, sessions, bans and bots of a server, which may run meanwhile.

A server looks for what was done here every second.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from gajah.cli.database import opened
from gajah.cli.options import data_option, database_option, json_option
from gajah.cli.text import BadInput, print_json
from gajah.clock import parse_duration
from gajah.errors import NotationError, quoted, shown

if TYPE_CHECKING:
    from pydantic import BaseModel
    from sqlalchemy import Connection

    from gajah.web.wire.admin import NewBan

_BY = "admin"
_MOST = 1000
# As far as bans reach, in Unix seconds; those without an end have none.
_LATEST_S = datetime(5000, 1, 1, tzinfo=UTC).timestamp()


@contextmanager
def _line(data: Path | None, database: str | None) -> Iterator[Connection]:
    """A transaction; what is refused in it is bad input."""
    from gajah.web.wire.errors import Refusal

    try:
        with opened(data, database) as engine, engine.begin() as line:
            yield line
    except Refusal as refusal:
        raise BadInput(_clause(refusal.text)) from None


def _clause(sentence: str) -> str:
    """A sentence of the server's as those of commands are."""
    words = sentence.rstrip(".")
    return words[:1].lower() + words[1:]


@click.command()
@click.argument("text", default="", help="A part of the name.")
@data_option
@database_option
@json_option
def users(text: str, data: Path | None, database: str | None, as_json: bool) -> None:
    """List accounts, the newest first."""
    from gajah.web.games.users import list_users

    with _line(data, database) as line:
        found = list_users(line, text, limit=_MOST).users
    _show(
        found,
        [
            (
                user.name,
                "person" if user.keeper is None else f"bot of {user.keeper or 'the owner'}",
                f"made {_day(user.created)}",
                "" if user.seen is None else f"seen {_day(user.seen)}",
                f"sessions: {user.sessions}",
                f"banned: {user.ban.reason}" if user.ban else "",
            )
            for user in found
        ],
        as_json=as_json,
    )


@click.command()
@click.argument("name", default="", help="A part of the account's name.")
@click.option("--end", is_flag=True, help="End all sessions of the account of exactly this name.")
@data_option
@database_option
@json_option
def sessions(name: str, end: bool, data: Path | None, database: str | None, as_json: bool) -> None:
    """List the browsers that are logged in, and the tokens of bots; or end them."""
    from gajah.web.games.acts import end_sessions
    from gajah.web.games.users import account_named, list_sessions

    with _line(data, database) as line:
        if end:
            account = account_named(line, name)
            print(f"sessions ended: {end_sessions(line, account.id, account.name, _BY)}")
            return
        found = list_sessions(line, name, limit=_MOST).sessions
    rows = [(each.name, f"seen {_day(each.seen)}", each.id[:12]) for each in found]
    _show(found, rows, as_json=as_json)


@click.command()
@click.argument("player", default="", help="A part of a player's name.")
@data_option
@database_option
@json_option
def games(player: str, data: Path | None, database: str | None, as_json: bool) -> None:
    """List games, the newest first; those that cannot be read are left out."""
    from sqlalchemy.orm import Session

    from gajah.web.games.loading import reading
    from gajah.web.games.queries import GameQuery, find_ids
    from gajah.web.games.rows import StoredGame
    from gajah.web.games.show import show_game
    from gajah.web.wire.errors import UnreadableGame

    found = []
    with opened(data, database) as engine, Session(engine) as session:
        for game_id in find_ids(session, GameQuery(player=player, limit=_MOST)):
            try:
                with reading(game_id):
                    found.append(show_game(session.get_one(StoredGame, game_id)))
            except UnreadableGame:
                continue
    rows = [
        (each.id, _day(each.created), each.state, f"{each.gold.name} - {each.silver.name}")
        for each in found
    ]
    _show(found, rows, as_json=as_json)


@click.command()
@click.argument("target", required=False, help="A name, an address, or a network as 192.0.2.0/24.")
@click.option("--reason", default="", help="What the banned person reads.")
@click.option("--until", metavar="WHEN", help="A day (2026-12-24), or a time from now (3d, 12h).")
@data_option
@database_option
@json_option
def ban(
    target: str | None,
    reason: str,
    until: str | None,
    data: Path | None,
    database: str | None,
    as_json: bool,
) -> None:
    """Ban an account or addresses; without a target, list the bans."""
    from gajah.web.games import bans

    if target is not None:
        wanted = _new_ban(target, reason, until)
        with _line(data, database) as line:
            bans.ban(line, wanted, _BY)
        print(f"{shown(target)} is banned")
        return
    with _line(data, database) as line:
        found = bans.list_bans(line)
    ends = {each.target: f"until {_day(each.until)}" if each.until else "" for each in found}
    _show(found, [(each.target, ends[each.target], each.reason) for each in found], as_json=as_json)


def _new_ban(target: str, reason: str, until: str | None) -> NewBan:
    """What is wanted; raises BadInput."""
    from pydantic import ValidationError

    from gajah.web.wire.admin import NewBan
    from gajah.web.wire.errors import explain

    if not target:
        raise BadInput("a ban needs a name, an address or a network")
    if not reason:
        raise BadInput("a ban needs a reason: --reason TEXT")
    try:
        return NewBan(target=target, reason=reason, until=_moment(until) if until else None)
    except ValidationError as error:
        raise BadInput(_clause(explain(error.errors()[0]))) from None


@click.command()
@click.argument("target", help="What was banned.")
@data_option
@database_option
def unban(target: str, data: Path | None, database: str | None) -> None:
    """End a ban."""
    from gajah.web.games.bans import unban as end_ban

    with _line(data, database) as line:
        end_ban(line, target, _BY)
    print(f"{shown(target)} is not banned any more")


@click.command()
@data_option
@json_option
def limits(data: Path | None, as_json: bool) -> None:
    """Print the limits of a server: config.toml, and what is usual."""
    from gajah.web.server.config import BadConfig, read_config
    from gajah.web.settings import default_data_folder

    try:
        found = asdict(read_config(data or default_data_folder()).limits)
    except BadConfig as error:
        raise BadInput(str(error)) from None
    if as_json:
        print_json(found)
        return
    for name, value in found.items():
        print(f"{name} = {value}")


@click.command()
@data_option
@database_option
@json_option
def acts(data: Path | None, database: str | None, as_json: bool) -> None:
    """List what was done to accounts, sessions and games, the newest first."""
    from gajah.web.games.users import list_acts

    with _line(data, database) as line:
        found = list_acts(line, limit=_MOST).acts
    rows = [(_minute(each.at), each.by, each.act, each.target, each.detail) for each in found]
    _show(found, rows, as_json=as_json)


@click.command()
@click.argument("name", help="The bot's name.")
@data_option
@database_option
def bot(name: str, data: Path | None, database: str | None) -> None:
    """Print a new token of a bot, which is made if there is none of that name."""
    from pydantic import TypeAdapter, ValidationError

    from gajah.web.accounts.accounts import check_name
    from gajah.web.games.account_rows import OWNERS
    from gajah.web.games.acts import find_account, give_token, make_bot
    from gajah.web.wire.accounts import AccountName

    try:
        TypeAdapter(AccountName).validate_python(name)
    except ValidationError:
        raise BadInput("a name has 2 to 20 letters, digits, - or _") from None
    with _line(data, database) as line:
        check_name(name)
        found = find_account(line, name)
        if found is not None and not found.is_bot:
            raise BadInput(f"{found.name} is the account of a person")
        if found is None:
            account_id = make_bot(line, name, OWNERS, _BY, most=None)
        else:
            account_id, name = found.id, found.name
        print(give_token(line, account_id, name, _BY))


COMMANDS = (users, sessions, games, ban, unban, limits, acts, bot)
"""What `gajah admin` has of these."""


def _show(found: Sequence[BaseModel], rows: Sequence[Sequence[str]], *, as_json: bool) -> None:
    """Print them as JSON, or in columns as wide as they need to be."""
    if as_json:
        print_json([each.model_dump() for each in found])
        return
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = (shown(cell).ljust(width) for cell, width in zip(row, widths, strict=True))
        print("  ".join(cells).rstrip())


def _day(moment: float) -> str:
    return f"{datetime.fromtimestamp(moment, UTC):%Y-%m-%d}"


def _minute(moment: float) -> str:
    return f"{datetime.fromtimestamp(moment, UTC):%Y-%m-%d %H:%M}"


def _moment(text: str) -> float:
    """The beginning of a day or another moment, of UTC unless it says otherwise; or from now on."""
    now_s = time.time()
    try:
        found = datetime.fromisoformat(text)
        moment_s = (found if found.tzinfo else found.replace(tzinfo=UTC)).timestamp()
    except ValueError:
        try:
            moment_s = now_s + float(parse_duration(text, bare_unit="h"))
        except NotationError:
            raise BadInput(f"expected --until 2026-12-24 or 3d, found {quoted(text)}") from None
    if not now_s < moment_s < _LATEST_S:
        words = "expected --until a time to come, before the year 5000, found"
        raise BadInput(f"{words} {quoted(text)}")
    return moment_s
