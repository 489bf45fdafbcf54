"""How long a socket is listened to that says too much."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterable, Iterator

import pytest
from starlette.types import Message

from gajah.web.wire.messages import PAGE_MESSAGES
from tests.web.harness import Json
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


class Deaf(Line):
    """A page that reads nothing: what is sent to it stays on the way."""

    async def _send(self, message: Message) -> None:
        if message["type"] == "websocket.send":
            self.heard.append({})
            await asyncio.Event().wait()

    async def _receive(self) -> Message:
        message = next(self._messages, None)
        if message is None:
            await asyncio.Event().wait()
        return message or {}


@pytest.mark.parametrize(("count", "size"), [(4, 400_000), (500, 10)])
def test_page_that_reads_nothing_is_let_go_by_weight_and_by_number(count: int, size: int) -> None:
    async def talk() -> int:
        line = Deaf()
        sent = 0
        async with line.client.open():
            messages = line.client.listen(PAGE_MESSAGES)
            hearing = asyncio.ensure_future(anext(messages, None))
            while not hearing.done():
                line.client.send("x" * size)
                sent += 1
                await asyncio.sleep(0)
        return sent

    assert asyncio.run(talk()) <= count


def test_one_message_may_be_of_any_weight() -> None:
    async def talk() -> list[Json]:
        line = Line()
        async with line.client.open():
            line.client.send(json.dumps({"text": "x" * 5_000_000}))
        return line.heard

    assert len(asyncio.run(talk())) == 1
