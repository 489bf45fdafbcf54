"""A lock that can be closed for good."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from gajah.web.wire.errors import Refusal


class ClosableLock:
    """One at a time, and nobody any more once it is closed: whoever waits or comes is refused."""

    def __init__(self) -> None:
        self._lock = asyncio.Lock()
        self._why: Callable[[], Refusal] | None = None

    def close(self, why: Callable[[], Refusal]) -> None:
        """Let nobody in from now on, for that reason; whoever is in may finish."""
        self._why = why

    async def __aenter__(self) -> None:
        await self._lock.acquire()
        if self._why is not None:
            self._lock.release()
            raise self._why()

    async def __aexit__(self, *_: object) -> None:
        self._lock.release()
