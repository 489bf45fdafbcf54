"""How long the library takes to import many games, and to say what was played in a position.

    python bench/library.py make games.txt --games 100000 [--jobs 16]
    python bench/library.py measure games.txt [--database postgresql://...]

``make`` lets the alpha-beta engine play itself, with varied setups and openings and a few hundred
nodes a turn. ``measure`` imports the file into an empty library and explores positions of
its games: the empty board, setups, and positions from the middle; then it looks for pieces on
squares. Prints JSON.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import resource
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from varied_games import play_varied

from gajah import Engine, Game, Position
from gajah._core import Pattern
from gajah.records import Record, format_record, iter_records

_NODES = 200
_AT_ONCE = 100
_QUESTIONS = 300
_PATTERNS = ("Ed5 hc6", "Me4", "Rb6 rc7 .c6")


def play_games(seed: int) -> str:
    """The records of a hundred games."""
    chance = random.Random(seed)
    engine = Engine(search="alphabeta")
    return "\n".join(_play(engine, chance, seed * _AT_ONCE + i) for i in range(_AT_ONCE))


def _play(engine: Engine, chance: random.Random, number: int) -> str:
    game = Game()
    for _ in play_varied(game, engine, seed=number, nodes=_NODES):
        pass
    if game.result is None:
        game.stop_and_score()
    tags = {"GameId": str(number), "Date": f"2025.{number % 12 + 1:02}.01"}
    for side in ("Gold", "Silver"):
        tags[side] = f"player {chance.randrange(1000)}"
        tags[f"{side}Rating"] = str(chance.randrange(1000, 2800))
    return format_record(Record.from_game(game, tags))


def make(file: Path, games: int, jobs: int) -> None:
    """Write a file of games; those that are there already stay."""
    done = sum(1 for _ in iter_records(file)) // _AT_ONCE if file.exists() else 0
    with ProcessPoolExecutor(jobs) as pool, file.open("a", encoding="utf-8") as out:
        for text in pool.map(play_games, range(done, games // _AT_ONCE)):
            out.write(text + "\n")
            out.flush()


def measure(file: Path, address: str | None, jobs: int) -> dict[str, object]:
    """Import the file, and explore its positions."""
    # Imported here: a machine that only makes games needs no database.
    from sqlalchemy.orm import Session

    from gajah.web.games.opening import open_database
    from gajah.web.games.queries import GameQuery
    from gajah.web.games.store import GameStore
    from gajah.web.library.bulk import import_file
    from gajah.web.library.explorer import explore

    with TemporaryDirectory() as folder:
        engine = open_database(address or f"sqlite:///{folder}/gajah.sqlite3")
        began = time.perf_counter()
        done = import_file(engine, file, jobs, lambda *_: None)
        import_s = time.perf_counter() - began
        engine.dispose()  # With its connections the right to write goes, which the store needs.
        size = sum(path.stat().st_size for path in Path(folder).iterdir())
        with Session(engine) as session:
            questions = _positions(file)
            taken_ms = [_timed_ms(partial(explore, session, position)) for position in questions]
        store = GameStore(engine)
        pieces_ms = [
            _timed_ms(partial(store.search, GameQuery(pieces=Pattern(text)))) for text in _PATTERNS
        ]
        store.close()
        engine.dispose()
    return {
        "games": done.stored,
        "import_s": round(import_s, 1),
        "games_a_second": round(done.stored / import_s),
        "largest_process_MB": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024,
        "database_MB": round(size / 1e6),
        "empty_board_ms": round(taken_ms[0], 1),
        "median_ms": round(median(taken_ms), 2),
        "slowest_ms": round(max(taken_ms), 1),
        "pieces_ms": [round(each) for each in pieces_ms],
    }


def _timed_ms(action: Callable[[], object]) -> float:
    began = time.perf_counter()
    action()
    return 1000 * (time.perf_counter() - began)


def _positions(file: Path) -> list[Position]:
    chance = random.Random(1)
    found = [Game().position]
    for item, _ in zip(iter_records(file), range(_QUESTIONS // 3), strict=False):
        assert isinstance(item, Record)
        positions = item.game().positions
        found += [positions[1], positions[2], chance.choice(positions)]
    return found


def main() -> None:
    """Run a part."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("part", choices=("make", "measure"))
    parser.add_argument("file", type=Path)
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--database")
    given = parser.parse_args()
    if given.part == "make":
        make(given.file, given.games, given.jobs)
    else:
        print(json.dumps(measure(given.file, given.database, given.jobs), indent=1))


if __name__ == "__main__":
    main()
