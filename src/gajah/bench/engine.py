"""How fast and how deep the alpha-beta engine looks, and the signature of its search."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from time import perf_counter

from gajah._core import Position
from gajah.bench.data import goal_in_two_positions, sample_goals
from gajah.bench.speed import Measure
from gajah.engine.engine import Engine, SearchKind

# Seconds a position, and the depth in steps promised for some of them.
DEPTHS: dict[float, float | None] = {1.0: None, 5.0: 10.0, 15.0: None}
# Deep enough to use everything the search has, shallow enough for seconds in all.
SIGNATURE_DEPTH = 8
_HASH_MB = 64
_MILLISECOND = 1e-3
_GOAL_IN_TWO_S = 5.0


def measure_engine(
    positions: Sequence[Position],
    *,
    depths: dict[float, float | None] = DEPTHS,
    tick: Callable[[], None] = lambda: None,
) -> Iterator[Measure]:
    """Nodes a second, depth by time, what a second thread adds, goals at once."""
    yield Measure("engine signature", signature(positions), "nodes")
    one = _alphabeta()
    for seconds, target in depths.items():
        reached = nodes = 0.0
        for position in positions:
            one.clear()
            analysis = one.search(position, time=seconds)
            reached += analysis.depth
            nodes += analysis.nodes / analysis.seconds
            tick()
        name = f"depth in {seconds:g} s"
        yield Measure(name, reached / len(positions), "steps", target, at_least=True)
        yield Measure(f"speed in {seconds:g} s", nodes / len(positions) / 1e6, "M nodes/s")
    yield _measure_threads(positions, min(depths))
    yield _measure_goals()
    yield _measure_goals_in_two(max(depths))


def _alphabeta(*, threads: int = 1, hash_mb: int = _HASH_MB) -> Engine:
    return Engine(search=SearchKind.ALPHABETA, hash_mb=hash_mb, threads=threads)


def signature(positions: Sequence[Position]) -> int:
    """The nodes of a fixed search: the same number means the same behaviour."""
    engine = _alphabeta()
    total = 0
    for position in positions:
        engine.clear()
        total += engine.search(position, depth=SIGNATURE_DEPTH).nodes
    return total


def _measure_threads(positions: Sequence[Position], seconds: float) -> Measure:
    """Times the nodes of one thread that two threads search in the same time."""
    engines = [_alphabeta(threads=threads) for threads in (1, 2)]
    nodes = [0, 0]
    for position in positions:
        for i, engine in enumerate(engines):
            engine.clear()
            nodes[i] += engine.search(position, time=seconds).nodes
    return Measure("two threads", nodes[1] / nodes[0], "times", 1.6, at_least=True)


def _measure_goals() -> Measure:
    """The share of won last positions in which the goal is found within a millisecond."""
    engine = _alphabeta(hash_mb=1)
    goals = sample_goals()
    found = 0
    for position in goals:
        started = perf_counter()
        score = engine.search(position, time=1.0).lines[0].score
        found += score.is_win and perf_counter() - started < _MILLISECOND
    return Measure("goals within 1 ms", 100 * found / len(goals), "%", 100, at_least=True)


def _measure_goals_in_two(seconds: float) -> Measure:
    """The share of proven goals in two turns that the search sees."""
    engine = _alphabeta()
    positions = goal_in_two_positions()
    solved = 0
    for position in positions:
        engine.clear()
        # It stops by itself as soon as it sees a win.
        solved += engine.search(position, time=min(seconds, _GOAL_IN_TWO_S)).lines[0].score.is_win
    name = f"goals in two in {min(seconds, _GOAL_IN_TWO_S):g} s"
    return Measure(name, 100 * solved / len(positions), "%", 95, at_least=True)
