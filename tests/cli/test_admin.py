"""Looking after the games of a server."""

from __future__ import annotations

import gzip
import json
import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest

from gajah.cli.app import main
from tests.cli.program import gajah_here
from tests.helpers import OPENING
from tests.online.rex import BotProcess
from tests.samples import SAMPLE_FILE
from tests.web.accounts.visitor import Visitor, account_server
from tests.web.harness import PATIENCE_S, Server

TURNS = ("Ee2n", "ed7s", "Ee3n", "ed6s")
# What is damaged, and how many turns are left then.
DAMAGE = {
    "UPDATE nodes SET turn = 'nonsense' WHERE id = 3 AND game_id = ?": 2,
    "UPDATE nodes SET turn = CAST(x'4565FF6E' AS TEXT) WHERE id = 1 AND game_id = ?": 0,
    "UPDATE nodes SET turn = 'Ee3s Ee2n' WHERE id = 3 AND game_id = ?": 2,
    "UPDATE games SET control = 'long', turn_began = 'soon' WHERE id = ?": 4,
    "UPDATE games SET handicap = '[1]', reason = 'x', draft = '{' WHERE id = ?": 4,
    "UPDATE games SET state = 'x', created = 'then' WHERE id = ?": 4,
    "UPDATE games SET start = 'g [r]' WHERE id = ?": 0,
}


