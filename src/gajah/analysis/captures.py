"""What a capture is worth: a search of fixed size, so that the same question has one answer."""

from __future__ import annotations

from collections import Counter

from gajah._core import Kind, Position, Turn
from gajah.engine.analysis import AnalysisLine
from gajah.engine.engine import Engine, SearchKind
from gajah.engine.score import Score

# A fresh engine with one thread and a fixed number of nodes answers the same each time, on every
# machine; 60,000 nodes take some 20 ms.
_NODES = 60_000
_HASH_MB = 4


def captured_kinds(position: Position, turn: Turn) -> Counter[Kind]:
    """The opponent's pieces that a turn captures, by kind."""
    captures = (step.capture for step in position.complete(turn).steps)
    enemy = position.side.other
    return Counter(c.piece.kind for c in captures if c is not None and c.piece.side is enemy)


def captures_as_much(position: Position, turn: Turn, target: Counter[Kind]) -> bool:
    """Whether a turn captures all of ``target``, a stronger piece counting for a weaker one."""
    return is_as_much(captured_kinds(position, turn), target)


def is_as_much(taken: Counter[Kind], target: Counter[Kind]) -> bool:
    """Whether there is a piece at least as strong for each of ``target``."""
    got = sorted(taken.elements(), reverse=True)
    wanted = sorted(target.elements(), reverse=True)
    return len(got) >= len(wanted) and all(
        one >= other for one, other in zip(got, wanted, strict=False)
    )


def search_fixed(position: Position) -> AnalysisLine:
    """The best turn of a search that answers the same each time; the position is not decided."""
    engine = Engine(search=SearchKind.ALPHABETA, hash_mb=_HASH_MB)
    return engine.search(position, nodes=_NODES).lines[0]


def score_after(after: Position) -> Score:
    """What the position after a turn is worth to the side that played it."""
    verdict = after.verdict()
    if verdict is not None:
        won = Score.win_in(steps=0)
        return won if verdict.winner is not after.side else -won
    return -search_fixed(after).score
