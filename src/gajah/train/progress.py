"""What a run reports: a table for people, JSON objects for plots."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from gajah._core import SelfPlayStats
from gajah.train.learn import Learner

#: In a run's folder: its reports.
PROGRESS = "progress.jsonl"
REPORT_EVERY_S = 15.0

#: A line of the file, as JSON reads it.
Content = dict[str, Any]


@dataclass(frozen=True)
class Moment:
    """Counters at one moment of a run."""

    seconds: float
    evaluations: int
    steps: int
    turns: int
    gold_wins: int
    ends: dict[str, int]

    @classmethod
    def now(cls, seconds: float, stats: SelfPlayStats) -> Moment:
        """Reads the counters of self-play."""
        return cls(
            seconds, stats.evaluations, stats.steps, stats.turns, stats.gold_wins, stats.ends
        )


def between(before: Moment, after: Moment) -> Content:
    """Rates and shares of the time between two moments."""
    seconds = max(1e-9, after.seconds - before.seconds)
    ends = {name: n - before.ends[name] for name, n in after.ends.items()}
    games = sum(ends.values())
    return {
        "evaluations_per_s": round((after.evaluations - before.evaluations) / seconds),
        "games_per_min": round(60 * games / seconds),
        "turns_per_game": round((after.turns - before.turns) / max(1, games), 1),
        "gold_share": round((after.gold_wins - before.gold_wins) / max(1, games), 3),
        "ends": {name: round(n / max(1, games), 3) for name, n in ends.items()},
    }


def losses_of(learner: Learner) -> Content:
    """How far the network has come."""
    policy, entropy, value, error = learner.losses()
    return {
        "steps": learner.steps,
        "policy": round(policy, 3),
        "entropy": round(entropy, 3),
        "value": round(value, 4),
        "error": round(error, 3),
    }


@dataclass(frozen=True)
class Column:
    """A column of the table that people watch."""

    heading: str
    value: Callable[[Content], float]
    format: str

    def cell(self, content: Content) -> str:
        """Its number in a report; self-play or learning alone have not all of them."""
        try:
            return self.format.format(self.value(content))
        except KeyError:
            return "-"


_COLUMNS = (
    Column("minute", lambda c: c["minutes"], "{:.2f}"),
    Column("evals/s", lambda c: c["evaluations_per_s"], "{:,.0f}"),
    Column("games/min", lambda c: c["games_per_min"], "{:,.0f}"),
    Column("games", lambda c: c["games"], "{:,.0f}"),
    Column("turns", lambda c: c["turns_per_game"], "{:.1f}"),
    Column("gold", lambda c: c["gold_share"], "{:.0%}"),
    Column("goal", lambda c: c["ends"]["goal"], "{:.0%}"),
    Column("proven", lambda c: c["ends"]["proven"], "{:.0%}"),
    Column("cap", lambda c: c["ends"]["cap"], "{:.0%}"),
    Column("steps", lambda c: c["steps"], "{:,.0f}"),
    Column("rate", lambda c: c["rate"], "{:.6f}"),
    Column("policy", lambda c: c["policy"], "{:.3f}"),
    Column("floor", lambda c: c["entropy"], "{:.3f}"),
    Column("value", lambda c: c["value"], "{:.4f}"),
)
_WIDTH = 10
#: Rows between two headings, so that one is always on the screen.
_ROWS = 20


class Report:
    """Writes reports to a file, and to the terminal as a table that grows."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._rows = 0
        self._is_read = True

    def note(self, text: str) -> None:
        """A remark for people. A reader that goes away must not end a training."""
        if not self._is_read:
            return
        try:
            print(text, flush=True)
        except OSError:
            self._is_read = False
            # What is still in the buffer would be tried again when the process ends.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())

    def write(self, content: Content) -> None:
        """One report: a line in the file, a row of the table."""
        self._append(content)
        if self._rows % _ROWS == 0:
            self.note("".join(column.heading.rjust(_WIDTH) for column in _COLUMNS))
        self._rows += 1
        self.note("".join(column.cell(content).rjust(_WIDTH) for column in _COLUMNS))

    def write_match(self, minutes: float, against: str, match: Content) -> None:
        """What a network of this run scored in a match against a fixed one."""
        self._append({"minutes": round(minutes, 2), "match": {"against": against, **match}})
        self.note(f"minute {minutes:.1f} against {against}: {match['text']}")

    def _append(self, content: Content) -> None:
        with self._path.open("a") as file:
            file.write(json.dumps(content) + "\n")


def read_reports(path: Path) -> list[Content]:
    """All that a run has written, in order."""
    return [json.loads(line) for line in path.read_text().splitlines()]
