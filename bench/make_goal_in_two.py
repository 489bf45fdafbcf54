"""Choose the positions with a proven goal in two turns from games that the engine played.

    python bench/tune_evaluation.py play games.jsonl --games 900 --nodes 30000
    python bench/make_goal_in_two.py games.jsonl --count 240

The last turns of each game won by goal, the winner to move: kept when going through every turn
and every reply proves that no reply stops the goal. Whether the engine sees it plays no part.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from pathlib import Path

from gajah._core import Position

OUT = Path(__file__).parent.parent / "src/gajah/bench/goal_in_two.txt"
LAST_POSITIONS = 9  # of a game; earlier ones are hardly ever decided
HEADER = """\
# Positions in which the side to move has a goal in two turns that no reply can stop, proven by
# exhaustion. From games of the engine against itself, 2026-11-15: bench/make_goal_in_two.py
"""


def proven(games: Path) -> Iterator[str]:
    """The short form of each position found, once."""
    seen = set()
    for line in games.open():
        game = json.loads(line)
        if game["reason"] != "g":
            continue
        for short, _ in game["samples"][-LAST_POSITIONS:-1]:
            position = Position.parse(short)
            if position.side.letter == game["winner"] and short not in seen:
                seen.add(short)
                if position.find_goal_in_two() is not None:
                    yield short


def main() -> None:
    """Write the file that ships."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("games", type=Path)
    parser.add_argument("--count", type=int, default=240)
    arguments = parser.parse_args()
    found = proven(arguments.games)
    lines = [next(found) for _ in range(arguments.count)]
    OUT.write_text(HEADER + "".join(f"{line}\n" for line in lines), encoding="utf-8")


if __name__ == "__main__":
    main()
