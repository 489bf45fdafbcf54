"""What a run reports: a table for people, JSON objects for plots."""

from __future__ import annotations

import json
import os
import sys
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
    """What has been played at one moment of a run."""

    seconds: float
    stats: SelfPlayStats


def between(before: Moment, after: Moment) -> Content:
    """Rates and shares of the time between two moments, and all games until the later one."""
    seconds = max(1e-9, after.seconds - before.seconds)
    old, new = before.stats, after.stats
    old_ends, new_ends = old.ends, new.ends
    ends = {name: n - old_ends[name] for name, n in new_ends.items()}
    games = sum(ends.values())
    return {
        "evaluations_per_s": round((new.evaluations - old.evaluations) / seconds),
        "games_per_min": round(60 * games / seconds),
        "turns_per_game": round((new.turns - old.turns) / max(1, games), 1),
        "gold_share": round((new.gold_wins - old.gold_wins) / max(1, games), 3),
        "ends": {name: round(n / max(1, games), 3) for name, n in ends.items()},
        "games": sum(new_ends.values()),
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


#: The table that people watch: headings, and what stands below them.
_COLUMNS = {
    "minute": "{minutes:.2f}",
    "evals/s": "{evaluations_per_s:,.0f}",
    "games/min": "{games_per_min:,.0f}",
    "games": "{games:,.0f}",
    "turns": "{turns_per_game:.1f}",
    "gold": "{gold_share:.0%}",
    "goal": "{ends[goal]:.0%}",
    "proven": "{ends[proven]:.0%}",
    "cap": "{ends[cap]:.0%}",
    "steps": "{steps:,.0f}",
    "rate": "{rate:.6f}",
    "policy": "{policy:.3f}",
    "floor": "{entropy:.3f}",
    "value": "{value:.4f}",
}
_WIDTH = 10
#: Rows between two headings, so that one is always on the screen.
_ROWS = 20


def _cell(column: str, content: Content) -> str:
    """A column's number in a report; self-play or learning alone have not all of them."""
    try:
        return column.format(**content)
    except KeyError:
        return "-"


class Reporter:
    """Writes reports to a file, and to the terminal as a table that grows."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._rows = 0
        self._is_read = True

    def note(self, text: str) -> None:
        """Print a remark. An output that is closed must not end a training."""
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
            self.note("".join(heading.rjust(_WIDTH) for heading in _COLUMNS))
        self._rows += 1
        self.note("".join(_cell(column, content).rjust(_WIDTH) for column in _COLUMNS.values()))

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
