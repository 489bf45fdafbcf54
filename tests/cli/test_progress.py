"""The progress bar is for people who look: on a terminal, after a while."""

from __future__ import annotations

import os
import pty
import subprocess
import sys

import pyte

CODE = """
from gajah.cli.progress import progress
with progress("working", 2, patience_s={patience_s}) as advance:
    advance(1)
    advance(1)
"""


MESSAGE_MEANWHILE = """
import sys
from gajah.cli.progress import progress
with progress("working", 2, patience_s=0) as advance:
    advance(1)
    print("bad", file=sys.stderr)
    advance(1)
"""


def _drawn_on_a_terminal(code: str) -> bytes:
    ours, theirs = pty.openpty()
    subprocess.run(
        [sys.executable, "-c", code],
        stderr=theirs,
        check=True,
        timeout=60,
        env={**os.environ, "TERM": "xterm"},
    )
    # What is read last, so that nothing waits.
    os.write(theirs, b"end")
    drawn = b""
    while not drawn.endswith(b"end"):
        drawn += os.read(ours, 1 << 16)
    os.close(theirs)
    os.close(ours)
    return drawn


def test_bar_is_drawn_once_it_takes_a_while() -> None:
    drawn = _drawn_on_a_terminal(CODE.format(patience_s=0))
    assert b"working" in drawn
    assert b" 50%" in drawn


def test_what_is_quick_draws_nothing() -> None:
    assert _drawn_on_a_terminal(CODE.format(patience_s=3600)) == b"end"


def test_messages_stay_and_the_bar_goes() -> None:
    screen = pyte.Screen(80, 24)
    pyte.ByteStream(screen).feed(_drawn_on_a_terminal(MESSAGE_MEANWHILE))
    assert [line.rstrip() for line in screen.display[:3]] == ["bad", "end", ""]


def test_nothing_is_drawn_where_nobody_looks() -> None:
    done = subprocess.run(
        [sys.executable, "-c", CODE.format(patience_s=0)], capture_output=True, timeout=60
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")
