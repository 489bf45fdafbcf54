"""Time controls: every form of their text, what is refused, and what an official match needs."""

from __future__ import annotations

import doctest
import math
import re

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from pyrimaa.util import TimeControl as PyrimaaControl

import gajah.clock
from gajah.clock import TimeControl, format_duration, parse_duration
from gajah.errors import NotationError

# A slow machine is not a failure.
unhurried = settings(deadline=None)

WRITTEN = {
    "15s/2m30s/100": TimeControl(15, 150),
    "2/2/100/10/8": TimeControl(120, 120, max_reserve_s=600, game_limit_s=8 * 3600),
    "4m/10m/100/0/16h/10m": TimeControl(240, 600, game_limit_s=16 * 3600, max_turn_s=600),
    "0:30/3/100/5/8": TimeControl(30, 180, max_reserve_s=300, game_limit_s=8 * 3600),
    "2:30/0:05/50/1:00/1:30/0:45": TimeControl(
        150, 5, 50, max_reserve_s=60, game_limit_s=90 * 60, max_turn_s=45
    ),
    "4/4/100/4/90t/5": TimeControl(240, 240, 100, 240, game_limit_turns=90, max_turn_s=300),
    "2m/6m/100/0/7h13s/0": TimeControl(120, 360, game_limit_s=7 * 3600 + 13),
    "24h5m10s/0/0/0/60d": TimeControl(86710, percent=0, game_limit_s=60 * 86400),
    "8s/0/0": TimeControl(8, percent=0),
    "0/5": TimeControl(0, 300),
    "30s": TimeControl(30),
    "3": TimeControl(180),
    "0/0": TimeControl(0),
    "30s/2m/100/0/0t": TimeControl(30, 120),
    "0.25s/1.5s": TimeControl(0.25, 1.5),
    "0.5/1.5m": TimeControl(30, 90),
    # Looser than the server writes it.
    " 30S / 2M / 100 ": TimeControl(30, 120),
    "30s/2m//5m": TimeControl(30, 120, max_reserve_s=300),
    "30s/2m/": TimeControl(30, 120),
    ":30/:05": TimeControl(30, 5),
    "0:90/1": TimeControl(90, 60),
    "30s1m/2m": TimeControl(90, 120),
    "30s/2m/100/0/80T": TimeControl(30, 120, game_limit_turns=80),
    "030s/002m/0100/0/080t": TimeControl(30, 120, game_limit_turns=80),
}


@pytest.mark.parametrize(("text", "control"), WRITTEN.items())
def test_every_form_of_a_control_is_read(text: str, control: TimeControl) -> None:
    assert TimeControl.parse(text) == control


@pytest.mark.parametrize(
    ("control", "text"),
    [
        (TimeControl(30, 120), "30s/2m"),
        (TimeControl(8, percent=0), "8s/0/0"),
        (TimeControl(0), "0/0"),
        (TimeControl(120, 360, game_limit_s=7 * 3600 + 13), "2m/6m/100/0/7h13s"),
        (TimeControl(240, 240, 100, 240, game_limit_turns=90), "4m/4m/100/4m/90t"),
        (TimeControl(30, 120, max_turn_s=90), "30s/2m/100/0/0/1m30s"),
        (TimeControl(86400 * 4, 86400 * 30 + 3600, 50), "4d/30d1h/50"),
        (TimeControl(0.1, 10.025), "0.1s/10.025s"),
        (TimeControl.per_move(5), "5s/0/0"),
    ],
)
def test_a_control_is_written_in_its_one_canonical_form(control: TimeControl, text: str) -> None:
    assert str(control) == text
    assert repr(control) == f"TimeControl.parse('{text}')"
    assert TimeControl.parse(text) == control


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", "expected M/R/P/L/G/T"),
        ("/2m", "expected M/R/P/L/G/T"),
        ("1/2/100/0/0/0/0", "one to six fields"),
        ("abc", "move time: 'abc' is not a time: expected a number (m)"),
        ("30s/2x", "reserve: '2x' is not a time"),
        ("30s/-2", "reserve: '-2' is not a time"),
        ("1:2:3/0", "move time: '1:2:3' is not a time"),
        ("2:/0", "move time: '2:' is not a time"),
        ("2:30s", "move time: '2:30s' is not a time"),
        ("1m30", "move time: '1m30' is not a time"),
        ("5s5s", "move time: '5s5s' is not a time"),
        ("0.0001s", "move time: '0.0001s' is not a time"),
        ("\u0663\u0660s", "is not a time"),
        ("80t", "move time: '80t' is not a time"),
        ("30s/2m/fifty", "percent: 'fifty' is not a whole number from 0 to 100"),
        ("30s/2m/101", "percent: '101' is not a whole number from 0 to 100"),
        ("30s/2m/50.5", "percent: '50.5' is not a whole number"),
        ("30s/2m/100/5m/x", "limit of the game: 'x' is not a time: expected a number (h)"),
        ("30s/2m/100/0/t", "limit of the game: 't' is not a time"),
        ("30s/2m/100/0/999999t", "turns: '999999' is not a whole number from 0 to 100000"),
        ("30s/2m/100/0/0/80t", "longest turn: '80t' is not a time"),
        ("3651d", "'3651d' is too long a time: at most 3650d"),
        ("30s/2m/100/0/" + "9" * 80, "limit of the game"),
    ],
)
def test_bad_text_is_refused_with_what_was_expected(text: str, expected: str) -> None:
    with pytest.raises(NotationError, match=re.escape(expected)):
        TimeControl.parse(text)


