"""A lock that can be closed for good."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from gajah.web.wire.errors import Refusal


class ClosableLock:
    """A lock that can be closed: from then on every request for it is refused."""

    def __init__(self) -> None:
        self._lock = asyncio.Lock()
        self._why: Callable[[], Refusal] | None = None

    def close(self, why: Callable[[], Refusal]) -> None:
        """Refuse it from now on, for that reason; the holder may finish."""
        self._why = why

    async def __aenter__(self) -> None:
        await self._lock.acquire()
        if self._why is not None:
            self._lock.release()
            raise self._why()

    async def __aexit__(self, *_: object) -> None:
        self._lock.release()
