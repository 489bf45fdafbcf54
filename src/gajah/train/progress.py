"""What a run reports: a table for people, JSON objects for plots."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from gajah._core import SelfPlayStats
from gajah.train.learn import Learner

#: In a run's folder: its reports.
PROGRESS = "progress.jsonl"
REPORT_EVERY_S = 15.0

#: How games end, as core/bindings/selfplay.cpp counts them.
_ENDS = ("goal", "elimination", "immobilization", "proven", "cap")

#: A line of the file, as JSON reads it.
Content = dict[str, Any]


@dataclass(frozen=True)
class SelfPlayed:
    """What has been played: by one group of games, or added up over many machines."""

    evaluations: int = 0
    #: Of finished games, which ``ends`` counts by how they ended.
    turns: int = 0
    gold_wins: int = 0
    ends: Mapping[str, int] = field(default_factory=lambda: dict.fromkeys(_ENDS, 0))

    @classmethod
    def of(cls, stats: SelfPlayStats) -> SelfPlayed:
        """What the compiled games have counted."""
        return cls(stats.evaluations, stats.turns, stats.gold_wins, stats.ends)

    @property
    def games(self) -> int:
        """Finished ones."""
        return sum(self.ends.values())

    def __add__(self, other: SelfPlayed) -> SelfPlayed:
        return self._combine(other, 1)

    def __sub__(self, other: SelfPlayed) -> SelfPlayed:
        return self._combine(other, -1)

    def _combine(self, other: SelfPlayed, sign: int) -> SelfPlayed:
        names = {**self.ends, **other.ends}
        return SelfPlayed(
            self.evaluations + sign * other.evaluations,
            self.turns + sign * other.turns,
            self.gold_wins + sign * other.gold_wins,
            {name: self.ends.get(name, 0) + sign * other.ends.get(name, 0) for name in names},
        )


@dataclass(frozen=True)
class Moment:
    """What has been played at one moment of a run."""

    seconds: float
    played: SelfPlayed


def between(before: Moment, after: Moment) -> Content:
    """Rates and shares of the time between two moments, and all games until the later one."""
    seconds = max(1e-9, after.seconds - before.seconds)
    new = after.played - before.played
    games = max(1, new.games)
    return {
        "evaluations_per_s": round(new.evaluations / seconds),
        "games_per_min": round(60 * new.games / seconds),
        "turns_per_game": round(new.turns / games, 1),
        "gold_share": round(new.gold_wins / games, 3),
        "ends": {name: round(n / games, 3) for name, n in new.ends.items()},
        "games": after.played.games,
        "evaluations": after.played.evaluations,
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
#: One more on a cluster.
_CLUSTER_COLUMNS = {"actors": "{actors}"}
_WIDTH = 10
#: Rows between two headings, so that one is always on the screen.
_ROWS = 20


def _cell(column: str, content: Content) -> str:
    """A column's number in a report; self-play or learning alone have not all of them."""
    try:
        return column.format(**content)
    except KeyError:
        return "-"


class Screen:
    """Standard output. One that is closed must not end a training."""

    def __init__(self) -> None:
        self._is_read = True

    def __call__(self, text: str) -> None:
        """Print a line."""
        if not self._is_read:
            return
        try:
            print(text, flush=True)
        except OSError:
            self._is_read = False
            # What is still in the buffer would be tried again when the process ends.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


class Reporter:
    """Writes reports to a file, and shows them as a table that grows."""

    def __init__(self, path: Path, show: Callable[[str], None] | None = None) -> None:
        self._path = path
        self._rows = 0
        #: Shows a remark.
        self.note = show or Screen()

    def write(self, content: Content) -> None:
        """One report: a line in the file, a row of the table."""
        self._append(content)
        columns = _COLUMNS | (_CLUSTER_COLUMNS if "actors" in content else {})
        if self._rows % _ROWS == 0:
            self.note("".join(heading.rjust(_WIDTH) for heading in columns))
        self._rows += 1
        self.note("".join(_cell(column, content).rjust(_WIDTH) for column in columns.values()))

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
