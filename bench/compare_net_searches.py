"""Which settings of the network's search choose better turns?

    python bench/compare_net_searches.py --positions 50 --nodes 100 --judge 600 \
        exploration=0.3 exploration=1.5 exploration=0.3,reluctance=0.2

Every setting chooses a turn in the same positions of real games, and a longer search judges the
position each turn leads to. Much cheaper than games, since all settings meet the same positions and
equal choices cancel out; it says nothing about what the judge does not see either.
"""

from __future__ import annotations

import argparse
import random
import statistics

from gajah._core import DEEPEST, NetworkEngine, NetworkEngineSettings, Position, win_probability
from gajah.bench.data import sample_positions
from gajah.engine.networks import shipped_network

_FOREVER_S = 1e9
_HASH_MB = 128
# Positions that are as good as decided tell settings apart no more.
_OPEN = (0.12, 0.88)
_FIRST_SIGHT_NODES = 2


def search_settings(text: str) -> NetworkEngineSettings:
    """From ``exploration=0.3,batch=4``."""
    made = NetworkEngineSettings()
    for part in filter(None, text.split(",")):
        name, _, value = part.partition("=")
        kind = type(getattr(made, name))
        setattr(made, name, kind(int(value)) if kind is bool else kind(value))
    return made


def engine(settings: str) -> NetworkEngine:
    """With the network that ships."""
    return NetworkEngine(_HASH_MB, 1, shipped_network(), search_settings(settings))


def search(engine: NetworkEngine, position: Position, nodes: int) -> tuple[Position, float]:
    """Where the chosen turn leads, and the chance to win with it."""
    engine.clear()
    keys = [position.key]
    report = engine.search(position, keys, _FOREVER_S, _FOREVER_S, nodes, DEEPEST, 1)
    best = report.lines[0]
    return position.play(best.turn), win_probability(best.score)


class Judge:
    """Knows what a position is worth to the side that has just moved."""

    def __init__(self, nodes: int) -> None:
        self._engine = engine("")
        self._nodes = nodes

    def is_open(self, position: Position) -> bool:
        """Could either side still win it?"""
        if position.verdict() or position.find_goal():
            return False
        return _OPEN[0] < search(self._engine, position, _FIRST_SIGHT_NODES)[1] < _OPEN[1]

    def chance(self, position: Position) -> float:
        """From 0 to 1."""
        if verdict := position.verdict():
            return float(verdict.winner is not position.side)
        return 1.0 - search(self._engine, position, self._nodes)[1]


def main() -> None:
    """Compare the settings named on the command line with the first of them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("settings", nargs="+")
    parser.add_argument("--positions", type=int, default=50)
    parser.add_argument("--nodes", type=int, default=100)
    parser.add_argument("--judge", type=int, default=600, help="nodes")
    options = parser.parse_args()
    judge = Judge(options.judge)
    engines = [engine(settings) for settings in options.settings]
    candidates = sample_positions()
    random.Random(5).shuffle(candidates)
    chances: list[list[float]] = []
    for position in candidates:
        if len(chances) == options.positions:
            break
        if not judge.is_open(position):
            continue
        after = [search(each, position, options.nodes)[0] for each in engines]
        known = {place: judge.chance(place) for place in set(after)}
        chances.append([known[place] for place in after])
    for i, settings in enumerate(options.settings):
        gains = [row[i] - row[0] for row in chances]
        error = 1.96 * statistics.stdev(gains) / len(gains) ** 0.5
        print(f"{statistics.mean(gains):+.2%} ± {error:.2%}  {settings}")


if __name__ == "__main__":
    main()
