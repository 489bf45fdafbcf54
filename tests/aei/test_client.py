"""Driving real engines: ours, pyrimaa's, and a scripted one, over pipes and sockets."""

from __future__ import annotations

import asyncio
import os
import shlex
import signal
import socket
import subprocess
import sys
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from typing import TypeVar

import pytest

from gajah._core import Position, Side
from gajah.aei import process
from gajah.aei.client import AeiEngine, Answer
from gajah.aei.link import EngineFailure, FailureKind, Link
from gajah.aei.process import ProcessLink, start_process
from gajah.aei.sockets import await_engine, start_socket_engine
from gajah.bots.names import split_command
from gajah.clock import Clock, TimeControl
from gajah.game import Game
from tests.aei.engines import GAJAH, MISBEHAVING, PYRIMAA, assert_gone, new_word, running
from tests.helpers import GOLD_SETUP, SILVER_SETUP, gold

T = TypeVar("T")
PATIENCE_S = 60.0
COMMANDS = {
    "gajah": split_command(GAJAH),
    "pyrimaa": split_command(PYRIMAA),
    "scripted": [sys.executable, str(MISBEHAVING), "good"],
    "bot": [sys.executable, "-m", "gajah.aei", "heuristic"],
}
each_engine = pytest.mark.parametrize("command", COMMANDS.values(), ids=COMMANDS)


def drive(start: Awaitable[Link], talk: Callable[[AeiEngine], Awaitable[T]]) -> T:
    """Start an engine, talk to it, and let it go."""

    async def run() -> T:
        engine = await AeiEngine.greet(await start, timeout_s=PATIENCE_S)
        try:
            return await talk(engine)
        finally:
            await engine.close()

    return asyncio.run(run())


async def ask(engine: AeiEngine, *turns: str, control: str = "0.2s/1s") -> Answer:
    clock = Clock.start(TimeControl.parse(control))
    await engine.new_game(control=clock.control, turns=turns, timeout_s=PATIENCE_S)
    return await engine.go(clock=clock, timeout_s=PATIENCE_S)


@each_engine
def test_engine_sets_up_and_plays_legal_turns(command: list[str]) -> None:
    async def talk(engine: AeiEngine) -> Game:
        game = Game()
        await engine.new_game(control=TimeControl.parse("0.2s/1s"), timeout_s=PATIENCE_S)
        for _ in range(6):
            answer = await engine.go(timeout_s=PATIENCE_S)
            engine.make_moves([game.play(answer.turn)])
        return game

    game = drive(start_process(command), talk)
    assert len(game.turns) == 6


@each_engine
def test_engine_is_used_again_for_the_next_game(command: list[str]) -> None:
    async def talk(engine: AeiEngine) -> list[str]:
        first = await ask(engine, GOLD_SETUP, SILVER_SETUP)
        second = await ask(engine)
        return [str(first.turn), str(second.turn)]

    turn, setup = drive(start_process(command), talk)
    for line in ([GOLD_SETUP, SILVER_SETUP, turn], [setup]):
        game = Game()
        for text in line:
            game.play(text)


@each_engine
def test_engine_plays_on_from_a_position(command: list[str]) -> None:
    start = gold("Ra7 rh3 Ee2 ee5")

    async def talk(engine: AeiEngine) -> Answer:
        await engine.new_game(start=start, timeout_s=PATIENCE_S)
        return await engine.go(timeout_s=PATIENCE_S)

    Game(start=start).play(drive(start_process(command), talk).turn)


def test_engine_says_who_it_is() -> None:
    async def talk(engine: AeiEngine) -> tuple[int, str, str]:
        return engine.identity.protocol, engine.identity.name, engine.identity.author

    assert drive(start_process(COMMANDS["pyrimaa"]), talk) == (1, "Sample Engine", "Janzert")


def test_engine_tells_its_score_and_nodes() -> None:
    async def talk(engine: AeiEngine) -> Answer:
        return await ask(engine, GOLD_SETUP, SILVER_SETUP)

    answer = drive(start_process(COMMANDS["gajah"]), talk)
    assert answer.score is not None
    assert int(answer.info["nodes"]) > 0


