"""``gajah aei``: the engine for other programs."""

from __future__ import annotations

import sys

import click

from gajah.cli.text import BadInput, open_stdin


@click.command()
def aei() -> None:
    """Be an engine: speak AEI on stdin and stdout."""
    from gajah.aei.served import ServedEngine
    from gajah.aei.server import converse

    open_stdin()
    if sys.stdout is None:
        raise BadInput("stdout is closed")
    converse(ServedEngine())
