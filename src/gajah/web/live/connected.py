"""Whose players are connected, and which of them wait for any opponent."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from gajah.web.live.room import Room
from gajah.web.wire.boards import letter
from gajah.web.wire.limits import Person

CHALLENGE = "?"
"""Beside the sides of a game that waits for any opponent."""
# Of one person: one who makes many hides those of others from no page.
_MOST_EACH = 10


def online_now(rooms: Iterable[Room]) -> dict[str, str]:
    """The games that players are connected to, each with their sides."""
    there = [room for room in rooms if room.online]
    marks = {room.id: CHALLENGE for room in open_challenges(there)}
    return {
        room.id: "".join(sorted(map(letter, room.online))) + marks.get(room.id, "")
        for room in there
    }


def open_challenges(rooms: Iterable[Room]) -> list[Room]:
    """The rooms whose makers are there and wait for any opponent, a few of each person."""
    counts: Counter[Person] = Counter()
    found = []
    for room in rooms:
        stored = room.live.stored
        if stored.open and stored.state == "waiting" and room.online:
            counts[room.pulse.person] += 1
            if counts[room.pulse.person] <= _MOST_EACH:
                found.append(room)
    return found