def test_answer_without_a_score_has_none() -> None:
    assert Answer("Ee2n", 0.1, {"score": "good"}).score is None


def test_options_and_clock_reach_the_engine_in_whole_seconds_where_the_control_has_them() -> None:
    async def talk(engine: AeiEngine) -> str:
        control = TimeControl.parse("10s/1m/50/2m/8h/30s")
        clock = Clock.start(control).after_turn(Side.GOLD, 3.4)
        await engine.new_game(control=control, options={"hash": "64"}, timeout_s=PATIENCE_S)
        used = {Side.GOLD: 3.4, Side.SILVER: 0.0}
        answer = await engine.go(clock=clock, used_s=used, timeout_s=PATIENCE_S)
        return answer.info["options"]

    assert drive(start_process(COMMANDS["scripted"]), talk) == (
        "hash=64 tcmove=10 tcreserve=60 tcpercent=50 tcmax=120 tctotal=28800 tcturns=0"
        " tcturntime=30 greserve=63 sreserve=60 moveused=0 gused=3 sused=0"
    )


def test_fractions_of_seconds_are_sent_where_the_control_has_them() -> None:
    async def talk(engine: AeiEngine) -> str:
        return (await ask(engine, control="0.25s/1s")).info["options"]

    assert "tcmove=0.250 tcreserve=1.000" in drive(start_process(COMMANDS["scripted"]), talk)


def test_engine_thinks_on_its_own_cores() -> None:
    core = max(os.sched_getaffinity(0))

    async def talk(engine: AeiEngine) -> str:
        return (await ask(engine)).info["cores"]

    assert drive(start_process(COMMANDS["scripted"], cores=[core]), talk) == str(core)


def test_conversation_and_stderr_are_logged(tmp_path: Path) -> None:
    path = tmp_path / "engine.log"

    async def talk(engine: AeiEngine) -> str:
        await engine.new_game(turns=[GOLD_SETUP], timeout_s=PATIENCE_S)
        with pytest.raises(EngineFailure):
            await engine.go(timeout_s=PATIENCE_S)
        return path.read_text(encoding="utf-8")

    with path.open("w", encoding="utf-8", buffering=1) as log:
        command = [sys.executable, str(MISBEHAVING), "crash"]
        text = drive(start_process(command, log=log), talk)
    lines = [line.split(" ", 1)[1] for line in text.splitlines()]
    assert lines[0] == "> aei"
    assert "< aeiok" in lines
    assert f"> makemove {GOLD_SETUP}" in lines
    assert "2 out of ideas" in lines
    assert lines[-1] == "! crashed: exit status 3, out of ideas"


def test_full_disk_costs_the_log_and_not_the_game() -> None:
    async def talk(engine: AeiEngine) -> Answer:
        return await ask(engine)

    # Closing it writes once more.
    with suppress(OSError), Path("/dev/full").open("w", encoding="utf-8", buffering=1) as log:
        text = str(drive(start_process(COMMANDS["scripted"], log=log), talk).turn)
    Game().play(text)


