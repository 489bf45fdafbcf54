"""Positions in which the engine overlooks a forced goal, and how many of them a search solves.

    python bench/blind_spots.py find found.jsonl --settings visits_before_goal_in_two=0
    python bench/blind_spots.py keep found.jsonl
    python bench/blind_spots.py solve --half work --nodes 100 400 --settings batch=2

``find`` lets the engine play against itself, or takes the games of a file (``--records``), and
goes through every turn. A *loss* is a turn after which the opponent has a goal in at most two
turns of its own that nothing can stop, where another turn leaves none; a *win* is a goal in two
that was not played. Both are proven by going through all turns and all replies. ``keep`` adds
what was found, every other position to the half that is only reported. ``solve`` counts the
positions in which the engine, with a number of nodes and settings as in
``compare_net_searches.py``, now chooses a turn without that fault. To find as many as at first,
leave the proofs out of the games.
"""

from __future__ import annotations

import argparse
import json
import random
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial
from multiprocessing import get_context
from pathlib import Path

from compare_net_searches import engine

from gajah._core import DEEPEST, NetworkEngine, Position, SearchLine, Turn
from gajah.analysis.proofs import defending_turns, find_defence
from gajah.game import Game
from gajah.records import read_records
from gajah.train.starts import draw_opening, positions

KEPT = Path(__file__).with_name("blind_spots.txt")
_HEADER = """\
# Positions in which the engine overlooked a forced goal: half, fault, position.
# From games of the engine against itself: bench/blind_spots.py
"""
_FOREVER_S = 1e9
_LONGEST_GAME = 160  # turns
_MOST_OTHERS = 600  # turns that leave no goal, tried for one that is no fault
_SHARE_FROM_MIDDLE = 0.7  # of games, where start positions are given


def choose(player: NetworkEngine, game: Game, nodes: int) -> SearchLine:
    """The engine's turn, and what it is worth."""
    keys = [position.key for position in game.positions]
    limits = (_FOREVER_S, _FOREVER_S, nodes, DEEPEST, 1)
    return player.search(game.position, keys, *limits).lines[0]


def loses(position: Position, turn: Turn) -> bool:
    """Whether a goal of the opponent, now or in two of its turns, can no longer be stopped."""
    after = position.play(turn)
    if verdict := after.verdict():
        return verdict.winner is not position.side
    return after.find_goal() is not None or after.find_goal_in_two() is not None


def wins(position: Position, turn: Turn) -> bool:
    """Whether the turn wins, or nothing can stop a goal after it."""
    after = position.play(turn)
    if verdict := after.verdict():
        return verdict.winner is position.side
    return find_defence(after) is None


def fault(position: Position, turn: Turn, chance: random.Random) -> str | None:
    """What the turn overlooks, ``loss`` or ``win``, if anything."""
    if position.find_goal() is not None:
        return None
    if position.find_goal_in_two() is not None:
        return None if wins(position, turn) else "win"
    if not loses(position, turn):
        return None
    others = defending_turns(position)
    tried = chance.sample(others, min(_MOST_OTHERS, len(others)))
    return None if all(loses(position, other) for other in tried) else "loss"


def find_in_game(
    start: Position, nodes: int, settings: str, chance: random.Random
) -> Iterator[tuple[str, str]]:
    """The faults in a game of the engine against itself: what, and where."""
    game = Game(start=start)
    players = engine(settings), engine(settings)
    while game.result is None and len(game.turns) < _LONGEST_GAME:
        turn = choose(players[len(game.turns) % 2], game, nodes).turn
        if found := fault(game.position, turn, chance):
            yield found, game.position.short
        game.play(turn)


def find_one(
    nodes: int, settings: str, starts: Sequence[Position], seed: int
) -> list[tuple[str, str]]:
    """The faults of one game."""
    chance = random.Random(seed)
    from_middle = starts and chance.random() < _SHARE_FROM_MIDDLE
    start = chance.choice(starts) if from_middle else draw_opening(chance)
    return list(find_in_game(start, nodes, settings, chance))


def find_in_records(path: Path) -> Iterator[tuple[str, str]]:
    """The faults of both sides in games that were played."""
    chance = random.Random(1)
    for record in read_records(path):
        game = Game()
        for turn in record.game().turns:
            if isinstance(turn, Turn) and (found := fault(game.position, turn, chance)):
                yield found, game.position.short
            game.play(turn)


