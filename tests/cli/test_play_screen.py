"""What ``gajah play`` looks like in terminals of several kinds and sizes."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from gajah._core import Position, Square
from gajah.cli.play.board import Marks, board_width, draw_board
from gajah.cli.play.looks import Looks, looks_of
from gajah.cli.play.texts import HELP
from tests.cli.program import gajah
from tests.cli.terminal import Terminal, surroundings
from tests.helpers import OPENING, gold

TWO_PEOPLE = ("play", "--gold", "human", "--silver", "human")
PAINT = re.compile(rb"\x1b\[[0-9;]*m")
ESCAPES = re.compile(r"\x1b\[[0-9;]*m")
TRAP = gold("Ed4 Me3 Hb3 hd3 Ra1 re8")
AFTER_TRAP = """\
 8  .  .  .  .  r  .  .  .
 7  .  .  .  .  .  .  .  .
 6  .  .  x  .  .  x  .  .
 5  .  .  .  . [M] .  .  .
 4  .  .  . (.)(.) .  .  .
 3  .  H (x)[E](.) x  .  .
 2  .  .  .  .  .  .  .  .
 1  R  .  .  .  .  .  .  .
    a  b  c  d  e  f  g  h"""


def after_trap() -> tuple[Position, Marks]:
    """A turn that pushes a horse into a trap, and its traces."""
    turn = TRAP.complete("hd3w Ed4s Me3n Me4n")
    position = TRAP.play(turn)
    return position, Marks.of_steps(turn, position)


def drawn(lines: list[str]) -> str:
    """Lines without the blanks at their ends."""
    return "\n".join(line.rstrip() for line in lines)


def test_last_turn_is_marked_without_colour() -> None:
    position, marks = after_trap()
    assert drawn(draw_board(position, Looks(), marks)) == AFTER_TRAP


@pytest.mark.parametrize("colours", [8, 256])
def test_colours_only_add_to_what_the_characters_say(colours: int) -> None:
    position, marks = after_trap()
    plain = drawn(draw_board(position, Looks(), marks)).replace(".", " ")
    painted = draw_board(position, Looks(colours), marks)
    without = [ESCAPES.sub("", line).replace(".", " ") for line in painted]
    assert painted != without
    assert drawn(without) == "\n".join(line.rstrip() for line in plain.splitlines())


@pytest.mark.parametrize("large", [False, True])
@pytest.mark.parametrize("flip", [False, True])
@pytest.mark.parametrize("colours", [8, 256])
def test_every_line_of_the_board_is_as_wide_as_said(large: bool, flip: bool, colours: int) -> None:
    position, marks = after_trap()
    lines = draw_board(position, Looks(colours, unicode=True), marks, flip=flip, large=large)
    assert {len(ESCAPES.sub("", line)) for line in lines} == {board_width(large=large)}
    assert len(lines) == (17 if large else 9)


def test_reachable_squares_are_marked() -> None:
    marks = Marks(targets=frozenset({Square("d5"), Square("c3")}))
    text = drawn(draw_board(TRAP, Looks(), marks))
    assert text.splitlines()[3] == " 5  .  .  .  *  .  .  .  ."
    assert text.splitlines()[5] == " 3  .  H  *  h  M  x  .  ."


def test_chess_pieces_are_those_that_the_rules_name() -> None:
    rows = drawn(draw_board(OPENING, Looks(chess=True, unicode=True), Marks())).splitlines()
    assert rows[0].split() == ["8", *"♟♟♟♟♟♟♟♟"]
    assert rows[1].split() == ["7", *"♜♝♞♚♛♞♝♜"]
    assert rows[6].split() == ["2", *"♖♗♘♕♔♘♗♖"]
    assert rows[7].split() == ["1", *"♙♙♙♙♙♙♙♙"]


@pytest.mark.parametrize(
    ("environ", "is_terminal", "colours"),
    [
        ({"TERM": "xterm-256color"}, True, 256),
        ({"TERM": "linux"}, True, 8),
        ({"TERM": "xterm", "COLORTERM": "truecolor"}, True, 256),
        ({"TERM": "xterm-256color", "NO_COLOR": "1"}, True, 0),
        ({"TERM": "xterm-256color", "NO_COLOR": ""}, True, 256),
        ({"TERM": "dumb"}, True, 0),
        ({}, True, 0),
        ({"TERM": "xterm-256color"}, False, 0),
    ],
)
def test_colours_follow_the_surroundings(
    environ: dict[str, str], is_terminal: bool, colours: int
) -> None:
    looks = looks_of(environ, is_terminal=is_terminal, encoding="utf-8", chess=False)
    assert looks.colours == colours


def test_help_fits_into_80x24(tmp_path: Path) -> None:
    with Terminal(*TWO_PEOPLE, home=tmp_path) as terminal:
        terminal.prompt("1g>")
        terminal.type("help")
        terminal.prompt("Enter goes back to the game:")
        shown = terminal.lines[: len(HELP.splitlines())]
        assert shown == HELP.splitlines()


def test_board_panel_and_prompt_fit_into_80x24(tmp_path: Path) -> None:
    with Terminal(*TWO_PEOPLE, "--time", "30s/2m", home=tmp_path) as terminal:
        terminal.prompt("1g>", "Set up your pieces")
        assert terminal.lines[0].startswith(" 8 ")
        # The clock runs while this is read.
        assert re.search(r" (1:00|0:5\d)\+2:00$", terminal.lines[0])
        assert terminal.lines[16].split() == list("abcdefgh")


def test_small_terminal_gets_the_small_board(tmp_path: Path) -> None:
    with Terminal(*TWO_PEOPLE, home=tmp_path, columns=66, rows=18) as terminal:
        terminal.prompt("1g>")
        assert terminal.lines[0].startswith(" 8 ")
        assert terminal.lines[8].split() == list("abcdefgh")


def test_resized_terminal_is_drawn_anew_and_keeps_what_was_typed(tmp_path: Path) -> None:
    with Terminal(*TWO_PEOPLE, "--position", OPENING.short, home=tmp_path) as terminal:
        terminal.prompt("2g>")
        assert terminal.lines[16].split() == list("abcdefgh")
        terminal.press("Ee2n ")
        terminal.prompt("2g> Ee2n")
        terminal.resize(66, 18)
        terminal.prompt("2g> Ee2n", "a  b  c  d  e  f  g  h")
        assert terminal.lines[8].split()[:8] == list("abcdefgh")
        terminal.press("Ee3n\r")
        terminal.prompt("2g>", "2g Ee2n Ee3n (2 left)")


def test_resized_terminal_shows_as_much_help_as_fits(tmp_path: Path) -> None:
    with Terminal(*TWO_PEOPLE, home=tmp_path) as terminal:
        terminal.prompt("1g>")
        terminal.type("help")
        terminal.prompt("Enter goes back to the game:")
        terminal.resize(80, 16)
        terminal.prompt("Enter shows more:", HELP.splitlines()[0])
        terminal.type("")
        terminal.prompt("Enter goes back to the game:", HELP.splitlines()[-1])
        terminal.type("")
        terminal.prompt("1g>")


def test_resized_terminal_is_drawn_anew_while_a_bot_thinks(tmp_path: Path) -> None:
    with Terminal(
        *("play", "--gold", "gajah:search=alphabeta,time=1h,hash=1", "--silver", "human"),
        *("--position", OPENING.short),
        home=tmp_path,
    ) as terminal:
        terminal.wait_for("is thinking", "h    g    f")
        terminal.resize(66, 18)
        terminal.wait_for("h  g  f  e  d  c  b  a", "is thinking")


def test_resized_terminal_is_drawn_anew_between_the_turns_of_two_bots(tmp_path: Path) -> None:
    watched = ("play", "--gold", "random", "--silver", "random", "--pace", "1h")
    with Terminal(*watched, "--position", OPENING.short, home=tmp_path) as terminal:
        terminal.wait_for("random played 2g")
        terminal.resize(66, 18)
        terminal.wait_for("a  b  c  d  e  f  g  h", "random played 2g")


def test_terminal_that_becomes_tiny_just_gets_lines_until_it_is_large_again(
    tmp_path: Path,
) -> None:
    with Terminal(*TWO_PEOPLE, "--position", OPENING.short, home=tmp_path) as terminal:
        terminal.prompt("2g>")
        terminal.resize(40, 40)
        terminal.prompt("2g>", "a  b  c  d  e  f  g  h")
        terminal.type("Ee2n end")
        terminal.prompt("2s>", "2g Ee2n")
        terminal.resize(80, 24)
        terminal.prompt("2s>", "a    b    c    d")
        assert terminal.lines[16].split() == list("abcdefgh")


def test_watcher_is_heard_even_if_turns_follow_each_other_at_once(tmp_path: Path) -> None:
    watched = ("play", "--gold", "random", "--silver", "random", "--pace", "0")
    with Terminal(*watched, home=tmp_path) as terminal:
        terminal.type("pause")
        terminal.prompt("paused>")


@pytest.mark.parametrize(("columns", "rows"), [(40, 24), (80, 10), (30, 8)])
def test_tiny_terminal_just_gets_lines(tmp_path: Path, columns: int, rows: int) -> None:
    with Terminal(
        *TWO_PEOPLE, "--position", OPENING.short, home=tmp_path, columns=columns, rows=rows
    ) as terminal:
        terminal.prompt("2g>")
        terminal.type("Ee2n end")
        terminal.prompt("2s>")
        terminal.type("help")
        terminal.prompt("2s>")
        assert b"\x1b[H" not in terminal.written


@pytest.mark.parametrize("surrounding", [{"NO_COLOR": "1"}, {"TERM": "dumb"}])
def test_no_colour_is_written_where_none_is_wanted(
    tmp_path: Path, surrounding: dict[str, str]
) -> None:
    with Terminal(*TWO_PEOPLE, home=tmp_path, env=surrounding) as terminal:
        terminal.prompt("1g>")
        assert not PAINT.search(terminal.written)


def test_dumb_terminal_is_told_that_the_bot_thinks(tmp_path: Path) -> None:
    with Terminal(
        *("play", "--gold", "gajah:search=alphabeta,time=1h,hash=1", "--silver", "human"),
        *("--position", OPENING.short),
        home=tmp_path,
        env={"TERM": "dumb"},
    ) as terminal:
        terminal.wait_for("gajah:search=alphabeta,time=1h,hash=1 is thinking ...")


def test_chess_pieces_are_refused_where_the_encoding_lacks_them(tmp_path: Path) -> None:
    env = surroundings(tmp_path, PYTHONIOENCODING="ascii")
    done = gajah(*TWO_PEOPLE, "--pieces", "chess", env=env)
    assert done.code == 1
    assert done.sentence == (
        "gajah: the encoding here, ascii, has no chess pieces; letters always work"
    )


def test_letters_need_nothing_but_ascii(tmp_path: Path) -> None:
    env = surroundings(tmp_path, PYTHONIOENCODING="ascii")
    done = gajah(*TWO_PEOPLE, stdin=b"end\nend\nhelp\nquit\n", env=env)
    assert done.code == 0
    assert "\\" not in done.out


def test_long_game_keeps_the_newest_turns_on_the_screen(tmp_path: Path) -> None:
    shuffle = ("Ha2n end", "ha7s end", "Ha3n end", "ha6s end", "Hh2n end", "hh7s end")
    with Terminal(*TWO_PEOPLE, "--position", OPENING.short, home=tmp_path, rows=18) as terminal:
        terminal.prompt("2g>")
        terminal.type(*shuffle)
        terminal.prompt("5g>", "4s hh7s", "5g (4 left)")
        assert terminal.lines[0].startswith(" 8 ")
        assert not terminal.shows("2g Ha2n")
