"""``gajah review``: games come back with scores, better turns and glyphs, whatever ends it."""

from __future__ import annotations

import json
import signal
from pathlib import Path

import pytest

from gajah.records import Record, iter_games, read_records
from tests.cli.program import Done, gajah_here, python
from tests.cli.test_check import BLOCKED, GAME, GARBLED
from tests.samples import SAMPLE_FILE

# Gold can stop the rabbit on h5 and does not.
BLUNDER = """\
[Gold "you"]
[Position "g [              r    e  h R      r    E            H             R]"]

2g Rh1w
2s rh5s rh4s rh3s
3g Rg1w
3s rh2s
0-1
"""
QUICK = ("--nodes", "20")


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    """The four shortest sample games."""
    header, *games = SAMPLE_FILE.read_text(encoding="utf-8").splitlines(keepends=True)
    file = tmp_path / "games.tsv"
    file.write_text(header + "".join(sorted(games, key=len)[:4]), encoding="utf-8")
    return file


@pytest.fixture
def blunder(tmp_path: Path) -> Path:
    file = tmp_path / "blunder.txt"
    file.write_text(BLUNDER, encoding="utf-8")
    return file


def review(*args: str | Path) -> Done:
    return gajah_here("review", *map(str, args), *QUICK)


def test_blunder_is_marked_with_its_score_and_a_better_turn(blunder: Path) -> None:
    done = review(blunder)
    assert (done.code, done.err) == (0, "")
    record = Record.parse(done.out)
    turn = record.main_line[2]
    assert turn.glyphs == ["??"]
    said = turn.comments[0]
    assert said.evaluation is not None
    assert said.evaluation.win_in is not None
    assert said.evaluation.win_in < 0, "scores are gold's"
    assert said.best is not None
    record.replay(record.main_line[1]).position.play(said.best)
    assert said.prose == "", "other programs see nothing to read"


def test_games_lose_nothing_else(archive: Path) -> None:
    before = [game.timed_record() for game in iter_games(archive)]  # type: ignore[union-attr]
    after = read_records(review(archive).out)
    assert [record.tags for record in after] == [record.tags for record in before]
    for old, new in zip(before, after, strict=True):
        assert [node.turn for node in old.main_line] == [node.turn for node in new.main_line]
        times = [[said.used_s for said in node.comments if said.used_s] for node in old.main_line]
        assert times == [
            [said.used_s for said in node.comments if said.used_s] for node in new.main_line
        ]


def test_second_review_replaces_the_first_and_keeps_the_words(tmp_path: Path) -> None:
    file = tmp_path / "said.txt"
    said = BLUNDER.replace("3g Rg1w", "3g Rg1w !? {A try. [%eval 9.00] [%best Rg1e]}")
    file.write_text(said, encoding="utf-8")
    once = review(file).out
    file.write_text(once, encoding="utf-8")
    assert review(file).out == once
    turn = Record.parse(once).main_line[2]
    assert turn.glyphs == ["!?"], "a glyph that is there stays"
    assert turn.comments[0].text == "A try."
    assert "9.00" not in once


def test_a_taken_back_turn_is_not_judged(tmp_path: Path) -> None:
    file = tmp_path / "taken.txt"
    file.write_text(GAME.replace("*\n", "3g takeback\n2s hh7s\n*\n"), encoding="utf-8")
    nodes = Record.parse(review(file).out).main_line
    judged = [str(node.turn) for node in nodes if node.comments]
    assert judged == ["Ee2n Ee3n", "hh7s"]


def test_json_has_a_line_a_game_with_each_turn_and_a_summary(blunder: Path) -> None:
    game = json.loads(review(blunder, "--json").out)
    assert (game["file"], game["game"], game["result"]) == (str(blunder), 1, "0-1")
    assert [turn["label"] for turn in game["turns"]] == ["2g", "2s", "3g", "3s"]
    worst = game["turns"][2]
    assert (worst["mark"], worst["turn"]) == ("??", "Rg1w")
    assert worst["score"].startswith("loss in")
    assert game["gold"]["turns"] == 2
    assert game["gold"]["blunders"] >= 1
    assert game["silver"]["turns"] == 2


def test_games_at_once_come_out_as_one_after_the_other(archive: Path) -> None:
    assert review(archive, "--jobs", "3").out == review(archive).out


