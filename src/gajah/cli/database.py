"""The database of a server, for commands that look after it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING

from gajah.cli.text import BadInput

if TYPE_CHECKING:
    from sqlalchemy import Engine


@contextmanager
def opened(
    data: Path | None, database: str | None, *, to_write: bool = False, create: bool = False
) -> Iterator[Engine]:
    """The database of a server; to write, no server may run. ``create`` makes a missing folder."""
    from gajah.web.games.database import DatabaseUnusable, claim_file
    from gajah.web.games.opening import open_database
    from gajah.web.settings import Settings, default_data_folder

    settings = Settings(data=data or default_data_folder(), database=database)
    try:
        if create:
            settings.data.mkdir(parents=True, exist_ok=True)
        with claim_file(settings.database_url) if to_write else nullcontext() as claimed:
            if claimed is not None:
                claimed.truncate(0)  # The address of a server that ran before.
            engine = open_database(settings.database_url, is_claimed=to_write)
            try:
                yield engine
            finally:
                engine.dispose()
    except DatabaseUnusable as error:
        raise BadInput(str(error)) from None
