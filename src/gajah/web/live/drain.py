"""Ending a game's room so that it goes on in the next server: what was sent is stored and told."""

from __future__ import annotations

import asyncio
from contextlib import suppress

from gajah.web.live.pulse import wait_for_end
from gajah.web.live.room import Room
from gajah.web.wire.errors import Refusal, Restarting
from gajah.web.wire.table import ServerRestarts


async def drain(room: Room) -> None:
    """Tell the pages that the server ends, and let nothing happen after what is under way."""
    room.tell_all(ServerRestarts())
    with suppress(Refusal):  # It was given up, or deleted.
        async with room.lock:  # A turn that is being stored comes first.
            room.lock.close(Restarting)
    await wait_for_end(room.pulse.stop())
    await asyncio.gather(*(client.flush() for client in room.clients))
