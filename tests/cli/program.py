"""Run ``gajah`` and keep what it said."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from gajah.cli import main

# Far longer than anything here takes: a program that hangs fails the test instead of the run.
_PATIENCE_S = 120

OPENING = "g [rrrrrrrrhdcemcdh                                HDCMECDHRRRRRRRR]"
# A gold rabbit two steps from goal, with nothing in its way.
GOAL_IN_TWO = "g [r                  R                              E             ]"


@dataclass(frozen=True)
class Done:
    """A finished run: its exit code, and what it wrote."""

    code: int
    out: str
    err: str

    @property
    def sentence(self) -> str:
        """The one line on stderr; fails if there is not exactly one, or anything like a trace."""
        assert self.out == ""
        assert self.err.endswith("\n")
        assert self.err.count("\n") == 1, self.err
        assert "Traceback" not in self.err
        return self.err.rstrip("\n")


def gajah(*args: str | bytes, stdin: bytes = b"", env: Mapping[str, str] | None = None) -> Done:
    """Run the program with these arguments."""
    return python("-m", "gajah", *args, stdin=stdin, env=env)


def gajah_here(*args: str | bytes, stdin: bytes = b"") -> Done:
    """Run the program with these arguments in this process, which saves most of the time.

    For what needs no process of its own: no terminal, no signals, no other surroundings.
    """
    with TemporaryDirectory() as folder:
        given, out, err = (Path(folder) / name for name in ("in", "out", "err"))
        given.write_bytes(stdin)
        with given.open(encoding="utf-8") as reading, _redirected(out, err):
            before, sys.stdin = sys.stdin, reading
            try:
                code = main([os.fsdecode(arg) for arg in args])
            finally:
                sys.stdin = before
        return Done(code, out.read_text(encoding="utf-8"), err.read_text(encoding="utf-8"))


@contextmanager
def _redirected(out: Path, err: Path) -> Iterator[None]:
    # Files and not strings, since the program may ask for their numbers.
    with (
        out.open("w", encoding="utf-8") as one,
        err.open("w", encoding="utf-8") as two,
        redirect_stdout(one),
        redirect_stderr(two),
    ):
        yield


def python(*args: str | bytes, stdin: bytes = b"", env: Mapping[str, str] | None = None) -> Done:
    """Run Python with these arguments, in an environment without settings of ours."""
    surroundings = {key: value for key, value in os.environ.items() if "GAJAH" not in key}
    done = subprocess.run(
        [sys.executable, *args],
        input=stdin,
        capture_output=True,
        timeout=_PATIENCE_S,
        env={**surroundings, **(env or {})},
    )
    return Done(done.returncode, done.stdout.decode("utf-8"), done.stderr.decode("utf-8"))
