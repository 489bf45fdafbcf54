"""Long games cost the person who asks about them, and no other page waits meanwhile."""

from __future__ import annotations

import asyncio
import threading
from collections import Counter
from pathlib import Path

import pytest

from gajah.random_game import random_game
from gajah.web.server.sockets.analysis import Desk
from gajah.web.settings import ClientLimits
from gajah.web.wire.errors import Refusal
from gajah.web.wire.limits import OWNER, Person
from gajah.web.wire.messages import ANALYSIS_MESSAGES
from gajah.web.wire.work import Work
from tests.web.harness import PATIENCE_S, Page, Server
from tests.web.inside import Line, open_lobby

TURNS = [str(turn) for turn in random_game(7).turns[:-1]]


def test_a_long_game_is_replayed_off_the_event_loop(tmp_path: Path) -> None:
    async def ask() -> tuple[bool, list[str]]:
        async with open_lobby(tmp_path) as lobby:
            line = Line()
            desk = Desk(line.client, lobby)
            board = ANALYSIS_MESSAGES.validate_python({"type": "board", "turns": TURNS})
            async with line.client.open():
                asked = asyncio.create_task(desk.hear(board))
                await asyncio.sleep(0)
                was_busy = asked.done()
                await asked
            return was_busy, [heard["type"] for heard in line.heard]

    assert asyncio.run(ask()) == (False, ["board"])


def test_a_socket_within_its_rate_cannot_ask_for_more_than_its_share(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    folder.mkdir()
    (folder / "config.toml").write_text("[limits]\nwork_per_s = 0.0\nwork_burst = 300\n")
    with Server(folder, "--name", "arimaa.example", "--proxy", "127.0.0.1") as server:

        def page(visitor: str) -> Page:
            headers = {"X-Forwarded-For": visitor}
            page = Page(server, "/ws/analysis", additional_headers=headers)
            page.say("hello", version=1)
            page.hear("welcome")
            return page

        ann = page("203.0.113.5")
        answers = [ann.ask("board", turns=TURNS) for _ in range(10)]
        assert answers[0]["type"] == "board"
        assert {answer.get("code") for answer in answers[5:]} == {"slow_down"}
        # Another socket, and requests, are of the same person.
        assert page("203.0.113.5").ask("board", turns=TURNS)["code"] == "slow_down"
        with server.client(headers={"X-Forwarded-For": "203.0.113.5"}) as client:
            assert client.post("/board", json={"turns": TURNS}).status_code == 429
        assert page("203.0.113.6").ask("board", turns=TURNS)["type"] == "board"


@pytest.mark.parametrize("path", ["/games?pieces=Ed5%20hc6", "/explore", "/export"])
def test_searches_of_the_library_are_paid_for(tmp_path: Path, path: str) -> None:
    folder = tmp_path / "data"
    folder.mkdir()
    (folder / "config.toml").write_text("[limits]\nwork_per_s = 0.0\nwork_burst = 200\n")
    with Server(folder, "--name", "arimaa.example", "--proxy", "127.0.0.1") as server:

        def ask(visitor: str) -> int:
            with server.client(headers={"X-Forwarded-For": visitor}) as client:
                return client.get(path).status_code

        assert ask("203.0.113.5") == 200
        assert 429 in [ask("203.0.113.5") for _ in range(10)]
        assert ask("203.0.113.6") == 200


def test_one_person_s_searches_leave_threads_to_the_others() -> None:
    ann, bea = Person("ann"), Person("bea")
    under_way: Counter[str] = Counter()
    most: Counter[str] = Counter()
    bea_is_done = threading.Event()

    def search(who: str) -> None:
        under_way[who] += 1
        most[who] = max(most[who], under_way[who])
        if who == "ann":
            assert bea_is_done.wait(PATIENCE_S)
        under_way[who] -= 1

    async def ask() -> None:
        work = Work(ClientLimits())
        anns = [asyncio.create_task(work.ask(ann, lambda: search("ann"))) for _ in range(20)]
        await work.ask(bea, lambda: search("bea"))
        bea_is_done.set()
        await asyncio.gather(*anns)
        work.close()

    asyncio.run(ask())
    assert most == {"ann": 1, "bea": 1}


def test_what_is_owed_is_paid_by_waiting() -> None:
    now_s = 0.0
    ann = Person("ann")
    work = Work(ClientLimits(work_per_s=10.0, work_burst=100), lambda: now_s)
    work.charge(ann, 500)
    now_s = 39.0
    with pytest.raises(Refusal):
        work.charge(ann, 1)
    now_s = 41.0
    work.charge(ann, 1)
    for _ in range(9):
        work.charge(OWNER, 500)
    work.close()
