"""The time manager: how much of a clock one turn may take."""

from __future__ import annotations

from gajah._core import Side
from gajah.bots.base import Budget
from gajah.clock import Clock

# Kept back for everything that is not thinking: pipes, a busy machine, a slow referee.
_SAFETY_S = 0.05
_SAFETY_SHARE = 0.03
# The reserve is spread over this many turns to come; real games last about 35 a side.
_TURNS_AHEAD = 25
# A hard turn may take this many times what it is worth.
_STRETCH = 2.5
_LEAST_S = 0.005


def budget_for(clock: Clock, side: Side, *, used_s: float = 0.0) -> Budget:
    """What the side to move should and must at most spend on this turn."""
    control = clock.control
    available = clock.time_left_s(side, used_s)
    available = min(available, clock.game_time_left_s(used_s))
    most = max(_LEAST_S, available - _SAFETY_S - _SAFETY_SHARE * min(available, control.move_s))
    reserve_share = clock.reserve_s(side) / _TURNS_AHEAD
    worth = max(_LEAST_S, control.move_s + reserve_share - used_s - _SAFETY_S)
    hard = max(_LEAST_S, min(most, worth * _STRETCH))
    return Budget(min(worth, hard), hard)
