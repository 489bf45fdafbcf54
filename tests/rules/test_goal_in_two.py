"""A goal in two turns, proven, against its definition."""

from __future__ import annotations

from gajah._core import Position
from tests.helpers import gold, silver


def by_definition(position: Position) -> bool:
    """Is there a turn after which the game goes on and every reply loses, by goal or at once?"""

    def loses(after_reply: Position) -> bool:
        if verdict := after_reply.verdict():
            return verdict.winner is position.side
        return after_reply.find_goal() is not None

    for turn in position.legal_turns():
        after = position.play(turn)
        if not after.verdict() and all(loses(after.play(reply)) for reply in after.legal_turns()):
            return True
    return False


# Few pieces and little room, so that the definition can be gone through.
UNSTOPPABLE = [gold("Ra2 Hb1 rh7 ch8"), silver("rh7 dg8 Ra2 Ca1"), gold("Rb3 rg7 rh8")]
STOPPABLE = [gold("Ra1 rh8 cc8"), gold("Ra3 ra8 db8 eb7"), silver("rh7 dg8 Ra2 Ca1 Eh1")]


def test_goal_in_two_is_found_exactly_where_no_reply_stops_it() -> None:
    for position in UNSTOPPABLE:
        assert position.find_goal() is None
        assert by_definition(position)
        assert position.find_goal_in_two() is not None
    for position in STOPPABLE:
        assert not by_definition(position)
        assert position.find_goal_in_two() is None


def test_a_goal_at_once_is_no_goal_in_two() -> None:
    position = gold("Ra7 Ed4 rh7 ee1")
    assert position.find_goal() is not None
    assert position.find_goal_in_two() is None


def test_a_turn_under_way_is_not_looked_at() -> None:
    assert UNSTOPPABLE[0].after("Hb1n").find_goal_in_two() is None
