"""Time controls and clocks in WebAssembly count as the library does."""

from __future__ import annotations

import math
import random
from typing import Any

from gajah._core import Side
from gajah.clock import Clock, TimeControl
from gajah.errors import NotationError
from gajah.web.wire.errors import refuse_turn
from tests.wasm.asking import Ask, Question, compare

GAMES = 400
TURNS = 12


def _told(text: str) -> dict[str, Any]:
    try:
        control = TimeControl.parse(text)
    except NotationError as error:
        refusal = refuse_turn(error)
        return {"code": refusal.code, "text": refusal.text}
    return {
        "text": str(control),
        "has_time": control.has_time,
        "move": control.move_s,
        "reserve": control.reserve_s,
        "percent": control.percent,
        "max_reserve": control.max_reserve_s,
        "game_limit": control.game_limit_s,
        "game_limit_turns": control.game_limit_turns,
        "max_turn": control.max_turn_s,
    }


def test_controls_are_read_and_written_the_same(ask: Ask) -> None:
    chance = random.Random(1)
    texts = [
        "30s/2m",
        "2:30/0:05/50/1:00/1:30/0:45",
        "0/0",
        "",
        "abc",
        "80t",
        "\u00e9/2",
        "9" * 250,
    ]
    texts += ["".join(chance.choices("0123456789/:.smhdt ", k=12)) for _ in range(500)]
    texts += [str(_some_control(chance)) for _ in range(500)]
    compare(ask, [{"ask": "control", "control": text} for text in texts], [*map(_told, texts)])


def _some_control(chance: random.Random) -> TimeControl:
    def time_s(most_s: int) -> float:
        return chance.choice([0, chance.randrange(most_s), chance.randrange(most_s * 1000) / 1000])

    by_turns = chance.random() < 0.3
    return TimeControl(
        time_s(90),
        time_s(400),
        chance.choice([0, 50, 100, chance.randrange(101)]),
        time_s(500),
        0 if by_turns else time_s(900),
        chance.randrange(8) if by_turns else 0,
        time_s(200),
    )


def _reading(clock: Clock, side: Side, used_s: float, *, is_setup: bool) -> dict[str, Any]:
    game_left_s = clock.game_time_left_s(used_s)
    return {
        "left": clock.time_left_s(side, used_s, is_setup=is_setup),
        "usable": clock.usable_reserve_s(side, is_setup=is_setup),
        "out_of_time": clock.is_out_of_time(side, used_s, is_setup=is_setup),
        "game_left": None if math.isinf(game_left_s) else game_left_s,
        "limit_reached": clock.is_game_limit_reached(),
    }


def _value(clock: Clock) -> dict[str, Any]:
    return {
        "control": str(clock.control),
        "reserve": {"g": clock.gold_reserve_s, "s": clock.silver_reserve_s},
        "game_used": clock.game_used_s,
        "turns": {"g": clock.gold_turns, "s": clock.silver_turns},
    }


def test_clocks_run_the_same_through_whole_games(ask: Ask) -> None:
    chance = random.Random(2)
    questions, expected = list[Question](), list[Any]()
    for _ in range(GAMES):
        control = _some_control(chance)
        clock = Clock.start(control)
        told, times = list[Any](), list[Any]()
        for turn in range(TURNS):
            side, is_setup = (Side.GOLD, Side.SILVER)[turn % 2], turn < 2
            used_s = chance.choice([chance.randrange(70), chance.uniform(0, 70)])
            times.append({"side": side.letter, "used": used_s, "isSetup": is_setup})
            reading = _reading(clock, side, used_s, is_setup=is_setup)
            clock = clock.after_turn(side, used_s, is_setup=is_setup)
            told.append({"reading": reading, "clock": _value(clock)})
        questions.append({"ask": "clock", "control": str(control), "times": times})
        expected.append(told)
    compare(ask, questions, expected)