@pytest.mark.parametrize("extra", [[], ["--server", "127.0.0.1", "--port", "{port}"]])
def test_engine_over_a_socket_plays(extra: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    # It has no use for its stdout and closes it, which must not be the end of it, soon or late.
    monkeypatch.setattr(process, "_TERMINATE_S", 0.0)
    word = new_word()
    command = [*COMMANDS["scripted"], word, *extra]

    async def talk(engine: AeiEngine) -> list[Answer]:
        return [await ask(engine) for _ in range(3)]

    for answer in drive(start_socket_engine(command, timeout_s=PATIENCE_S), talk):
        Game().play(answer.turn)
    assert_gone(word)


def test_stderr_of_an_engine_over_a_socket_goes_to_the_log_of_the_game(tmp_path: Path) -> None:
    path = tmp_path / "game-2.log"

    async def talk(engine: AeiEngine) -> None:
        with path.open("w", encoding="utf-8", buffering=1) as log:
            engine.link.log_to(log)
            with pytest.raises(EngineFailure):
                await ask(engine)
            # The connection may be gone before the last words have arrived.
            await engine.close()

    command = [sys.executable, str(MISBEHAVING), "crash"]
    drive(start_socket_engine(command, timeout_s=PATIENCE_S), talk)
    assert " 2 out of ideas" in path.read_text(encoding="utf-8")


def test_engine_that_ends_before_it_connects_does_not_start() -> None:
    with pytest.raises(EngineFailure, match="exit status 0"):
        asyncio.run(start_socket_engine([sys.executable, "-c", "pass"], timeout_s=PATIENCE_S))


def test_engine_that_never_connects_does_not_start_and_is_ended() -> None:
    word = new_word()
    command = [sys.executable, str(MISBEHAVING), "stubborn", word, "{port}"]
    with pytest.raises(EngineFailure) as failed:
        asyncio.run(start_socket_engine(command, timeout_s=0.2))
    assert failed.value.kind is FailureKind.NO_START
    assert_gone(word)


def test_engine_that_hangs_up_has_crashed() -> None:
    command = [sys.executable, str(MISBEHAVING), "crash", "--server", "127.0.0.1"]

    async def talk(engine: AeiEngine) -> FailureKind:
        with pytest.raises(EngineFailure) as failed:
            await ask(engine)
        return failed.value.kind

    start = start_socket_engine([*command, "--port", "{port}"], timeout_s=PATIENCE_S)
    assert drive(start, talk) is FailureKind.CRASH


def test_engine_that_is_started_by_hand_is_waited_for() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]

    async def run() -> str:
        waiting = asyncio.create_task(await_engine("127.0.0.1", port, timeout_s=PATIENCE_S))
        await asyncio.sleep(0)
        words = ["good", "--server", "127.0.0.1", "--port", str(port)]
        other = await asyncio.create_subprocess_exec(sys.executable, str(MISBEHAVING), *words)
        engine = await AeiEngine.greet(await waiting, timeout_s=PATIENCE_S)
        answer = await ask(engine)
        await engine.close()
        await other.wait()
        return str(answer.turn)

    Game().play(asyncio.run(run()))


@pytest.mark.parametrize("script", [False, True])
def test_engine_dies_with_a_controller_that_is_killed(script: bool) -> None:
    word = new_word()
    code = (
        "import asyncio, sys\n"
        "from gajah.aei.process import start_process\n"
        "async def main():\n"
        "    await start_process(sys.argv[1:])\n"
        "    print('started', flush=True)\n"
        "    await asyncio.sleep(600)\n"
        "asyncio.run(main())\n"
    )
    engine = [sys.executable, str(MISBEHAVING), "stubborn", word]
    if script:
        # As authors start their engines: the shell is the process that gajah knows.
        engine = ["sh", "-c", f"{shlex.join(engine)}; exit"]
    with subprocess.Popen(
        [sys.executable, "-c", code, *engine], stdout=subprocess.PIPE, text=True
    ) as controller:
        assert controller.stdout is not None
        assert controller.stdout.readline() == "started\n"
        while not running(word):
            pass
        controller.send_signal(signal.SIGKILL)
    assert_gone(word)


def test_failure_of_a_link_stays() -> None:
    async def run() -> list[str]:
        link = await start_process([sys.executable, "-c", "import sys; sys.exit('no')"])
        assert isinstance(link, ProcessLink)
        said = []
        for _ in range(2):
            with pytest.raises(EngineFailure) as failed:
                await AeiEngine.greet(link, timeout_s=PATIENCE_S)
            said.append(str(failed.value))
        await link.close(0)
        return said

    assert asyncio.run(run()) == ["crashed: exit status 1, no"] * 2


@pytest.mark.parametrize("command", ["", "   ", "./bot 'unclosed"])
def test_command_that_is_none_is_refused(command: str) -> None:
    with pytest.raises(ValueError, match="command"):
        split_command(command)


def test_empty_board_is_no_position_to_set() -> None:
    async def talk(engine: AeiEngine) -> Answer:
        await engine.new_game(start=Position(), timeout_s=PATIENCE_S)
        return await engine.go(timeout_s=PATIENCE_S)

    Game().play(drive(start_process(COMMANDS["pyrimaa"]), talk).turn)
