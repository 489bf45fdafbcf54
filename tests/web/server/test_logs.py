"""What the server logs for programs: lines of JSON, without secrets."""

from __future__ import annotations

import json
import logging
import re
import sys
from pathlib import Path

import pytest

from gajah.web.server.config import BadConfig, read_config
from gajah.web.server.logs import JsonLines
from gajah.web.server.owner import owner_secret
from tests.helpers import OPENING
from tests.web.harness import Json, Server

ROOT = Path(__file__).parents[3]


def lines_of(server: Server) -> list[Json]:
    """What it has logged, each line a JSON object with a time, a level, an event and a text."""
    lines = [json.loads(line) for line in server.log().splitlines()]
    assert all({"time", "level", "event", "text"} <= line.keys() for line in lines)
    return lines


def find(lines: list[Json], **fields: object) -> list[Json]:
    """Those with these fields."""
    return [line for line in lines if fields.items() <= line.items()]


def test_requests_sockets_and_games_are_logged_as_json(tmp_path: Path) -> None:
    broken = f"broken={sys.executable} -c pass"
    name = ("--name", "arimaa.example", "--proxy", "127.0.0.1")
    options = ("--log-format", "json", "--engine", broken, *name)
    with Server(tmp_path / "data", *options) as server:
        game, tokens = server.new_game(start=OPENING.short)
        server.page(game, *tokens.values()).play("Ee2n")
        secret = owner_secret(tmp_path / "data")
        visitor = {"X-Forwarded-For": "203.0.113.5"}
        with server.client(headers=visitor) as client:
            client.get("/games/unknown", params={"token": tokens["g"]})
            client.post("/owner", json={"secret": secret})
        lost, seats = server.new_game(silver="engine:broken", start=OPENING.short)
        page = server.page(lost, seats["g"])
        page.play("Ee2n")
        page.hear("game", where=lambda m: m["game"]["state"] == "over")
        server.close_pages()
        server.terminate()
        lines, said = lines_of(server), server.log()
    path = "/api/v1/games"
    assert find(lines, event="request", method="POST", path=path, status=201, level="info")
    unknown = find(lines, event="request", path=f"{path}/unknown", person="203.0.113.5")
    assert [line["status"] for line in unknown] == [404]
    assert find(lines, event="socket", path=f"/ws/games/{game}", game=game)
    assert [line["game"] for line in find(lines, event="bot_failed", level="warning")] == [lost]
    assert (lines[0]["event"], lines[-1]["event"]) == ("started", "ended")
    for each in (secret, *tokens.values(), *seats.values()):
        assert each not in said


def test_the_file_says_how_to_log_and_the_option_is_stronger(tmp_path: Path) -> None:
    data = tmp_path / "data"
    data.mkdir()
    (data / "config.toml").write_text('log_format = "json"\n')
    with Server(data) as server:
        server.get("/status")
        assert lines_of(server)
    (tmp_path / "server.log").unlink()
    with Server(data, "--log-format", "text") as server:
        server.get("/status")
        assert server.log() == ""
    (data / "config.toml").write_text('log_format = "xml"\n')
    with pytest.raises(BadConfig, match="log_format is text or json"):
        read_config(data)


def test_an_error_is_one_line_with_its_traceback() -> None:
    try:
        raise ValueError("two\nlines")
    except ValueError:
        error = sys.exc_info()
    record = logging.LogRecord("gajah.x", logging.ERROR, "", 1, "%s\n%s", ("a", "b"), error)
    text = JsonLines().format(record)
    assert "\n" not in text
    line = json.loads(text)
    assert (line["level"], line["event"], line["text"]) == ("error", "gajah.x", "a\nb")
    assert line["traceback"].endswith("ValueError: two\nlines")


def test_the_page_lists_every_event() -> None:
    code = "".join(path.read_text() for path in (ROOT / "src" / "gajah" / "web").rglob("*.py"))
    events = set(re.findall(r'"event": "(\w+)"', code)) | {"socket"}
    page = (ROOT / "docs" / "hosting.md").read_text()
    table = re.search(r"^\| event \|.*\n\| ---.*\n((?:\|.*\n)+)", page, re.M)
    assert table is not None
    named = [name for row in table[1].splitlines() for name in row.split("|")[1].split(", ")]
    assert {name.strip(" `") for name in named} == events
