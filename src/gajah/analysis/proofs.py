"""Exact answers about goals: every turn and every reply is gone through, nothing is guessed."""

from gajah._core import (
    defending_turns,
    find_defence,
    stops_goal,
    stubborn_reply,
    threatened_goal,
    winning_turns,
)

__all__ = [
    "defending_turns",
    "find_defence",
    "stops_goal",
    "stubborn_reply",
    "threatened_goal",
    "winning_turns",
]
