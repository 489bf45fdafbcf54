"""``gajah match``, ``gajah arena`` and ``gajah aei``, by running the real program."""

from __future__ import annotations

import json
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from gajah.arena.store import Store, read_store
from gajah.cli.events import GameOptions
from gajah.match.terms import Terms
from gajah.records.reader import read_records
from tests.aei.engines import MISBEHAVING, assert_gone, new_word, running
from tests.arena.games import make_event
from tests.cli.program import OPENING, gajah, gajah_here

SHARED = "--share-cores"
GOOD = f"good@aei:{sys.executable} {MISBEHAVING} good"
RESIGNS = f"resigns@aei:{sys.executable} {MISBEHAVING} resign"
MANY = 10_000


def games_in(path: Path) -> list[int]:
    return sorted(game.index for game in read_store(path)[1])


def test_match_tells_score_elo_and_reasons_and_keeps_the_games(tmp_path: Path) -> None:
    done = gajah("match", GOOD, RESIGNS, "-n", "4", "-c", "2", SHARED, "-o", f"{tmp_path / 'm'}")
    assert (done.code, done.err) == (0, "")
    assert "4/4  good 4-0 resigns (100.0%)  Elo > " in done.out
    rows = [line.split() for line in done.out.splitlines()]
    titles = ["wins", "as", "gold", "as", "silver", "resigned", "lost", "on", "time"]
    assert titles in rows
    assert ["good", "4", "2", "2", "2+2", "0"] in rows
    assert ["resigns", "0", "0", "0", "0+0", "0"] in rows
    assert games_in(tmp_path / "m.jsonl") == [0, 1, 2, 3]
    assert len(read_records(tmp_path / "m.txt")) == 4


def test_match_outcome_is_json_for_machines(tmp_path: Path) -> None:
    out = f"{tmp_path / 'm'}"
    done = gajah("match", GOOD, RESIGNS, "-n", "2", SHARED, "-o", out, "--sprt", "0,10", "--json")
    outcome = json.loads(done.out)
    assert (outcome["games"], outcome["wins"], outcome["pairs"]) == (2, 2, [0, 0, 0, 0, 1])
    assert outcome["elo"] is None
    assert outcome["sprt"]["verdict"] == "GO_ON"
    assert {(end["side"], end["code"]) for end in outcome["endings"]} == {("g", "r"), ("s", "r")}


def test_match_tells_what_a_player_did_wrong_last(tmp_path: Path) -> None:
    illegal = f"bad@aei:{sys.executable} {MISBEHAVING} wrong-side"
    args = ("match", GOOD, illegal, SHARED, "-n", "2", "-o", f"{tmp_path / 'm'}")
    lines = gajah(*args).out.splitlines()
    assert lines[-1].startswith("bad: 2 games lost by an illegal turn (answered 'ra8s'")
    (fault,) = json.loads(gajah(*args, "--json").out)["faults"]
    assert (fault["player"], fault["code"], fault["games"]) == ("bad", "i", 2)
    assert fault["last_detail"].startswith("answered 'ra8s'")


def test_match_stops_when_the_sprt_is_decided(tmp_path: Path) -> None:
    out = tmp_path / "m"
    args = ("match", GOOD, RESIGNS, "-n", "200", SHARED, "-o", f"{out}", "--sprt", "0,400")
    done = gajah(*args)
    assert "H1 accepted" in done.out
    played = games_in(out.with_suffix(".jsonl"))
    assert 2 <= len(played) < 40
    assert "H1 accepted" in gajah(*args).out
    assert games_in(out.with_suffix(".jsonl")) == played


def test_longer_match_goes_on_with_the_same_file(tmp_path: Path) -> None:
    args = ("match", GOOD, RESIGNS, SHARED, "-o", f"{tmp_path / 'm'}")
    gajah(*args, "-n", "2")
    before = (tmp_path / "m.jsonl").read_bytes()
    assert gajah(*args, "-n", "4").code == 0
    assert (tmp_path / "m.jsonl").read_bytes().startswith(before)
    assert games_in(tmp_path / "m.jsonl") == [0, 1, 2, 3]
    assert "\n4/4  good 4-0" in gajah(*args, "-n", "2").out


