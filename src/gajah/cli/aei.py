"""``gajah aei``: the engine for other programs."""

from __future__ import annotations


def aei() -> None:
    """Be an engine: speak AEI on stdin and stdout."""
    import sys
    from importlib.metadata import version

    from gajah.aei.server import Server

    Server(sys.stdout, version=version("gajah")).run(sys.stdin)
