"""Positions in which a game can end without a goal, and how many of them a search solves.

    python bench/endings.py make --positions positions.txt --count 50 --minutes 20
    python bench/endings.py solve --nodes 100 400

``make`` thins out one side of the positions given, until a side has a turn that takes the last
rabbits or leaves no step (*win*), or must stop such a turn of its opponent and can do so without
losing to a goal in two (*loss*): so many of each kind. All of it is proven by going through every
turn. ``solve`` counts the positions in which the engine wins at once, or leaves the opponent no win
at once.
"""

from __future__ import annotations

import argparse
import random
import time
from collections import Counter
from functools import partial
from multiprocessing import get_context
from pathlib import Path

from blind_spots import choose, loses
from compare_net_searches import engine

from gajah._core import Kind, Position, Side, Turn, VerdictReason
from gajah.errors import NotationError
from gajah.game import Game
from gajah.train.starts import positions

KEPT = Path(__file__).with_name("endings.txt")
_HEADER = """\
# Positions in which a game can end without a goal: by what, for whom, position.
# From thinned out positions of real games: bench/endings.py
"""
_MOST_TRIED = 1000  # turns, for one that saves the game
_WITHOUT_GOAL = (VerdictReason.ELIMINATION, VerdictReason.IMMOBILIZATION)


def win_at_once(position: Position) -> VerdictReason | None:
    """How the side to move can win without a goal, by the first turn that does."""
    for turn in position.legal_turns():
        verdict = position.play(turn).verdict()
        if verdict and verdict.winner is position.side and verdict.reason in _WITHOUT_GOAL:
            return verdict.reason
    return None


def is_safe(position: Position, turn: Turn) -> bool:
    """Whether the opponent has no win at once after the turn."""
    after = position.play(turn)
    if verdict := after.verdict():
        return verdict.winner is position.side
    return after.find_goal() is None and win_at_once(after) is None


def thin_out(position: Position, chance: random.Random) -> Position | None:
    """With one or two rabbits of a side left, and perhaps one other piece; nothing if a piece would
    be lost by that."""
    side = chance.choice([Side.GOLD, Side.SILVER])
    squares = [square for square, piece in position.pieces.items() if piece.side is side]
    rabbits = [square for square in squares if position.pieces[square].kind is Kind.RABBIT]
    others = [square for square in squares if square not in rabbits]
    gone = chance.sample(rabbits, max(0, len(rabbits) - chance.choice([1, 1, 2])))
    if chance.random() < 0.5:
        gone += chance.sample(others, max(0, len(others) - 1))
    left = {square: piece for square, piece in position.pieces.items() if square not in gone}
    try:
        return Position(left, position.side)
    except NotationError:
        return None


def ending(position: Position, chance: random.Random) -> tuple[VerdictReason, str] | None:
    """What there is to see, if anything."""
    if position.verdict() or position.find_goal():
        return None
    if reason := win_at_once(position):
        return reason, "win"
    threat = Position(position.pieces, position.side.other)
    if threat.verdict() or threat.find_goal() or not (reason := win_at_once(threat)):
        return None
    # One of the turns must be worth playing.
    turns = position.legal_turns()
    tried = chance.sample(turns, min(_MOST_TRIED, len(turns)))
    saves = any(is_safe(position, turn) and not loses(position, turn) for turn in tried)
    return (reason, "loss") if saves else None


def make(options: argparse.Namespace) -> None:
    """Writes the file of endings."""
    chance = random.Random(options.seed)
    starts = positions(options.positions)
    counts: Counter[tuple[VerdictReason, str]] = Counter()
    found: dict[str, tuple[VerdictReason, str]] = {}
    begin = time.monotonic()
    while time.monotonic() - begin < 60 * options.minutes:
        position = thin_out(chance.choice(starts), chance)
        seen = position and ending(position, chance)
        if position and seen and counts[seen] < options.count and position.short not in found:
            counts[seen] += 1
            found[position.short] = seen
            if len(found) == options.count * len(_WITHOUT_GOAL) * 2:
                break
    lines = (
        f"{reason.name.lower()} {what} {short}\n" for short, (reason, what) in sorted(found.items())
    )
    KEPT.write_text(_HEADER + "".join(lines))
    print({f"{reason.name.lower()} {what}": number for (reason, what), number in counts.items()})


def is_solved(nodes: int, settings: str, line: list[str]) -> bool:
    """Whether the engine's turn wins at once, or leaves no win at once."""
    _, what, short = line
    position = Position.parse(short)
    turn = choose(engine(settings), Game(start=position), nodes).turn
    if what == "loss":
        return is_safe(position, turn)
    verdict = position.play(turn).verdict()
    return verdict is not None and verdict.winner is position.side


def solve(options: argparse.Namespace) -> None:
    """Prints how many are solved, for each number of nodes and each kind."""
    lines = [line.split(" ", 2) for line in KEPT.read_text().splitlines() if line[0] != "#"]
    with get_context("spawn").Pool(options.parts) as pool:
        for nodes in options.nodes:
            solved = pool.map(partial(is_solved, nodes, options.settings), lines, 4)
            both = list(zip(lines, solved, strict=True))
            all_of = Counter(" ".join(line[:2]) for line in lines)
            seen = Counter(" ".join(line[:2]) for line, fine in both if fine)
            parts = "; ".join(f"{kind} {seen[kind]} of {all_of[kind]}" for kind in sorted(all_of))
            print(f"{nodes} nodes: {parts}", flush=True)


def main() -> None:
    """Runs what the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    commands = parser.add_subparsers(required=True)
    maker = commands.add_parser("make")
    maker.add_argument("--positions", type=Path, required=True)
    maker.add_argument("--count", type=int, default=50, help="of each kind")
    maker.add_argument("--minutes", type=float, default=20, help="at most")
    maker.add_argument("--seed", type=int, default=1)
    maker.set_defaults(run=make)
    solver = commands.add_parser("solve")
    solver.add_argument("--nodes", type=int, nargs="+", default=[100, 400])
    solver.add_argument("--settings", default="")
    solver.add_argument("--parts", type=int, default=2, help="processes")
    solver.set_defaults(run=solve)
    options = parser.parse_args()
    options.run(options)


if __name__ == "__main__":
    main()
