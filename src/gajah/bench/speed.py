"""The numbers that gajah promises, measured in one run beside pyrimaa on the same positions.

Every time is processor time: on a machine that does nothing else it is the time on the wall, and
on a busy one it hardly changes.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from importlib.util import find_spec
from time import thread_time
from timeit import repeat

from gajah._core import Position, Side, Turn
from gajah.bench.data import sample_archive, sample_goals
from gajah.game import Result
from gajah.records import read_archive
from gajah.system import children_s

# A fast call is repeated and its best time kept: what is slower is the rest of the machine.
_REPEATS = 3
# find_goal takes about a microsecond: calls enough for a time that a clock can measure.
_GOAL_CALLS = 200
# Starting a process varies more than anything inside one; the median of this many is kept.
_STARTS = 5
_PERFT_STEPS = 4
_TURN_STEPS = 4
_IMPORT = "from time import process_time as t; a = t(); import gajah; print(t() - a)"


@dataclass(frozen=True)
class Measure:
    """One number with its unit, and the target it is held against, if there is one.

    ``value`` is ``None`` where it could not be measured, which ``why_not`` then explains.
    """

    name: str
    value: float | None
    unit: str
    target: float | None = None
    at_least: bool = False
    why_not: str = ""

    @property
    def is_met(self) -> bool | None:
        """Whether the target is met; ``None`` without a target or a measurement."""
        if self.value is None or self.target is None:
            return None
        return self.value >= self.target if self.at_least else self.value < self.target


def measure(
    positions: Sequence[Position], *, tick: Callable[[], None] = lambda: None
) -> Iterator[Measure]:
    """Every number, as soon as it is known; ``tick`` is called after each position.

    The comparison with pyrimaa comes first and takes nearly all of the time.
    """
    yield from measure_turns(positions, tick=tick)
    yield measure_perft(positions)
    yield Measure("find_goal()", _find_goal_us(positions), "us", 20)
    yield Measure("find_goal(), there is one", _find_goal_us(sample_goals()), "us")
    yield measure_replay()
    yield measure_import()
    yield measure_help()


def measure_turns(positions: Sequence[Position], *, tick: Callable[[], None]) -> list[Measure]:
    """Counting and listing all turns: how many times as fast as pyrimaa's ``get_moves``."""
    count_s = list_s = reference_s = 0.0
    reference = _find_reference()
    for position in positions:
        count_s += _best_s(position.count_turns)
        list_s += _best_s(partial(_list_turns, position))
        if reference:
            reference_s += reference(position)
        tick()
    why_not = "" if reference else "needs pyrimaa: pip install aei"

    def ratio(name: str, own_s: float, target: float) -> Measure:
        value = reference_s / own_s if reference else None
        return Measure(name, value, "times pyrimaa", target, at_least=True, why_not=why_not)

    return [
        ratio("count_turns()", count_s, 200),
        ratio("list(turns())", list_s, 60),
    ]


def measure_perft(positions: Sequence[Position]) -> Measure:
    """Sequences of four steps walked inside core, the last one counted only, in millions."""
    steps = sum(position.perft(_PERFT_STEPS) for position in positions)
    elapsed_s = sum(_best_s(partial(position.perft, _PERFT_STEPS)) for position in positions)
    return Measure("step perft", steps / elapsed_s / 1e6, "million steps/s", 30, at_least=True)


def measure_replay() -> Measure:
    """The 100 sample games from the archive's text to their results, in seconds."""
    text = sample_archive()
    return Measure("replay 100 games", _best_s(partial(_replay, text)), "s", 0.3)


def measure_import() -> Measure:
    """``import gajah`` in a new process, without the start of Python, in seconds."""
    times = [float(_start("-c", _IMPORT)) for _ in range(_STARTS)]
    return Measure("import gajah", statistics.median(times), "s", 0.15)


def measure_help() -> Measure:
    """``gajah --help`` from the start of the process to its end, in seconds."""
    times = []
    for _ in range(_STARTS):
        started = children_s()
        _start("-m", "gajah", "--help")
        times.append(children_s() - started)
    return Measure("gajah --help", statistics.median(times), "s", 0.4)


def _list_turns(position: Position) -> list[Turn]:
    return list(position.legal_turns())


def _find_goal_us(positions: Sequence[Position]) -> float:
    """The average call from Python."""
    elapsed_s = sum(_best_s(position.find_goal, calls=_GOAL_CALLS) for position in positions)
    return elapsed_s / _GOAL_CALLS / len(positions) * 1e6


def _replay(text: str) -> list[Result | None]:
    return [game.game().result for game in read_archive(text)]


def _best_s(action: Callable[[], object], *, calls: int = 1, repeats: int = _REPEATS) -> float:
    """The least processor time of this thread for that many calls, garbage collected as usual."""
    return min(repeat(action, "gc.enable()", timer=thread_time, number=calls, repeat=repeats))


def _start(*args: str) -> str:
    done = subprocess.run([sys.executable, *args], check=True, capture_output=True, text=True)
    return done.stdout


def _find_reference() -> Callable[[Position], float] | None:
    """What times pyrimaa's list of turns of a position, if pyrimaa is installed."""
    if find_spec("pyrimaa") is None:
        return None
    from pyrimaa.board import Color, parse_short_pos

    def reference_s(position: Position) -> float:
        color = Color.GOLD if position.side is Side.GOLD else Color.SILVER
        theirs = parse_short_pos(color, _TURN_STEPS, position.short[2:])
        return _best_s(theirs.get_moves, repeats=1)

    return reference_s
