"""Starting and ending: ports, folders, browsers, Ctrl-C, and clear sentences."""

from __future__ import annotations

import os
import signal
import socket
import sqlite3
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from tests.helpers import OPENING
from tests.web.harness import API, PATIENCE_S, Server, gajah_forked


def complaint(*options: str) -> tuple[int, str]:
    """How ``gajah web`` refuses to start: its exit code and its words."""
    done = gajah_forked("web", "--no-open", *options)
    return done.code, done.err


def test_ctrl_c_ends_it_cleanly_while_pages_are_open(tmp_path: Path) -> None:
    with Server(tmp_path / "data") as server:
        game, tokens = server.new_game(silver="gajah:level=10", start=OPENING.short)
        page = server.page(game, tokens["g"])
        page.play("Ee2n")
        server.analysis().say("analyse", position=OPENING.short)
        assert server.interrupt() == 0
        assert server.log() == ""
        assert page.is_closed()


def test_a_program_that_asks_for_what_is_not_there_is_told_so_in_json(tmp_path: Path) -> None:
    with Server(tmp_path / "data") as server:
        for path in ("/nothing", f"{API}/nothing"):
            accept = "text/html" if path.startswith(API) else "*/*"
            answer = httpx.get(server.url + path, headers={"Accept": accept}, timeout=PATIENCE_S)
            assert answer.status_code == 404
            assert answer.json()["error"]["code"] == "not_found"


def test_port_that_is_taken_is_left_to_others(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        with Server(tmp_path / "data", "--port", str(port)) as server:
            assert not server.url.endswith(f":{port}")
            assert server.get("/players")


def test_a_server_for_the_network_says_where_others_reach_it(tmp_path: Path) -> None:
    with Server(tmp_path / "data", "--host", "0.0.0.0") as server:
        assert server.process is not None
        words, _, origin = server.process.stdout.readline().rstrip("/\n").rpartition(" ")
        assert words == "other machines reach it at"
        assert httpx.get(f"{origin}{API}/status", timeout=PATIENCE_S).status_code == 200
        link = server.post("/links", {"origin": server.url, "path": "/game/x#seat=y"})
        assert link["links"][0] == f"{origin}/game/x#seat=y"
        assert link["qr_code"].startswith("data:image/svg+xml")
        assert link["restart"] is None
        server.interrupt()
        assert "warning: all who reach it" in server.process.stdout.read()


def test_a_server_for_this_machine_warns_of_nothing(tmp_path: Path) -> None:
    with Server(tmp_path / "data") as server:
        assert server.process is not None
        server.interrupt()
        assert server.process.stdout.read() == ""


def test_a_server_for_this_machine_says_how_to_start_it_for_others(tmp_path: Path) -> None:
    with Server(tmp_path / "my data") as server:
        answer = server.post("/links", {"origin": server.url, "path": "/game/x"})
        assert answer["links"] == []
        port = server.url.rpartition(":")[2]
        folder = tmp_path / "my data"
        assert answer["restart"] == f"gajah web --host 0.0.0.0 --port {port} --data '{folder}'"


def test_a_page_opened_by_a_name_hands_out_links_with_that_name(tmp_path: Path) -> None:
    with Server(tmp_path / "data", "--name", "arimaa.example") as server:
        asked = {"origin": "https://arimaa.example", "path": "/game/x"}
        assert server.post("/links", asked)["links"] == ["https://arimaa.example/game/x"]


def test_an_origin_with_a_stray_bracket_is_answered(tmp_path: Path) -> None:
    with Server(tmp_path / "data") as server:
        asked = {"origin": "https://x]", "path": "/game/x"}
        assert server.post("/links", asked)["links"] == ["https://x]/game/x"]


def test_gajah_alone_opens_the_browser(tmp_path: Path) -> None:
    opened = tmp_path / "opened"
    browser = tmp_path / "browser"
    browser.write_text(f"#!/bin/sh\necho $1 > {opened}\n")
    browser.chmod(0o755)
    places = {"XDG_DATA_HOME": str(tmp_path / "home"), "BROWSER": str(browser)}
    with subprocess.Popen(
        [sys.executable, "-m", "gajah"],
        env={**os.environ, **places},
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        address = process.stdout.readline().split()[3]
        process.send_signal(signal.SIGINT)
        assert process.wait(PATIENCE_S) == 0
    assert opened.read_text().strip() == address
    assert (tmp_path / "home" / "gajah" / "gajah.sqlite3").exists()


def test_engines_are_registered_in_the_folder_s_file(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    folder.mkdir()
    (folder / "config.toml").write_text('names = ["arimaa.example"]\n[engines]\nmine = "./bot"\n')
    with Server(folder, "--engine", f"other={sys.executable} other.py") as server:
        names = [player["name"] for player in server.get("/players")["engines"]]
        assert names == ["engine:mine", "engine:other"]


@pytest.mark.parametrize(
    ("content", "words"),
    [("[engines", "config.toml"), ("engine = 1", "'engine'"), ("[engines]\nx = 3", "command")],
)
def test_file_with_mistakes_is_explained(tmp_path: Path, content: str, words: str) -> None:
    (tmp_path / "config.toml").write_text(content)
    code, said = complaint("--data", str(tmp_path))
    assert code == 1
    assert words in said
    assert said.count("\n") == 1


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--engine", "nonsense"), "expected NAME=COMMAND"),
        (("--engine", "x="), "needs the command"),
        (("--engine", "bad=/nonexistent"), "the engine bad: there is no program '/nonexistent'"),
        (("--database", "mysql://x"), "sqlite:///FILE or postgresql://"),
        (("--database", "what"), "not the URL of a database"),
        (("--host", "203.0.113.7"), "cannot listen on 203.0.113.7"),
        (("--data", "/dev/null/x"), "cannot be made"),
    ],
)
def test_what_cannot_be_is_one_sentence(
    tmp_path: Path, options: tuple[str, ...], words: str
) -> None:
    code, said = complaint("--port", "0", "--data", str(tmp_path / "data"), *options)
    assert code == 1
    assert words in said
    assert said.count("\n") == 1


def test_database_of_another_version_is_not_touched(tmp_path: Path) -> None:
    with Server(tmp_path / "data"):
        pass
    with sqlite3.connect(tmp_path / "data" / "gajah.sqlite3") as connection:
        connection.execute("UPDATE facts SET value = '99' WHERE name = 'schema'")
    connection.close()
    code, said = complaint("--port", "0", "--data", str(tmp_path / "data"))
    assert code == 1
    assert "version 99" in said
