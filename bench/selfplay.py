"""How fast the processor advances games of self-play, with answers that cost nothing.

    python bench/selfplay.py --games 2048 --simulations 64

On a large GPU the games are what a run waits for (``playing`` in its reports is near 1), so this is
what decides how many games there are to learn from. In processor time, one thread.
"""

from __future__ import annotations

import argparse
import time

import numpy as np

from gajah._core import ACTIONS, FEATURE_WORDS, SelfPlay
from gajah.train.settings import Ramp, Search
from gajah.train.starts import setups

#: Logits as sharp as a trained policy's: a few steps have nearly all of the probability.
_SHARPNESS = 2.5
_VALUE_SPREAD = 0.1
#: The size of the store that answers are taken from, in another order each time.
_ANSWERS = 4096


def main() -> None:
    """Evaluations for each second of processor time, part after part."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=2048)
    parser.add_argument("--simulations", type=int, default=64)
    parser.add_argument("--warm-up", type=int, default=400, help="calls before the measured ones")
    parser.add_argument("--calls", type=int, default=100, help="measured together")
    parser.add_argument("--parts", type=int, default=3)
    options = parser.parse_args()
    search = Search(simulations=Ramp(((0.0, options.simulations),)), setup_share=Ramp(((0.0, 0),)))
    games = SelfPlay(options.games, 1, 1, search.core(0.0), setups(), seed=1)
    chance = np.random.default_rng(1)
    store = chance.normal(0.0, _SHARPNESS, (_ANSWERS, ACTIONS)).astype(np.float32)
    logits = (store.view(np.uint32) >> 16).astype(np.uint16)
    questions = np.zeros((options.games, FEATURE_WORDS), np.uint64)

    def play(calls: int) -> float:
        """Seconds of processor time for ``calls`` evaluations of each game."""
        spent = 0.0
        for _ in range(calls):
            answers = logits[chance.integers(0, _ANSWERS, options.games)]
            values = chance.normal(0.0, _VALUE_SPREAD, options.games).astype(np.float32)
            start = time.process_time()
            games.step(0, answers, values, questions)
            spent += time.process_time() - start
        return spent

    play(options.warm_up)
    for _ in range(options.parts):
        rate = options.calls * options.games / play(options.calls)
        print(f"{rate:,.0f} evaluations for a second of one core", flush=True)


if __name__ == "__main__":
    main()
