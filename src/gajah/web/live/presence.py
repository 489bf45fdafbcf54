"""Every open socket, and whether the person or bot behind it may stay.

What ends a session is noted in the database (`acts`), by whichever process or command: all
processes look there, and close the sockets that it concerns.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator
from contextlib import contextmanager

from gajah.web.games.acts import RENAME, recent_acts
from gajah.web.games.bans import Bans
from gajah.web.games.database import DatabaseAway
from gajah.web.live.lobby import Lobby
from gajah.web.live.moderation import end_games_of, rename_players
from gajah.web.wire.client import Client
from gajah.web.wire.errors import Refusal

_log = logging.getLogger(__name__)
_LOOK_S = 1.0


class Presence:
    """The sockets of this process."""

    def __init__(self, lobby: Lobby, bans: Bans) -> None:
        self._lobby, self._store = lobby, lobby.store
        #: What is banned, as this process knows it.
        self._bans = bans
        self._clients: set[Client] = set()
        #: The newest acts that this process knows, by number.
        self._seen: dict[int, str] = {}
        self._watching: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Begin to look; what was banned while no server ran is known from now on."""
        self._seen = await asyncio.to_thread(self._recent_acts)
        await asyncio.to_thread(self._read_bans)
        await self._end_games()
        self._watching = asyncio.create_task(self._watch())

    @property
    def count(self) -> int:
        """How many sockets have said hello."""
        return len(self._clients)

    def close(self) -> None:
        """End."""
        if self._watching is not None:
            self._watching.cancel()

    @contextmanager
    def here(self, client: Client) -> Iterator[None]:
        """Watch over a socket while it is open."""
        self._clients.add(client)
        try:
            yield
        finally:
            self._clients.discard(client)

    async def _watch(self) -> None:
        is_recent = False
        while True:
            try:
                found = await asyncio.to_thread(self._recent_acts)
                new = found.keys() - self._seen.keys()
                # Twice, for a session that was looked up just before it was ended.
                if new or is_recent:
                    await asyncio.to_thread(self._read_bans)
                    await self._judge()
                if new:
                    await self._end_games()
                if RENAME in {found[number] for number in new}:
                    await rename_players(self._lobby)
                self._seen, is_recent = found, bool(new)
            except DatabaseAway:
                pass  # The log has it.
            except Exception:
                _log.exception("sessions cannot be looked at", extra={"event": "beat_failed"})
            await asyncio.sleep(_LOOK_S)

    def _recent_acts(self) -> dict[int, str]:
        with self._store.session() as session:
            return recent_acts(session.connection())

    def _read_bans(self) -> None:
        with self._store.session() as session:
            self._bans.read(session.connection())

    async def _judge(self) -> None:
        """Close the sockets of those whose sessions have been ended, or who are banned."""
        # One that comes meanwhile is not asked about.
        clients = list(self._clients)
        logins = {each.member.login for each in clients if each.member and each.member.login}
        valid = await asyncio.to_thread(self._store.accounts.valid_logins, logins)
        for client in clients:
            if (refusal := self._why_not(client, valid)) is not None:
                client.refuse(refusal)
                client.close()

    def _why_not(self, client: Client, valid: set[str]) -> Refusal | None:
        member = client.member
        if member is None or not member.login or member.login in valid:
            return self._bans.why_not(client.person)
        if member.id in self._bans.accounts:
            return self._bans.accounts[member.id]
        kind = "token_revoked" if member.is_bot else "logged_out"
        return Refusal(kind, "This session has been ended.")

    async def _end_games(self) -> None:
        if self._bans.accounts:
            await end_games_of(self._lobby, set(self._bans.accounts))
