"""Our engine under pyrimaa's own controller and tools, an independent judge."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from pyrimaa import aei
from pyrimaa.board import Color, Position, parse_short_pos

from tests.helpers import OPENING

ENGINE = f"{sys.executable} -m gajah aei"
SIMPLE = f"{sys.executable} -m pyrimaa.simple_engine"
# pyrimaa gives up on an engine that has not answered within 5 s. How soon a program starts says
# more about a busy machine than about the engine.
PATIENCE_S = 60.0
_TOOL = f"""
import runpy, sys
from pyrimaa import aei
aei.START_TIME = aei.INIT_TIME = {PATIENCE_S}
del sys.argv[0]
runpy.run_module(sys.argv[0], run_name="__main__")
"""


def run_tool(name: str, *arguments: str, folder: Path) -> str:
    """What a tool of pyrimaa prints."""
    words = [sys.executable, "-c", _TOOL, name, *arguments]
    done = subprocess.run(words, capture_output=True, text=True, check=True, cwd=folder)
    return done.stdout


@pytest.fixture
def controller(monkeypatch: pytest.MonkeyPatch) -> Iterator[aei.EngineController]:
    monkeypatch.setattr(aei, "START_TIME", PATIENCE_S)
    monkeypatch.setattr(aei, "INIT_TIME", PATIENCE_S)
    controller = aei.EngineController(aei.get_engine("stdio", ENGINE))
    yield controller
    controller.quit()
    controller.engine.proc.wait()
    controller.engine.proc_com.join()  # it reads until the engine's end; cleanup closes the stream
    controller.cleanup()


def answer(controller: aei.EngineController) -> str:
    while True:
        response = controller.get_response(PATIENCE_S)
        if response.type == "bestmove":
            return str(response.move)


def test_pyrimaas_controller_recognises_the_engine(controller: aei.EngineController) -> None:
    assert controller.protocol_version == 1
    assert controller.ident["name"] == "gajah"


def test_pyrimaas_board_accepts_every_turn_with_strict_checks(
    controller: aei.EngineController,
) -> None:
    controller.setoption("depth", 4)
    controller.newgame()
    position = parse_short_pos(Color.GOLD, 4, OPENING.short[2:])
    controller.setposition(position)
    for _ in range(8):
        controller.go()
        turn = answer(controller)
        position = position.do_move_str(turn)
        controller.makemove(turn)
    assert isinstance(position, Position)


def test_analyze_prints_info_and_a_turn(tmp_path: Path) -> None:
    config = tmp_path / "analyze.cfg"
    config.write_text(
        "[global]\ndefault_engine = gajah\n"
        f"[gajah]\ncmdline = {ENGINE}\ncommunication_method = stdio\n"
        "bot_depth = 5\n"
    )
    board = tmp_path / "position.txt"
    board.write_text(OPENING.diagram(2) + "\n")
    printed = run_tool("pyrimaa.analyze", "--config", str(config), str(board), folder=tmp_path)
    assert "depth 5" in printed
    OPENING.play(printed.partition("bestmove: ")[2].splitlines()[0])


def test_roundrobin_plays_whole_games_against_simple_engine(tmp_path: Path) -> None:
    config = tmp_path / "roundrobin.cfg"
    config.write_text(
        "[global]\nrounds = 2\ntimecontrol = 20s/60s/100/0/0\nbots = gajah simple\n"
        f"[gajah]\ncmdline = {ENGINE}\nbot_depth = 4\n"
        f"[simple]\ncmdline = {SIMPLE}\nbot_maxdepth = 1\n"
    )
    games = tmp_path / "games.pgn"
    printed = run_tool(
        *("pyrimaa.roundrobin", "--config", str(config), "--pgn", str(games), "--stop-time", "0"),
        folder=tmp_path,
    )
    assert printed.count("gajah beat simple") == 2, printed[-2000:]
    assert games.read_text().count("[Result ") == 2
