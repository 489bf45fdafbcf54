"""What a run reports: a line for people, a JSON object for plots."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

from gajah._core import SelfPlayStats

ENDS = ("goal", "elimination", "immobilization", "proven", "cap")


@dataclass(frozen=True)
class Moment:
    """Counters at one moment of a run."""

    seconds: float
    evaluations: int
    steps: int
    turns: int
    gold_wins: int
    ends: tuple[int, ...]

    @classmethod
    def now(cls, seconds: float, stats: SelfPlayStats) -> Moment:
        """Reads the counters of self-play."""
        return cls(
            seconds, stats.evaluations, stats.steps, stats.turns, stats.gold_wins, tuple(stats.ends)
        )


def between(before: Moment, after: Moment) -> dict[str, float | dict[str, float]]:
    """Rates and shares of the time between two moments."""
    seconds = max(1e-9, after.seconds - before.seconds)
    ends = [b - a for a, b in zip(before.ends, after.ends, strict=True)]
    games = sum(ends)
    return {
        "evaluations_per_s": round((after.evaluations - before.evaluations) / seconds),
        "games_per_min": round(60 * games / seconds),
        "turns_per_game": round((after.turns - before.turns) / max(1, games), 1),
        "gold_share": round((after.gold_wins - before.gold_wins) / max(1, games), 3),
        "ends": {name: round(n / max(1, games), 3) for name, n in zip(ENDS, ends, strict=True)},
    }


class Report:
    """Writes reports to a file and to the terminal."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def note(self, text: str) -> None:
        """A remark for people."""
        print(text, flush=True)

    def write(self, content: dict[str, object]) -> None:
        """One report: a line in the file, a shorter one on the terminal."""
        with self._path.open("a") as file:
            file.write(json.dumps(content) + "\n")
        ends = content["ends"]
        assert isinstance(ends, dict)
        short = " ".join(f"{k}={v}" for k, v in content.items() if k != "ends")
        print(short, " ".join(f"{k}={v}" for k, v in ends.items()), flush=True)
