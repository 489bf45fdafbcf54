"""However ``gajah play`` ends, the game is kept and nothing ugly is printed."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from gajah._core import Side
from gajah.game import Reason, Result
from gajah.records.reader import read_records
from tests.aei.engines import MISBEHAVING, assert_gone, new_word
from tests.cli.program import Done, gajah, gajah_here
from tests.cli.terminal import CTRL_C, CTRL_D, Terminal, kept_game, kept_games, surroundings
from tests.helpers import OPENING, gold, silver

TWO_PEOPLE = ("play", "--gold", "human", "--silver", "human", "--position", OPENING.short)
# Longer than any test: such a bot is still thinking when it is interrupted.
SLOW = "gajah:search=alphabeta,time=1h,hash=1"


def assert_clean(terminal: Terminal) -> None:
    """Nothing that only a programmer could read."""
    written = terminal.written.decode()
    for ugly in ("Traceback", "Error", "terminate called", "Exception"):
        assert ugly not in written


@pytest.mark.parametrize(
    ("leave", "code"),
    [
        (lambda terminal: terminal.type("quit"), 0),
        (lambda terminal: terminal.press(CTRL_D), 0),
        (lambda terminal: terminal.press(CTRL_C), 130),
        (lambda terminal: terminal.press(f"me7s{CTRL_C}"), 130),
        (lambda terminal: terminal.terminate(), 143),
    ],
    ids=["quit", "end of input", "Ctrl-C", "Ctrl-C behind typed text", "SIGTERM"],
)
def test_game_left_at_the_prompt_is_saved_and_its_file_told(
    tmp_path: Path, leave: Callable[[Terminal], None], code: int
) -> None:
    with Terminal(*TWO_PEOPLE, home=tmp_path) as terminal:
        terminal.prompt("2g>")
        terminal.type("Ee2n end")
        terminal.prompt("2s>")
        leave(terminal)
        assert terminal.end() == code
        assert terminal.shows("The game is saved in", "Go on with it: gajah play --load")
        assert_clean(terminal)
    assert [str(turn) for turn in kept_game(tmp_path).turns] == ["Ee2n"]


def test_ctrl_c_while_a_bot_thinks_ends_cleanly(tmp_path: Path) -> None:
    with Terminal("play", "-o", SLOW, "--position", OPENING.short, home=tmp_path) as terminal:
        terminal.prompt("2g>")
        terminal.type("Ee2n end")
        terminal.wait_for(f"{SLOW} is thinking")
        terminal.press(CTRL_C)
        assert terminal.end() == 130
        assert terminal.shows("The game is saved in")
        assert_clean(terminal)
    assert len(kept_game(tmp_path).turns) == 1


def test_ctrl_c_ends_cleanly_even_when_the_bot_does_not_stop(tmp_path: Path) -> None:
    with Terminal(
        "play", "-o", "minimax:depth=3", "--position", OPENING.short, home=tmp_path
    ) as terminal:
        terminal.prompt("2g>")
        terminal.type("Ee2n end")
        terminal.wait_for("minimax:depth=3 is thinking")
        terminal.press(CTRL_C)
        assert terminal.end() == 130
        assert_clean(terminal)


def test_ctrl_c_while_two_bots_are_watched_ends_cleanly(tmp_path: Path) -> None:
    with Terminal(
        "play", "--gold", "random", "--silver", "random", "--pace", "1h", home=tmp_path
    ) as (terminal):
        terminal.wait_for("random has set up.")
        terminal.press(CTRL_C)
        assert terminal.end() == 130
        assert_clean(terminal)
    assert len(kept_game(tmp_path).turns) == 1


@pytest.mark.parametrize("key", [CTRL_C, CTRL_D])
def test_going_away_from_the_questions_ends_cleanly(tmp_path: Path, key: str) -> None:
    with Terminal("play", home=tmp_path) as terminal:
        terminal.prompt("Opponent [gajah]:")
        terminal.press(key)
        assert terminal.end() == (130 if key == CTRL_C else 0)
        assert_clean(terminal)
    assert kept_games(tmp_path) == []


def test_game_that_is_killed_can_be_taken_up_again(tmp_path: Path) -> None:
    with Terminal(*TWO_PEOPLE, home=tmp_path) as terminal:
        terminal.prompt("2g>")
        terminal.type("Ee2n end", "ed7s end")
        terminal.prompt("3g>")
        terminal.kill()
    (file,) = (tmp_path / "state" / "gajah" / "games").iterdir()
    with Terminal("play", "--load", str(file), home=tmp_path) as terminal:
        terminal.prompt("3g>", "2g Ee2n", "2s ed7s")
        terminal.type("Ee3n end")
        terminal.prompt("3s>")
        terminal.type("quit")
        assert terminal.end() == 0
    assert len(kept_game(tmp_path).turns) == 3


def test_game_that_was_saved_in_a_file_goes_on_there_after_a_crash(tmp_path: Path) -> None:
    file = tmp_path / "mine.txt"
    with Terminal(*TWO_PEOPLE, home=tmp_path) as terminal:
        terminal.prompt("2g>")
        terminal.type("Ee2n end", f"save {file}", "ed7s end")
        terminal.prompt("3g>")
        terminal.kill()
    with Terminal("play", "--load", str(file), home=tmp_path) as terminal:
        terminal.prompt("3g>", "2s ed7s")
        terminal.type("Ee3n end")
        terminal.prompt("3s>")
        terminal.kill()
    (record,) = read_records(file)
    assert len(record.game().turns) == 3
    assert kept_games(tmp_path) == []


def test_game_without_a_turn_is_not_kept(tmp_path: Path) -> None:
    with Terminal(*TWO_PEOPLE, home=tmp_path) as terminal:
        terminal.prompt("2g>")
        terminal.type("quit")
        assert terminal.end() == 0
        assert not terminal.shows("saved")
    assert kept_games(tmp_path) == []


def test_game_is_kept_in_the_file_that_was_named(tmp_path: Path) -> None:
    with Terminal(*TWO_PEOPLE, "--save", "match.txt", home=tmp_path) as terminal:
        terminal.prompt("2g>")
        terminal.type("Ee2n end")
        terminal.prompt("2s>")
        assert len(read_records(tmp_path / "match.txt")) == 1
    assert kept_games(tmp_path) == []


def test_game_is_kept_where_a_link_leads(tmp_path: Path) -> None:
    link, target = tmp_path / "link.txt", tmp_path / "target.txt"
    link.symlink_to(target)
    piped(tmp_path, "-o", "random", "--save", str(link), typed="end\nquit\n")
    assert link.is_symlink()
    assert len(read_records(target)) == 1


def test_new_game_is_not_kept_over_somebody_s_file(tmp_path: Path) -> None:
    notes = tmp_path / "notes.txt"
    notes.write_text("mine")
    done = piped(tmp_path, "-o", "random", "--save", str(notes), typed="end\nquit\n")
    assert done.code == 1
    assert done.sentence.startswith(f"gajah: the file {notes} exists already")
    assert notes.read_text() == "mine"


def test_names_that_no_file_has_are_refused(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    typed = f"save a\0b\nload a\0b\nsave! /\nsave ~no-such-user/x\nsave! {pipe}\nquit\n"
    done = piped(tmp_path, "-o", "random", typed=typed)
    assert (done.code, done.err) == (0, "")
    assert done.out.count("No file is called a?b.") == 2
    assert "Cannot save to /: it is a folder." in done.out
    assert "There is no such home as in ~no-such-user/x." in done.out
    assert "it is no plain file." in " ".join(done.out.split())
    assert pipe.is_fifo()


def test_playing_goes_on_where_nothing_can_be_saved(tmp_path: Path) -> None:
    (tmp_path / "state").write_text("in the way")
    with Terminal(*TWO_PEOPLE, home=tmp_path) as terminal:
        terminal.prompt("2g>")
        terminal.type("Ee2n end")
        terminal.prompt("2s>", "The game is not being kept: cannot save to")
        terminal.type("ed7s end")
        terminal.prompt("3g>")
        terminal.type("quit")
        assert terminal.end() == 0
        assert terminal.shows("The game is not saved: cannot save to")


def test_clock_that_runs_out_at_the_prompt_loses(tmp_path: Path) -> None:
    with Terminal(*TWO_PEOPLE, "--time", "1s/0", home=tmp_path) as terminal:
        terminal.prompt("over>", "Silver wins: gold ran out of time.", "0:00+0:00")
        terminal.type("quit")
        assert terminal.end() == 0


def test_bot_whose_clock_runs_out_loses(tmp_path: Path) -> None:
    word = new_word()
    hanging = f"aei:{sys.executable} {MISBEHAVING} hang {word}"
    args = ("--gold", hanging, "--silver", "human", "--time", "1s/0")
    with Terminal("play", *args, "--position", OPENING.short, home=tmp_path) as terminal:
        terminal.prompt("over>", "Silver wins: gold ran out of time.")
        terminal.type("quit")
        assert terminal.end() == 0
        assert_clean(terminal)
    assert_gone(word)


def test_time_that_a_turn_is_shown_is_nobody_s(tmp_path: Path) -> None:
    # Three rabbits, so that no random turn can throw the last one away.
    goal_next = silver("Ra6 Ee1 eh8 rh7 rg7 rh6")
    # Three seconds are more than these bots need on a busy machine.
    args = ("--gold", "heuristic", "--silver", "random", "--time", "3s/0", "--pace", "3.2")
    done = piped(tmp_path, *args, "--position", goal_next.short, typed="")
    assert done.code == 0
    assert kept_game(tmp_path).result == Result(Side.GOLD, Reason.GOAL)


def test_game_limit_stops_and_scores_the_game(tmp_path: Path) -> None:
    with Terminal(*TWO_PEOPLE, "--time", "1h/0/0/0/1t", home=tmp_path) as terminal:
        terminal.prompt("2g>")
        terminal.type("Ee2n end", "ed7s end")
        terminal.prompt("over>", "Silver wins: stopped by a game limit and scored.")


def piped(home: Path, *args: str, typed: str) -> Done:
    """The program without a terminal."""
    return gajah("play", *args, stdin=typed.encode(), env=surroundings(home))


def test_game_is_played_through_a_pipe(tmp_path: Path) -> None:
    race = gold("Ra7 Ee1 eh8 rh7")
    done = piped(tmp_path, "-o", "random", "--position", race.short, typed="a7n end\n")
    assert (done.code, done.err) == (0, "")
    assert "\x1b" not in done.out
    assert "2g> a7n end\n" in done.out
    assert "Gold wins: a rabbit reached goal." in done.out
    assert kept_game(tmp_path).result == Result(Side.GOLD, Reason.GOAL)


def test_two_bots_need_neither_terminal_nor_input_and_a_seed_repeats_them(tmp_path: Path) -> None:
    # Five turns of each are enough, and no flag falls meanwhile.
    bots = ("--gold", "random", "--silver", "heuristic", "--time", "1h/1h/100/0/5t")
    games = []
    for number, seed in enumerate(("2", "2", "3")):
        file = tmp_path / f"{number}.txt"
        done = piped(tmp_path, *bots, "--seed", seed, "--save", str(file), typed="")
        assert (done.code, done.err) == (0, "")
        assert "wins: stopped by a game limit" in done.out
        games.append(read_records(file).records[0].game().turns)
    assert games[0] == games[1] != games[2]


def test_bytes_that_are_no_text_are_answered(tmp_path: Path) -> None:
    done = gajah(*TWO_PEOPLE, stdin=b"\xff\xfe\x00\nquit\n", env=surroundings(tmp_path))
    assert (done.code, done.err) == (0, "")
    assert "is no step and no command" in done.out


@pytest.mark.parametrize(
    ("args", "sentence"),
    [
        (["-o", "gaja"], "gajah: unknown player 'gaja'; did you mean gajah?"),
        (["-o", "random", "--level", "3"], "gajah: random has no levels; gajah has 1 to 10"),
        (["--position", "-"], "gajah: the position cannot come from stdin: what you type does"),
        (["--position", "x"], "gajah: 'x' is neither a position nor a file"),
        (["--load", "x"], "gajah: cannot read x: no such file or directory"),
        (["-o", "random", "--time", "x"], "gajah: time control 'x', move time: 'x' is not a time"),
        (["-o", "random", "--pace", "x"], "gajah: 'x' is not a time: expected a number (s)"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else None,
)
def test_bad_option_gets_one_sentence_and_exit_code_1(
    tmp_path: Path, args: list[str], sentence: str
) -> None:
    done = piped(tmp_path, *args, typed="")
    assert done.code == 1
    assert done.sentence.startswith(sentence)


@pytest.mark.parametrize(
    "args",
    [
        ["--gold", "random", "-o", "random"],
        ["--side", "green"],
        ["--level", "11"],
        ["--load", "x", "--time", "1m"],
        ["--game", "2"],
        ["--pieces", "runes"],
    ],
    ids=" ".join,
)
def test_options_that_make_no_sense_get_one_sentence_and_exit_code_2(args: list[str]) -> None:
    done = gajah_here("play", *args)
    assert done.code == 2
    assert done.sentence.startswith("gajah")
