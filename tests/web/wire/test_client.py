"""How long a socket is listened to that says too much."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator

from starlette.types import Message

from gajah.web.wire.messages import PAGE_MESSAGES
from tests.web.inside import Line

_UNDO: Message = {"type": "websocket.receive", "text": '{"type": "undo"}'}


class Talker:
    """A page that has said undo at each of these moments, in seconds, if it was listened to."""

    def __init__(self, moments: Iterable[float]) -> None:
        self._moments = moments
        self._now_s = 0.0
        self.sent = self.accepted = 0
        self.was_heard_out = False
        asyncio.run(self._talk())

    async def _talk(self) -> None:
        line = Line(self._words(), lambda: self._now_s)
        async with line.client.open():
            async for _ in line.client.listen(PAGE_MESSAGES):
                self.accepted += 1

    def _words(self) -> Iterator[Message]:
        for moment in self._moments:
            self._now_s = moment
            self.sent += 1
            yield _UNDO
        self.was_heard_out = True


def test_page_that_hurries_now_and_then_stays_for_days() -> None:
    page = Talker(60.0 * minute for minute in range(100) for _ in range(130))
    assert page.was_heard_out
    assert page.accepted == 120 * 100


def test_page_that_floods_is_soon_not_listened_to() -> None:
    page = Talker(number / 1000 for number in range(100_000))
    assert not page.was_heard_out
    assert page.sent < 1000
