"""``gajah aei``: the engine for other programs."""

from __future__ import annotations

import sys
from io import TextIOWrapper

from gajah.cli.text import BadInput, open_stdin


def aei() -> None:
    """Be an engine: speak AEI on stdin and stdout."""
    from gajah.aei.served import ServedEngine
    from gajah.aei.server import converse

    # Bytes that are no text are for the engine to complain about, not the end of it.
    lines = TextIOWrapper(open_stdin(), encoding="utf-8", errors="replace")
    if sys.stdout is None:
        raise BadInput("stdout is closed")
    converse(ServedEngine(), lines)
