"""What a clock leaves for one turn."""

from __future__ import annotations

from itertools import product

import pytest

from gajah._core import Side, share_of_clock
from gajah.clock import Clock, TimeControl
from gajah.engine.limits import Limits


def share(move_s: float, reserve_s: float, used_s: float = 0.0) -> tuple[float, float]:
    return share_of_clock(move_s + reserve_s - used_s, move_s, reserve_s, used_s)


@pytest.mark.parametrize(
    ("move_s", "reserve_s", "used_s"),
    [
        (move, reserve, share_used * (move + reserve))
        for move, reserve, share_used in product(
            (0.0, 0.03, 2.0, 60.0), (0.1, 1.0, 20.0, 600.0), (0.0, 0.3, 0.9)
        )
    ],
)
def test_a_turn_never_takes_all_that_there_is(
    move_s: float, reserve_s: float, used_s: float
) -> None:
    soft_s, hard_s = share(move_s, reserve_s, used_s)
    left_s = move_s + reserve_s - used_s
    assert 0 < soft_s <= hard_s
    assert hard_s <= max(0.005, left_s - 0.05)


def test_a_turn_is_worth_its_own_time_and_a_part_of_the_reserve() -> None:
    assert share(15.0, 0.0)[0] < 15.0 < share(15.0, 30.0)[0] < share(15.0, 150.0)[0] < 30.0


def test_a_reserve_without_time_for_turns_lasts_for_many() -> None:
    left_s, turns = 300.0, 0
    while left_s > 60.0:
        left_s -= share(0.0, left_s)[0]
        turns += 1
    assert turns >= 35


def test_time_that_is_used_is_missing() -> None:
    fresh, late = share(2.0, 20.0), share(2.0, 20.0, used_s=1.5)
    assert late[0] == pytest.approx(fresh[0] - 1.5)


def test_limits_are_those_of_the_side_to_move() -> None:
    clock = Clock.start(TimeControl.parse("10s/1m"))
    limits = Limits.of_clock(clock, Side.GOLD)
    assert (limits.soft_s, limits.hard_s) == share(10.0, 60.0)
