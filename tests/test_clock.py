"""Clocks: a table for every rule, and the server's own log as the judge."""

from __future__ import annotations

import csv
import math
import re
from dataclasses import dataclass
from fractions import Fraction
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gajah._core import Side
from gajah.clock import Clock, TimeControl
from tests.samples import SAMPLE_FILE

SIDES = (Side.GOLD, Side.SILVER)

# A slow machine is not a failure.
unhurried = settings(deadline=None)


def started(text: str) -> Clock:
    return Clock.start(TimeControl.parse(text))


def controls(time: st.SearchStrategy[float]) -> st.SearchStrategy[TimeControl]:
    """Controls with any of the fields that move the reserve."""
    return st.builds(
        TimeControl,
        move_s=time,
        reserve_s=time,
        percent=st.integers(0, 100),
        max_reserve_s=st.one_of(st.just(0), time),
        max_turn_s=st.one_of(st.just(0), time),
    )


@pytest.mark.parametrize(
    ("text", "used_s", "reserve_s"),
    [
        # Unused move time goes into the reserve, time beyond it comes out.
        ("30s/2m", 0, 150),
        ("30s/2m", 12, 138),
        ("30s/2m", 30, 120),
        ("30s/2m", 31, 119),
        ("30s/2m", 150, 0),
        ("30s/2m", 999, 0),
        ("0/5", 7, 293),
        # A percentage of whole seconds is rounded to the nearest second.
        ("30s/2m/0", 5, 120),
        ("8s/0/50", 5, 2),
        ("8s/0/50", 6, 1),
        ("8s/0/30", 7, 0),
        ("8s/0/70", 7, 1),
        ("10s/0/33", 0, 3),
        ("10s/0/35", 0, 4),
        # Fractions of a second are kept, to the millisecond.
        ("0.1s/1s", 0.04, 1.06),
        ("0.1s/1s", 0.35, 0.75),
        ("0.1s/1s/50", 0.04, 1.03),
        ("0.1s/1s/50", 0.0333, 1.034),
        # L stops growth, but takes nothing away.
        ("30s/2m/100/2m", 0, 120),
        ("30s/2m/100/2m10s", 25, 125),
        ("30s/2m/100/2m10s", 5, 130),
        ("30s/5m/100/3m", 0, 300),
        ("30s/5m/100/3m", 40, 290),
    ],
)
def test_the_reserve_after_a_turn(text: str, used_s: float, reserve_s: float) -> None:
    for side in SIDES:
        before = started(text)
        after = before.after_turn(side, used_s)
        assert after.reserve_s(side) == reserve_s
        assert after.reserve_s(side.other) == before.reserve_s(side.other)
        assert after.game_used_s == pytest.approx(used_s, abs=0.0005)


@pytest.mark.parametrize(
    ("text", "used_s", "reserve_s"),
    [
        ("15s/2m", 0, 120),
        ("15s/2m", 14, 120),
        ("15s/2m", 16, 120),
        ("15s/2m", 60, 120),
        ("15s/2m", 61, 119),
        ("2m/2m", 5, 120),
        ("2m/2m", 81, 120),
        ("2m/2m", 120, 120),
        ("2m/2m", 130, 110),
        ("1m/4m/100/0/4h/4m", 88, 212),
        ("8s/0", 70, 0),
    ],
)
def test_the_setup_adds_nothing_and_takes_only_what_exceeds_move_time_and_minute(
    text: str, used_s: float, reserve_s: float
) -> None:
    for side in SIDES:
        assert started(text).after_turn(side, used_s, is_setup=True).reserve_s(side) == reserve_s


@pytest.mark.parametrize(
    ("text", "is_setup", "allowed_s"),
    [
        ("8s/0/0", False, 8),
        ("30s/2m", False, 150),
        ("0/5", False, 300),
        ("1m/4m/100/0/4h/4m", False, 240),
        ("1m/2m/100/0/4h/4m", False, 180),
        ("30s/2m/100/0/0/10s", False, 10),
        # The game limit is no loss on time.
        ("30s/2m/100/0/1m", False, 150),
        ("0.1s/0.2s", False, 0.3),
        ("8s/0/0", True, 60),
        ("8s/10s", True, 70),
        ("2m/2m", True, 240),
        ("1m/4m/100/0/4h/4m", True, 240),
        ("15s/2m/100/0/0/30s", True, 60),
    ],
)
def test_a_turn_may_take_move_time_and_reserve_but_not_more_than_the_longest_turn(
    text: str, is_setup: bool, allowed_s: float
) -> None:
    clock = started(text)
    for side in SIDES:
        assert clock.time_left_s(side, is_setup=is_setup) == allowed_s
        assert clock.time_left_s(side, allowed_s / 2, is_setup=is_setup) == allowed_s / 2
        assert clock.time_left_s(side, allowed_s + 5, is_setup=is_setup) == 0
        assert not clock.is_out_of_time(side, allowed_s, is_setup=is_setup)
        assert clock.is_out_of_time(side, allowed_s + 0.001, is_setup=is_setup)


