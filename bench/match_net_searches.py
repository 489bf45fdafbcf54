"""Which settings of the network's search win, at the same number of nodes a turn?

    python bench/match_net_searches.py --nodes 128 --games 200 most_defences=0 gumbel
    python bench/match_net_searches.py --nodes 64 --games 200 "" most_defences=0
    python bench/match_net_searches.py gumbel:value_scale=3 gumbel:candidates=6

A player is a list of engine settings, as in ``compare_net_searches.py``, or ``gumbel``: the search
of self-play, without the exact look for defences and, unless it has ``noise=1``, without noise.
Pairs from setups of real games with colours swapped; every turn is searched anew, so that only the
searches differ.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Mapping, Sequence

import numpy as np
from compare_net_searches import engine
from numpy.typing import NDArray

from gajah._core import DEEPEST, FEATURE_WORDS, GumbelSearch, GumbelSettings, Step, Turn
from gajah.engine.networks import shipped_network
from gajah.game import Game
from gajah.train.match import MatchScore, play_games
from gajah.train.players import Player
from gajah.train.settings import Search, search_settings
from gajah.train.starts import draw_opening

#: How self-play searches.
_PLAYED = Search()
_FOREVER_S = 1e9
#: What of the nodes left goes to a step of self-play's search, by the steps left.
_STEP_SHARES = {4: 0.4, 3: 0.5, 2: 0.6, 1: 1.0}
#: Games side by side: enough for full batches, few enough to see progress.
_AT_ONCE = 20


class EnginePlayer:
    """The engine that plays, with other settings."""

    def __init__(self, settings: str, nodes: int) -> None:
        self._engine = engine(settings)
        self._nodes = nodes

    def choose(self, games: Mapping[int, Game]) -> dict[int, Turn]:
        """A legal turn for each game."""
        return {i: self._choose(game) for i, game in games.items()}

    def _choose(self, game: Game) -> Turn:
        self._engine.clear()
        keys = [position.key for position in game.positions]
        report = self._engine.search(
            game.position, keys, _FOREVER_S, _FOREVER_S, self._nodes, DEEPEST, 1
        )
        return report.lines[0].turn


class GumbelPlayer:
    """The search of self-play with the network that ships."""

    def __init__(self, settings: GumbelSettings, nodes: int) -> None:
        self._settings = settings
        self._nodes = nodes
        self._chance = random.Random(1)

    def choose(self, games: Mapping[int, Game]) -> dict[int, Turn]:
        """A legal turn for each game."""
        return {i: game.position.find_win() or self._choose(game) for i, game in games.items()}

    def _choose(self, game: Game) -> Turn:
        seed = self._chance.getrandbits(63)
        search = GumbelSearch(game.position, game.positions, self._settings, seed)
        steps: list[Step] = []
        left = self._nodes
        while search.position.side is game.side and not search.is_stuck:
            simulations = round(left * _STEP_SHARES[search.position.steps_left])
            left -= simulations
            search.begin(simulations)
            _serve(search)
            if (step := search.play()) is None:
                break
            steps.append(step)
        turn = Turn(steps)
        return turn if game.why_not(turn) is None else game.legal_turns()[0]


def _serve(search: GumbelSearch) -> None:
    question = np.zeros((1, FEATURE_WORDS), dtype=np.uint64)
    while search.run(question[0]):
        logits, values = shipped_network().answer(question)
        search.supply(_to_bfloat16(logits[0]), float(values[0]))


def _to_bfloat16(numbers: NDArray[np.float32]) -> NDArray[np.uint16]:
    """Bit patterns, rounded to nearest."""
    return ((numbers.view(np.uint32) + 0x8000) >> 16).astype(np.uint16)


def _gumbel_settings(text: str) -> GumbelSettings:
    """From ``candidates=6,value_scale=3``."""
    given = dict(part.split("=") for part in filter(None, text.split(",")))
    settings = search_settings(
        int(given.pop("candidates", _PLAYED.candidates)),
        float(given.pop("value_scale", _PLAYED.value_scale)),
        noise=float(given.pop("noise", 0.0)),
        exploration=float(given.pop("exploration", _PLAYED.exploration)),
    )
    settings.share_for_best = float(given.pop("share_for_best", 1.0))
    if given:
        raise ValueError(f"self-play's search has no setting {', '.join(given)}")
    return settings


def _player(name: str, nodes: int) -> Player:
    kind, _, settings = name.partition(":")
    if kind == "gumbel":
        return GumbelPlayer(_gumbel_settings(settings), nodes)
    return EnginePlayer(name, nodes)


def together(scores: Sequence[MatchScore]) -> MatchScore:
    """The score of several lots of games."""

    def total(parts: Sequence[dict[str, int]]) -> dict[str, int]:
        return {name: sum(part.get(name, 0) for part in parts) for name in set().union(*parts)}

    pairs = tuple(points for score in scores for points in score.pairs)
    turns = sum(score.turns * len(score.pairs) for score in scores) / len(pairs)
    unfinished = sum(score.unfinished for score in scores)
    won, lost = total([s.won for s in scores]), total([s.lost for s in scores])
    return MatchScore(pairs, won, lost, unfinished, turns)


def main() -> None:
    """The first player's score against the second, after every lot of games."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("first")
    parser.add_argument("second")
    parser.add_argument("--nodes", type=int, default=128, help="a turn")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--max-turns", type=int, default=80, help="of each side")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    first, second = (_player(name, options.nodes) for name in (options.first, options.second))
    chance = random.Random(options.seed)
    scores: list[MatchScore] = []
    for _ in range(0, options.games, _AT_ONCE):
        openings = [draw_opening(chance) for _ in range(_AT_ONCE // 2)]
        scores.append(play_games(first, second, openings, options.max_turns))
        print(f"{len(scores) * _AT_ONCE} games, {time.process_time():.0f} s of processor time")
        print(together(scores), flush=True)


if __name__ == "__main__":
    main()
