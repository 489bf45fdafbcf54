"""Pause and speed of games between two bots."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.helpers import OPENING
from tests.web.harness import Page, Server


@pytest.fixture
def slow_server(tmp_path: Path) -> Iterator[Server]:
    """A server on which two bots take their time."""
    with Server(tmp_path / "data", "--pace", "60") as server:
        yield server


def _turns(server: Server, game: str) -> int:
    count: int = server.get(f"/games/{game}")["game"]["turn_count"]
    return count


def _bots(server: Server) -> tuple[str, Page]:
    game, _ = server.new_game("random", "random", start=OPENING.short)
    return game, server.page(game)


def test_a_paused_game_is_played_turn_by_turn_also_after_a_restart(slow_server: Server) -> None:
    game, page = _bots(slow_server)
    assert page.welcome["may_pace"]
    assert page.welcome["game"]["pace"] == {"paused": False, "turn_s": None}
    watcher = slow_server.page(game)
    paused = page.ask("pace", paused=True)["game"]
    assert paused["pace"]["paused"]
    watcher.hear("game", where=lambda m: m["game"]["pace"]["paused"])
    for played in (1, 2):
        page.say("play_one")
        assert page.hear("turn")["game"]["turn_count"] == paused["turn_count"] + played
    slow_server.kill()
    slow_server.start()
    again = slow_server.page(game)
    assert again.welcome["game"]["pace"]["paused"]
    slow_server.wait_until_idle()
    assert _turns(slow_server, game) == paused["turn_count"] + 2
    again.say("play_one")
    assert again.hear("turn")["game"]["turn_count"] == paused["turn_count"] + 3
    # As fast as they play, to the end.
    assert again.ask("pace", paused=False, turn_s=0)["game"]["pace"]["turn_s"] == 0
    over = again.hear("turn", "game", where=lambda m: m["game"]["state"] == "over")
    assert over["game"]["turn_count"] > 3
    assert again.refused("pace", paused=True) == "no_pace"


def test_only_bots_are_paused(server: Server) -> None:
    game, tokens = server.new_game(silver="random", start=OPENING.short)
    page = server.page(game, tokens["g"])
    assert not page.welcome["may_pace"]
    assert page.welcome["game"]["pace"] is None
    assert page.refused("pace", paused=True) == "no_pace"
    assert page.refused("play_one") == "no_pace"


def test_guests_watch_and_do_not_pause(tmp_path: Path) -> None:
    with Server(tmp_path / "data", "--pace", "60", "--name", "gajah.test") as server:
        _, page = _bots(server)
        assert not page.welcome["may_pace"]
        assert page.refused("pace", paused=True) == "no_pace"
