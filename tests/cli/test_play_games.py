"""Whole games of ``gajah play`` in a pseudo-terminal."""

from __future__ import annotations

import shlex
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from gajah._core import Position, Setup, Side
from gajah.game import Reason, Result
from tests.aei.engines import MISBEHAVING, PYRIMAA, assert_gone, new_word
from tests.cli.program import gajah
from tests.cli.terminal import CTRL_D, Terminal, kept_game, kept_games, surroundings
from tests.helpers import OPENING, gold

# A gold rabbit that needs six steps to its goal, and a silver army that can neither stop it nor
# reach its own goal in the meantime.
RACE = gold("Ra2 Ee1 eh8 rh7").short


def test_two_people_play_to_a_goal(tmp_path: Path) -> None:
    with Terminal(
        "play", "--gold", "human", "--silver", "human", "--position", RACE, home=tmp_path
    ) as terminal:
        terminal.prompt("2g>")
        terminal.type("Ra2n Ra3n", "Ra4n", "Ra5n")
        terminal.prompt("2g>", "No step is left")
        terminal.type("")
        terminal.prompt("2s>", "2g Ra2n Ra3n Ra4n Ra5n")
        terminal.type("eh8w", "end")
        terminal.prompt("3g>", "2s eh8w")
        terminal.type("3g Ra6n Ra7n")
        terminal.prompt("over>", "Gold wins: a rabbit reached goal.", "1-0")
        terminal.type("quit")
        assert terminal.end() == 0
    assert kept_game(tmp_path).result == Result(Side.GOLD, Reason.GOAL)


def test_person_beats_the_random_bot(tmp_path: Path) -> None:
    # A seed, because a random turn may throw silver's last rabbit away.
    with Terminal(
        *("play", "-o", "random", "--seed", "1", "--position", RACE), home=tmp_path
    ) as terminal:
        terminal.prompt("2g>", "> Gold   you", "Silver random")
        terminal.type("a2n a3n a4n a5n end")
        terminal.prompt("3g>", "random played 2s")
        terminal.type("a6a7 a7a8 end")
        terminal.prompt("over>", "Gold wins")
        terminal.press(CTRL_D)
        assert terminal.end() == 0
        assert terminal.shows("The game is saved in", "Study it: gajah web")
    (record,) = kept_games(tmp_path)
    assert (record.tags["Gold"], record.tags["Silver"]) == ("human", "random")
    assert record.game().result == Result(Side.GOLD, Reason.GOAL)


def test_two_bots_play_to_the_end_and_the_program_ends(tmp_path: Path) -> None:
    with Terminal(
        *("play", "--gold", "random", "--silver", "heuristic", "--pace", "0", "--seed", "1"),
        home=tmp_path,
    ) as terminal:
        assert terminal.end() == 0
        assert "wins: " in terminal.text
        assert "The game is saved in" in terminal.text
    assert kept_game(tmp_path).result is not None


def test_everything_is_asked_for_when_nothing_is_said(tmp_path: Path) -> None:
    with Terminal("play", home=tmp_path) as terminal:
        terminal.prompt("Opponent [gajah]:", "heuristic   plays what looks best")
        terminal.type("randon")
        terminal.wait_for("unknown player 'randon'; did you mean random?")
        terminal.type("random")
        terminal.prompt("Your side: gold, silver, random [gold]:")
        terminal.type("silver")
        terminal.prompt("Time control, such as 30s/2m [none]:")
        terminal.type("30s/2m/x")
        terminal.wait_for("percent: 'x' is not a whole number")
        terminal.type("30s/2m")
        terminal.prompt("1s>", "Silver you", "Gold   random", "+2:00")
        terminal.type("quit")
        assert terminal.end() == 0


def test_engine_named_at_the_prompt_is_started_once(tmp_path: Path) -> None:
    command = f'sh -c "echo >> started; exec {PYRIMAA}"'
    with Terminal("play", home=tmp_path) as terminal:
        terminal.prompt("Opponent [gajah]:")
        terminal.type(f"pyrimaa@aei:{command}", "gold", "none")
        terminal.prompt("1g>", "Silver pyrimaa")
    assert (tmp_path / "started").read_text() == "\n"


def test_two_bots_can_be_chosen_at_the_prompt(tmp_path: Path) -> None:
    with Terminal("play", "--pace", "0", "--position", RACE, home=tmp_path) as terminal:
        terminal.prompt("Opponent [gajah]:")
        terminal.type("watch")
        terminal.prompt("Gold [gajah]:")
        terminal.type("heuristic")
        terminal.prompt("Silver [heuristic]:")
        terminal.type("")
        terminal.prompt("Time control, such as 30s/2m [none]:")
        terminal.type("")
        assert terminal.end() == 0
    assert kept_game(tmp_path).result is not None


