"""Does the network set up better than the named setups are?

    python bench/match_setups.py --games 100 --nodes 50
    python bench/match_setups.py --games 100 --sides s --simulations 64

The engine plays against itself with the same nodes a turn. The first player sets up with the
network, on the sides that ``--sides`` names, and everything else begins with a named setup.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Mapping

from compare_net_searches import engine
from match_net_searches import EnginePlayer, together

from gajah._core import SETUP_TEMPERATURE, Setup, Side, Turn
from gajah.game import Game
from gajah.setups import choose_setup
from gajah.train.match import MatchScore, play_games

_FOREVER_S = 1e9
_SEED_BITS = 63
#: Games side by side: few enough to see progress.
_AT_ONCE = 20


class NamedSetups:
    """The engine after a named setup."""

    def __init__(self, nodes: int, chance: random.Random) -> None:
        self._player = EnginePlayer("", nodes)
        self._chance = chance

    def choose(self, games: Mapping[int, Game]) -> dict[int, Setup | Turn]:
        """A legal turn or setup for each game."""
        setups = {i: self.set_up(game) for i, game in games.items() if game.needs_setup}
        turns = self._player.choose({i: game for i, game in games.items() if i not in setups})
        return {**setups, **turns}

    def set_up(self, game: Game) -> Setup:
        """One of the names, by lot."""
        return choose_setup(game, self._chance)


class OwnSetups(NamedSetups):
    """The engine after a setup of the network's, where its side is one of ``sides``."""

    def __init__(
        self,
        nodes: int,
        chance: random.Random,
        *,
        sides: str,
        simulations: int,
        temperature: float,
    ) -> None:
        super().__init__(nodes, chance)
        self._network = engine("")
        self._sides = sides
        self._simulations = simulations
        self._temperature = temperature

    def set_up(self, game: Game) -> Setup:
        """The network's, drawn with the temperature."""
        if ("g" if game.side is Side.GOLD else "s") not in self._sides:
            return super().set_up(game)
        seed = self._chance.getrandbits(_SEED_BITS)
        return Setup(
            self._network.set_up(
                game.position, self._simulations, self._temperature, seed, _FOREVER_S
            )
        )


def main() -> None:
    """The score of the network's setups, after every lot of games."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--nodes", type=int, default=50, help="a turn")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--max-turns", type=int, default=80, help="of each side")
    parser.add_argument("--sides", choices=["gs", "g", "s"], default="gs")
    parser.add_argument("--simulations", type=int, default=16, help="for each piece placed")
    parser.add_argument("--temperature", type=float, default=SETUP_TEMPERATURE)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    chance = random.Random(options.seed)
    own = OwnSetups(
        options.nodes,
        chance,
        sides=options.sides,
        simulations=options.simulations,
        temperature=options.temperature,
    )
    named = NamedSetups(options.nodes, chance)
    scores: list[MatchScore] = []
    for _ in range(0, options.games, _AT_ONCE):
        scores.append(play_games(own, named, [None] * (_AT_ONCE // 2), options.max_turns))
        print(f"{len(scores) * _AT_ONCE} games, {time.process_time():.0f} s of processor time")
        print(together(scores), flush=True)


if __name__ == "__main__":
    main()
