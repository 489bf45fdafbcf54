"""What the owner does to games, and what a ban does to those of an account."""

from __future__ import annotations

import asyncio
from collections.abc import Collection
from contextlib import suppress

from gajah._core import Side
from gajah.web.live.lobby import Lobby
from gajah.web.live.room import Room
from gajah.web.wire.errors import Refusal

_VOID = "the owner of the server has ended the game"


async def void(room: Room, reason: str) -> None:
    """End a game without a winner, and so without a change of ratings."""
    async with room.lock:
        room.live.abandon(f"{_VOID}: {reason}" if reason else _VOID)
        await room.ended()


async def end_games_of(lobby: Lobby, account_ids: Collection[str]) -> None:
    """Have banned accounts lose the games that they play; those that have not begun just end.

    Games of another process are left to that one.
    """
    for game in await asyncio.to_thread(lobby.store.accounts.open_games, account_ids):
        with suppress(Refusal):
            async with lobby.enter(game.id) as room:
                await _expel(room, game.side)


async def rename_players(lobby: Lobby) -> None:
    """Call the players in all rooms as their accounts are called now."""
    seats = [seat for room in lobby.rooms for seat in room.live.stored.seats.values()]
    ids = {seat.account for seat in seats if seat.account is not None}
    names = await asyncio.to_thread(lobby.store.accounts.names, ids)
    for room in lobby.rooms:
        with suppress(Refusal):
            async with room.lock:
                if room.live.rename_accounts(names):
                    await room.save()
                    room.tell_game()


async def _expel(room: Room, side: Side) -> None:
    async with room.lock:
        live = room.live
        name = live.stored.seats[side].name
        if live.is_running:
            live.expel(side, room.used_s(), f"{name} was banned")
        else:
            live.abandon(f"{name} was banned")
        await room.ended()