def find(options: argparse.Namespace) -> None:
    """Adds what is found to a file, until the time is up."""
    begin = time.monotonic()
    counts: Counter[str] = Counter()
    starts = positions(options.positions)
    seeds = range(options.seed * 1_000_000, (options.seed + 1) * 1_000_000)
    with options.found.open("a") as out, get_context("spawn").Pool(options.parts) as pool:
        games: Iterator[list[tuple[str, str]]] = pool.imap_unordered(
            partial(find_one, options.nodes, options.settings, starts), seeds
        )
        if options.records:
            games = iter([list(find_in_records(options.records))])
        for number, found in enumerate(games, 1):
            for what, short in found:
                out.write(json.dumps({"fault": what, "position": short}) + "\n")
            out.flush()
            counts.update(what for what, _ in found)
            print(f"{number} games: {dict(counts)}, {time.monotonic() - begin:.0f} s", flush=True)
            if time.monotonic() - begin > 60 * options.minutes:
                return


def kept() -> list[list[str]]:
    """The positions of the file: half, fault, position."""
    rows = KEPT.read_text().splitlines()
    return [row.split(" ", 2) for row in rows if not row.startswith("#")]


def keep(options: argparse.Namespace) -> None:
    """Adds the positions found to the file, each once, in turn to its two halves."""
    rows = kept()
    known = {short for _, _, short in rows}
    lines = [json.loads(line) for path in options.found for line in path.open()]
    unique = {line["position"]: line["fault"] for line in lines if line["position"] not in known}
    for number, (short, what) in enumerate(sorted(unique.items())):
        rows.append([("work", "report")[number % 2], what, short])
    KEPT.write_text(_HEADER + "".join(" ".join(row) + "\n" for row in rows))
    print(f"{len(rows)} positions: {dict(Counter(what for _, what, _ in rows))}")


def is_solved(nodes: int, settings: str, line: tuple[str, str]) -> bool:
    """Whether the engine's turn is without the fault."""
    what, short = line
    position = Position.parse(short)
    turn = choose(engine(settings), Game(start=position), nodes).turn
    return wins(position, turn) if what == "win" else not loses(position, turn)


def solve(options: argparse.Namespace) -> None:
    """Prints the share solved, for each number of nodes and each fault."""
    lines = [(what, short) for half, what, short in kept() if half == options.half][: options.most]
    with get_context("spawn").Pool(options.parts) as pool:
        for nodes in options.nodes:
            solved = pool.map(partial(is_solved, nodes, options.settings), lines, 4)
            for what in ("loss", "win"):
                found = [
                    fine for (kind, _), fine in zip(lines, solved, strict=True) if kind == what
                ]
                if found:
                    print(f"{nodes} nodes, {what}: {sum(found)} of {len(found)}", end="; ")
            print(f"all {sum(solved) / len(solved):.3f}", flush=True)


def main() -> None:
    """Runs what the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    commands = parser.add_subparsers(required=True)
    finder = commands.add_parser("find")
    finder.add_argument("found", type=Path)
    finder.add_argument("--nodes", type=int, default=100)
    finder.add_argument("--minutes", type=float, default=10)
    finder.add_argument("--positions", type=Path, help="start positions besides setups")
    finder.add_argument("--records", type=Path, help="games to go through instead")
    finder.add_argument("--seed", type=int, default=1)
    finder.set_defaults(run=find)
    keeper = commands.add_parser("keep")
    keeper.add_argument("found", type=Path, nargs="+")
    keeper.set_defaults(run=keep)
    solver = commands.add_parser("solve")
    solver.add_argument("--half", choices=("work", "report"), default="work")
    solver.add_argument("--nodes", type=int, nargs="+", default=[100, 400, 1600, 6400])
    solver.add_argument("--most", type=int, default=None, help="positions")
    solver.set_defaults(run=solve)
    for command in (finder, solver):
        command.add_argument("--settings", default="")
        command.add_argument("--parts", type=int, default=2, help="processes")
    options = parser.parse_args()
    options.run(options)


if __name__ == "__main__":
    main()
