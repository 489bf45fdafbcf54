"""``gajah admin``: looking after the games of a server."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import TYPE_CHECKING

import click
from click.exceptions import Exit

from gajah.cli.database import opened
from gajah.cli.group import Group
from gajah.cli.moderate import COMMANDS
from gajah.cli.options import PATH, data_option, database_option
from gajah.cli.text import BadInput, counted
from gajah.cli.web import read_settings
from gajah.errors import shown

if TYPE_CHECKING:
    from gajah.web.games.store import GameStore

_DAMAGED = "damaged-games.jsonl"


@click.group(cls=Group)
def admin() -> None:
    """Look after a server."""


@admin.command()
@data_option
@click.option("--name", metavar="HOST", help="The name by which browsers reach it.")
def owner(data: Path | None, name: str | None) -> None:
    """Print the link that gives a browser the owner's rights, where a proxy is in front."""
    from gajah.web.server.config import BadConfig
    from gajah.web.server.owner import owner_link

    try:
        given = {"data": data} if data else {}
        print(owner_link(read_settings("127.0.0.1", [], [name] if name else [], [], given)))
    except (BadConfig, OSError) as error:
        raise BadInput(str(error)) from None


@admin.command()
@click.argument("file", type=PATH, help="Where to write it.")
@data_option
@database_option
def backup(file: Path, data: Path | None, database: str | None) -> None:
    """Write all that a server keeps to a file; the server may run."""
    from gajah.web.games.snapshot import write_snapshot

    with opened(data, database) as engine:
        counts = write_snapshot(engine, file)
    print(f"{shown(str(file))}: {counted(counts['games'], 'game')}")


@admin.command()
@click.argument("file", type=PATH, help="What backup has written.")
@data_option
@database_option
def restore(file: Path, data: Path | None, database: str | None) -> None:
    """Fill an empty data folder or database from a backup, while no server runs."""
    from gajah.web.games.snapshot import BadSnapshot, read_snapshot

    try:
        with opened(data, database, to_write=True, create=True) as engine:
            counts = read_snapshot(file, engine)
    except BadSnapshot as error:
        raise BadInput(f"{shown(str(file))}: {error}") from None
    print(f"{counted(counts['games'], 'game')} restored")


@admin.command()
@data_option
@database_option
@click.option(
    "--repair",
    is_flag=True,
    help=f"Cut games before the damage; {_DAMAGED} keeps what was there.",
)
def check(data: Path | None, database: str | None, repair: bool) -> None:
    """While no server runs, read every game and name the damaged ones; 1 if there are any."""
    # Imported here: the other commands start faster without.
    import asyncio

    from gajah.web.games.store import GameStore
    from gajah.web.settings import default_data_folder

    with opened(data, database, to_write=True) as engine:
        store = GameStore(engine)
        try:
            logging.disable(logging.ERROR)  # What is damaged is told here.
            folder = data or default_data_folder()
            is_sound = asyncio.run(_check(store, folder if repair else None))
        finally:
            logging.disable(logging.NOTSET)
            store.close()
    if not is_sound:
        raise Exit(1)


async def _check(store: GameStore, folder: Path | None) -> bool:
    """Check all games, and repair the damaged ones where there is a folder for what they were."""
    from gajah.web.live.game import find_damage

    ids = store.ids()
    found = {game_id: why for game_id in ids if (why := find_damage(store, game_id)) is not None}
    left = dict(found)
    for game_id, why in found.items():
        print(f"{game_id}: {why}")
        if folder is not None:
            with (folder / _DAMAGED).open("a", encoding="utf-8") as keep:
                lost = await store.repair(game_id, keep)
            print(f"{game_id}: repaired without {', '.join(lost) or 'any loss'}")
            if find_damage(store, game_id) is None:
                del left[game_id]
    print(f"games: {len(ids)}, damaged: {len(left)}")
    return not left


for _command in COMMANDS:
    admin.add_command(_command)