def test_a_limit_in_turns_is_reached_when_silver_has_finished_the_last_one() -> None:
    clock = started("30s/2m/100/0/2t")
    reached = []
    for side in (Side.GOLD, Side.SILVER, Side.GOLD, Side.SILVER):
        clock = clock.after_turn(side, 1)
        reached.append(clock.is_game_limit_reached())
    assert reached == [False, False, False, True]
    assert clock.game_time_left_s() == math.inf


def test_a_limit_in_time_counts_the_turns_of_both_sides_and_the_one_under_way() -> None:
    clock = started("30s/2m/100/0/1m").after_turn(Side.GOLD, 20, is_setup=True)
    clock = clock.after_turn(Side.SILVER, 15, is_setup=True)
    assert clock.game_time_left_s() == 25
    assert clock.game_time_left_s(24.5) == 0.5
    assert clock.game_time_left_s(40) == 0
    assert not clock.after_turn(Side.GOLD, 24).is_game_limit_reached()
    assert clock.after_turn(Side.GOLD, 25).is_game_limit_reached()
    assert not started("30s/2m").after_turn(Side.GOLD, 10_000).is_game_limit_reached()


def test_a_clock_with_a_negative_time_or_count_cannot_be_made() -> None:
    control = TimeControl(30, 120)
    with pytest.raises(ValueError, match="gold_reserve_s must be from 0"):
        Clock(control, -1, 0)
    with pytest.raises(ValueError, match="silver_reserve_s must be from 0"):
        Clock(control, 0, math.nan)
    with pytest.raises(ValueError, match="cannot be negative"):
        Clock(control, 0, 0, gold_turns=-1)
    for used_s in (-0.5, math.nan, math.inf):
        with pytest.raises(ValueError, match="the time used must be from 0"):
            Clock.start(control).after_turn(Side.GOLD, used_s)
        with pytest.raises(ValueError, match="the time used must be from 0"):
            Clock.start(control).is_out_of_time(Side.GOLD, used_s)


def reserve_by_the_book(control: TimeControl, reserve_s: Fraction, used_s: Fraction) -> Fraction:
    """The rule for whole seconds said once more, in exact fractions."""
    if used_s >= control.move_s:
        return max(Fraction(0), reserve_s - (used_s - Fraction(control.move_s)))
    unused_s = Fraction(control.move_s) - used_s
    added_s = math.floor(unused_s * control.percent / 100 + Fraction(1, 2))
    limit_s = Fraction(control.max_reserve_s)
    if limit_s and reserve_s + added_s > limit_s:
        return max(reserve_s, limit_s)
    return reserve_s + added_s


@unhurried
@given(controls(st.integers(0, 900)), st.lists(st.integers(0, 900), max_size=30))
def test_whole_seconds_stay_exact_over_a_game(control: TimeControl, used: list[int]) -> None:
    clock = Clock.start(control)
    reserve_s = Fraction(control.reserve_s)
    for used_s in used:
        clock = clock.after_turn(Side.GOLD, used_s)
        reserve_s = reserve_by_the_book(control, reserve_s, Fraction(used_s))
        assert clock.gold_reserve_s == reserve_s
    assert clock.silver_reserve_s == control.reserve_s
    assert clock.game_used_s == sum(used)


@unhurried
@given(
    controls(st.floats(0, 3600)),
    st.sampled_from(SIDES),
    st.floats(0, 10_000),
    st.booleans(),
)
def test_a_side_is_out_of_time_exactly_when_it_used_more_than_it_had(
    control: TimeControl, side: Side, used_s: float, is_setup: bool
) -> None:
    clock = Clock.start(control)
    allowed_s = clock.time_left_s(side, is_setup=is_setup)
    is_over = round(used_s * 1000) > round(allowed_s * 1000)
    assert clock.is_out_of_time(side, used_s, is_setup=is_setup) is is_over
    assert not clock.is_out_of_time(side, allowed_s, is_setup=is_setup)


