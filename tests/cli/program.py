"""Run ``gajah`` and keep what it said."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass

# Far longer than anything here takes: a program that hangs fails the test instead of the run.
_PATIENCE_S = 120

OPENING = "g [rrrrrrrrhdcemcdh                                HDCMECDHRRRRRRRR]"
# A gold rabbit two steps from goal, with nothing in its way.
GOAL_IN_TWO = "g [r          R                                      E             ]"


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
