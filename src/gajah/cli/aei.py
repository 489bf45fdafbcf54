"""``gajah aei``: the engine for other programs."""

from __future__ import annotations

import sys
from io import TextIOWrapper


def aei() -> None:
    """Be an engine: speak AEI on stdin and stdout."""
    from importlib.metadata import version

    from gajah.aei.server import Server

    if isinstance(sys.stdin, TextIOWrapper):
        # Bytes that are no text are for the engine to complain about, not the end of it.
        sys.stdin.reconfigure(encoding="utf-8", errors="replace")
    Server(sys.stdout, version=version("gajah")).run(sys.stdin)