def test_game_that_the_rules_refuse_is_named_and_comes_out_as_it_was(tmp_path: Path) -> None:
    file = tmp_path / "games.txt"
    file.write_text("\n".join([GARBLED, BLOCKED, GAME]), encoding="utf-8")
    for where in ([], ["--out", str(tmp_path / "out.txt")]):
        done = review(file, *where)
        assert done.code == 1
        assert f"{file}:7: turn 2s: " in done.err
        assert f"{file}:15: turn 2g: step 1, Ee2w" in done.err
        written = (tmp_path / "out.txt").read_text(encoding="utf-8") if where else done.out
        assert written.startswith(BLOCKED)
        assert len(read_records(written)) == 2
    lines = review(file, "--json").out.splitlines()
    assert [json.loads(line)["game"] for line in lines] == [3]


def test_file_holds_what_stdout_would_and_a_summary_is_told(archive: Path, tmp_path: Path) -> None:
    out = tmp_path / "reviewed.txt"
    done = review(archive, "--out", out, "--jobs", "2")
    assert (done.code, done.out) == (0, "")
    assert done.err.startswith(f"{out}: 4 games, ")
    assert out.read_text(encoding="utf-8") == review(archive).out
    assert sorted(path.name for path in tmp_path.iterdir()) == ["games.tsv", "reviewed.txt"]


# The program, killed as soon as a number of games is kept, perhaps in the middle of a line.
KILLED = """
import os, signal, sys
from gajah.analysis.journal import Journal
from gajah.cli.app import main

add = Journal.add

def add_and_die(journal, number, reviews):
    add(journal, number, reviews)
    if len(journal) == 2:
        with journal.path.open("ab") as file:
            file.write(b'{"game": 3, "tur')
        os.kill(os.getpid(), signal.SIGKILL)

Journal.add = add_and_die
main(sys.argv[1:])
"""


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="there is no kill -9")
def test_killed_review_goes_on_with_the_games_that_are_missing(
    archive: Path, tmp_path: Path
) -> None:
    out, journal = tmp_path / "reviewed.txt", tmp_path / "reviewed.txt.unfinished"
    command = ["review", str(archive), "--out", str(out), *QUICK]
    killed = python("-c", KILLED, *command)
    assert killed.code == -signal.SIGKILL
    assert not out.exists()
    # Say in a kept review what no engine would, to see that it is not made again.
    header, first, second, half = journal.read_text(encoding="utf-8").split("\n")
    assert half
    kept = json.loads(first)
    kept["turns"][0][1] = 4242
    journal.write_text("\n".join([header, json.dumps(kept), second, half]), encoding="utf-8")
    done = gajah_here(*command)
    assert done.code == 0
    assert not journal.exists()
    written = out.read_text(encoding="utf-8")
    assert "[%eval 42.42]" in written
    plain = review(archive).out.splitlines()
    different = [line for line in written.splitlines() if line not in plain]
    assert len(different) == 1


def test_interrupted_review_says_how_to_go_on(archive: Path, tmp_path: Path) -> None:
    out = tmp_path / "reviewed.txt"
    interrupted = KILLED.replace("os.kill(os.getpid(), signal.SIGKILL)", "raise KeyboardInterrupt")
    done = python("-c", f"{interrupted}", "review", str(archive), "--out", str(out), *QUICK)
    assert done.err == f"{out}.unfinished keeps 2 games: the same command goes on\n"
    assert review(archive, "--out", out).code == 0


def test_review_with_other_settings_does_not_go_on(archive: Path, tmp_path: Path) -> None:
    out = tmp_path / "reviewed.txt"
    python("-c", KILLED, "review", str(archive), "--out", str(out), *QUICK)
    other = gajah_here("review", str(archive), "--out", str(out), "--nodes", "30")
    assert other.code == 1
    assert "another review (nodes 20)" in other.sentence
    with archive.open("a", encoding="utf-8") as file:
        file.write("\n")
    changed = review(archive, "--out", out)
    assert changed.code == 1
    assert "another review (its files differ)" in changed.sentence


def test_finished_file_is_not_written_over(archive: Path, tmp_path: Path) -> None:
    out = tmp_path / "reviewed.txt"
    out.write_text("mine", encoding="utf-8")
    done = review(archive, "--out", out)
    assert done.code == 1
    assert "exists already" in done.sentence
    assert out.read_text(encoding="utf-8") == "mine"
    (tmp_path / "other.txt.unfinished").write_text("mine\n", encoding="utf-8")
    done = review(archive, "--out", tmp_path / "other.txt")
    assert "holds something else" in done.sentence


def test_bad_input_is_a_sentence(tmp_path: Path) -> None:
    done = review("nowhere.txt")
    assert (done.code, done.out) == (1, "")
    assert done.err == "nowhere.txt: cannot be read: no such file or directory\n"
    assert "name a file" in review("-").sentence
    done = gajah_here("review", str(SAMPLE_FILE), "--net", str(tmp_path / "no.net"))
    assert done.code == 1
    assert "no.net" in done.sentence
