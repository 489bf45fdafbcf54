"""Libraries of many games: filled from files, and asked what was played."""

from __future__ import annotations

import json
import sqlite3
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from gajah._core import Position, Setup
from gajah.records import Record, read_records
from tests.cli.program import gajah_here
from tests.helpers import mirrored_text
from tests.samples import SAMPLE_FILE, sample_games
from tests.web.harness import Json, Server

_COPIES = 6


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a library that has the sample games; only to be read."""
    data = tmp_path_factory.mktemp("library")
    assert import_(data, SAMPLE_FILE) == f"{SAMPLE_FILE}: 100 games stored\n"
    return data


def import_(data: Path, *files: Path) -> str:
    done = gajah_here("library", "import", *map(str, files), "--data", str(data))
    assert (done.code, done.err) == (0, ""), done.err
    return done.out


def explore(data: Path, position: str | None = None) -> Json:
    asked = [] if position is None else [position]
    done = gajah_here("explore", *asked, "--json", "--data", str(data), "-n", "1000")
    assert (done.code, done.err) == (0, ""), done.err
    found: Json = json.loads(done.out)
    return found


def either_way(position: Position) -> str:
    """The same for a position and its mirror image."""
    return min(position.short, position.mirrored().short)


def test_setups_are_counted_with_their_mirror_images(library: Path) -> None:
    expected = Counter(
        either_way(Position().place(Setup.parse(game.turns[0]))) for game in sample_games()
    )
    found = explore(library)
    assert found["games"] == 100
    counts = {
        either_way(Position().place(Setup.parse(turn["turn"]))): turn["games"]
        for turn in found["turns"]
    }
    assert counts == expected
    shown = [turn["games"] for turn in found["turns"]]
    assert shown == sorted(shown, reverse=True)


def test_turns_are_counted_by_what_they_lead_to(library: Path) -> None:
    played: dict[str, Counter[str]] = {}
    for game in sample_games():
        for position, turn in game.positions():
            after = Counter([either_way(position.play(turn))])
            played.setdefault(either_way(position), Counter()).update(after)
    busiest = sorted(played, key=lambda short: -played[short].total())[:20]
    assert played[busiest[0]].total() > 2
    for short in busiest:
        position = Position.parse(short)
        for here in (position, position.mirrored()):
            found = explore(library, here.short)
            assert found["games"] == played[short].total()
            counts = {either_way(here.play(turn["turn"])): turn["games"] for turn in found["turns"]}
            assert counts == played[short]


def test_results_and_ratings_are_of_the_side_that_moves(tmp_path: Path) -> None:
    records = [
        record("Ann", "Bob", 1800, 1500, "1-0"),
        record("Cid", "Dan", 2000, 1700, "1-0"),
        record("Eve", "Fay", None, None, "0-1"),
        record("Gus", "Hal", 1000, 1000, "*"),
    ]
    file = tmp_path / "games.txt"
    file.write_text("\n".join(records))
    assert import_(tmp_path / "data", file) == f"{file}: 4 games stored\n"
    gold, silver = (
        explore(tmp_path / "data", position)
        for position in (OPENING.short, OPENING.play("Ee2n").short)
    )
    assert gold["turns"] == [{"turn": "Ee2n", "games": 3, "wins": 2, "losses": 1, "rating": 1900}]
    assert silver["turns"] == [
        {"turn": "ed7s", "games": 3, "wins": 1, "losses": 2, "rating": 1600},
    ]
    text = gajah_here("explore", OPENING.short, "--data", str(tmp_path / "data")).out
    assert text == "3 games, 2 won and 1 lost\n      3  67%  1900  Ee2n\n"


OPENING = Position.parse("g [rrrrrrrrhdcemcdh                                HDCMECDHRRRRRRRR]")


def record(gold: str, silver: str, first: int | None, second: int | None, result: str) -> str:
    ratings = f'[GoldRating "{first}"]\n[SilverRating "{second}"]\n' if first else ""
    return (
        f'[Gold "{gold}"]\n[Silver "{silver}"]\n[Date "2025.01.01"]\n{ratings}'
        f'[Position "{OPENING.short}"]\n[Result "{result}"]\n\n2g Ee2n\n2s ed7s\n{result}\n'
    )


def test_games_that_are_known_are_not_stored_again(library: Path, tmp_path: Path) -> None:
    data = tmp_path / "data"
    assert import_(data, SAMPLE_FILE) == f"{SAMPLE_FILE}: 100 games stored\n"
    assert import_(data, SAMPLE_FILE) == f"{SAMPLE_FILE}: 0 games stored, 100 read before\n"
    copy = tmp_path / "copy.tsv"
    copy.write_bytes(SAMPLE_FILE.read_bytes())
    assert import_(data, copy) == f"{copy}: 0 games stored, 100 known already\n"
    assert explore(data) == explore(library)


def test_an_import_that_was_killed_goes_on(tmp_path: Path) -> None:
    many, data = tmp_path / "many.tsv", tmp_path / "data"
    header, *games = SAMPLE_FILE.read_text(encoding="utf-8").splitlines()
    column = header.split("\t").index("wusername")
    rows = [game.split("\t") for game in games]
    copies = (
        "\t".join([*row[:column], f"{row[column]} {copy}", *row[column + 1 :]])
        for copy in range(_COPIES)
        for row in rows
    )
    many.write_text("\n".join([header, *copies]) + "\n", encoding="utf-8")
    command = [sys.executable, "-m", "gajah", "library", "import", str(many), "--data", str(data)]
    with subprocess.Popen(command) as process:
        while not stored(data):
            time.sleep(0.02)
        process.kill()
    # However far it came, nothing is read twice, and nothing is left out.
    before = stored(data)
    assert import_(data, many).endswith(f" {before} read before\n")
    assert stored(data) == explore(data)["games"] == len(games) * _COPIES


def stored(data: Path) -> int:
    """How many games have been committed."""
    if not (data / "gajah.sqlite3").exists():
        return 0
    with closing(sqlite3.connect(data / "gajah.sqlite3", timeout=60)) as database:
        tables = "SELECT count(*) FROM sqlite_master WHERE name = 'games'"
        if not database.execute(tables).fetchone()[0]:
            return 0
        count: int = database.execute("SELECT count(*) FROM games").fetchone()[0]
        return count


def test_what_cannot_be_read_is_named_and_the_rest_is_stored(tmp_path: Path) -> None:
    file = tmp_path / "games.txt"
    good = record("Ann", "Bob", None, None, "1-0")
    file.write_text(good + "\n" + good.replace("2g Ee2n", "2g Ee2s").replace("Ann", "Cid"))
    done = gajah_here("library", "import", str(file), "--data", str(tmp_path / "data"))
    assert (done.code, done.out) == (1, f"{file}: 1 game stored, 1 unreadable\n")
    assert done.err.startswith(f"{file}:17: turn 2g: step 1, Ee2s: ")


def test_a_file_that_is_not_there_is_one_sentence(tmp_path: Path) -> None:
    missing = tmp_path / "none.txt"
    done = gajah_here("library", "import", str(missing), "--data", str(tmp_path / "data"))
    assert (done.code, done.sentence) == (1, f"gajah: {missing}: no such file or directory")


def test_a_library_that_is_being_served_is_not_written(tmp_path: Path) -> None:
    with Server(tmp_path / "data"):
        done = gajah_here("library", "import", str(SAMPLE_FILE), "--data", str(tmp_path / "data"))
    assert done.code == 1
    assert "already serves" in done.sentence


def test_games_of_a_server_are_found_by_their_positions(server: Server) -> None:
    game, tokens = server.new_game(start=OPENING.short)
    page = server.page(game, *tokens.values())
    page.play("Ee2n Ee3n")
    assert look(server)["games"] == 0
    page.ask("resign")
    assert look(server) == {
        "games": 1,
        "wins": 1,
        "losses": 0,
        "turns": [{"turn": "Ee2n Ee3n", "games": 1, "wins": 1, "losses": 0, "rating": None}],
    }
    mirrored = OPENING.mirrored().short
    with server.client() as client:
        found = client.get("/games", params={"position": mirrored}).json()
        assert [each["id"] for each in found["games"]] == [game]
        other = OPENING.play("Ee2n").short
        assert client.get("/games", params={"position": other}).json()["total"] == 0
        assert client.delete(f"/games/{game}").status_code == 204
    assert look(server)["games"] == 0


def look(server: Server) -> Json:
    with server.client() as client:
        found: Json = client.get("/explore", params={"position": OPENING.short}).json()
        return found


def test_a_text_that_is_no_position_is_refused(server: Server) -> None:
    with server.client() as client:
        wrong = {"position": "nonsense"}, {"position": "nonsense"}, {"pieces": "Ed5 h"}
        for path, params in zip(("/explore", "/games", "/games"), wrong, strict=True):
            answer = client.get(path, params=params)
            assert (answer.status_code, answer.json()["error"]["code"]) == (422, "bad_notation")


def test_turns_are_shown_as_they_are_played_in_that_position(library: Path) -> None:
    found = explore(library)["turns"][0]["turn"]
    left = Position().place(Setup.parse(found))
    right = Position().place(Setup.parse(mirrored_text(found)))
    answers = [explore(library, position.short) for position in (left, right)]
    assert [turn["games"] for turn in answers[0]["turns"]] == [
        turn["games"] for turn in answers[1]["turns"]
    ]


@pytest.mark.parametrize("pieces", ["Ed5 hc6", "Me4", "Hb6 rc7 .c6", "Ra8 ea1"])
def test_games_are_found_by_a_pattern_of_pieces(library: Path, pieces: str) -> None:
    with Server(library) as server, server.client() as client:
        every = read_records(client.get("/export").text)
        found = client.get("/export", params={"pieces": pieces}).text
        total = client.get("/games", params={"pieces": pieces, "limit": 1}).json()["total"]
        pages = [
            client.get("/games", params={"pieces": pieces, "limit": 7, "offset": offset}).json()
            for offset in range(0, total, 7)
        ]
    expected = [record for record in every if any(stood(record, each) for each in mirror(pieces))]
    assert [record.tags for record in read_records(found)] == [record.tags for record in expected]
    assert len(export(library, "--pieces", pieces)) == len(expected)
    assert total == sum(len(page["games"]) for page in pages) == len(expected)


def export(data: Path, *wanted: str) -> list[Record]:
    done = gajah_here("library", "export", *wanted, "--data", str(data))
    assert (done.code, done.err) == (0, ""), done.err
    return read_records(done.out)


def test_games_are_written_by_a_command(library: Path, tmp_path: Path) -> None:
    every = export(library)
    assert len(every) == 100
    dates = [record.tags["Date"] for record in every]
    assert dates == sorted(dates)
    filters: dict[str, Callable[[Record], bool]] = {
        "--result=silver": lambda record: record.score == "0-1",
        "--longest=40": lambda record: len(record.main_line) <= 40,
        "--rating=2000": lambda record: all(
            int(record.tags.get(f"{side}Rating") or 0) >= 2000 for side in ("Gold", "Silver")
        ),
        f"--until={(dates[50] or '').replace('.', '-')}": lambda record: (
            (record.tags["Date"] or "") <= (dates[50] or "")
        ),
        f"--player={every[7].tags['Gold'].upper()}": lambda record: (
            every[7].tags["Gold"].lower()
            in f"{record.tags['Gold']} {record.tags['Silver']}".lower()
        ),
    }
    for option, is_wanted in filters.items():
        expected = [record.tags for record in every if is_wanted(record)]
        assert 0 < len(expected) < 100, option
        assert [record.tags for record in export(library, option)] == expected, option
    assert import_(tmp_path, write(tmp_path / "all.txt", library)).endswith(": 100 games stored\n")


def write(path: Path, data: Path) -> Path:
    done = gajah_here("library", "export", "--out", str(path), "--data", str(data))
    assert (done.code, done.out) == (0, ""), done.err
    return path


def test_a_game_that_cannot_be_read_is_left_out_of_what_is_written(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    import_(tmp_path, SAMPLE_FILE)
    with closing(sqlite3.connect(tmp_path / "gajah.sqlite3")) as database:
        game = database.execute("SELECT game_id FROM nodes LIMIT 1").fetchone()[0]
        database.execute("UPDATE nodes SET turn = 'Ee2n?' WHERE game_id = ?", (game,))
        database.commit()
    done = gajah_here("library", "export", "--data", str(tmp_path))
    assert done.code == 1
    assert game in caplog.text
    assert len(read_records(done.out)) == 99


def stood(record: Record, pieces: list[str]) -> bool:
    """Whether the pieces stood on their squares at some time."""
    boards = (
        {str(square): str(piece) for square, piece in position.pieces.items()}
        for position in record.game().positions
    )
    return any(all(board.get(word[1:], ".") == word[0] for word in pieces) for board in boards)


def mirror(pieces: str) -> tuple[list[str], list[str]]:
    """The words of a pattern, and of its mirror image."""
    columns = str.maketrans("abcdefgh", "hgfedcba")
    words = pieces.split()
    return words, [word[0] + word[1:].translate(columns) for word in words]
