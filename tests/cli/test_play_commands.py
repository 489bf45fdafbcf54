"""What can be typed in ``gajah play``, one thing at a time, in a pseudo-terminal."""

from __future__ import annotations

from pathlib import Path

import pytest

from gajah._core import Position, Side
from gajah.game import Reason, Result
from gajah.records.reader import read_records
from tests.cli.terminal import Terminal, kept_game, kept_games
from tests.helpers import GOLD_SETUP, OPENING, SILVER_SETUP, gold, silver

TWO_PEOPLE = ("play", "--gold", "human", "--silver", "human")
FROZEN = silver("Ed5 Ra1 hd6 rh7 ee8")
PUSH = gold("Ed4 Ra1 hd5 re8")
ANSWERS = {
    FROZEN: {
        "hd6e": "Step 1, hd6e: the silver horse on d6 is frozen by the gold elephant on d5.",
        "d6": "cannot move: the silver horse on d6 is frozen by the gold elephant on d5.",
        "rh7n": "a rabbit cannot step backward.",
        "ha1n": "there is no silver horse on a1",
        "b4n": "There is no piece on b4.",
        "b4": "There is no piece on b4.",
        "ee8e ee8s": "Step 2, ee8s: there is no silver elephant on e8.",
        "end": "At least one step must be taken.",
        "h7h5": "A step goes to the next square, and h5 is not beside h7.",
        "3g Ed5n": "Expected turn 2s, found 3g.",
        "Ra1 Rb1": "Both sides have set up already.",
        "swap a1 b1": "Both sides have set up already.",
        "hd6q": "Expected a step like Ed2n, found 'hd6q'.",
        "hc3x": "The capture 'hc3x' follows no step.",
        "takebak": "'takebak' is no step and no command; did you mean takeback?",
        "takeback": "There is no turn of yours to take back.",
        "undo": "No step of this turn has been taken.",
        "undo everything": "Expected undo or undo all, found 'everything'.",
        "resign now or not": "No words follow resign, found 'now or not'.",
        "end it": "No words follow end, found 'it'.",
        "quit?": "'quit?' is no step and no command; did you mean quit?",
        "q really": "No words follow q, found 'really'.",
        "pace 3": "That is for watching two bots.",
        "again": "The game is not over; resign ends it.",
        "load nothing.txt": "Cannot read nothing.txt: no such file or directory.",
        "hint soon": "'soon' is not a time: expected a number (s)",
        "hint 0": "A hint needs more than 0 seconds.",
    },
    PUSH: {
        "Ed4n": "To push it, move it first: hd5n or hd5e or hd5w, then Ed4n.",
        "d5": "The silver horse on d5 can be pushed or pulled: hd5n to d6, hd5e to e5, hd5w to c5.",
        "d4": "The gold elephant on d4 can step: Ed4e to e4, Ed4s to d3, Ed4w to c4.",
        "hd5n": "The push has begun: finish it with Ed4n, or undo it.",
        "end": "Step 1, hd5n: push not completed. The push has begun: finish it with Ed4n, or undo",
        "Ra1n": "Step 2, Ra1n: push not completed. The push has begun: finish it with Ed4n",
    },
}


def at(position: Position, home: Path) -> Terminal:
    """Two people at that position."""
    return Terminal(*TWO_PEOPLE, "--position", position.short, home=home)


@pytest.mark.parametrize("position", ANSWERS, ids=["frozen", "push"])
def test_answers_say_what_the_rule_is(tmp_path: Path, position: Position) -> None:
    with at(position, tmp_path) as terminal:
        prompt = f"2{position.side.letter}>"
        terminal.prompt(prompt)
        for typed, answer in ANSWERS[position].items():
            terminal.type(typed)
            terminal.prompt(prompt, answer)


def test_square_shows_where_its_piece_can_go(tmp_path: Path) -> None:
    with at(PUSH, tmp_path) as terminal:
        terminal.prompt("2g>")
        assert terminal.text.count("*") == 0
        terminal.type("d4")
        terminal.prompt("2g>", "can step")
        assert terminal.text.count("*") == 3


def test_undo_takes_steps_back_before_they_are_sent(tmp_path: Path) -> None:
    with at(PUSH, tmp_path) as terminal:
        terminal.prompt("2g>")
        terminal.type("hd5n Ed4n", "Ra1e")
        terminal.prompt("2g>", "2g hd5n Ed4n Ra1e (1 left)")
        terminal.type("undo")
        terminal.prompt("2g>", "2g hd5n Ed4n (2 left)")
        terminal.type("undo all")
        terminal.prompt("2g>", "2g (4 left)")
        terminal.type("Ra1n", "", "end")
        terminal.prompt("2s>")
        terminal.type("quit")
        assert terminal.end() == 0
    assert [str(turn) for turn in kept_game(tmp_path).turns] == ["Ra1n"]


