"""What a capture is worth: a search of fixed size, so that the same question has one answer."""

from __future__ import annotations

from collections import Counter
from functools import cache

from gajah import _core
from gajah._core import FixedSearch, Kind, Position, Turn
from gajah.engine.analysis import AnalysisLine
from gajah.engine.score import Score
from gajah.engine.weights import tuned_step_weights, tuned_weights


def captured_kinds(position: Position, turn: Turn) -> Counter[Kind]:
    """The opponent's pieces that a turn captures, by kind."""
    return Counter(_core.captured_kinds(position, turn))


def captures_as_much(position: Position, turn: Turn, target: Counter[Kind]) -> bool:
    """Whether a turn captures all of ``target``, a stronger piece counting for a weaker one."""
    wanted = sorted(target.elements(), reverse=True)
    return _core.is_as_much(_core.captured_kinds(position, turn), wanted)


@cache
def fixed_search() -> FixedSearch:
    """The search that answers the same each time, with the weights that ship."""
    return FixedSearch(tuned_weights(), tuned_step_weights())


def search_fixed(position: Position) -> AnalysisLine:
    """The best turn of a search that answers the same each time; the position is not decided."""
    line = fixed_search().best(position)
    return AnalysisLine(line.turn, Score(line.score), tuple(line.continuation))


def score_after(after: Position) -> Score:
    """What the position after a turn is worth to the side that played it."""
    return Score(fixed_search().score_after(after))
