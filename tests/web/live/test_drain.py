"""A server that is told to end: pages hear of it, and nothing that was sent is lost."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from gajah._core import Side
from gajah.web.live import lobby as lobby_module
from gajah.web.live.lobby import Lobby
from gajah.web.wire.errors import Restarting
from gajah.web.wire.requests import NewGame, SeatWanted
from tests.helpers import OPENING
from tests.web.harness import PATIENCE_S, Server
from tests.web.inside import Line
from tests.web.live.test_outages import in_lobby, locked, until


def test_games_go_on_in_the_next_server(tmp_path: Path) -> None:
    with Server(tmp_path / "data") as server:
        game, tokens = server.new_game(start=OPENING.short, control="10m/10m")
        gold, silver = server.page(game, tokens["g"]), server.page(game, tokens["s"])
        gold.play("Ee2n")
        silver.ask("steps", steps=["ed7s"])
        bots, seats = server.new_game(silver="gajah:level=10", start=OPENING.short)
        player = server.page(bots, seats["g"])
        player.play("Ee2n")
        server.terminate()
        for page in (gold, silver, player):
            page.hear("restarting")
            assert page.is_closed()
        assert server.log() == ""
        server.kill()
        server.start()
        again = server.page(game, tokens["s"])
        assert again.welcome["board"]["steps"] == ["ed7s"]
        assert again.welcome["clock"]["running"] == "s"
        again.ask("send")
        player = server.page(bots, seats["g"])
        if player.welcome["game"]["turn_count"] == 1:
            assert player.hear("turn")["node"]["label"] == "2s"


def test_a_turn_under_way_is_stored_and_told_and_nothing_new_begins(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lobby_module, "_DRAIN_S", PATIENCE_S)

    async def end(lobby: Lobby) -> None:
        room, _ = await lobby.create(NewGame(start=OPENING.short, control="10m/10m"))
        async with lobby.enter(room.id) as room, Line().joined(room, *Side) as page:
            await page.say(room, "step", step="Ee2n")
            with locked(tmp_path):
                sending = asyncio.create_task(page.say(room, "send"))
                await until(lambda: lobby.store.time.stands_still)
                ending = asyncio.create_task(lobby.drain())
                await until(lambda: page.heard[-1]["type"] == "restarting")
                with pytest.raises(Restarting):
                    await lobby.create(NewGame())
                with pytest.raises(Restarting):
                    lobby.check_staying()
            await asyncio.gather(sending, ending)
            assert page.heard[-1]["type"] == "turn"
            stopped_s = lobby.store.time.now_s()
            await page.say(room, "step", step="ed7s")
            await until(lambda: page.heard[-1]["type"] == "error")
            assert page.heard[-1]["code"] == "restarting"
            assert lobby.store.time.now_s() == stopped_s

    in_lobby(tmp_path, end)


def test_a_database_that_does_not_answer_holds_up_no_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def end(lobby: Lobby) -> None:
        room, _ = await lobby.create(NewGame(start=OPENING.short))
        async with lobby.enter(room.id) as room, Line().joined(room, *Side) as page:
            await page.say(room, "step", step="Ee2n")
            monkeypatch.setattr(lobby_module, "_DRAIN_S", 0.05)
            with locked(tmp_path):
                sending = asyncio.create_task(page.say(room, "send"))
                await until(lambda: lobby.store.time.stands_still)
                await lobby.drain()
                assert not sending.done()
            await sending

    in_lobby(tmp_path, end)


def test_bots_stop_thinking(tmp_path: Path) -> None:
    async def end(lobby: Lobby) -> None:
        bot = SeatWanted(player="gajah:level=10")
        await lobby.create(NewGame(gold=bot, silver=bot, start=OPENING.short))
        await until(lambda: lobby.pool.running == 1)
        await lobby.drain()
        await until(lambda: lobby.pool.running == 0)

    in_lobby(tmp_path, end)
