"""A database that is locked or away, and a system clock that is set: no player pays for either."""

from __future__ import annotations

import asyncio
import resource
import sqlite3
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from gajah._core import Side
from gajah.web.games import writer
from gajah.web.live import lobby as lobby_module
from gajah.web.live.lobby import Lobby
from gajah.web.wire.requests import NewGame, SeatWanted
from tests.helpers import OPENING
from tests.web.harness import Server
from tests.web.inside import Line, open_lobby

GOLD, SILVER = Side.GOLD, Side.SILVER


@contextmanager
def locked(data: Path) -> Iterator[None]:
    """The database as another program holds it: nothing can be written."""
    with closing(sqlite3.connect(data / "gajah.sqlite3", isolation_level=None)) as database:
        database.execute("BEGIN IMMEDIATE")
        yield
        database.execute("ROLLBACK")


@contextmanager
def full_disk(server: Server) -> Iterator[None]:
    """The disk as one that has no room for what SQLite adds to its log; the server's is short."""
    assert server.process is not None
    pid = server.process.pid
    _, most = resource.prlimit(pid, resource.RLIMIT_FSIZE)
    resource.prlimit(pid, resource.RLIMIT_FSIZE, (8192, most))
    yield
    resource.prlimit(pid, resource.RLIMIT_FSIZE, (most, most))


def in_lobby(data: Path, work: Callable[[Lobby], Awaitable[None]]) -> None:
    """Do something in a lobby whose games are in that folder."""

    async def whole() -> None:
        async with open_lobby(data, bot_pace_s=0.0) as lobby:
            await work(lobby)

    asyncio.run(whole())


async def until(holds: Callable[[], bool]) -> None:
    """Wait for something that other tasks bring about."""
    while not holds():
        await asyncio.sleep(0.01)


def bots_at_random() -> NewGame:
    """Two bots that need no time."""
    seat = SeatWanted(player="random")
    return NewGame(gold=seat, silver=seat)


def test_turn_sent_in_time_is_played_however_long_it_takes_to_store(tmp_path: Path) -> None:
    with Server(tmp_path / "data") as server:
        game, tokens = server.new_game(start=OPENING.short, control="1s/1s")
        page = server.page(game, tokens["g"], tokens["s"])
        assert page.ask("step", step="Ee2n")["type"] == "draft"
        sent_s = time.monotonic()
        with locked(tmp_path / "data"):
            page.say("send", ref=77)
            # The page does not take the connection for dead meanwhile.
            page.say("ping", id=1)
            assert page.hear("turn", "error", "pong")["type"] == "pong"
            # Both sides' whole time, and more than one try of the writer.
            while time.monotonic() < sent_s + 5 or "cannot be written" not in server.log():
                time.sleep(0.05)
        played = page.hear("turn", "error", "game")
        assert played["type"] == "turn", played
        assert played["ref"] == 77
        # Silver's two seconds have only begun.
        assert played["clock"]["left"]["s"] > 1
        assert server.log().count("cannot be written") == 1
        assert "can be written again" in server.log()
        assert "Traceback" not in server.log()


def test_full_disk_costs_no_time_and_no_turn(tmp_path: Path) -> None:
    with Server(tmp_path / "data") as server:
        game, tokens = server.new_game(start=OPENING.short, control="1s/1s")
        page = server.page(game, tokens["g"], tokens["s"])
        assert page.ask("step", step="Ee2n")["type"] == "draft"
        sent_s = time.monotonic()
        with full_disk(server):
            page.say("send", ref=77)
            while time.monotonic() < sent_s + 3 or "cannot be" not in server.log():
                time.sleep(0.05)
        played = page.hear("turn", "error", "game")
        assert (played["type"], played["ref"]) == ("turn", 77)
        assert played["clock"]["left"]["s"] > 1
        assert "Traceback" not in server.log()


def test_server_that_ends_while_the_database_is_locked_says_so(tmp_path: Path) -> None:
    with Server(tmp_path / "data") as server:
        game, tokens = server.new_game(start=OPENING.short, control="10m/10m")
        server.page(game, tokens["g"], tokens["s"]).play("Ee2n")
        with locked(tmp_path / "data"):
            assert server.interrupt() == 0
        assert "the time of the games could not be noted" in server.log()
        assert "Traceback" not in server.log()
        server.kill()
        server.start()
        assert server.page(game).welcome["game"]["turn_count"] == 1


