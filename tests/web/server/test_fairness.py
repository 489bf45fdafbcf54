"""One person's bots and searches leave cores and places to the others."""

from __future__ import annotations

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.helpers import OPENING
from tests.web.harness import Page, Server

PROXY = ("--name", "arimaa.example", "--proxy", "127.0.0.1", "--pace", "60")
BOTS = {"gold": {"player": "random"}, "silver": {"player": "random"}, "start": OPENING.short}
ANN, BEA = "203.0.113.5", "203.0.113.6"


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """The folder of a server with few games between bots, and few searches that wait."""
    folder = tmp_path / "data"
    folder.mkdir()
    limits = "bot_games_each = 2\nbot_games = 3\nqueue_each = 4\n"
    (folder / "config.toml").write_text(f"[limits]\n{limits}")
    return folder


def test_games_between_bots_are_limited_for_each_person_and_for_all(data: Path) -> None:
    with Server(data, *PROXY) as server:

        def opened(visitor: str, count: int) -> Counter[int]:
            with (
                server.client(headers={"X-Forwarded-For": visitor}) as client,
                ThreadPoolExecutor(count) as many,
            ):
                answers = many.map(lambda _: client.post("/games", json=BOTS), range(count))
                return Counter(answer.status_code for answer in answers)

        assert opened(ANN, 5) == {201: 2, 429: 3}
        assert opened(BEA, 5) == {201: 1, 429: 4}


def test_the_owner_opens_as_many_games_between_bots_as_the_machine_bears(data: Path) -> None:
    with Server(data, "--pace", "60") as server:
        for _ in range(5):
            server.post("/games", BOTS, 201)


def test_many_analyses_of_one_person_do_not_make_others_wait(data: Path) -> None:
    with Server(data, *PROXY, "--searches", "1") as server:

        def analyse(visitor: str) -> Page:
            headers = {"X-Forwarded-For": visitor}
            page = Page(server, "/ws/analysis", additional_headers=headers)
            page.say("hello", version=1)
            page.hear("welcome")
            page.say("analyse", position=OPENING.short)
            return page

        for _ in range(5):
            analyse(ANN).hear("queue", "analysis")
        refused = analyse(ANN).hear("error", "analysis", "queue")
        assert refused["code"] == "slow_down"
        assert analyse(BEA).hear("queue")["place"] <= 2
