"""Compares the turns of many positions with pyrimaa's, for as long as one likes.

    python -m bench.judge --seconds 300 --seed 1

From the root of the checkout. Positions of the sample games, of random play and thinned ones by
turns; stops at the first difference with the position, and prints the numbers as JSON.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time

from tests.helpers import OPENING
from tests.judge import assorted_positions, our_boards, their_boards


def judge(seconds: float, seed: int) -> dict[str, object]:
    """Compare until the time is up or a difference is found; the numbers to report."""
    positions = turns = 0
    started = time.monotonic()
    for position in assorted_positions(OPENING, random.Random(seed)):
        if time.monotonic() - started > seconds:
            break
        ours, judged = our_boards(position), their_boards(position)
        positions += 1
        turns += len(judged)
        if ours != judged:
            difference = {"too_many": len(ours - judged), "missing": len(judged - ours)}
            return {"seed": seed, "positions": positions, "position": repr(position), **difference}
    return {"seed": seed, "positions": positions, "turns": turns, "differences": 0}


def main() -> int:
    """Run from the command line; 1 if a difference was found."""
    parser = argparse.ArgumentParser(description=__doc__, prog="python -m bench.judge")
    parser.add_argument("--seconds", type=float, default=300, help="how long to go on")
    parser.add_argument("--seed", type=int, default=1, help="which positions")
    options = parser.parse_args()
    report = judge(options.seconds, options.seed)
    print(json.dumps(report, indent=2))
    return 0 if report.get("differences") == 0 else 1


if __name__ == "__main__":
    sys.exit(main())