def test_takeback_goes_back_to_the_last_choice_of_a_person(tmp_path: Path) -> None:
    with Terminal(
        *("play", "-o", "random", "--seed", "1", "--position", PUSH.short), home=tmp_path
    ) as terminal:
        terminal.prompt("2g>")
        terminal.type("Ra1n end")
        terminal.prompt("3g>", "random played 2s")
        terminal.type("takeback")
        terminal.prompt("2g>", "2 turns are taken back.", "2g (4 left)")
        terminal.type("Ra1e end")
        terminal.prompt("3g>")
        terminal.type("quit")
        assert terminal.end() == 0
    assert str(kept_game(tmp_path).turns[0]) == "Ra1e"


def test_takeback_between_people_is_one_turn(tmp_path: Path) -> None:
    with at(PUSH, tmp_path) as terminal:
        terminal.prompt("2g>")
        terminal.type("Ra1n end")
        terminal.prompt("2s>")
        terminal.type("takeback")
        terminal.prompt("2g>", "One turn is taken back.")


def test_resigning_ends_the_game_and_can_be_taken_back(tmp_path: Path) -> None:
    with at(PUSH, tmp_path) as terminal:
        terminal.prompt("2g>")
        terminal.type("Ra1n end", "resign")
        terminal.prompt("over>", "Gold wins: silver resigned.")
        terminal.type("takeback")
        terminal.prompt("2s>", "The game goes on.")
        terminal.type("resign")
        terminal.prompt("over>", "Gold wins: silver resigned.")
        terminal.type("hd5n")
        terminal.prompt("over>", "The game is over.")
        terminal.type("quit")
        assert terminal.end() == 0
    assert kept_game(tmp_path).result == Result(Side.GOLD, Reason.RESIGNATION)


def test_hint_is_a_turn_that_can_be_played(tmp_path: Path) -> None:
    goal = gold("Ra6 Ee1 eh8 rh7")
    with at(goal, tmp_path) as terminal:
        terminal.prompt("2g>")
        terminal.type("hint")
        terminal.prompt("2g>", "Hint: ", "(win in ")
        hint = next(line for line in terminal.lines if line.startswith("Hint: "))
        terminal.type(f"{hint.removeprefix('Hint: ').partition(' (')[0]} end")
        terminal.prompt("over>", "Gold wins: a rabbit reached goal.")


def test_pasted_lines_with_numbers_are_whole_turns(tmp_path: Path) -> None:
    with Terminal(*TWO_PEOPLE, home=tmp_path) as terminal:
        terminal.prompt("1g>")
        terminal.type(f"1g {GOLD_SETUP}", f"1s {SILVER_SETUP}", "2g Ee2n Ee3n", "2s ed7s")
        terminal.prompt("3g>", "2g Ee2n Ee3n", "2s ed7s")


def test_bracketed_paste_of_many_lines_plays_them_all(tmp_path: Path) -> None:
    with at(OPENING, tmp_path) as terminal:
        terminal.prompt("2g>")
        terminal.press("\x1b[200~2g Ee2n\r2s ed7s\r3g Ee3n\x1b[201~\r")
        terminal.prompt("3s>", "2g Ee2n", "2s ed7s", "3g Ee3n")


def test_paste_waits_for_the_bot_between_its_turns(tmp_path: Path) -> None:
    with Terminal("play", "-o", "random", "--position", OPENING.short, home=tmp_path) as terminal:
        terminal.prompt("2g>")
        terminal.press("\x1b[200~Ha2n end\rHh2n end\x1b[201~\r")
        terminal.prompt("4g>", "2g Ha2n", "3g Hh2n")


def test_refused_line_of_a_paste_drops_the_rest(tmp_path: Path) -> None:
    with at(OPENING, tmp_path) as terminal:
        terminal.prompt("2g>")
        assert b"\x1b[?2004h" in terminal.written, "the terminal is asked to mark what is pasted"
        terminal.press("\x1b[200~2g Ee2n\r2s ed7n\r3g Ee3n\x1b[201~\r")
        terminal.prompt("2s>", "2g Ee2n", "d8 is occupied by the silver rabbit")


def test_saved_game_is_loaded_with_its_players_and_clock(tmp_path: Path) -> None:
    with Terminal(
        *("play", "-o", "random", "--time", "10m/20m", "--position", OPENING.short), home=tmp_path
    ) as terminal:
        terminal.prompt("2g>")
        terminal.type("Ee2n end")
        terminal.prompt("3g>")
        terminal.type("save my game.txt")
        terminal.prompt("3g>", "Saved in my game.txt")
        terminal.type("Ee3s end")
        terminal.prompt("4g>")
        terminal.type("quit")
        assert terminal.end() == 0
        assert terminal.shows("gajah play --load 'my game.txt'")
    assert kept_games(tmp_path) == []
    (record,) = read_records(tmp_path / "my game.txt")
    assert len(record.game().turns) == 4
    with Terminal("play", "--load", "my game.txt", home=tmp_path) as terminal:
        # Four quick turns have left nearly ten minutes each in both reserves.
        terminal.prompt("4g>", "Silver random", "Gold   you", "3g Ee3s", "+39:")


