"""How often is a won game thrown away?

    python bench/advantage.py find bench/advantage.txt --count 400
    python bench/advantage.py play bench/advantage.txt shipped:seconds=0.2
    python bench/advantage.py play bench/advantage.txt \\
        shipped,visits_before_goal_in_two=0:seconds=0.2

``find`` lets the engine play against itself and keeps from each game the first position in which
the side to move has a chance of 80% or more, by ten times as many nodes, and nothing is proven.
``play`` goes on from there with the same player, as in ``match_nets.py``, on both sides, and counts
the games that the side ahead does not win.
"""

from __future__ import annotations

import argparse
import random
from collections import Counter
from functools import partial
from multiprocessing import get_context
from pathlib import Path

from blind_spots import choose
from compare_net_searches import engine, search
from match_nets import NetsPlayer, Terms

from gajah._core import Position, kernel_names, win_probability
from gajah.game import Game
from gajah.train.starts import draw_opening, positions

_AHEAD = (0.8, 0.999)
_NODES = 60
_JUDGE_NODES = 600
_LIKELY = 0.75  # chance of a turn that makes a judgement worth while
_LONGEST_GAME = 200  # turns


def find_one(seed: int) -> str | None:
    """The first position of a game in which a side is well ahead."""
    game = Game(start=draw_opening(random.Random(seed)))
    players, judge = (engine(""), engine("")), engine("")
    while game.result is None and len(game.turns) < _LONGEST_GAME:
        best = choose(players[len(game.turns) % 2], game, _NODES)
        if win_probability(best.score) >= _LIKELY and not game.position.find_win():
            chance = search(judge, game.position, _JUDGE_NODES)[1]
            if _AHEAD[0] <= chance <= _AHEAD[1]:
                return game.position.short
        game.play(best.turn)
    return None


def find(options: argparse.Namespace) -> None:
    """Writes so many positions, one for each game."""
    found: list[str] = []
    seeds = range(options.seed * 100_000, (options.seed + 1) * 100_000)
    with get_context("spawn").Pool(options.parts) as pool:
        for position in pool.imap_unordered(find_one, seeds):
            found += filter(None, [position])
            if len(found) == options.count:
                break
    options.file.write_text("\n".join(found) + "\n")


def play_one(terms: Terms, kernel: str, start: Position) -> str:
    """What became of the game for the side that was ahead."""
    game = Game(start=start)
    players = NetsPlayer(terms, kernel, 1.0), NetsPlayer(terms, kernel, 1.0)
    while game.result is None and len(game.turns) < _LONGEST_GAME:
        game.play(players[len(game.turns) % 2].choose({0: game})[0])
    if game.result is None:
        return "unfinished"
    return "won" if game.result.winner is start.side else f"lost by {game.result.reason.value}"


def play(options: argparse.Namespace) -> None:
    """Prints what became of the games, now and then and at the end."""
    starts = positions(options.file)
    ends: Counter[str] = Counter()
    with get_context("spawn").Pool(options.parts) as pool:
        played = partial(play_one, options.player, options.kernel)
        for end in pool.imap_unordered(played, starts):
            ends[end] += 1
            if ends.total() % 20 == 0 or ends.total() == len(starts):
                thrown_away = 1 - ends["won"] / ends.total()
                print(f"{ends.total()} games: {dict(ends)}, not won {thrown_away:.3f}", flush=True)


def main() -> None:
    """Runs what the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    commands = parser.add_subparsers(required=True)
    finder = commands.add_parser("find")
    finder.add_argument("file", type=Path)
    finder.add_argument("--count", type=int, default=400)
    finder.add_argument("--seed", type=int, default=1)
    finder.set_defaults(run=find)
    player = commands.add_parser("play")
    player.add_argument("file", type=Path)
    player.add_argument("player", type=Terms.parse)
    player.add_argument("--kernel", choices=kernel_names(), default=kernel_names()[0])
    player.set_defaults(run=play)
    for command in (finder, player):
        command.add_argument("--parts", type=int, default=2, help="processes")
    options = parser.parse_args()
    options.run(options)


if __name__ == "__main__":
    main()
