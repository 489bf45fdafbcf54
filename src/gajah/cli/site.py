"""``gajah site``: the pages without a server."""

from __future__ import annotations

from pathlib import Path

import click

from gajah.cli.group import Group
from gajah.cli.options import PATH
from gajah.cli.text import BadInput

_MEGABYTE = 2**20


@click.group(cls=Group)
def site() -> None:
    """The web app as a folder of files, for any web host."""


@site.command()
@click.argument("folder", type=PATH, help="Where to write it: a new or empty folder.")
def build(folder: Path) -> None:
    """Write the web app as files: play, analysis, puzzles and lessons in the browser alone."""
    # Imported here: the other commands start faster without the pages.
    from gajah.web.server.static_site import NotASite, build_site

    try:
        files = build_site(folder)
    except (NotASite, OSError) as error:
        raise BadInput(str(error)) from None
    size = sum(path.stat().st_size for path in files) / _MEGABYTE
    print(f"{folder}: {len(files)} files, {size:.1f} MB")
    print(f"Try it: python3 -m http.server --directory {folder} --bind 127.0.0.1")