def test_load_at_the_prompt_replaces_the_game(tmp_path: Path) -> None:
    record = f'[Gold "Ann"]\n[Silver "random"]\n\n1g {GOLD_SETUP}\n1s {SILVER_SETUP}\n'
    (tmp_path / "two.txt").write_text(f"{record}*\n\n{record}2g Ee2n\n2s ed7s\n*\n")
    with at(PUSH, tmp_path) as terminal:
        terminal.prompt("2g>")
        terminal.type("load two.txt")
        terminal.prompt("2g>", "There are 2 games in two.txt; say which one, 1 to 2.")
        terminal.type("load two.txt 3")
        terminal.prompt("2g>", "There is no game 3 in two.txt; it has 2.")
        terminal.type("load two.txt 2")
        terminal.prompt("3g>", "two.txt is loaded.", "Silver random", "2s ed7s")


def test_save_does_not_replace_somebody_s_file_unless_told(tmp_path: Path) -> None:
    notes = tmp_path / "notes.txt"
    notes.write_text("mine")
    with at(PUSH, tmp_path) as terminal:
        terminal.prompt("2g>")
        terminal.type("Ra1n end", "save notes.txt")
        terminal.prompt("2s>", "The file notes.txt exists already; save! notes.txt replaces it.")
        assert notes.read_text() == "mine"
        terminal.type("save! notes.txt")
        terminal.prompt("2s>", "Saved in notes.txt")
        assert len(read_records(notes)) == 1


def test_again_changes_the_sides(tmp_path: Path) -> None:
    with Terminal("play", "-o", "random", home=tmp_path) as terminal:
        terminal.prompt("1g>", "Gold   you")
        terminal.type("resign")
        terminal.prompt("over>", "Silver wins: gold resigned.")
        terminal.type("again")
        terminal.prompt("1s>", "Silver you", "Gold   random")


def test_handicap_stays_with_its_player_when_the_sides_change(tmp_path: Path) -> None:
    with Terminal("play", "--handicap", "Mc", "-o", "random", home=tmp_path) as terminal:
        terminal.prompt("1g>")
        terminal.type("end")
        terminal.prompt("2g>")
        terminal.type("resign", "again")
        terminal.prompt("1s>", "Silver you")
        terminal.type("end")
        terminal.prompt("2s>", "Silver you")
        terminal.type("quit")
        assert terminal.end() == 0
    odds = {record.tags["Gold"]: str(record.game().handicap) for record in kept_games(tmp_path)}
    assert odds == {"human": "Mc", "random": "Cm"}


def test_flip_turns_the_board_round(tmp_path: Path) -> None:
    with at(OPENING, tmp_path) as terminal:
        terminal.prompt("2g>")
        assert terminal.lines[0].startswith(" 8   r")
        terminal.type("flip")
        terminal.wait_for(" 1   R    R    R    R    R    R    R    R    > Gold")
        assert terminal.lines[0].startswith(" 1   R")


def test_person_with_silver_sits_below(tmp_path: Path) -> None:
    with Terminal("play", "-o", "random", "--side", "silver", home=tmp_path) as terminal:
        terminal.prompt("1s>", "has set up.", "Set up your pieces", "Type help for more.")
        assert terminal.lines[14].startswith(" 8   r")


def test_watching_can_be_paused_and_its_pace_changed(tmp_path: Path) -> None:
    with Terminal(
        *("play", "--gold", "heuristic", "--silver", "random", "--pace", "1h"),
        *("--time", "1h/1h/100/0/5t"),
        home=tmp_path,
    ) as terminal:
        terminal.wait_for("heuristic has set up.")
        terminal.type("")
        terminal.wait_for("random has set up.")
        terminal.type("pause")
        terminal.prompt("paused>", "Paused.")
        terminal.type("Ed2n")
        terminal.prompt("paused>", "Two bots are playing")
        terminal.type("pace 0", "go")
        assert terminal.end() == 0
        assert terminal.shows("wins: ")


def test_turns_lists_the_game(tmp_path: Path) -> None:
    with at(PUSH, tmp_path) as terminal:
        terminal.prompt("2g>")
        terminal.type("hd5n Ed4n end", "turns")
        terminal.prompt("Enter goes back to the game:", "2g hd5n Ed4n")
        terminal.type("")
        terminal.prompt("2s>")
