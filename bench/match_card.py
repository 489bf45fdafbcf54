"""How much stronger does a graphics card make gajah? Card against processor, at the same time.

    python bench/match_card.py --games 32 --at-once 8 --time 0.1

All games run in one process, so that the engines share the card, and each pair of games has the
same seed with colours swapped.
"""

from __future__ import annotations

import argparse
from concurrent.futures import ThreadPoolExecutor

from gajah._core import Side
from gajah.bots.engine import GajahBot
from gajah.engine.engine import Device
from gajah.engine.gpu import find_gpu
from gajah.game import Game

_MOST_TURNS = 200


def play(number: int, seconds: float) -> bool | None:
    """Whether the card's player won; None if the game was not over in time."""
    seed, has_gold = number // 2, number % 2 == 0
    card = GajahBot(time=seconds, device=Device.GPU, seed=seed)
    processor = GajahBot(time=seconds, device=Device.CPU, seed=seed)
    seats = (card, processor) if has_gold else (processor, card)
    game = Game()
    while game.result is None and len(game.turns) < _MOST_TURNS:
        game.play(seats[len(game.turns) % 2].choose(game))
    if game.result is None or game.result.winner is None:
        return None
    return (game.result.winner is Side.GOLD) == has_gold


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=32)
    parser.add_argument("--at-once", type=int, default=8)
    parser.add_argument("--time", type=float, default=0.1, help="seconds a turn")
    options = parser.parse_args()
    if find_gpu() is None:
        parser.error("there is no graphics card that PyTorch can use")
    with ThreadPoolExecutor(options.at_once) as pool:
        found = list(pool.map(lambda n: play(n, options.time), range(options.games)))
    over = [won for won in found if won is not None]
    print(f"the card won {sum(over)} of {len(over)} games")


if __name__ == "__main__":
    main()