def step_clocks(monkeypatch: pytest.MonkeyPatch, wall_s: float, boot_s: float) -> None:
    """Set the system's clock, and the one that goes on while the machine sleeps."""
    real_time, real_clock = time.time, time.clock_gettime

    def clock(which: int) -> float:
        is_boot = which == getattr(time, "CLOCK_BOOTTIME", None)
        return real_clock(which) + (boot_s if is_boot else 0.0)

    monkeypatch.setattr(time, "time", lambda: real_time() + wall_s)
    monkeypatch.setattr(time, "clock_gettime", clock)


@pytest.mark.parametrize(
    ("wall_s", "boot_s"),
    [(3600.0, 0.0), (-3600.0, 0.0), (3600.0, 3600.0)],
    ids=["set ahead", "set back", "asleep"],
)
def test_neither_a_clock_that_is_set_nor_sleep_changes_a_game_clock(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, wall_s: float, boot_s: float
) -> None:
    seen: list[float] = []

    async def begin(lobby: Lobby) -> None:
        room, _ = await lobby.create(NewGame(start=OPENING.short, control="60s/5m"))
        async with lobby.enter(room.id) as room, Line().joined(room, GOLD, SILVER) as page:
            await page.say(room, "steps", steps=["Ee2n"])
            await page.say(room, "send")
            step_clocks(monkeypatch, wall_s, boot_s)
            await page.say(room, "name", name="Ann")
            await lobby.store.note_alive()

    async def go_on(lobby: Lobby) -> None:
        ((game_id, _),) = lobby.store.unfinished()
        async with lobby.enter(game_id) as room, Line().joined(room) as page:
            await until(lambda: bool(page.heard))
            welcome = page.heard[0]
            assert welcome["game"]["state"] == "playing"
            seen.append(welcome["clock"]["left"]["s"])

    in_lobby(tmp_path, begin)
    in_lobby(tmp_path, go_on)
    assert 300 < seen[0] <= 360


def test_game_has_one_room_while_its_start_waits_for_the_database(tmp_path: Path) -> None:
    async def work(lobby: Lobby) -> None:
        with locked(tmp_path):
            making = asyncio.create_task(lobby.create(bots_at_random()))
            # The game itself must be stored first; its room then waits to store that it begins.
            await until(lambda: lobby.store.time.stands_still)
        room, _ = await making
        async with lobby.enter(room.id) as same:
            assert same is room

    async def loaded(lobby: Lobby) -> None:
        room, _ = await lobby.create(NewGame(start=OPENING.short))
        game = room.id
        await until(lambda: len(lobby.rooms) == 0)
        with sqlite3.connect(tmp_path / "gajah.sqlite3") as database:
            # Both have come, and the game has not begun: its room will begin it, and store that.
            database.execute("UPDATE games SET gold_taken = 1, silver_taken = 1")
        database.close()
        with locked(tmp_path):
            first = asyncio.create_task(_welcomed(lobby, game))
            await until(lambda: lobby.store.time.stands_still)
            before = lobby.find_room(game)
            second = asyncio.create_task(_welcomed(lobby, game))
            await asyncio.sleep(2 * lobby_module._ALIVE_S)  # The heart looks for idle rooms.
            assert lobby.find_room(game) is before is not None
        assert await first is await second is before

    in_lobby(tmp_path, work)
    in_lobby(tmp_path, loaded)


async def _welcomed(lobby: Lobby, game: str) -> object:
    async with lobby.enter(game) as room:
        return room


def test_bots_that_nobody_watches_go_on_after_an_outage(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writer, "_PATIENCE_S", 0.0)
    monkeypatch.setattr(lobby_module, "_PICK_UP_S", 0.0)

    async def work(lobby: Lobby) -> None:
        room, _ = await lobby.create(bots_at_random())
        with locked(tmp_path):
            await until(lambda: room.is_broken)
        await until(lambda: lobby.store.game(room.id).state == "over")

    in_lobby(tmp_path, work)
