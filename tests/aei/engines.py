"""Engines to test with, and a look at which of their processes are still there."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path
from uuid import uuid4

from gajah.bots.names import PlayerName

MISBEHAVING = Path(__file__).with_name("misbehaving.py")
PYRIMAA = f"{sys.executable} -m pyrimaa.simple_engine"
# Longer than a busy machine takes to end a process.
_PATIENCE_S = 20.0
#: The engine that the tests of AEI are about; ``GAJAH_ENGINE`` names another program.
GAJAH = os.environ.get("GAJAH_ENGINE", f"{sys.executable} -m gajah aei")


def new_word() -> str:
    """A word that no other process has on its command line."""
    return f"test-{uuid4().hex}"


def engine(mode: str, word: str = "") -> PlayerName:
    """The misbehaving engine as a player."""
    return PlayerName.parse(f"{mode}@aei:{sys.executable} {MISBEHAVING} {mode} {word}".strip())


def running(word: str) -> list[int]:
    """The processes that have this word on their command line and are not dead already."""
    found = []
    for entry in Path("/proc").iterdir():
        if not entry.name.isdigit() or int(entry.name) == os.getpid():
            continue
        try:
            words = (entry / "cmdline").read_bytes().split(b"\0")
            state = (entry / "stat").read_text().rpartition(")")[2].split()[0]
        except OSError:
            continue
        if word.encode() in words and state not in "ZX":
            found.append(int(entry.name))
    return found


def assert_gone(word: str) -> None:
    """No process with that word is left. One that was killed may take a moment to vanish."""
    until = time.monotonic() + _PATIENCE_S
    while time.monotonic() < until:
        if not running(word):
            return
    raise AssertionError(f"left behind: {running(word)}")
