"""Which of two networks' files plays better: by time, or by nodes in the ratio of their speeds?

    python bench/match_nets.py small.net:nodes=960 shipped:nodes=400 --games 400 --parts 2
    python bench/match_nets.py small.net:seconds=0.1 shipped:seconds=0.1 --kernel avx512-vnni

A player is a file for the engine (``gajah train export``), or ``shipped``, settings of the search
as in ``compare_net_searches.py``, if any, and what it may spend on a turn:

    shipped,exploration=0.4:nodes=400
    shipped,threads=4:seconds=1        --parts times four cores are needed
    shipped,ponder:seconds=1           thinks a second more about each of the opponent's turns
    shipped:clock=2/20                 by the time manager: two seconds a turn and 20 in reserve
    shipped:clock=2/20/8/1.5           which spreads the reserve over 8 turns to come, and lets a
                                       hard turn take 1.5 times what it is worth

Pairs from setups of real games with colours swapped, each in one process, so that both players of a
game share a core and what else the machine does. With nodes the score does not depend on the
machine at all: measure the ratio of speeds apart, with ``bench/inference.py``. ``--haste 10`` lets
all clocks run ten times as fast. ``--minutes`` ends the match by then with the pairs that are
complete.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial
from math import inf
from multiprocessing import TimeoutError as OutOfTime
from multiprocessing import get_context
from pathlib import Path
from threading import Timer

from compare_net_searches import search_settings

from gajah._core import (
    DEEPEST,
    Network,
    NetworkEngine,
    Position,
    Stop,
    Turn,
    kernel_names,
    share_of_clock,
)
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
    ponders: bool = False
    nodes: int = _NO_NODE_LIMIT
    seconds: float = _FOREVER_S
    #: For every turn, and to begin with: then the time manager says what a turn may spend, by its
    #: habits or others.
    clock: tuple[float, float] | None = None
    habits: tuple[float, ...] = ()

    @classmethod
    def parse(cls, text: str) -> Terms:
        """From ``small.net:nodes=400``, ``shipped:seconds=0.1`` or ``shipped:clock=2/20``."""
        player, _, limit = text.rpartition(":")
        name, *parts = player.split(",")
        threads = [int(part.removeprefix("threads=")) for part in parts if "threads=" in part]
        terms = cls(
            None if name == "shipped" else Path(name),
            ",".join(part for part in parts if part != "ponder" and "threads=" not in part),
            threads[-1] if threads else 1,
            "ponder" in parts,
        )
        kind, _, amount = limit.partition("=")
        if kind == "nodes":
            return replace(terms, nodes=int(amount))
        if kind == "seconds":
            return replace(terms, seconds=float(amount))
        if kind == "clock":
            move_s, reserve_s, *habits = map(float, amount.split("/"))
            return replace(terms, clock=(move_s, reserve_s), habits=tuple(habits))
        raise ValueError(f"a player is written like small.net:nodes=400, not {text!r}")


class NetsPlayer:
    """An engine for each game, which keeps its tree from turn to turn."""

    def __init__(self, terms: Terms, kernel: str, haste: float) -> None:
        self._terms = terms
        self._haste = haste
        self._settings = search_settings(terms.settings)
        self._network = Network.parse(network_file(terms.file), kernel)
        self._engines: dict[int, NetworkEngine] = {}
        self._reserves: dict[int, float] = {}
        self.turns = 0
        self.spent_s = 0.0

    def choose(self, games: Mapping[int, Game]) -> dict[int, Turn]:
        """A legal turn for each game."""
        return {number: self._choose(number, game) for number, game in games.items()}

    def _choose(self, number: int, game: Game) -> Turn:
        if number not in self._engines:
            self._engines[number] = NetworkEngine(
                _HASH_MB, self._terms.threads, self._network, self._settings
            )
        engine = self._engines[number]
        keys = [position.key for position in game.positions]
        if self._terms.ponders and len(game.turns) > 1:
            self._ponder(engine, game.positions[-2], keys[:-1])
        soft_s, hard_s = self._limits(number)
        times = (soft_s / self._haste, hard_s / self._haste)
        report = engine.search(game.position, keys, *times, self._terms.nodes, DEEPEST, 1)
        spent_s = report.seconds * self._haste
        self.turns += 1
        self.spent_s += spent_s
        if self._terms.clock:
            self._reserves[number] += self._terms.clock[0] - spent_s
        return report.lines[0].turn

    def _limits(self, number: int) -> tuple[float, float]:
        if not self._terms.clock:
            return self._terms.seconds, self._terms.seconds
        move_s, reserve_s = self._terms.clock
        left_s = self._reserves.setdefault(number, reserve_s)
        return share_of_clock(move_s + left_s, move_s, left_s, 0.0, *self._terms.habits)

    def _ponder(self, engine: NetworkEngine, position: Position, keys: list[int]) -> None:
        """What it would have done while an opponent with as much time was thinking."""
        stop = Stop()
        timer = Timer(self._terms.seconds / self._haste, stop.set)
        timer.start()
        engine.search(position, keys, _FOREVER_S, _FOREVER_S, _NO_NODE_LIMIT, DEEPEST, 1, stop=stop)
        timer.cancel()


@dataclass(frozen=True)
class Pair:
    """Both games from one opening, and each player's mean time for a turn."""

    score: MatchScore
    seconds: tuple[float, float]


def play_pair(
    first: Terms, second: Terms, kernel: str, haste: float, max_turns: int, seed: int
) -> Pair:
    """Both games from one opening."""
    opening = draw_opening(random.Random(seed))
    players = NetsPlayer(first, kernel, haste), NetsPlayer(second, kernel, haste)
    score = play_games(*players, [opening], max_turns)
    seconds = [player.spent_s / max(1, player.turns) for player in players]
    return Pair(score, (seconds[0], seconds[1]))


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
    parser.add_argument("--haste", type=float, default=1.0, help="how fast all clocks run")
    options = parser.parse_args()
    players = (options.first, options.second)
    play = partial(play_pair, *players, options.kernel, options.haste, options.max_turns)
    begin = time.monotonic()
    scores: list[Pair] = []
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


def _line(pairs: list[Pair], begin: float) -> str:
    scores = [pair.score for pair in pairs]
    counts = count_pairs([points for score in scores for points in score.pairs])
    won, lost = sum(score.wins for score in scores), sum(score.losses for score in scores)
    turns = sum(score.turns for score in scores) / max(1, len(scores))
    spent = [sum(pair.seconds[i] for pair in pairs) / max(1, len(pairs)) for i in (0, 1)]
    return (
        f"{2 * len(scores)} games: {won} won, {lost} lost, "
        f"{2 * len(scores) - won - lost} unfinished, score {counts.mean:.3f}, "
        f"Elo {estimate(counts)}; {turns:.0f} turns a game, {spent[0]:.3f} and {spent[1]:.3f} s "
        f"a turn; {time.monotonic() - begin:.0f} s"
    )


if __name__ == "__main__":
    main()
