"""Which of two networks' files plays better: by time, or by nodes in the ratio of their speeds?

    python bench/match_nets.py small.net:nodes=960 shipped:nodes=400 --games 400 --parts 2
    python bench/match_nets.py small.net:seconds=0.1 shipped:seconds=0.1 --kernel avx512-vnni

A player is a file for the engine (``gajah train export``), or ``shipped``, settings of the search
as in ``compare_net_searches.py``, if any, and what it may spend on a turn:
``shipped,exploration=0.4:nodes=400``; ``shipped,threads=4:seconds=1`` searches with four threads
(then ``--parts`` times four cores are needed). Pairs from setups of real games with colours
swapped, each in one process, so that both players of a game share a core and what else the machine
does. With nodes the score does not depend on the machine at all: measure the ratio of speeds apart,
with ``bench/inference.py``. ``--minutes`` ends the match by then with the pairs that are complete.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from math import inf
from multiprocessing import TimeoutError as OutOfTime
from multiprocessing import get_context
from pathlib import Path

from compare_net_searches import search_settings

from gajah._core import DEEPEST, Network, NetworkEngine, Turn, kernel_names
from gajah.arena.elo import count_pairs, estimate
from gajah.engine.networks import network_file
from gajah.game import Game
from gajah.train.match import MatchScore, play_games
from gajah.train.starts import draw_opening

_HASH_MB = 64
_FOREVER_S = 1e9
_NO_NODE_LIMIT = 2**63 - 1


@dataclass(frozen=True)
class Terms:
    """A network and what it may spend on a turn."""

    file: Path | None
    settings: str = ""
    threads: int = 1
    nodes: int = _NO_NODE_LIMIT
    seconds: float = _FOREVER_S

    @classmethod
    def parse(cls, text: str) -> Terms:
        """From ``small.net:nodes=400`` or ``shipped:seconds=0.1``."""
        player, _, limit = text.rpartition(":")
        name, *parts = player.split(",")
        threads = [part for part in parts if part.startswith("threads=")]
        settings = ",".join(part for part in parts if part not in threads)
        count = int(threads[-1].partition("=")[2]) if threads else 1
        kind, _, amount = limit.partition("=")
        file = None if name == "shipped" else Path(name)
        if kind == "nodes":
            return cls(file, settings, count, nodes=int(amount))
        if kind == "seconds":
            return cls(file, settings, count, seconds=float(amount))
        raise ValueError(f"a player is written like small.net:nodes=400, not {text!r}")


class NetsPlayer:
    """An engine for each game, which keeps its tree from turn to turn."""

    def __init__(self, terms: Terms, kernel: str) -> None:
        self._terms = terms
        self._settings = search_settings(terms.settings)
        self._network = Network.parse(network_file(terms.file), kernel)
        self._engines: dict[int, NetworkEngine] = {}

    def choose(self, games: Mapping[int, Game]) -> dict[int, Turn]:
        """A legal turn for each game."""
        return {number: self._choose(number, game) for number, game in games.items()}

    def _choose(self, number: int, game: Game) -> Turn:
        if number not in self._engines:
            self._engines[number] = NetworkEngine(
                _HASH_MB, self._terms.threads, self._network, self._settings
            )
        keys = [position.key for position in game.positions]
        limits = (self._terms.seconds, self._terms.seconds, self._terms.nodes)
        report = self._engines[number].search(game.position, keys, *limits, DEEPEST, 1)
        return report.lines[0].turn


def play_pair(first: Terms, second: Terms, kernel: str, max_turns: int, seed: int) -> MatchScore:
    """Both games from one opening."""
    opening = draw_opening(random.Random(seed))
    players = NetsPlayer(first, kernel), NetsPlayer(second, kernel)
    return play_games(*players, [opening], max_turns)


def main() -> None:
    """Plays the match and prints its score, now and then and at the end."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("first", type=Terms.parse)
    parser.add_argument("second", type=Terms.parse)
    parser.add_argument("--games", type=int, default=100, help="pairs count twice")
    parser.add_argument("--parts", type=int, default=2, help="pairs at a time, a core each")
    parser.add_argument("--minutes", type=float, default=inf)
    parser.add_argument("--kernel", choices=kernel_names(), default=kernel_names()[0])
    parser.add_argument("--max-turns", type=int, default=100, help="of each side")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    play = partial(play_pair, options.first, options.second, options.kernel, options.max_turns)
    begin = time.monotonic()
    scores: list[MatchScore] = []
    seeds = range(options.seed * 100_000, options.seed * 100_000 + (options.games + 1) // 2)
    # Leaving the block ends the processes, also those in the middle of a game.
    with get_context("spawn").Pool(options.parts) as pool:
        pairs = pool.imap_unordered(play, seeds)
        for _ in seeds:
            left_s = max(0.0, begin + 60 * options.minutes - time.monotonic())
            try:
                scores.append(pairs.next(None if left_s == inf else left_s))
            except OutOfTime:
                print("out of time")
                break
            if len(scores) % 10 == 0:
                print(_line(scores, begin), flush=True)
    print(_line(scores, begin), flush=True)


def _line(scores: list[MatchScore], begin: float) -> str:
    counts = count_pairs([points for score in scores for points in score.pairs])
    won, lost = sum(score.wins for score in scores), sum(score.losses for score in scores)
    turns = sum(score.turns for score in scores) / max(1, len(scores))
    return (
        f"{2 * len(scores)} games: {won} won, {lost} lost, "
        f"{2 * len(scores) - won - lost} unfinished, score {counts.mean:.3f}, "
        f"Elo {estimate(counts)}; {turns:.0f} turns a game, {time.monotonic() - begin:.0f} s"
    )


if __name__ == "__main__":
    main()