@pytest.mark.parametrize("piece", ["9", "9s", "/", "1:", "1m2s", " ", "0/", "\n", "t"])
def test_ten_megabytes_of_text_are_refused_in_a_short_sentence(piece: str) -> None:
    text = piece * (10_000_000 // len(piece))
    for start in ("", "30s/2m/", "30s/2m/100/0/"):
        for end in ("", "t"):
            with pytest.raises(NotationError) as caught:
                TimeControl.parse(start + text + end)
            assert len(str(caught.value)) < 300
    with pytest.raises(NotationError) as caught:
        parse_duration(text)
    assert len(str(caught.value)) < 300


CONTROL_LIKE = st.text(alphabet="0123456789/:.smhdt -+eE_", max_size=40)


@unhurried
@given(st.one_of(st.text(), CONTROL_LIKE))
@example("1_0/0")
@example("1\n/2\n")
def test_random_text_is_a_control_or_a_notation_error(text: str) -> None:
    try:
        control = TimeControl.parse(text)
    except NotationError:
        return
    assert TimeControl.parse(str(control)) == control


TEN_YEARS_S = 3650 * 86400
WHOLE_S = st.integers(0, TEN_YEARS_S)
FINE_S = st.integers(0, TEN_YEARS_S * 1000).map(lambda ms: ms / 1000)


@st.composite
def controls(draw: st.DrawFn, times: st.SearchStrategy[float] = FINE_S) -> TimeControl:
    time = st.one_of(st.just(0), st.integers(0, 600), times)
    limit_turns = draw(st.one_of(st.just(0), st.integers(0, 100_000)))
    return TimeControl(
        move_s=draw(time),
        reserve_s=draw(time),
        percent=draw(st.integers(0, 100)),
        max_reserve_s=draw(time),
        game_limit_s=0 if limit_turns else draw(time),
        game_limit_turns=limit_turns,
        max_turn_s=draw(time),
    )


@unhurried
@given(controls())
def test_what_a_control_writes_it_reads_back(control: TimeControl) -> None:
    assert TimeControl.parse(str(control)) == control
    assert hash(TimeControl.parse(str(control))) == hash(control)


@unhurried
@given(controls(times=WHOLE_S))
def test_pyrimaa_reads_the_canonical_form_to_the_same_numbers(control: TimeControl) -> None:
    judge = PyrimaaControl(str(control))
    assert (judge.move, judge.reserve, judge.percent) == (
        control.move_s,
        control.reserve_s,
        control.percent,
    )
    assert (judge.max_reserve, judge.max_turntime) == (control.max_reserve_s, control.max_turn_s)
    assert (judge.time_limit, judge.turn_limit) == (control.game_limit_s, control.game_limit_turns)


@unhurried
@given(FINE_S)
def test_what_a_duration_writes_it_reads_back(seconds: float) -> None:
    assert parse_duration(format_duration(seconds)) == seconds


def test_a_bare_number_takes_the_unit_it_is_told() -> None:
    assert [parse_duration("5", bare_unit=unit) for unit in ("s", "m", "h", "d")] == [
        5,
        300,
        18000,
        432000,
    ]
    assert parse_duration("1:30", bare_unit="h") == 5400
    with pytest.raises(NotationError, match="expected a number \\(s\\) or"):
        parse_duration("1:30", bare_unit="s")


def test_an_impossible_control_cannot_be_made() -> None:
    for bad in (-1, -0.001, math.nan, math.inf, TEN_YEARS_S + 1, 10**5000):
        for name in ("move_s", "reserve_s", "max_reserve_s", "game_limit_s", "max_turn_s"):
            fields = {"move_s": 1.0, name: bad}
            with pytest.raises(ValueError, match=f"{name} must be from 0"):
                TimeControl(**fields)  # type: ignore[arg-type]
    for percent in (-1, 101, 50.5, 10**5000):
        with pytest.raises(ValueError, match="percent must be a whole number"):
            TimeControl(1, percent=percent)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="by time or by turns"):
        TimeControl(1, game_limit_s=1, game_limit_turns=1)


def test_the_examples_in_the_docstrings_run() -> None:
    results = doctest.testmod(gajah.clock)
    assert results.attempted > 0
    assert results.failed == 0


@pytest.mark.parametrize(
    ("text", "reaches"),
    [
        ("30s/2m", True),
        ("0/5", True),
        ("0/0", False),
        ("0/0/100/0/80t", False),
        ("30s/2m/100/0/80t", True),
        ("30s/2m/100/0/79t", False),
        # 80 turns of both sides at 30 s are 80 minutes.
        ("30s/2m/100/0/80m", True),
        ("30s/2m/100/0/79m59s", False),
        ("2/2/100/10/8", True),
        ("4/4/100/4/6", False),
        # T shortens the pace: 160 turns of at most a minute.
        ("4/4/100/4/160m/1", True),
        ("4/4/100/4/159m/1", False),
        ("4/4/100/4/6/10", False),
        # Without move time both reserves have to fit.
        ("0/5/100/0/10m", True),
        ("0/5/100/0/9m", False),
    ],
)
def test_an_official_match_needs_a_control_that_reaches_80_turns(text: str, reaches: bool) -> None:
    assert TimeControl.parse(text).can_reach_turns(80) is reaches
