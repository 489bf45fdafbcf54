"""Games taken up from files: what the record holds stays in it, and the clocks go on."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

import pytest

from gajah._core import Side
from gajah.cli.play.files import load_game, save_game
from gajah.cli.play.seated import SeatedGame
from gajah.clock import TimeControl
from gajah.game import Reason, Result
from gajah.records.reader import read_records
from gajah.records.record import Record
from gajah.records.tree import Marker
from tests.cli.program import Done, gajah
from tests.cli.terminal import Terminal, kept_games, surroundings
from tests.helpers import GOLD_SETUP, SILVER_SETUP

NOW = datetime(2026, 11, 15, 20, 30, 11)
SETUPS = f"1g {GOLD_SETUP} {{Solid.}}\n1s {SILVER_SETUP}\n"
TAGS = """\
[Event "Open"]
[Site "Jakarta"]
[Annotator "Cleo"]
[Gold "Ann"]
[Silver "Bob"]
[Date "2020.02.29"]

"""
ANNOTATED = f"""\
{TAGS}{{A quiet game.}}
{SETUPS}2g Ee2n Ee3n ?! {{Too early. [%emt 0:00:12]}}
(
{{Better.}}
2g Md2n $10
2s ed7s
)
*
"""
RESIGNED = f"""\
{TAGS}{SETUPS}2g Ee2n {{Hm.}}
2s resigns {{Why?}}
1-0
"""


def piped(home: Path, *args: str, typed: str) -> Done:
    """The program without a terminal; it must end well."""
    done = gajah("play", *args, stdin=typed.encode(), env=surroundings(home))
    assert (done.code, done.err) == (0, "")
    return done


def record_in(file: Path) -> Record:
    """The one game of a file."""
    found = read_records(file)
    assert found.problems == []
    (record,) = found
    return record


def folder_of_games(home: Path) -> Path:
    """Where the program keeps games by itself."""
    folder = home / "state" / "gajah" / "games"
    folder.mkdir(parents=True)
    return folder


def written(folder: Path, text: str) -> Path:
    """A file with that text."""
    file = folder / "game.txt"
    file.write_text(text)
    return file


def saved_and_loaded(seated: SeatedGame, folder: Path) -> tuple[Record, SeatedGame]:
    """What becomes of a game in a file: the record there, and the game taken up from it."""
    file = folder / "saved.txt"
    save_game(seated, file, now=NOW)
    return record_in(file), load_game(file)


def times(seated: SeatedGame) -> tuple[float, ...]:
    """What each turn has taken."""
    return tuple(timed.used_s for timed in seated.running.turns)


def said_in(record: Record) -> set[tuple[str, str]]:
    """Every turn of a record, variations included, with each thing that is said about it."""
    return {
        (f"{node.label} {node.turn}", said)
        for node in record.walk()
        for said in [*node.glyphs, *(c.text for c in (*node.opening, *node.comments))]
    }


def test_turn_is_added_to_what_the_loaded_file_holds(tmp_path: Path) -> None:
    file = written(tmp_path, ANNOTATED)
    piped(tmp_path, "--load", str(file), "--save", str(file), typed="2s ed7s\nquit\n")
    record = record_in(file)
    added = record.main_line[-1]
    assert (str(added.label), str(added.turn)) == ("2s", "ed7s")
    added.delete()
    assert record == Record.parse(ANNOTATED)


def test_game_from_another_place_is_kept_with_all_that_its_file_holds(tmp_path: Path) -> None:
    file = written(tmp_path, ANNOTATED)
    piped(tmp_path, "--load", str(file), typed="2s ed7s\nquit\n")
    assert file.read_text() == ANNOTATED
    (record,) = kept_games(tmp_path)
    record.main_line[-1].delete()
    assert record == Record.parse(ANNOTATED)


@pytest.mark.parametrize("other", [ANNOTATED, f"{TAGS}2g Ee9n\n*\n"], ids=["whole", "broken"])
def test_file_with_another_game_is_left_alone(tmp_path: Path, other: str) -> None:
    file = written(folder_of_games(tmp_path), f"{ANNOTATED}\n{other}")
    before = file.read_text()
    done = piped(tmp_path, "--load", str(file), "--game", "1", typed="2s ed7s\nquit\n")
    assert file.read_text() == before
    (new,) = (path for path in file.parent.iterdir() if path != file)
    assert f"The game is saved in {new}\n" in done.out
    assert len(record_in(new).main_line) == 4


def test_file_with_another_game_is_refused_as_the_place_to_save(tmp_path: Path) -> None:
    file = written(tmp_path, f"{ANNOTATED}\n{ANNOTATED}")
    args = ("--load", str(file), "--game", "2", "--save", str(file))
    done = gajah("play", *args, env=surroundings(tmp_path))
    assert done.code == 1
    assert done.sentence.endswith("holds more than this game; --save needs a new file")
    assert file.read_text() == f"{ANNOTATED}\n{ANNOTATED}"


def test_people_keep_their_names_and_others_may_take_their_seats(tmp_path: Path) -> None:
    file = written(tmp_path, ANNOTATED)
    with Terminal("play", "--load", str(file), home=tmp_path) as terminal:
        terminal.prompt("2s>", "> Silver Bob", "Gold   Ann")
    with Terminal("play", "--load", str(file), "-o", "random", home=tmp_path) as terminal:
        terminal.prompt("3g>", "Silver random", "> Gold   you")
    (record,) = kept_games(tmp_path)
    assert (record.tags["Gold"], record.tags["Silver"]) == ("Ann", "random")


def test_name_in_a_file_cannot_steer_the_terminal(tmp_path: Path) -> None:
    file = written(tmp_path, ANNOTATED.replace("Bob", "\x1b[2JBob"))
    done = piped(tmp_path, "--load", str(file), typed="quit\n")
    assert "Silver ?[2JBob" in done.out
    assert "\x1b" not in done.out


@pytest.mark.parametrize(
    "text",
    [
        ANNOTATED,
        RESIGNED,
        ANNOTATED.replace("*\n", "2s {Adjourned.}\n*\n"),
        ANNOTATED.replace("*\n", "2g takeback\n*\n"),
        # Neither the record nor a turn says how gold has won.
        ANNOTATED.replace("*\n", "1-0\n"),
    ],
    ids=["going on", "resigned", "adjourned", "taken back", "won"],
)
def test_game_that_is_just_loaded_and_saved_stays_the_same(tmp_path: Path, text: str) -> None:
    seated = load_game(written(tmp_path, text))
    record, _ = saved_and_loaded(seated, tmp_path)
    assert record == Record.parse(text)


@pytest.mark.parametrize("played", [(), ("Ee2n",), ("Ee2n", "ed7s ed6s")], ids=len)
@pytest.mark.parametrize(
    "text",
    [
        ANNOTATED,
        RESIGNED,
        ANNOTATED.replace("*\n", "2s ed7s {Solid too.}\n3g {Adjourned.}\n(\n3g Ee4n\n)\n*\n"),
        ANNOTATED.replace("*\n", "2g takeback {Sorry.}\n2g Ha2n {Now.}\n*\n"),
    ],
    ids=["going on", "resigned", "adjourned", "taken back before"],
)
def test_loaded_turns_that_are_taken_back_stay_as_a_variation(
    tmp_path: Path, text: str, played: tuple[str, ...]
) -> None:
    seated = load_game(written(tmp_path, text))
    while len(seated.game.turns) > 2:
        seated.take_back()
    for number, turn in enumerate(played):
        seated.running.play(turn, 5 + number)
    record, loaded = saved_and_loaded(seated, tmp_path)
    assert loaded.game.turns == seated.game.turns
    assert (loaded.game.result, record.score) == (None, "*")
    assert times(loaded) == (0, 0, 5, 6)[: 2 + len(played)]
    before = {said for said in said_in(Record.parse(text)) if said[1] != "Adjourned."}
    assert said_in(record) >= before
    assert "Adjourned." in str(record) or "Adjourned." not in text


def test_turns_played_since_and_taken_back_are_gone(tmp_path: Path) -> None:
    seated = load_game(written(tmp_path, ANNOTATED))
    seated.running.play("ed7s", 3)
    seated.take_back()
    record, _ = saved_and_loaded(seated, tmp_path)
    assert record == Record.parse(ANNOTATED)


def test_loaded_turn_that_is_taken_back_and_played_again_has_its_new_time(tmp_path: Path) -> None:
    seated = load_game(written(tmp_path, ANNOTATED))
    seated.take_back()
    seated.running.play("Ee2n Ee3n", 40)
    record, loaded = saved_and_loaded(seated, tmp_path)
    assert times(loaded) == (0, 0, 40)
    assert said_in(record) > said_in(Record.parse(ANNOTATED))
    assert [len(record.children), len(record.main_line)] == [1, 3]


def test_resignation_that_is_taken_back_leaves_a_game_that_goes_on(tmp_path: Path) -> None:
    seated = load_game(written(tmp_path, RESIGNED))
    assert seated.game.result == Result(Side.GOLD, Reason.RESIGNATION)
    assert seated.take_back() == 0
    record, loaded = saved_and_loaded(seated, tmp_path)
    assert (loaded.game.result, record.score) == (None, "*")
    seated.running.play("ed7s", 1)
    seated.running.resign(Side.GOLD)
    record, loaded = saved_and_loaded(seated, tmp_path)
    assert loaded.game.result == Result(Side.SILVER, Reason.RESIGNATION)
    assert said_in(record) >= said_in(Record.parse(RESIGNED))


def test_game_saved_under_another_spelling_of_its_own_file_stays_there(tmp_path: Path) -> None:
    file = written(folder_of_games(tmp_path), ANNOTATED)
    same = file.parent / ".." / "games" / file.name
    piped(tmp_path, "--load", str(file), typed=f"save! {same}\nquit\n")
    assert record_in(file) == Record.parse(ANNOTATED)


def test_time_of_the_turn_under_way_is_kept(tmp_path: Path) -> None:
    file = written(tmp_path, ANNOTATED.replace("[Date", '[TimeControl "30s/2m"]\n[Date'))
    for under_way_s in (6.5, 31):
        save_game(load_game(file), file, now=NOW, under_way_s=under_way_s)
        assert load_game(file).running.under_way_s == under_way_s
    record = record_in(file)
    assert record.main_line[-1].turn is Marker.TO_MOVE
    assert [c.text for c in record.main_line[-1].comments] == ["[%emt 0:00:31]"]
    seated = load_game(file)
    assert seated.running.terms.control == TimeControl.parse("30s/2m")
    seated.running.play("ed7s", 40)
    record, loaded = saved_and_loaded(seated, tmp_path)
    assert (times(loaded), loaded.running.under_way_s) == ((0, 0, 12, 40), 0)
    assert all(node.turn is not Marker.TO_MOVE for node in record.walk())


def test_time_that_went_by_before_leaving_is_not_given_back(tmp_path: Path) -> None:
    clock = ANNOTATED.replace("[Date", '[TimeControl "1h/10h"]\n[Date')
    file = written(tmp_path, clock.replace("*\n", "2s {[%emt 2:00:00]}\n*\n"))
    with Terminal("play", "--load", str(file), "--save", str(file), home=tmp_path) as terminal:
        # The hour of this turn is gone, and one of the reserve.
        terminal.prompt("2s>", "0:00+8:59:")
        terminal.type("quit")
        assert terminal.end() == 0
    assert load_game(file).running.under_way_s > 2 * 3600


def test_leaving_a_game_notes_the_time_of_a_person_and_not_of_a_bot(tmp_path: Path) -> None:
    file = tmp_path / "new.txt"
    args = ("--gold", "human", "--silver", "human", "--time", "1h/10h", "--save", str(file))
    piped(tmp_path, *args, typed="end\nend\nquit\n")
    assert load_game(file).running.under_way_s > 0
    slow = "gajah:search=alphabeta,time=1h,hash=1"
    bot = written(tmp_path, str(record_in(file)).replace('Gold "human"', f'Gold "{slow}"'))
    before = bot.read_text()
    with Terminal("play", "--load", str(bot), "--save", str(bot), home=tmp_path) as terminal:
        terminal.wait_for("is thinking")
        terminal.press("\x03")
        assert terminal.end() == 130
    assert bot.read_text() == before


def test_game_that_is_loaded_and_left_at_once_is_in_the_file_that_was_named(tmp_path: Path) -> None:
    file, new = written(tmp_path, ANNOTATED), tmp_path / "new.txt"
    done = piped(tmp_path, "--load", str(file), "--save", str(new), typed="quit\n")
    assert f"The game is saved in {new}\n" in done.out
    assert record_in(new) == Record.parse(ANNOTATED)


def test_game_that_is_only_looked_at_leaves_no_file(tmp_path: Path) -> None:
    file = written(tmp_path, ANNOTATED.replace("[Date", '[TimeControl "30s/2m"]\n[Date'))
    piped(tmp_path, "--load", str(file), typed="quit\n")
    assert kept_games(tmp_path) == []
