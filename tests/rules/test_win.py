"""Turns that win at once, by whatever the rules allow."""

import pytest

from gajah import Engine, Position
from gajah._core import VerdictReason

#: The horse pushes the last rabbit into the trap on c3; the camel blocks the last that can move.
TAKES_THE_LAST = Position({"d2": "H", "c2": "r", "a1": "R", "h8": "e"})
LEAVES_NO_STEP = Position(
    {"a1": "R", "b1": "R", "a2": "r", "b2": "C", "a3": "R", "h2": "r", "g4": "H", "h1": "R"}
)
WINS = [
    (Position({"b7": "R", "d2": "H", "c2": "r", "h8": "e"}), VerdictReason.GOAL),
    (TAKES_THE_LAST, VerdictReason.ELIMINATION),
    (LEAVES_NO_STEP, VerdictReason.IMMOBILIZATION),
]


@pytest.mark.parametrize(("position", "reason"), WINS)
def test_a_turn_that_wins_at_once_is_found_and_played(
    position: Position, reason: VerdictReason
) -> None:
    turn = position.find_win()
    assert turn is not None
    verdict = position.play(turn).verdict()
    assert verdict is not None
    assert (verdict.winner, verdict.reason) == (position.side, reason)
    for search in ("net", "alphabeta"):
        best = Engine(search=search).search(position, nodes=1).lines[0]
        after = position.play(best.turn).verdict()
        assert after is not None
        assert after.winner is position.side
        assert best.score.is_win


def test_without_such_a_turn_there_is_none() -> None:
    # A friend guards the trap.
    assert Position({"d2": "H", "c2": "r", "a1": "R", "b3": "e"}).find_win() is None
