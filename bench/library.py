"""How long the library takes to import many games, and to find some of them.

    python bench/library.py make games.txt --games 100000 [--jobs 16]
    python bench/library.py measure games.txt [--copies 20] [--database postgresql://...]

``make`` lets the alpha-beta engine play itself, with varied setups and openings and a few hundred
nodes a turn. ``measure`` imports the file into an empty library and explores positions of
its games: the empty board, setups, and positions from the middle. Then it searches the library, as
``GET /api/v1/games`` does, by each kind of question in each order, a page of 50 with the total.

``--copies 20`` makes 100,000 games of 5,000 before the searches: the rows of each game again under
other names and days, but for its turns, which no search reads.

Prints JSON, times in milliseconds: ``p50`` and ``max`` as a client sees them, ``work_p50`` and
``work_max`` of the processor's time alone, which other programs on the machine do not add to. That
of SQLite is all of a search, that of PostgreSQL is its client's. ``first`` is the first search of
its kind: a server remembers what pieces were found where.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import resource
import time
from calendar import timegm
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from functools import partial
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, get_args

from library_copies import copy_games
from varied_games import play_varied

from gajah import Engine, Game, Position
from gajah._core import Pattern
from gajah.records import Record, format_record, iter_records

if TYPE_CHECKING:
    from gajah.web.games.queries import GameQuery
    from gajah.web.games.store import GameStore

_NODES = 200
_AT_ONCE = 100
_QUESTIONS = 300
_PATTERNS = ("Ed5 hc6", "Me4", "Rb6 rc7 .c6", "Ra1 Rb1 Rc1 Rf1 Rg1 Rh1 .d4 .e4 .d5 .e5 .c3 .f6")
_REPEATS = 3


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


def measure(file: Path, address: str | None, jobs: int, copies: int) -> dict[str, object]:
    """Import the file, explore its positions, and search the library."""
    # Imported here: a machine that only makes games needs no database.
    from sqlalchemy.orm import Session

    from gajah.web.games.opening import open_database
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
        memory_mb = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
        questions = _positions(file)
        with Session(engine) as session:
            taken_ms = [_timed_ms(partial(explore, session, position)) for position in questions]
        copy_games(engine, copies)
        store = GameStore(engine)
        searches = _searches(store, questions)
        store.close()
        engine.dispose()
    return {
        "games": done.stored,
        "import_s": round(import_s, 1),
        "games_a_second": round(done.stored / import_s),
        "largest_process_MB": memory_mb,
        "database_MB": round(size / 1e6),
        "empty_board_ms": round(taken_ms[0], 1),
        "median_ms": round(median(taken_ms), 2),
        "slowest_ms": round(max(taken_ms), 1),
        "searched_games": done.stored * max(1, copies),
        "searches": searches,
    }


def _searches(store: GameStore, questions: list[Position]) -> dict[str, dict[str, float]]:
    """For each kind of search, in all orders: the games found, and the times in milliseconds."""
    from gajah.web.wire.shapes import Sort

    answers = {}
    for kind, wanted in _kinds(questions):
        ask = [partial(store.search, replace(wanted, sort=sort)) for sort in get_args(Sort)]
        taken_ms = [_timed_ms(each) for each in ask * _REPEATS]
        work_ms = [_timed_ms(each, time.thread_time) for each in ask]
        answers[kind] = {
            "found": store.search(wanted).total,
            "first": round(taken_ms[0], 1),
            "p50": round(median(taken_ms), 1),
            "max": round(max(taken_ms), 1),
            "work_p50": round(median(work_ms), 1),
            "work_max": round(max(work_ms), 1),
        }
    return answers


def _kinds(questions: list[Position]) -> Iterator[tuple[str, GameQuery]]:
    """Searches by what they ask for."""
    from gajah.web.games.queries import GameQuery

    every = GameQuery()
    begin, end = (timegm((2025, month, 15, 0, 0, 0)) for month in (3, 6))
    single = {
        "player": replace(every, player="PLAYER 77"),
        "rating": replace(every, rating=2000),
        "date": replace(every, since=begin, until=end),
        "result": replace(every, result="g"),
        "turns": replace(every, shortest=60, longest=90),
    }
    yield "all games", every
    yield "a late page", replace(every, offset=10_000)
    yield from single.items()
    yield "any player", replace(every, player="player")
    yield "no such player", replace(every, player="absent")
    for name, number in (("the empty board", 0), ("a setup", 1), ("two setups", 2), ("later", 3)):
        yield f"position: {name}", replace(every, position=questions[number])
    for text in _PATTERNS:
        pieces = replace(every, pieces=Pattern(text))
        yield f"pieces: {text}", pieces
        yield f"pieces: {text}, rating, result", replace(pieces, rating=1800, result="s")
    both = replace(single["player"], rating=1500, result="s", shortest=40)
    yield "player, rating, result, turns", both
    yield "player, rating, result, turns, date", replace(both, since=begin)


def _timed_ms(
    action: Callable[[], object], clock: Callable[[], float] = time.perf_counter
) -> float:
    began = clock()
    action()
    return 1000 * (clock() - began)


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
    parser.add_argument("--copies", type=int, default=1)
    parser.add_argument("--database")
    given = parser.parse_args()
    if given.part == "make":
        make(given.file, given.games, given.jobs)
    else:
        answer = measure(given.file, given.database, given.jobs, given.copies)
        print(json.dumps(answer, indent=1))


if __name__ == "__main__":
    main()
