"""A server as a bot reaches it: sockets and requests, with the bot's token."""

from __future__ import annotations

import asyncio
import json
import random
import urllib.error
import urllib.request
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidStatus, WebSocketException

Message = dict[str, Any]
"""What is sent and heard, as docs/web-protocol.md has it."""

VERSION = 1
_OPEN_S = 20.0
# How often the connection is tried, and how long an answer may take.
_PING_S = 10.0
_FIRST_WAIT_S = 0.5
_LONGEST_WAIT_S = 15.0
_REQUEST_S = 20.0
_TOO_MANY = 429


class Rejected(Exception):  # noqa: N818 - it says what happened
    """The server does not want this bot; the text is a sentence, trying again of no use."""


class Lost(Exception):  # noqa: N818 - it says what happened
    """There is no connection at the moment."""


@dataclass(frozen=True)
class RemoteServer:
    """Where it is, and the token that opens it."""

    url: str
    token: str = field(repr=False)

    @asynccontextmanager
    async def socket(self, path: str) -> AsyncIterator[ClientConnection]:
        """An open socket; raises Rejected, and Lost also when it closes."""
        address = self.url.replace("http", "ws", 1) + path
        try:
            async with connect(
                address,
                additional_headers=self._headers(),
                open_timeout=_OPEN_S,
                ping_interval=_PING_S,
                ping_timeout=_PING_S,
                close_timeout=1,
                max_size=None,
            ) as socket:
                yield socket
        except InvalidStatus as answer:
            status = answer.response.status_code
            if status < 500 and status != _TOO_MANY:
                raise Rejected(f"{self.url} refuses the connection (status {status})") from None
            raise Lost(f"status {status}") from None
        except (OSError, TimeoutError, WebSocketException) as error:
            raise Lost(str(error) or type(error).__name__) from None

    async def post(self, path: str, body: Message) -> None:
        """Ask for something; what is refused stays as it is."""
        await asyncio.to_thread(self._post, path, body)

    def _post(self, path: str, body: Message) -> None:
        headers = {**self._headers(), "Content-Type": "application/json"}
        data = json.dumps(body).encode()
        request = urllib.request.Request(f"{self.url}/api/v1{path}", data, headers)
        try:
            with urllib.request.urlopen(request, timeout=_REQUEST_S):
                pass
        except (urllib.error.URLError, OSError):
            pass

    def _headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.token}"}


class Patience:
    """How long to wait before the next attempt: longer each time, until one succeeds."""

    def __init__(self) -> None:
        self._wait_s = _FIRST_WAIT_S

    def reset(self) -> None:
        """It has succeeded."""
        self._wait_s = _FIRST_WAIT_S

    async def wait(self) -> None:
        """Wait; bots of one server do not come back all at the same moment."""
        await asyncio.sleep(self._wait_s * random.uniform(0.5, 1.0))
        self._wait_s = min(2 * self._wait_s, _LONGEST_WAIT_S)
