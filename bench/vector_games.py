"""How many steps a second games by the thousand make on one core, with random legal actions.

    python bench/vector_games.py --games 1024

Seconds are processor time of one thread. ``step`` is the call that plays, with automatic reset and
legal masks; ``loop`` draws the actions as well.
"""

from __future__ import annotations

import argparse
import time

from gajah._core import VectorGames

_WARM_UP = 200


def _rates(games: VectorGames, calls: int) -> tuple[float, float]:
    """Steps a second of the call alone, and of the loop with the drawing."""
    stepping = drawing = 0.0
    for _ in range(calls):
        start = time.process_time()
        actions = games.draw()
        drawn = time.process_time()
        games.step(actions)
        drawing += drawn - start
        stepping += time.process_time() - drawn
    steps = calls * len(games)
    return steps / stepping, steps / (stepping + drawing)


def main() -> None:
    """Prints the best of some parts, with masks alone and with planes."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1024)
    parser.add_argument("--calls", type=int, default=500, help="measured together")
    parser.add_argument("--parts", type=int, default=5)
    options = parser.parse_args()
    for planes in (False, True):
        games = VectorGames(options.games, planes=planes, seed=1)
        _rates(games, _WARM_UP)
        parts = [_rates(games, options.calls) for _ in range(options.parts)]
        step, loop = (max(rates) for rates in zip(*parts, strict=True))
        what = "masks and planes" if planes else "masks"
        print(f"{what}: step {step:,.0f}, loop {loop:,.0f} steps a second", flush=True)


if __name__ == "__main__":
    main()
