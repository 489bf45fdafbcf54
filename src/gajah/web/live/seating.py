"""Which seats of a game a visitor with their secrets may play."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from gajah._core import Side
from gajah.web.games.seats import sides_of_bot
from gajah.web.wire.accounts import Member

if TYPE_CHECKING:
    from gajah.web.live.room import Room


async def may_play(room: Room, sides: frozenset[Side], member: Member | None) -> frozenset[Side]:
    """Those of the sides that the visitor may play; the room is locked meanwhile.

    A bot plays where it was challenged, and has no person's seat. A seat of a rated game is first
    taken by an account that is neither the opponent's, nor its keeper, nor a bot of it.
    """
    seats = room.live.stored.seats
    if member is not None and member.is_bot:
        sides &= sides_of_bot(seats, member.id)
    new = frozenset(side for side in sides if not seats[side].taken)
    if not new or not room.live.stored.rated:
        return sides
    if member is None or len(sides) > 1:
        return sides - new
    bots = await asyncio.to_thread(room.store.accounts.bots_of, member.id)
    own = {member.id, member.keeper, *(bot.id for bot, _ in bots)} - {None}
    return sides - {side for side in new if seats[side.other].account in own}
