"""Exact answers about goals: every turn and every reply is gone through, nothing is guessed."""

from __future__ import annotations

from gajah._core import Position, Turn
from gajah.engine.score import Score
from gajah.engine.weights import tuned_weights
from gajah.errors import IllegalTurn

# Counting the goals after a reply takes 10 to 60 ms, and the player waits.
_STUBBORN_CANDIDATES = 8
_LOST_ALREADY = 1 << 30


def winning_turns(position: Position) -> list[Turn]:
    """Every turn that wins the game at once, each in its shortest form."""
    return [turn for turn, value in tuned_weights().evaluate_turns(position) if Score(value).is_win]


def threatened_goal(position: Position) -> Turn | None:
    """A turn with which the other side would goal if the side to move did nothing."""
    return Position(position.pieces, position.side.other).find_goal()


def stops_goal(after: Position) -> bool:
    """Whether the side that just moved has kept the other from winning by goal."""
    verdict = after.verdict()
    if verdict is not None:
        return verdict.winner is not after.side
    return after.find_goal() is None


def defending_turns(position: Position) -> list[Turn]:
    """Every turn after which the other side has no goal."""
    return [turn for turn in position.legal_turns() if stops_goal(position.play(turn))]


def find_defence(position: Position) -> Turn | None:
    """A turn after which the other side has no goal, or None: the goal cannot be stopped."""
    defences = (turn for turn in position.legal_turns() if stops_goal(position.play(turn)))
    return next(defences, None)


def stubborn_reply(position: Position) -> Turn:
    """The reply that leaves the other side the fewest ways to win, among those that parry most.

    Raises ``ValueError`` when the position is decided.
    """
    if position.verdict() is not None:
        raise ValueError("the position is decided: there is no reply")
    parrying = _parrying_replies(position)[-_STUBBORN_CANDIDATES:]
    return min(parrying, key=lambda turn: _count_wins(position.play(turn)))


def _parrying_replies(position: Position) -> list[Turn]:
    """Replies of which each parries every goal that worked against those before it."""
    goals: list[Turn] = []
    parrying = []
    for turn in position.legal_turns():
        after = position.play(turn)
        if any(_wins(after, goal) for goal in reversed(goals)):
            continue
        parrying.append(turn)
        goal = after.find_goal() if after.verdict() is None else None
        if goal is not None:
            goals.append(goal)
    return parrying


def _wins(position: Position, turn: Turn) -> bool:
    """Whether it is a legal turn that wins by goal."""
    try:
        verdict = position.play(turn).verdict()
    except IllegalTurn:
        return False
    return verdict is not None and verdict.winner is position.side


def _count_wins(position: Position) -> int:
    """How many turns win. The last resort of a loser is a position that is lost already."""
    verdict = position.verdict()
    if verdict is not None:
        return _LOST_ALREADY if verdict.winner is position.side else 0
    return len(winning_turns(position))
