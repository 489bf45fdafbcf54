"""Pause and speed of a game between two programs, in the hands of the server's owner."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gajah.web.wire.client import Client
from gajah.web.wire.errors import Refusal
from gajah.web.wire.table import PlayOne, SetPace

if TYPE_CHECKING:
    from gajah.web.live.game import LiveGame
    from gajah.web.live.room import Room


def may_pace(live: LiveGame, client: Client) -> bool:
    """Whether a page may pause the game."""
    return client.person.is_owner and live.stored.is_of_bots and not live.is_over


async def set_pace(room: Room, client: Client, message: SetPace | PlayOne) -> None:
    """Pause, go on, play one turn, or change the speed. A turn under way begins anew."""
    if not may_pace(room.live, client):
        text = "A game under way between two bots is paused by the server's owner."
        raise Refusal("no_pace", text, status=403)
    if isinstance(message, PlayOne):
        room.pulse.allow_turn()
    else:
        room.pulse.stop_bot()
        room.live.stored.turn_began = None
        room.live.note(paused=message.paused, turn_s=message.turn_s)
        await room.save()
    room.tell_game(client, message.ref)