def test_match_whose_stdout_is_closed_is_played(tmp_path: Path) -> None:
    args = ["match", GOOD, RESIGNS, SHARED, "-n", "2", "-o", f"{tmp_path / 'm'}"]
    assert closed(">&-", *args) == (0, "")
    assert games_in(tmp_path / "m.jsonl") == [0, 1]


def closed(stream: str, *args: str) -> tuple[int, str]:
    """Run the program with a stream closed; its exit code, and what it says on stderr."""
    command = ["sh", "-c", f'exec "$@" {stream}', "sh", sys.executable, "-m", "gajah", *args]
    done = subprocess.run(command, stderr=subprocess.PIPE, text=True, timeout=120)
    return done.returncode, done.stderr


def test_engine_that_is_listened_for_plays_a_match(tmp_path: Path) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    players = [f"caller@aei-listen:{port}", RESIGNS]
    command = [sys.executable, "-m", "gajah", "match", *players, "-n", "2", SHARED]
    with subprocess.Popen(
        [*command, "-o", str(tmp_path / "m")],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as match:
        assert match.stderr
        assert f"waited for at {port}" in match.stderr.readline()
        caller = [sys.executable, str(MISBEHAVING), "good", "--server", "127.0.0.1"]
        # Until the port is open, a connection is refused.
        while match.poll() is None:
            subprocess.run([*caller, "--port", str(port)], stderr=subprocess.DEVNULL)
        out, _ = match.communicate()
    assert "2/2  caller 2-0 resigns" in out


@contextmanager
def running_match(path: Path, word: str) -> Iterator[subprocess.Popen[bytes]]:
    """A match under way that has finished three games and has far more to play than it will."""
    players = [f"{GOOD} {word}", f"{RESIGNS} {word}"]
    command = [sys.executable, "-m", "gajah", "match", *players, "-n", str(MANY), SHARED]
    with subprocess.Popen(
        [*command, "-o", str(path)], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as match:
        lines = path.with_suffix(".jsonl")
        while not lines.exists() or lines.read_bytes().count(b"\n") < 4:
            assert match.poll() is None
        yield match


def test_killed_match_resumes_and_plays_no_game_twice_and_loses_none(tmp_path: Path) -> None:
    word, path = new_word(), tmp_path / "m"
    with running_match(path, word) as match:
        match.send_signal(signal.SIGKILL)
    assert_gone(word)
    lines = path.with_suffix(".jsonl").read_bytes()
    whole = lines[: lines.rfind(b"\n") + 1]
    played = whole.count(b"\n") - 1
    with running_match(path, word) as match:
        match.send_signal(signal.SIGKILL)
    after = path.with_suffix(".jsonl").read_bytes()
    assert after.startswith(whole)
    event, games = read_store(path.with_suffix(".jsonl"))
    assert event.games == MANY
    assert len(games) >= played
    assert len({game.index for game in games}) == len(games)


def test_interrupted_match_tells_the_score_and_can_be_resumed_by_its_file(tmp_path: Path) -> None:
    word, path = new_word(), tmp_path / "m"
    with running_match(path, word) as match:
        match.send_signal(signal.SIGINT)
        out, err = match.communicate(timeout=60)
    assert match.returncode == 130
    assert b"Traceback" not in err
    assert f"/{MANY}  good ".encode() in out
    assert f"Go on with it: gajah match --resume {path}.jsonl\n".encode() in out
    assert_gone(word)
    assert games_in(path.with_suffix(".jsonl"))
    lines = path.with_suffix(".jsonl").read_text().splitlines()
    header = json.loads(lines[0])
    header["games"] = len(lines) + 1
    path.with_suffix(".jsonl").write_text("\n".join([json.dumps(header), *lines[1:], ""]))
    done = gajah("match", "--resume", f"{path}.jsonl", SHARED)
    assert done.code == 0
    assert games_in(path.with_suffix(".jsonl")) == list(range(len(lines) + 1))
    assert len(read_records(path.with_suffix(".txt"))) == len(lines) + 1


def test_match_interrupted_again_and_again_tells_its_score_once(tmp_path: Path) -> None:
    word, path = new_word(), tmp_path / "m"
    with running_match(path, word) as match:
        while match.poll() is None:
            match.send_signal(signal.SIGINT)
        out, err = match.communicate()
    # Once there is nothing more to say, the interpreter may be ended by the signal itself.
    assert match.returncode in (130, -signal.SIGINT)
    assert err == b""
    assert out.count(b"pairs with 0, 1/2, 1, 1 1/2, 2 points") == 1
    assert out.count(b"Go on with it") == 1
    assert_gone(word)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_match_that_is_told_to_end_ends_its_engines_and_says_how_to_go_on(
    tmp_path: Path, number: signal.Signals
) -> None:
    word, path = new_word(), tmp_path / "m"
    players = [f"starts@aei:{sys.executable} {MISBEHAVING} child {word}", f"{GOOD} {word}"]
    command = [sys.executable, "-m", "gajah", "match", *players, "-n", "2", SHARED]
    with subprocess.Popen(
        [*command, "-o", str(path)], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as match:
        # Both engines, and the process that one of them starts when it is to move.
        while len(running(word)) < 3:
            assert match.poll() is None
        match.send_signal(number)
        out, err = match.communicate(timeout=60)
    assert (match.returncode, err) == (128 + number, b"")
    assert b"0/2  starts 0-0 good\n" in out
    assert f"Go on with it: gajah match --resume {path}.jsonl\n".encode() in out
    assert_gone(word)


def test_match_that_was_started_deaf_to_a_signal_does_not_hear_it(tmp_path: Path) -> None:
    path = tmp_path / "m"
    lines = path.with_suffix(".jsonl")
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        with running_match(path, new_word()) as match:
            match.send_signal(signal.SIGHUP)
            played = len(lines.read_bytes().splitlines())
            while len(lines.read_bytes().splitlines()) < played + 3:
                assert match.poll() is None
            match.send_signal(signal.SIGINT)
            match.communicate(timeout=60)
    finally:
        signal.signal(signal.SIGHUP, before)
    assert match.returncode == 130


@pytest.mark.parametrize(
    ("args", "code", "sentence"),
    [
        (("random",), 2, "a match needs two players"),
        (("random", "randm"), 2, "did you mean random?"),
        (("random", "aei:"), 2, "command"),
        (("random", "random", "--sprt", "10,0"), 2, "no SPRT"),
        (("random", "random", "--time", "5x"), 2, "5x"),
        (("random", "random", "--time", "0"), 2, "needs a move time or a reserve"),
        (("random", "random", "--official"), 2, "an official match needs a time control"),
        (
            ("random", "random", "--official", "--time", "2m/2m/100/10m/2h"),
            2,
            "does not let a game reach 80 turns",
        ),
        (
            ("random", "gajah:threads=200"),
            1,
            "lower --concurrency, or let them share with --share-cores",
        ),
        (("random", "random", "--book", "no-such-file"), 1, "no-such-file"),
        (("random", "random", "--adjudicate", "much"), 2, "SCORE,TURNS"),
        (("--resume", "no-such-file.jsonl"), 1, "no-such-file"),
        (("--resume", "m.txt"), 1, "m.txt is no event: that would be a .jsonl file"),
        (("random", "aei-listen:4001", "-c", "2"), 2, "one game at a time"),
        (("random", "x@aei:./no-such-engine"), 1, "x crashed: exit status 127, cannot run"),
        (("random", f"aei:{sys.executable} {MISBEHAVING} no-start"), 1, "no licence"),
        (
            ("random", f"aei:{sys.executable} {MISBEHAVING} no-handshake", "--start-time", "0.2"),
            1,
            "did not introduce itself: nothing within 0.2s",
        ),
        (("random", "heuristic", "--resume", "m.jsonl"), 2, "from the file"),
        (("--resume", "m.jsonl", "--time", "1s"), 2, "from the file"),
        (("random", "random", "--margin", "inf"), 2, "the margin"),
        (("random", "random", "--out", "/"), 2, "a folder"),
        (("random", "random", "--logs", __file__), 1, "file exists"),
    ],
)
def test_wrong_match_is_refused_with_one_sentence(
    tmp_path: Path, args: tuple[str, ...], code: int, sentence: str
) -> None:
    # Should one be played after all, its files go to a folder of the test.
    out = () if {"--out", "--resume"} & set(args) else ("--out", f"{tmp_path / 'm'}")
    done = gajah_here("match", *args, *out)
    assert done.code == code
    assert sentence in done.sentence


def test_files_that_the_program_names_itself_are_new_ones(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    paths = [GameOptions().path("match") for _ in range(5)]
    assert len(set(paths)) == 5
    assert sorted(tmp_path.iterdir()) == sorted(tmp_path / path for path in paths)


def test_file_of_another_match_is_not_touched(tmp_path: Path) -> None:
    path = tmp_path / "m.jsonl"
    Store.open(path, make_event("random", "heuristic", terms=Terms())).close()
    before = path.read_bytes()
    done = gajah_here("match", "heuristic", "random", SHARED, "-o", str(path))
    assert done.code == 1
    players = "its players: random, heuristic instead of heuristic, random"
    assert f"holds another event: {players}" in done.sentence
    assert path.read_bytes() == before


def test_round_robin_shows_a_crosstable_ratings_and_pictures(tmp_path: Path) -> None:
    other = RESIGNS.replace("resigns@", "quits@")
    plots = ("--plot", f"{tmp_path / 't.svg'}", "--progress-plot", f"{tmp_path / 'p.png'}")
    out = f"{tmp_path / 'a'}"
    limit = ("--max-turns", "3")
    done = gajah("arena", "round-robin", GOOD, RESIGNS, other, SHARED, "-o", out, *limit, *plots)
    assert (done.code, done.err) == (0, "")
    assert "round-robin: 6/6 games" in done.out
    rows = [line.split() for line in done.out.splitlines()[-4:-1]]
    assert rows[0][:2] == ["1", "good"]
    assert "2/2" in rows[0]
    assert (tmp_path / "t.svg").read_text().startswith("<svg")
    assert (tmp_path / "p.png").read_bytes().startswith(b"\x89PNG")

    table = gajah("arena", "table", f"{out}.jsonl", "--json", "--anchor", "good=2000")
    players = json.loads(table.out)["players"]
    assert (players[0]["label"], players[0]["rating"], players[0]["points"]) == ("good", 2000, 4)
    assert players[0]["against"]["quits"] == {"points": 2, "games": 2}


def test_tournament_tells_what_a_player_loses_by_other_than_its_play(tmp_path: Path) -> None:
    crashes = f"cr@aei:{sys.executable} {MISBEHAVING} crash"
    done = gajah("arena", "gauntlet", GOOD, crashes, SHARED, "-o", f"{tmp_path / 'g'}")
    line = "cr: 2 games lost by forfeit (crashed: exit status 3, out of ideas)"
    assert done.out.splitlines()[-1] == line
    table = gajah_here("arena", "table", f"{tmp_path / 'g'}.jsonl", "--json")
    good, crashing = json.loads(table.out)["players"]
    detail = "crashed: exit status 3, out of ideas"
    assert (good["faults"], crashing["faults"]) == (
        [],
        [{"code": "f", "games": 2, "last_detail": detail}],
    )


def test_table_needs_no_book_and_whoever_plays_on_finds_it_from_any_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    book, elsewhere = tmp_path / "openings.txt", tmp_path / "elsewhere"
    book.write_text(f"{OPENING}\n")
    elsewhere.mkdir()
    monkeypatch.chdir(tmp_path)
    args = (GOOD, RESIGNS, SHARED, "-o", "e", "--book", "openings.txt")
    assert gajah("arena", "gauntlet", *args).code == 0
    lines = Path("e.jsonl").read_text().splitlines()
    Path("e.jsonl").write_text("\n".join(lines[:2]) + "\n")
    monkeypatch.chdir(elsewhere)
    assert gajah("arena", "resume", "../e.jsonl", SHARED).code == 0
    assert games_in(tmp_path / "e.jsonl") == [0, 1]

    book.unlink()
    assert gajah_here("arena", "table", "../e.jsonl").code == 0
    done = gajah_here("arena", "resume", "../e.jsonl", SHARED)
    assert (done.code, done.sentence) == (1, f"gajah: {book}: no such file or directory")


def test_tournament_is_resumed_by_its_file(tmp_path: Path) -> None:
    out = tmp_path / "g"
    gajah("arena", "gauntlet", GOOD, RESIGNS, SHARED, "-o", f"{out}", "-r", "2")
    lines = out.with_suffix(".jsonl").read_text().splitlines()
    out.with_suffix(".jsonl").write_text("\n".join(lines[:3]) + "\n")
    assert "use gajah arena resume" in gajah_here("match", "--resume", f"{out}.jsonl").sentence
    done = gajah("arena", "resume", f"{out}.jsonl", SHARED)
    assert done.code == 0
    assert games_in(out.with_suffix(".jsonl")) == [0, 1, 2, 3]


@pytest.mark.parametrize(
    ("args", "code", "sentence"),
    [
        (("round-robin", "random"), 2, "at least two players"),
        (("round-robin", "random", "randm"), 2, "did you mean random?"),
        (("gauntlet", "random", "heuristic", "--anchor", "gajah"), 2, "none of random, heuristic"),
        (("gauntlet", "random", "heuristic", "--anchor", "random=inf"), 2, "LABEL=RATING"),
        (("gauntlet", "random", "heuristic", "--plot", "no-folder/x.svg"), 1, "no folder no-fol"),
        (("gauntlet", "random", "heuristic", "--sprt", "10"), 2, "no SPRT"),
        (("ladder", "random", "heuristic", "--sprt", "0,10"), 2, "a ladder has no SPRT"),
        (("ladder", "random", "heuristic", "--plot", "x.gif"), 2, ".svg or .png"),
        (("table", "no-such-file.jsonl"), 1, "no-such-file"),
        (("table", "rr.txt"), 1, "rr.txt is no event: that would be a .jsonl file"),
    ],
)
def test_wrong_tournament_is_refused_with_one_sentence(
    tmp_path: Path, args: tuple[str, ...], code: int, sentence: str
) -> None:
    out = () if args[0] == "table" else ("--out", f"{tmp_path / 'a'}")
    done = gajah_here("arena", *args, *out)
    assert done.code == code
    assert sentence in done.sentence


def test_players_whose_test_is_decided_meet_no_more(tmp_path: Path) -> None:
    out = f"{tmp_path / 'g'}"
    other = RESIGNS.replace("resigns@", "quits@")
    args = ("arena", "gauntlet", GOOD, RESIGNS, other, SHARED, "-o", out, "-r", "50")
    done = gajah(*args, "--sprt", "0,400", "--json")
    outcome = json.loads(done.out)
    assert [(each["players"], each["verdict"]) for each in outcome["sprt"]] == [
        (["good", "resigns"], "H1"),
        (["good", "quits"], "H1"),
    ]
    assert outcome["games"] < outcome["planned"] / 2
    # It goes on where it stopped: with nothing left to do.
    again = gajah("arena", "resume", f"{out}.jsonl", SHARED, "--sprt", "0,400")
    assert again.code == 0
    assert "good - quits: SPRT 0,400: LLR +" in again.out
    assert len(games_in(tmp_path / "g.jsonl")) == outcome["games"]


def test_engines_are_called_what_they_call_themselves(tmp_path: Path) -> None:
    good, quits = (each.partition("@")[2] for each in (GOOD, RESIGNS))
    out = f"{tmp_path / 'm'}"
    args = ("arena", "round-robin", good, quits, f"mine@{quits}", good, SHARED, "-o", out)
    done = gajah(*args, "--max-turns", "2", "--json")
    assert done.code == 0
    labels = {player["label"] for player in json.loads(done.out)["players"]}
    assert labels == {"good", "resign", "mine", "good-2"}
    # The same command finds its event again.
    assert gajah(*args, "--max-turns", "2", "-r", "2").code == 0


def test_aei_says_nothing_but_the_protocol_on_stdout() -> None:
    done = gajah("aei", stdin=b"aei\nisready\n\xff\xfe\nnewgame\ngo\nstop\nquit\n")
    assert (done.code, done.err) == (0, "")
    words = [line.split()[0] for line in done.out.splitlines()]
    assert words == [*["protocol-version", "id", "id", "id", "aeiok"], "readyok", "log", "bestmove"]


@pytest.mark.parametrize(("stream", "name"), [("<&-", "stdin"), (">&-", "stdout")])
def test_aei_needs_somebody_to_talk_to(stream: str, name: str) -> None:
    assert closed(stream, "aei") == (1, f"gajah: {name} is closed\n")


def test_aei_ends_with_its_input() -> None:
    assert gajah("aei", stdin=b"aei\n").code == 0
