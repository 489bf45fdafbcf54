"""The figures of a server, as Prometheus reads them."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing
from pathlib import Path

import httpx
from prometheus_client.parser import text_string_to_metric_families

from tests.helpers import OPENING
from tests.web.harness import Server


def figures(server: Server) -> dict[str, float]:
    """The samples by name and labels."""
    answer = httpx.get(f"{server.url}/metrics", trust_env=False)
    assert answer.headers["content-type"].startswith("text/plain; version=0.0.4")
    return {
        " ".join([sample.name, *sample.labels.values()]): sample.value
        for family in text_string_to_metric_families(answer.text)
        for sample in family.samples
    }


def test_games_sockets_and_turns_are_counted(tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_text("metrics = true\n")
    with Server(tmp_path) as server:
        before = figures(server)
        game, tokens = server.new_game(start=OPENING.short)
        page = server.page(game, *tokens.values())
        page.play("Ee2n")
        page.play("ed7s")
        with server.client() as client:
            client.get("/games/nonsense")
        after = figures(server)
    gained = {name: value - before.get(name, 0.0) for name, value in after.items()}
    assert gained["gajah_turns_total"] == 2
    assert gained["gajah_sockets"] == 1
    assert gained["gajah_games"] == 1
    assert gained["gajah_answers_total 4xx"] == 1
    assert gained["gajah_answers_total 2xx"] >= 1
    assert after["gajah_searches_waiting"] == 0
    assert after["gajah_resident_bytes"] > 10_000_000


def test_there_are_none_unless_the_owner_wants_them(server: Server) -> None:
    assert httpx.get(f"{server.url}/metrics", trust_env=False).status_code == 404
    assert server.get("/ready") == {"ready": True}


def test_the_alarms_are_about_figures_that_exist(tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_text("metrics = true\n")
    with Server(tmp_path) as server:
        server.get("/status")
        known = {name.partition(" ")[0] for name in figures(server)}
    rules = (Path(__file__).parents[3] / "deploy" / "prometheus-rules.yml").read_text()
    used = set(re.findall(r"gajah_\w+", rules))
    assert used
    assert used <= known


def test_errors_are_counted(tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_text("metrics = true\n")
    with Server(tmp_path) as server:
        game, _ = server.new_game()
        with closing(sqlite3.connect(tmp_path / "gajah.sqlite3")) as database, database:
            database.execute("UPDATE games SET start = 'nonsense' WHERE id = ?", (game,))
        with server.client() as client:
            assert client.get(f"/games/{game}").json()["error"]["code"] == "unreadable_game"
        found = figures(server)
    assert found["gajah_errors_total"] == 1
    assert found["gajah_answers_total 5xx"] == 1
