"""Games that rest without a room: only their clocks run, and no flag falls soon."""

from __future__ import annotations

import heapq

FAR_S = 3600.0
"""A flag that falls later than this needs no room until then."""


class RestingGames:
    """The games by the time, the server's own, when they are to be looked after again."""

    def __init__(self) -> None:
        self._due: dict[str, float] = {}
        # What is not in the table any more, or is there with another time, is passed over.
        self._queue: list[tuple[float, str]] = []

    def __len__(self) -> int:
        return len(self._due)

    def add(self, game_id: str, flag_s: float) -> None:
        """Let a game rest whose flag falls then, at the earliest."""
        due_s = flag_s - FAR_S / 2
        self._due[game_id] = due_s
        heapq.heappush(self._queue, (due_s, game_id))

    def wake(self, game_id: str) -> None:
        """A game has a room, or is no longer this process's."""
        self._due.pop(game_id, None)

    def clear(self) -> None:
        """Forget all of them."""
        self._due.clear()
        self._queue.clear()

    def take_due(self, now_s: float) -> list[str]:
        """The games that have rested long enough."""
        taken = []
        while self._queue and self._queue[0][0] <= now_s:
            due_s, game_id = heapq.heappop(self._queue)
            if self._due.get(game_id) == due_s:
                del self._due[game_id]
                taken.append(game_id)
        return taken