def test_damaged_games_are_named_and_repaired(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = tmp_path / "data"
    with Server(data) as server:
        games = [server.new_game(start=OPENING.short, control="10m/10m") for _ in (0, *DAMAGE)]
        for game, tokens in games:
            page = server.page(game, *tokens.values())
            for turn in TURNS:
                page.play(turn)
    (sound, _), *damaged = games
    with closing(sqlite3.connect(data / "gajah.sqlite3")) as database, database:
        for statement, (game, _) in zip(DAMAGE, damaged, strict=True):
            database.execute(statement, (game,))

    command = ["admin", "check", "--data", str(data)]
    assert main(command) == 1
    said = capsys.readouterr().out
    assert sound not in said
    unnamed = [how for how, (game, _) in zip(DAMAGE, damaged, strict=True) if game not in said]
    assert unnamed == []
    assert said.endswith(f"games: {len(games)}, damaged: {len(DAMAGE)}\n")

    assert main([*command, "--repair"]) == 0
    assert capsys.readouterr().out.endswith(f"games: {len(games)}, damaged: 0\n")
    kept = (data / "damaged-games.jsonl").read_text().splitlines()
    ids = {json.loads(line)["games"][0]["id"] for line in kept}
    assert ids == {repr(game) for game, _ in damaged}
    assert "nonsense" in kept[0]

    assert main(command) == 0
    with Server(data) as server:
        for (game, tokens), turns in zip(damaged, DAMAGE.values(), strict=True):
            welcome = server.page(game, *tokens.values()).welcome
            assert welcome["game"]["turn_count"] == turns
            assert len(welcome["tree"]) == 1 + turns
        assert server.get("/games")["unreadable"] == []


def test_games_of_a_running_server_are_not_touched(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with Server(tmp_path / "data") as server:
        assert main(["admin", "check", "--repair", "--data", str(tmp_path / "data")]) == 1
        assert server.url in capsys.readouterr().err


def test_folder_without_games_is_said_to_be_unusable(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["admin", "check", "--data", str(tmp_path / "nothing")]) == 1
    assert capsys.readouterr().err.startswith("gajah: the folder ")


def test_a_backup_of_a_running_server_is_restored_with_its_games(tmp_path: Path) -> None:
    file = tmp_path / "backup.gz"
    with Server(tmp_path / "data") as server:
        game, tokens = server.new_game(start=OPENING.short, control="10m/10m")
        page = server.page(game, *tokens.values())
        for turn in TURNS:
            page.play(turn)
        page.ask("steps", steps=["Ee4n"])
        done = gajah_here("admin", "backup", str(file), "--data", str(tmp_path / "data"))
        assert (done.code, done.out, done.err) == (0, f"{file}: 1 game\n", "")
        page.play("Ee5n")
    done = gajah_here("admin", "restore", str(file), "--data", str(tmp_path / "again"))
    assert (done.code, done.out, done.err) == (0, "1 game restored\n", "")
    with Server(tmp_path / "again") as server:
        page = server.page(game, *tokens.values())
        assert page.welcome["game"]["turn_count"] == len(TURNS)
        assert page.welcome["board"]["steps"] == ["Ee4n"]
        page.play("Ee5n")
    done = gajah_here("admin", "restore", str(file), "--data", str(tmp_path / "again"))
    assert "has games already" in done.sentence


def test_a_backup_that_is_damaged_leaves_the_database_empty(tmp_path: Path) -> None:
    data, file = tmp_path / "data", tmp_path / "backup.gz"
    gajah_here("library", "import", str(SAMPLE_FILE), "--data", str(data))
    gajah_here("admin", "backup", str(file), "--data", str(data))
    whole = file.read_bytes()
    lines = gzip.decompress(whole).splitlines(keepends=True)
    damaged = {
        "cut": whole[: len(whole) // 2],
        "changed": whole[:5000] + bytes([whole[5000] ^ 1]) + whole[5001:],
        "without an end": gzip.compress(b"".join(lines[:-1])),
        "without a row": gzip.compress(b"".join(lines[:100] + lines[101:])),
        "of another version": gzip.compress(lines[0].replace(b': "1"', b': "0"') + lines[1]),
        "of something else": gzip.compress(b"[1]\n"),
        "no file of that kind": b"1g Ra1",
    }
    for name, content in damaged.items():
        file.write_bytes(content)
        done = gajah_here("admin", "restore", str(file), "--data", str(tmp_path / "again"))
        assert (name, done.code) == (name, 1)
        assert done.sentence.startswith(f"gajah: {file}: ")
    file.write_bytes(whole)
    done = gajah_here("admin", "restore", str(file), "--data", str(tmp_path / "again"))
    assert done.out == "100 games restored\n"


def test_the_owner_makes_a_bot_while_the_server_runs(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with account_server(tmp_path / "data") as server:
        command = ["admin", "bot", "--data", str(server.data)]
        Visitor(server, "Ann")
        tokens = []
        for _ in range(2):
            assert main([*command, "Rex"]) == 0
            tokens.append(capsys.readouterr().out.strip())
        for name in ("ann", "gajah", "no name"):
            assert main([*command, name]) == 1
        with BotProcess(server, tokens[0], "random") as old:
            assert old.process.wait(PATIENCE_S) == 1
        with BotProcess(server, tokens[1], "random") as bot:
            bot.wait_until_listed()
            assert Visitor(server).profile("Rex")["keeper"] == ""


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["", "--reason", "x"], "a ban needs a name, an address or a network"),
        (["Ann", "--reason", "x" * 201], "too long (reason): at most 200 characters"),
        (["A" * 201, "--reason", "x"], "too long (target): at most 200 characters"),
        (["Ann", "--reason", "two\nlines"], "it has characters that cannot be used (reason)"),
        *(
            (
                ["Ann", "--reason", "x", "--until", when],
                f"expected --until a time to come, before the year 5000, found '{when}'",
            )
            for when in ("9999-12-31", "2020-01-01", "0001-01-01T00:00+23:59", "0s")
        ),
    ],
)
def test_a_ban_that_cannot_be_is_refused_with_a_sentence(
    tmp_path: Path, words: list[str], sentence: str
) -> None:
    done = gajah_here("admin", "ban", *words, "--data", str(tmp_path))
    assert (done.code, done.sentence) == (1, f"gajah: {sentence}")


@pytest.mark.parametrize("when", ["2999-01-01T01:30+01:30", "2999-01-01T00:00", "2999-01-01"])
def test_a_ban_ends_at_the_moment_that_was_given(tmp_path: Path, when: str) -> None:
    data = ("--data", str(tmp_path))
    done = gajah_here("admin", "ban", "192.0.2.7", "--reason", "x", "--until", when, *data)
    assert (done.code, done.out) == (0, "192.0.2.7 is banned\n")
    (ban,) = json.loads(gajah_here("admin", "ban", "--json", *data).out)
    assert ban["until"] == datetime(2999, 1, 1, tzinfo=UTC).timestamp()
