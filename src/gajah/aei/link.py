"""What an engine is reached through: lines to it, lines from it, and its end.

`Link` is the common part. `gajah.aei.process` makes one of a program's stdin and stdout,
`gajah.aei.sockets` one of a network connection.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from contextlib import suppress
from enum import Enum
from typing import TextIO

from gajah.errors import quoted

# A line longer than this is no line of AEI; the longest lawful one, a pv, has a few thousand.
_MAX_LINE_BYTES = 1 << 16
# What an engine may say between two questions. Verbose engines write some kilobytes a second.
_MAX_BYTES_PER_QUESTION = 1 << 23


class FailureKind(Enum):
    """How an engine failed."""

    NO_START = "did not start"
    NO_HANDSHAKE = "did not introduce itself"
    CRASH = "crashed"
    NOT_READY = "did not get ready"
    HANG = "did not answer"
    FLOOD = "wrote without end"


class EngineFailure(Exception):  # noqa: N818 - it names what happened
    """An engine that cannot go on; the text says what happened."""

    def __init__(self, kind: FailureKind, detail: str = "", *, waited_s: float = 0.0) -> None:
        super().__init__(f"{kind.value}: {detail}" if detail else kind.value)
        self.kind = kind
        self.detail = detail
        #: How long an answer that did not come was waited for.
        self.waited_s = waited_s


class Link:
    """Lines from an engine, split and counted; one question at a time waits for its answer."""

    def __init__(self, log: TextIO | None = None) -> None:
        #: Why the link is broken, or ``None`` while it works.
        self.failure: EngineFailure | None = None
        #: Set once nothing more can come.
        self.ended = asyncio.Event()
        self._log = log
        self._out: asyncio.WriteTransport | None = None
        self._is_quitting = False
        self._tail = b""
        self._bytes_left = _MAX_BYTES_PER_QUESTION
        self._expected = ""
        self._last_other = ""
        # The line, and when it came.
        self._answer: asyncio.Future[tuple[str, float]] | None = None
        self._on_other: Callable[[str], None] | None = None

    def send(self, *lines: str) -> None:
        """Write lines; to a broken link they go nowhere."""
        if self.failure is None and self._out is not None and not self._out.is_closing():
            for line in lines:
                self.note(">", line)
            self._out.write("".join(f"{line}\n" for line in lines).encode())

    async def ask(
        self,
        *lines: str,
        expected: str,
        timeout_s: float,
        on_other: Callable[[str], None] | None = None,
    ) -> tuple[str, float]:
        """Write lines and wait for the first line that has ``expected`` as its first word.

        Returns it with the seconds it took. Other lines go to ``on_other``. Raises EngineFailure,
        ``HANG`` when the time is up.
        """
        if self.failure is not None:
            raise self.failure
        assert self._answer is None, "one question at a time"
        self._expected, self._on_other = expected, on_other
        self._last_other = ""
        self._bytes_left = _MAX_BYTES_PER_QUESTION
        self._answer = asyncio.get_running_loop().create_future()
        asked_s = time.monotonic()
        self.send(*lines)
        try:
            async with asyncio.timeout(timeout_s):
                text, came_s = await self._answer
                return text, came_s - asked_s
        except TimeoutError:
            said = self._describe_silence(timeout_s)
            raise EngineFailure(FailureKind.HANG, said, waited_s=timeout_s) from None
        finally:
            self._answer = self._on_other = None

    async def close(self, patience_s: float) -> None:
        """Say ``quit``, wait that long at most, and end the engine if it is still there.

        Cancelling it ends the engine at once.
        """
        closing = asyncio.ensure_future(self._close(patience_s))
        try:
            await asyncio.shield(closing)
        except asyncio.CancelledError:
            self.kill()
            await closing
            raise

    def kill(self) -> None:
        """End the engine at once."""
        raise NotImplementedError

    def log_to(self, log: TextIO | None) -> None:
        """Write the conversation there from now on, or nowhere."""
        self._log = log

    def note(self, sign: str, text: str) -> None:
        """Write a line into the conversation's log, if there is one."""
        if self._log is None or self._log.closed:
            return
        try:
            self._log.write(f"{time.monotonic():.4f} {sign} {text}\n")
        except OSError:
            # A full disk costs the log and not the game.
            self._log = None

    async def _close(self, patience_s: float) -> None:
        self._is_quitting = True
        if self.failure is None and self._out is not None:
            self.send("quit")
            self._out.write_eof()
            await self._wait_ended(patience_s)
        await self._end()

    async def _wait_ended(self, patience_s: float) -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(patience_s):
                await self.ended.wait()

    async def _end(self) -> None:
        """End what did not leave when it was told to."""
        raise NotImplementedError

    def _received(self, data: bytes) -> None:
        if self.failure is not None:
            return
        now_s = time.monotonic()
        *lines, self._tail = (self._tail + data).split(b"\n")
        for line in lines:
            self._take(line.decode("utf-8", "replace").strip(), now_s)
        self._count(len(data), is_flood=len(self._tail) > _MAX_LINE_BYTES)

    def _count(self, size: int, *, is_flood: bool = False) -> None:
        """Note how much came, and end an engine that never stops writing."""
        self._bytes_left -= size
        if self._bytes_left < 0 or is_flood:
            self._break(EngineFailure(FailureKind.FLOOD))
            self.kill()

    def _take(self, text: str, now_s: float) -> None:
        self.note("<", text)
        if self._answer is None or self._answer.done():
            return
        if text.split(maxsplit=1)[:1] == [self._expected]:
            self._answer.set_result((text, now_s))
            return
        self._last_other = text or self._last_other
        if self._on_other is not None:
            self._on_other(text)

    def _describe_silence(self, timeout_s: float) -> str:
        if not self._last_other:
            return f"nothing within {timeout_s:g}s (does it flush its output?)"
        last = quoted(self._last_other)
        return f"no {self._expected} within {timeout_s:g}s; its last line was {last}"

    def _break(self, failure: EngineFailure) -> None:
        """Give up the engine and tell the caller that waits for it. The first reason counts."""
        if self.failure is None:
            self.failure = failure
            self.note("!", str(failure))
        if self._answer is not None and not self._answer.done():
            self._answer.set_exception(self.failure)
