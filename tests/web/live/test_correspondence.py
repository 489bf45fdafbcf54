"""Games with days for a turn: they need no room while players are away, and their flags fall."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from gajah._core import Side
from gajah.web.games.server_time import ServerTime
from gajah.web.games.show import show_game
from gajah.web.live.lobby import Lobby
from gajah.web.live.resting import RestingGames
from gajah.web.live.room import Room
from gajah.web.wire.requests import NewGame
from tests.helpers import OPENING
from tests.web.inside import Line, open_lobby

GOLD, SILVER = Side.GOLD, Side.SILVER
DAYS = NewGame(start=OPENING.short, control="3d/0/0")
_DAY_S = 86_400.0
_POLL_S = 0.01


async def play_one(lobby: Lobby) -> str:
    """A game in which gold has played, and from which both have gone."""
    room, _ = await lobby.create(DAYS)
    async with lobby.enter(room.id) as room, Line().joined(room, GOLD, SILVER) as page:
        await page.say(room, "steps", steps=["Ee2n"])
        await page.say(room, "send")
    return room.id


def move_time(lobby: Lobby, seconds: float) -> None:
    """Let the server be there for so long, in a moment."""
    shift = ServerTime(lobby.store.time.now_s() + seconds)
    lobby.store.time.__dict__.update(shift.__dict__)


def _left_s(lobby: Lobby, room: Room) -> float | None:
    return room.live.time_left_s(lobby.store.time.now_s())


async def wait_for_end(lobby: Lobby, game: str) -> str:
    """The reason of the end."""
    while (result := lobby.store.game(game).result) is None:
        await asyncio.sleep(_POLL_S)
    return result.reason.name


def test_the_flag_of_a_game_falls_that_no_page_has_open(tmp_path: Path) -> None:
    async def whole() -> None:
        async with open_lobby(tmp_path) as lobby:
            game = await play_one(lobby)
            assert len(lobby.rooms) == 0, "a game by days needs no room without pages"
            assert lobby.store.game(game).state == "playing"
            move_time(lobby, 3 * _DAY_S + 1)
            assert await wait_for_end(lobby, game) == "TIME"
            assert lobby.store.game(game).winner == "g"

    asyncio.run(whole())


def test_each_turn_has_all_its_days_and_a_restart_costs_none(tmp_path: Path) -> None:
    async def begin() -> str:
        async with open_lobby(tmp_path) as lobby:
            game = await play_one(lobby)
            move_time(lobby, 2 * _DAY_S)
            await lobby.store.note_alive()
            return game

    async def go_on(game: str) -> None:
        async with open_lobby(tmp_path) as lobby:
            assert len(lobby.rooms) == 0, "it is not loaded before a page or its flag comes"
            async with lobby.enter(game) as room, Line().joined(room, SILVER) as page:
                assert _left_s(lobby, room) == pytest.approx(_DAY_S, abs=60)
                await page.say(room, "steps", steps=["ed7s"])
                await page.say(room, "send")
                assert _left_s(lobby, room) == pytest.approx(3 * _DAY_S, abs=60)
            move_time(lobby, 3 * _DAY_S + 1)
            assert await wait_for_end(lobby, game) == "TIME"
            assert lobby.store.game(game).winner == "s"

    asyncio.run(go_on(asyncio.run(begin())))


def test_the_list_says_how_long_the_turn_still_has(tmp_path: Path) -> None:
    async def whole() -> None:
        async with open_lobby(tmp_path) as lobby:
            game = lobby.store.game(await play_one(lobby))
            move_time(lobby, _DAY_S)
            left = show_game(game, now_s=lobby.store.time.now_s()).turn_left
            assert left == pytest.approx(2 * _DAY_S, abs=60)

    asyncio.run(whole())


def test_a_game_that_rests_is_woken_once_when_its_flag_is_near() -> None:
    resting = RestingGames()
    for number in range(5000):
        resting.add(f"game {number}", 10_000.0 + number)
    resting.add("game 7", 20_000.0)
    resting.wake("game 8")
    assert len(resting) == 4999
    assert resting.take_due(0.0) == []
    due = resting.take_due(10_000.0 - 1800 + 9)
    assert due == [f"game {number}" for number in (0, 1, 2, 3, 4, 5, 6, 9)]
    assert len(resting) == 4991
