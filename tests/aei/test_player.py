"""The one AEI player, driven from plain Python as ``gajah.aei.popen`` does."""

from __future__ import annotations

import asyncio
import sys
from concurrent.futures import CancelledError
from pathlib import Path

import pytest

import gajah.aei
from gajah._core import Setup, Side, Stop, Turn
from gajah.clock import Clock, TimeControl
from gajah.errors import IllegalTurn
from gajah.game import Game
from gajah.handicap import Handicap
from tests.aei.engines import MISBEHAVING, PYRIMAA, assert_gone, new_word
from tests.helpers import OPENING


def misbehaving(mode: str, word: str = "") -> list[str]:
    return [sys.executable, str(MISBEHAVING), mode, word]


def listened_to(heard: Path, mode: str = "good") -> list[str]:
    """An engine, and a file with all that it is told."""
    return ["sh", "-c", f"tee {heard} | {sys.executable} {MISBEHAVING} {mode}"]


def told(heard: Path, *commands: str) -> list[str]:
    lines = heard.read_text(encoding="utf-8").splitlines()
    return [line for line in lines if line.split()[0] in commands]


def test_simple_engine_of_pyrimaa_sets_up_and_plays() -> None:
    game = Game()
    with gajah.aei.popen(PYRIMAA) as engine:
        assert engine.identity.name == "Sample Engine"
        for kind in (Setup, Setup, Turn, Turn):
            chosen = engine.play(game, time=0.5)
            assert isinstance(chosen, kind)
            game.play(chosen)


def test_engine_is_driven_inside_a_running_event_loop() -> None:
    async def cell() -> Setup | Turn:
        with gajah.aei.popen(misbehaving("good")) as engine:
            return engine.play(Game())

    Game().play(asyncio.run(cell()))


def test_engine_plays_from_a_position_and_tells_what_it_was_told() -> None:
    with gajah.aei.popen(misbehaving("good"), {"hash": 64}) as engine:
        Game(start=OPENING).play(engine.play(OPENING, time=0.5))
        assert engine.answer is not None
        options = engine.answer.info["options"]
        assert "hash=64" in options
        assert "tcmove=0.500" in options
        engine.set_option("hash", 128)
        engine.play(OPENING)
        assert "hash=128" in engine.answer.info["options"]


def test_engine_is_told_a_game_once_and_then_what_follows(tmp_path: Path) -> None:
    heard = tmp_path / "heard"
    game = Game()
    with gajah.aei.popen(listened_to(heard)) as engine:
        for _ in range(4):
            game.play(engine.play(game))
        assert len(told(heard, "newgame")) == 1
        assert len(told(heard, "makemove")) == 3
        game.take_back(2)
        game.play(engine.play(game))
        assert len(told(heard, "newgame")) == 2


def test_game_with_a_handicap_is_told_from_the_position_after_the_setups(tmp_path: Path) -> None:
    heard = tmp_path / "heard"
    game = Game(handicap=Handicap.parse("Mc"))
    with gajah.aei.popen(listened_to(heard)) as engine:
        for _ in range(4):
            game.play(engine.play(game))
    assert told(heard, "setposition") == [f"setposition {game.positions[2].short}"]
    assert told(heard, "makemove") == [f"makemove {game.turns[2]}"]


def test_engine_is_told_the_clock_of_the_game_and_no_other() -> None:
    clock = Clock.start(TimeControl.parse("30s/2m")).after_turn(Side.GOLD, 40.0)
    game = Game(start=OPENING)
    with gajah.aei.popen(misbehaving("good")) as engine:
        answer = engine.ask(game, clock=clock, used_s={Side.GOLD: 40.0, Side.SILVER: 0.0})
    options = dict(pair.split("=") for pair in answer.info["options"].split())
    wanted = {"tcmove": "30", "tcreserve": "120", "greserve": "110", "sreserve": "120"}
    assert {name: options[name] for name in wanted} == wanted
    assert options["gused"] == "40"


def test_engine_that_resigns_says_so() -> None:
    with gajah.aei.popen(misbehaving("resign")) as engine, pytest.raises(gajah.aei.EngineResigned):
        engine.play(Game())


def test_illegal_answer_is_refused_and_leaves_the_game() -> None:
    game = Game(start=OPENING)
    with gajah.aei.popen(misbehaving("wrong-side")) as engine, pytest.raises(IllegalTurn):
        engine.play(game)
    assert game.turns == ()


def test_engine_that_crashed_is_replaced_for_the_next_question() -> None:
    word = new_word()
    with gajah.aei.popen(misbehaving("crash", word)) as engine:
        for _ in range(2):
            with pytest.raises(gajah.aei.EngineFailure, match="out of ideas"):
                engine.play(Game())
    assert_gone(word)


def test_program_that_does_not_exist_cannot_be_opened() -> None:
    with pytest.raises(gajah.aei.EngineFailure, match="no-such-engine"):
        gajah.aei.popen("./no-such-engine")


def test_engine_that_is_given_up_while_it_hangs_leaves_no_process() -> None:
    word = new_word()
    stop = Stop()
    stop.set()
    with gajah.aei.popen(misbehaving("hang", word)) as engine, pytest.raises(CancelledError):
        engine.ask(Game(), stop=stop)
    assert_gone(word)