# The server's log

SERVER_SIDES = {"w": Side.GOLD, "b": Side.SILVER}
LOGGED_TURN = re.compile(
    r"(\d+) \[.*?\] after (\d+)([wb]), move used:(\d+) wresv:(\d+) bresv:(\d+) game:(\d+)"
)


@dataclass(frozen=True)
class LoggedTurn:
    """What the server wrote after a turn."""

    at_s: int
    number: int
    side: Side
    used_s: int
    figures_s: tuple[int, int, int]  # gold's reserve, silver's reserve, the whole game

    @property
    def is_setup(self) -> bool:
        return self.number == 1


@dataclass(frozen=True)
class LoggedGame:
    """A game of the archive as its clock saw it."""

    number: str
    control: TimeControl
    termination: str
    turns: tuple[LoggedTurn, ...]
    ended_at_s: int

    @property
    def last_wait_s(self) -> int:
        """How long after the last turn the game was over."""
        return self.ended_at_s - self.turns[-1].at_s

    def last_clock(self) -> Clock:
        clock = Clock.start(self.control)
        for turn in self.turns:
            clock = clock.after_turn(turn.side, turn.used_s, is_setup=turn.is_setup)
        return clock


def logged_turn(match: re.Match[str]) -> LoggedTurn:
    at_s, number, side, used_s, gold_s, silver_s, game_s = match.groups()
    figures = (int(gold_s), int(silver_s), int(game_s))
    return LoggedTurn(int(at_s), int(number), SERVER_SIDES[side], int(used_s), figures)


@cache
def logged_games() -> tuple[LoggedGame, ...]:
    games = []
    with SAMPLE_FILE.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE):
            lines = row["events"].split("\\n")
            matches = map(LOGGED_TURN.fullmatch, lines)
            turns = tuple(logged_turn(match) for match in matches if match)
            # No line that tells of a turn may be missed by the pattern.
            assert len(turns) == row["events"].count(", move used:")
            control = TimeControl.parse(row["timecontrol"])
            ended_at_s = int(lines[-1].split()[0])
            games.append(LoggedGame(row["id"], control, row["termination"], turns, ended_at_s))
    return tuple(games)


def test_every_reserve_and_total_in_the_server_log_is_reproduced() -> None:
    turns = 0
    for game in logged_games():
        clock = Clock.start(game.control)
        for turn in game.turns:
            clock = clock.after_turn(turn.side, turn.used_s, is_setup=turn.is_setup)
            figures_s = (clock.gold_reserve_s, clock.silver_reserve_s, clock.game_used_s)
            assert figures_s == turn.figures_s, f"game {game.number}, {turn}"
            turns += 1
    assert (len(logged_games()), turns) == (100, 7172)


def test_no_turn_that_the_server_accepted_is_out_of_time() -> None:
    last_moments = 0
    for game in logged_games():
        clock = Clock.start(game.control)
        for turn in game.turns:
            is_out = clock.is_out_of_time(turn.side, turn.used_s, is_setup=turn.is_setup)
            assert not is_out, f"game {game.number}, {turn}"
            left_s = clock.time_left_s(turn.side, turn.used_s, is_setup=turn.is_setup)
            last_moments += left_s == 0
            clock = clock.after_turn(turn.side, turn.used_s, is_setup=turn.is_setup)
            assert not clock.is_game_limit_reached()
    assert last_moments == 32


def test_every_loss_on_time_came_with_the_first_second_too_many() -> None:
    lost = [game for game in logged_games() if game.termination == "t"]
    for game in lost:
        clock = game.last_clock()
        loser = game.turns[-1].side.other
        assert clock.is_out_of_time(loser, game.last_wait_s), f"game {game.number}"
        assert not clock.is_out_of_time(loser, game.last_wait_s - 1), f"game {game.number}"
    assert len(lost) == 20


def test_one_loss_in_the_log_is_by_the_longest_turn_with_time_left_in_reserve() -> None:
    (game,) = (game for game in logged_games() if game.number == "669247")
    clock = game.last_clock()
    assert game.termination == "t"
    assert game.last_wait_s == game.control.max_turn_s + 1
    assert game.last_wait_s < game.control.move_s + clock.reserve_s(game.turns[-1].side.other)


def test_every_control_in_the_archive_reaches_80_turns() -> None:
    assert all(game.control.can_reach_turns(80) for game in logged_games())
