"""How much time the arena takes for itself beside engines that think a tenth of a second a turn.

    python -m bench.arena_overhead --games 10 --turns 30

From the root of the checkout. Plays gajah:time=0.1s against itself, one game at a time, as
``gajah match`` does: with books, files and the referee in this process, each engine in its own. The
first game, for which the engines are started, is not counted. The numbers, as JSON, are shares of
the engines' thinking time, which is what their clocks were charged:

referee   processor time of this process; it hardly depends on what else the machine does
wall      time that passed on neither clock; it grows when the machine is busy
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import tempfile
import time
from pathlib import Path

from gajah.arena.event import Event
from gajah.arena.hall import LocalHall, physical_cores, share_cores
from gajah.arena.run import run_event
from gajah.arena.store import Finished, Store
from gajah.bots.names import parse_players
from gajah.match.terms import Terms

_PLAYER = "gajah:time=0.1s"
_TARGET = 0.02


def measure(games: int, turns: int, folder: Path) -> dict[str, object]:
    """Play ``games`` games of ``turns`` turns a side, and one before; the numbers to report."""
    specs = tuple(parse_players([_PLAYER, _PLAYER]))
    event = Event("match", specs, Terms(max_turns=turns), games + 1)
    store = Store.open(folder / "games.jsonl", event)
    hall = LocalHall(share_cores(physical_cores(), tables=1, threads=1))
    # After each game: the time on the wall, and this process's own.
    times = list[tuple[float, float]]()

    def note(_: Finished) -> None:
        times.append((time.perf_counter(), time.process_time()))

    asyncio.run(run_event(store, hall, on_game=note))
    store.close()
    wall_s, referee_s = (end - begin for begin, end in zip(times[0], times[-1], strict=True))
    # The setups come from the book and cost no time.
    counted = [turn for game in store.games[1:] for turn in game.played.turns]
    played = [turn.used_s for turn in counted if turn.used_s]
    engines_s = sum(played)
    return {
        "games": len(times) - 1,
        "turns": len(played),
        "engines_s": round(engines_s, 2),
        "referee_ms_a_turn": round(1000 * referee_s / len(played), 3),
        "referee": round(referee_s / engines_s, 5),
        "wall": round((wall_s - engines_s) / engines_s, 5),
        "target": _TARGET,
    }


def main() -> int:
    """Run from the command line; 1 if the target is missed."""
    parser = argparse.ArgumentParser(description=__doc__, prog="python -m bench.arena_overhead")
    parser.add_argument("--games", type=int, default=10, help="how many games")
    parser.add_argument("--turns", type=int, default=30, help="turns of each side in a game")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        report = measure(options.games, options.turns, Path(folder))
    print(json.dumps(report, indent=2))
    return 0 if max(float(str(report[name])) for name in ("referee", "wall")) < _TARGET else 1


if __name__ == "__main__":
    sys.exit(main())
