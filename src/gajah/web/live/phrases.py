"""Phrases between two people who play each other."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from gajah._core import Side
from gajah.web.wire.boards import letter
from gajah.web.wire.client import Client
from gajah.web.wire.errors import Refusal
from gajah.web.wire.limits import Bucket
from gajah.web.wire.table import PhraseSaid, SayPhrase

if TYPE_CHECKING:
    from gajah.web.live.room import Room

# A few at once, then one in ten seconds.
_PER_S = 0.1
_AT_ONCE = 3


class Phrases:
    """What may still be said in a room; nothing of it is stored."""

    def __init__(self) -> None:
        self._buckets = {side: Bucket(_PER_S, _AT_ONCE) for side in (Side.GOLD, Side.SILVER)}

    def say(self, room: Room, client: Client, message: SayPhrase) -> None:
        """Tell both players, and not those who watch."""
        side = room.seat(client)
        others = room.live.stored.seats[side.other]
        if len(client.sides) > 1 or not others.is_human or room.live.stored.imported:
            raise Refusal("no_opponent", "There is no opponent to talk to.", status=409)
        if not self._buckets[side].take(time.monotonic()):
            text = "You have said a lot. Wait a few seconds."
            raise Refusal("slow_down", text, status=429)
        said = PhraseSaid(by=letter(side), phrase=message.phrase)
        players = [each for each in room.clients if each.sides]
        room.tell_all(said, client, message.ref, to=players)