def test_setup_is_arranged_by_hand(tmp_path: Path) -> None:
    with Terminal("play", "-o", "random", home=tmp_path) as terminal:
        terminal.prompt("1g>", "Set up your pieces")
        terminal.type("setup full-front", "swap a2 b2", "mirror")
        terminal.prompt("1g>", "Type end to take this setup.")
        terminal.type("Ca1 Cb1", "swap a1 c5")
        terminal.prompt("1g>", "c5 is outside gold's rows, 1 and 2.")
        terminal.type("end")
        terminal.prompt("2g>", "random has set up")
        terminal.type("quit")
        assert terminal.end() == 0
    setup = kept_game(tmp_path).turns[0]
    assert isinstance(setup, Setup)
    position = Position().place(setup)
    rows = ["".join(str(position[f"{column}{row}"]) for column in "abcdefgh") for row in (2, 1)]
    assert rows == ["HDREMRHD", "CCRRRRRR"]


def test_level_of_gajah_can_be_chosen(tmp_path: Path) -> None:
    with Terminal("play", home=tmp_path) as terminal:
        terminal.prompt("Opponent [gajah]:")
        terminal.type("")
        terminal.prompt("Level, 1 to 10 [3]:")
        terminal.type("11")
        terminal.wait_for("a level is a number from 1 to 10")
        terminal.type("1", "gold", "none")
        terminal.prompt("1g>", "Silver gajah:level=1")
        terminal.type("end")
        terminal.prompt("2g>", "gajah:level=1 has set up.")
        terminal.type("Ee2n end")
        terminal.prompt("3g>", "gajah:level=1 played 2s")


def test_option_level_is_gajah_s(tmp_path: Path) -> None:
    with Terminal("play", "--level", "2", "--side", "silver", home=tmp_path) as terminal:
        terminal.prompt("1s>", "Gold   gajah:level=2", "Silver you")


def test_engine_that_speaks_aei_is_an_opponent_and_plays_on(tmp_path: Path) -> None:
    word = new_word()
    opponent = f"pyrimaa@aei:{PYRIMAA} {word}"
    with Terminal("play", "-o", opponent, home=tmp_path, columns=400) as terminal:
        terminal.prompt("1g>", "Silver pyrimaa")
        terminal.type("end")
        terminal.prompt("2g>", "pyrimaa has set up.")
        terminal.type("Ee2n end")
        terminal.prompt("3g>", "pyrimaa played 2s")
        terminal.type("quit")
        assert terminal.end() == 0
        # The record names the engine, but starts none.
        command = "".join(terminal.lines).partition("Go on with it: gajah ")[2]
    assert_gone(word)
    with Terminal(*shlex.split(command), home=tmp_path) as terminal:
        terminal.prompt("3g>", "Silver pyrimaa")
        terminal.type("Ra2n end")
        terminal.prompt("4g>", "pyrimaa played 3s")


def test_engine_that_connects_is_waited_for_before_the_game(tmp_path: Path) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = str(free.getsockname()[1])
    with Terminal("play", "-o", f"caller@aei-listen:{port}", home=tmp_path) as terminal:
        terminal.wait_for(f"caller: start it now, it is waited for at {port}")
        where = ["--server", "127.0.0.1", "--port", port]
        with subprocess.Popen([sys.executable, str(MISBEHAVING), "good", *where]):
            terminal.prompt("1g>", "Silver caller")
            terminal.type("end")
            terminal.prompt("2g>", "caller has set up.")
            terminal.type("quit")
            assert terminal.end() == 0


@pytest.mark.parametrize(
    ("mode", "ending"),
    [
        ("crash", "Gold wins: silver forfeited the game."),
        ("illegal", "Gold wins: silver made an illegal turn."),
        ("wrong-side", "Gold wins: silver made an illegal turn."),
        ("garbage", "Gold wins: silver made an illegal turn."),
        ("resign", "Gold wins: silver resigned."),
    ],
)
def test_engine_that_fails_loses(tmp_path: Path, mode: str, ending: str) -> None:
    engine = f"bad@aei:{sys.executable} {MISBEHAVING} {mode}"
    with Terminal("play", "-o", engine, "--position", OPENING.short, home=tmp_path) as terminal:
        terminal.prompt("2g>")
        terminal.type("Ee2n end")
        terminal.prompt("over>", ending)


def test_engine_that_cannot_be_started_is_refused_before_the_game(tmp_path: Path) -> None:
    done = gajah("play", "-o", "bad@aei:./no-such-engine", env=surroundings(tmp_path))
    assert done.code == 1
    assert done.sentence.startswith("gajah: bad crashed: exit status 127, cannot run")
    assert kept_games(tmp_path) == []
