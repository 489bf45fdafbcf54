"""``gajah web``: the app in the browser."""

from __future__ import annotations

import re
import shutil
import webbrowser
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from gajah.cli.options import Integer, Number, OneOf, data_option, database_option
from gajah.cli.text import BadInput
from gajah.errors import quoted, shown

if TYPE_CHECKING:
    from gajah.web.settings import Settings

_MOST_PORT = 65535
_WARNING = (
    "warning: all who reach it can play, read the library and use its cores, unencrypted;"
    " without --host only this machine does"
)


@click.command()
@click.option(
    "--host",
    default="127.0.0.1",
    help="The address to listen on; 0.0.0.0 lets other machines in.",
)
@click.option("--port", type=Integer(0, _MOST_PORT), help="8640, or the next one that is free.")
@data_option
@database_option
@click.option(
    "--peer-url",
    metavar="URL",
    help="Where other servers on the same database reach this one.",
)
@click.option(
    "--engine",
    "engines",
    multiple=True,
    metavar="NAME=COMMAND",
    help="An AEI engine to play against.",
)
@click.option(
    "--name",
    "names",
    multiple=True,
    metavar="HOST",
    help="A name by which others reach this server.",
)
@click.option(
    "--proxy",
    "proxies",
    multiple=True,
    metavar="ADDRESS",
    help="A proxy in front, trusted to say for whom it asks.",
)
@click.option(
    "--searches",
    type=Integer(1, 256),
    help="Searches at once; else one for each core.",
)
@click.option(
    "--workers",
    metavar="ADDRESS",
    help="A Ray cluster to think on: auto, HOST:PORT, or local.",
)
@click.option("--pace", type=Number(0, 60), help="Seconds that two bots' turns are shown.")
@click.option(
    "--log-format",
    type=OneOf(("text", "json")),
    help="What is logged: sentences (text), or a line of JSON for each event.",
)
@click.option(
    "--accounts/--no-accounts",
    default=None,
    help="Names with passwords; else where other machines reach the server.",
)
@click.option("--open/--no-open", "open_browser", default=True, help="Open the browser.")
def web(
    host: str,
    port: int | None,
    data: Path | None,
    database: str | None,
    peer_url: str | None,
    engines: tuple[str, ...],
    names: tuple[str, ...],
    proxies: tuple[str, ...],
    searches: int | None,
    workers: str | None,
    pace: float | None,
    log_format: str | None,
    accounts: bool | None,
    open_browser: bool,
) -> None:
    """Play, watch, review and analyse in the browser. Ctrl-C ends the server; games are kept."""
    # Imported here: the other commands start faster without a web server.
    from gajah.cluster import ClusterError
    from gajah.web.games.database import DatabaseUnusable
    from gajah.web.server.config import BadConfig
    from gajah.web.server.logs import set_up_logs
    from gajah.web.server.serve import CannotServe, serve

    def ready(address: str, for_others: list[str]) -> None:
        print(f"gajah is at {address} (Ctrl-C ends it)", flush=True)
        for origin in for_others:
            print(f"other machines reach it at {origin}/", flush=True)
        if for_others:
            print(_WARNING, flush=True)
        if settings.hosts or settings.proxies:
            print("its owner opens the link that `gajah admin owner` prints", flush=True)
        if open_browser:
            webbrowser.open(address)

    given = {
        "port": port,
        "data": data,
        "database": database,
        "peer_url": peer_url,
        "searches": searches,
        "workers": workers,
        "bot_pace_s": pace,
        "log_format": log_format,
        "accounts": accounts,
    }
    try:
        settings = read_settings(host, engines, names, proxies, given)
        set_up_logs(settings.log_format)
        with suppress(KeyboardInterrupt):
            serve(settings, ready)
    except (BadConfig, CannotServe, ClusterError, DatabaseUnusable) as error:
        raise BadInput(str(error)) from None


def read_settings(
    host: str,
    engines: Sequence[str],
    names: Sequence[str],
    proxies: Sequence[str],
    given: dict[str, Any],
) -> Settings:
    """What was said on the command line, and in the folder's own file."""
    from gajah.web.server.config import check_engine, check_proxy, read_config
    from gajah.web.settings import Settings

    settings = Settings(
        host=host, **{key: value for key, value in given.items() if value is not None}
    )
    _check_peer_url(settings.peer_url)
    config = read_config(settings.data)
    commands = dict(config.engines)
    for text in engines:
        label, equals, command = text.partition("=")
        if not equals:
            raise BadInput(f"expected NAME=COMMAND, found {quoted(text)}")
        check_engine(label.strip(), command)
        _check_program(label.strip(), command)
        commands[label.strip()] = command
    for each in proxies:
        check_proxy(each)
    return replace(
        settings,
        engines=commands,
        hosts=(*config.names, *(each.lower() for each in names)),
        proxies=(*config.proxies, *proxies),
        accounts=config.accounts if settings.accounts is None else settings.accounts,
        metrics=config.metrics,
        log_format=given.get("log_format") or config.log_format,
        limits=config.limits,
        mail=config.mail,
        push=config.push,
    )


def _check_peer_url(url: str | None) -> None:
    if url is not None and re.fullmatch(r"http://[^/\s@]+:\d+/?", url) is None:
        raise BadInput(f"expected --peer-url http://HOST:PORT, found {quoted(url)}")


def _check_program(label: str, command: str) -> None:
    """Refuse an engine whose program is not there; a game would tell only when it is lost."""
    from gajah.bots.names import split_command

    program = split_command(command)[0]
    if shutil.which(program) is None:
        raise BadInput(f"the engine {shown(label)}: there is no program {quoted(program)} to start")
