"""How fast the network's engine is, and how soon it stops when it is told to.

    python bench/net_engine.py speed --nodes 4000
    python bench/net_engine.py stops --stops 20

On a machine with other work a second is worth little, so processor time is measured beside it:
evaluations for each second of it, and how much of it goes by between the request and the answer.
"""

from __future__ import annotations

import argparse
import os
import random
import statistics
import threading
import time
from dataclasses import dataclass

from gajah._core import NetworkEngine, Position, SearchReport, Stop
from gajah.bench.data import sample_positions
from gajah.engine.networks import shipped_network

_HASH_MB = 256
_DEEPEST = 400
_NO_NODE_LIMIT = 2**63
#: More is no limit at all, and the turn is then searched as a whole instead of step by step.
_UNLIMITED_S = 1e9
_LONG_S = 1e5
_THREADS = (1, 2)


def _engine(threads: int) -> NetworkEngine:
    return NetworkEngine(_HASH_MB, threads, shipped_network())


def _positions(count: int) -> list[Position]:
    found = [p for p in sample_positions() if not p.verdict() and not p.find_goal()]
    random.Random(1).shuffle(found)
    return found[:count]


def _speed(nodes: int) -> None:
    for threads in _THREADS:
        engine = _engine(threads)
        looked = 0
        wall, busy = time.perf_counter(), time.process_time()
        for position in _positions(5):
            engine.clear()
            report = engine.search(
                position, [position.key], _UNLIMITED_S, _UNLIMITED_S, nodes, _DEEPEST, 1
            )
            looked += report.nodes
        wall, busy = time.perf_counter() - wall, time.process_time() - busy
        print(
            f"{threads} threads: {looked / busy:,.0f} nodes for a second of one core, "
            f"{looked / wall:,.0f} for a second by the clock",
            flush=True,
        )


@dataclass(frozen=True)
class StopTimes:
    """From the request to the answer, in milliseconds."""

    nodes: int
    wall_ms: float
    busy_ms: float


def _stop_once(
    engine: NetworkEngine, position: Position, limit_s: float, nodes: int
) -> StopTimes | None:
    """Stops a search a moment after it has looked at ``nodes`` nodes; None if it was over before,
    because the position is proven."""
    reached = threading.Event()
    found: list[SearchReport] = []

    def watch(report: SearchReport) -> None:
        if report.nodes >= nodes:
            reached.set()

    def search() -> None:
        found.append(
            engine.search(
                position, [position.key], limit_s, limit_s, _NO_NODE_LIMIT, _DEEPEST, 1, watch, stop
            )
        )

    engine.clear()
    stop = Stop()
    thread = threading.Thread(target=search)
    thread.start()
    while thread.is_alive() and not reached.wait(0.01):
        continue
    time.sleep(random.uniform(0.0, 0.05))
    if not thread.is_alive():
        return None
    wall, busy = time.perf_counter(), time.process_time()
    stop.set()
    thread.join()
    passed = 1000 * (time.perf_counter() - wall), 1000 * (time.process_time() - busy)
    return StopTimes(found[0].nodes, *passed)


def _stops(count: int, most_nodes: int) -> None:
    random.seed(2)
    for threads in _THREADS:
        engine = _engine(threads)
        for name, limit_s in (("step by step", _LONG_S), ("whole turn", _UNLIMITED_S)):
            stops = [
                stop
                for position in _positions(count)
                if (stop := _stop_once(engine, position, limit_s, random.randrange(most_nodes)))
            ]
            walls, busies = [s.wall_ms for s in stops], [s.busy_ms for s in stops]
            print(
                f"{threads} threads, {name}, {len(stops)} stops: "
                f"{statistics.median(walls):.1f} ms by the clock "
                f"(at most {max(walls):.1f}), {statistics.median(busies):.1f} ms of processor time "
                f"(at most {max(busies):.1f}); trees of {min(s.nodes for s in stops):,} to "
                f"{max(s.nodes for s in stops):,} nodes, load {os.getloadavg()[0]:.0f}",
                flush=True,
            )


def main() -> None:
    """One of the two measurements."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=["speed", "stops"])
    parser.add_argument("--nodes", type=int, default=4000, help="of a search, or at most")
    parser.add_argument("--stops", type=int, default=20)
    options = parser.parse_args()
    if options.what == "speed":
        _speed(options.nodes)
    else:
        _stops(options.stops, options.nodes)


if __name__ == "__main__":
    main()
