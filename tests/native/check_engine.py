"""gajah-aei answers as ``gajah aei`` does, whichever system it was compiled for.

Not named ``test_*``: it needs compilers for other systems, and minutes. ``make engine-tests`` runs
it for each program, with the command that starts it in ``GAJAH_ENGINE``.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

import gajah
import gajah.aei
from gajah._core import aei_options
from gajah.bots.names import split_command
from gajah.game import Game
from tests.aei.conversation import Conversation
from tests.aei.engines import GAJAH
from tests.helpers import GOLD_SETUP, OPENING, SILVER_SETUP

PYTHON = (sys.executable, "-m", "gajah", "aei")
FOLDER = Path(__file__).parent.parent.parent / "dist" / "engine"
MOST_BYTES = 5_000_000

QUESTIONS = {
    "full strength": ("nodes value 40",),
    "one level after another": ("level value 2", "seed value 7"),
    "level 3": ("level value 3", "seed value 1"),
    "by depth": ("depth value 5",),
    "alpha-beta": ("search value alphabeta", "depth value 5", "seed value 3"),
}


def answers(command: tuple[str, ...], options: tuple[str, ...]) -> list[str]:
    """What an engine says in a conversation, but for how long it took."""
    with Conversation(*command) as engine:
        engine.say("aei", *(f"setoption name {option}" for option in options))
        heard = engine.hear("aeiok")
        for turns in ((), (GOLD_SETUP,), (GOLD_SETUP, SILVER_SETUP)):
            engine.say("newgame", *(f"makemove {turn}" for turn in turns), "go")
            heard += engine.hear("bestmove")
        engine.say("makesteps Ee2n Ee3n", "go")
        heard += engine.hear("bestmove")
        engine.say("makemove Ee2n Ee3n Ee4n", "go")
        heard += engine.hear("bestmove")
        engine.say("makemove Ra1", "setoption name hash value 0", "isready")
        heard += engine.hear("readyok")
    return [line for line in heard if not line.startswith("info time ")]


@pytest.mark.parametrize("options", QUESTIONS.values(), ids=QUESTIONS)
def test_the_answers_are_those_of_gajah_aei(options: tuple[str, ...]) -> None:
    assert answers(tuple(split_command(GAJAH)), options) == answers(PYTHON, options)


def test_gajahs_own_client_plays_with_it() -> None:
    game = Game()
    with gajah.aei.popen(GAJAH, {"depth": 4}) as engine:
        assert engine.identity.version == gajah.__version__
        for _ in range(4):
            game.play(engine.play(game, time=600))
    assert len(game.turns) == 4


def test_it_refuses_what_it_cannot_use_and_goes_on(tmp_path: Path) -> None:
    with Conversation(*split_command(GAJAH)) as engine:
        engine.say("setoption name device value gpu", "isready")
        assert "no graphics card" in engine.hear("readyok")[0]
        engine.say("setoption name device value cpu", f"setoption name net value {tmp_path}")
        engine.say("isready")
        assert "cannot be used" in engine.hear("readyok")[0]
        engine.say("setoption name net", "setoption name nodes value 10")
        engine.say(f"setposition {OPENING.short}", "go")
        OPENING.play(engine.hear("bestmove")[-1].removeprefix("bestmove "))


def test_programs_are_small() -> None:
    programs = list(FOLDER.glob("gajah-aei-*"))
    assert programs
    assert [program.name for program in programs if program.stat().st_size > MOST_BYTES] == []


def test_the_manifest_lists_the_options() -> None:
    manifest = json.loads((FOLDER / "engine.json").read_text(encoding="utf-8"))
    assert manifest["manifest_version"] == 1
    assert manifest["version"] == gajah.__version__
    assert [option["name"] for option in manifest["options"]] == [o.name for o in aei_options()]
