"""Elo while a run goes on: each snapshot plays a match against a fixed network, beside it.

The match is a process of its own, because the run's own loop must not wait for it; a core and a
little of the GPU are all it takes.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from gajah.train.progress import Content


class MatchError(Exception):
    """A match could not be played."""


class Yardstick:
    """One match at a time against the same opponent, a network or a bot."""

    def __init__(
        self,
        opponent: str,
        *,
        games: int = 60,
        simulations: int = 16,
        max_turns: int = 80,
        seed: int = 1,
    ) -> None:
        self.opponent = opponent
        self._options = ["--json", "--games", str(games), "--simulations", str(simulations)]
        self._options += ["--max-turns", str(max_turns), "--seed", str(seed)]
        self._process: subprocess.Popen[str] | None = None
        self._minutes = 0.0

    def measure(self, net: Path, minutes: float) -> None:
        """Starts a match of that network, unless the last one is still going on."""
        if self._process is not None:
            return
        command = [sys.executable, "-m", "gajah.train", "match", str(net), self.opponent]
        self._process = subprocess.Popen(
            command + self._options, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        self._minutes = minutes

    def result(self, *, wait: bool = False) -> tuple[float, Content] | None:
        """The minute of a network and its score, once, when its match is over; raises
        ``MatchError`` with its last output if it failed."""
        if self._process is None or (self._process.poll() is None and not wait):
            return None
        output, errors = self._process.communicate()
        failed = self._process.returncode != 0
        self._process = None
        if failed:
            raise MatchError((errors.strip().splitlines() or ["it said nothing"])[-1])
        return self._minutes, json.loads(output)

    def close(self) -> None:
        """Ends a match that is still going on."""
        if self._process is not None:
            self._process.kill()
            self._process.communicate()
            self._process = None
