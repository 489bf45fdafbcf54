"""The coach beside the turns of the sample games: how long it takes and how often it warns.

    python bench/coach.py [--every 10] [--show]

Every tenth turn of the 100 games is given to ``warn`` and ``explain_turn``. The times are
processor time in milliseconds, which hardly depends on what else the machine does. Prints JSON;
with ``--show`` every warning before it.
"""

from __future__ import annotations

import argparse
import json
import time
from collections import Counter
from collections.abc import Callable
from typing import TypeVar

from web_server import percentile

from gajah._core import Position, Turn
from gajah.analysis.coach import warn
from gajah.analysis.explain import explain_turn
from gajah.bench.data import sample_archive
from gajah.records import read_archive

T = TypeVar("T")
# How long a player may wait for a warning.
_TARGET_MS = 300


def sample_turns() -> list[tuple[Position, Turn]]:
    """Every turn of the sample games, with the position before it."""
    games = [archived.game() for archived in read_archive(sample_archive())]
    played = (pair for game in games for pair in zip(game.positions, game.turns, strict=False))
    return [(position, turn) for position, turn in played if isinstance(turn, Turn)]


def timed(
    times_s: list[float], ask: Callable[[Position, Turn], T], position: Position, turn: Turn
) -> T:
    """What is answered about a turn; the processor time it took is added to the list."""
    began_s = time.thread_time()
    answer = ask(position, turn)
    times_s.append(time.thread_time() - began_s)
    return answer


def spread(times_s: list[float]) -> dict[str, float]:
    """The times in milliseconds: half, 99 of 100 and all of them are no longer."""
    shares = {"median": 0.5, "p99": 0.99, "most": 1.0}
    return {name: percentile(times_s, share) for name, share in shares.items()}


def main() -> None:
    """Run from the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--every", type=int, default=10, help="take every n-th turn")
    parser.add_argument("--show", action="store_true", help="print the warnings")
    options = parser.parse_args()
    turns = sample_turns()[:: options.every]
    warn_s: list[float] = []
    explain_s: list[float] = []
    warnings: Counter[str] = Counter()
    facts: Counter[str] = Counter()
    for before, turn in turns:
        warning = timed(warn_s, warn, before, turn)
        facts.update(fact.kind for fact in timed(explain_s, explain_turn, before, turn))
        if warning is None:
            continue
        warnings["goal" if "goal" in warning.text else "capture"] += 1
        if options.show:
            print(before.diagram(), turn, warning.text, str(warning.reply), "", sep="\n")
    report = {
        "turns": len(turns),
        "warnings": dict(warnings),
        "warn_ms": spread(warn_s),
        "target_ms": _TARGET_MS,
        "facts": dict(facts),
        "explain_ms": spread(explain_s),
    }
    print(json.dumps(report, indent=2))


if __name__ == "__main__":
    main()
