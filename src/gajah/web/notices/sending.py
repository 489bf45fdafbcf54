"""What is sent to players waits here, and never in the way of a game."""

from __future__ import annotations

import asyncio
import json
import logging
import smtplib
from dataclasses import dataclass
from email.message import EmailMessage
from urllib.parse import urlsplit

from gajah.web.games.account_rows import StoredPush
from gajah.web.games.store import GameStore
from gajah.web.notices.lanes import Lanes, Work, in_own_thread
from gajah.web.notices.letters import send_letter, turn_letter
from gajah.web.notices.posting import ForbiddenAddress, post
from gajah.web.notices.web_push import CAN_PUSH, authorization, new_key, seal
from gajah.web.settings import Settings

_log = logging.getLogger(__name__)
# Accounts that are told at the same time, and what may wait for one of them.
_AT_ONCE = 16
_MOST_EACH = 100
# The lane of letters.
_MAIL = "mail"
# For how long a push service keeps a notice for a browser that is off.
_KEPT_S = 3 * 86_400
_GONE = (404, 410)
_SENT = range(200, 300)
# An endpoint that fails so often in a row is forgotten, as one that is gone.
_MOST_FAILURES = 5
# A line of the log for the first of many that fail.
_TROUBLES = (OSError, smtplib.SMTPException, ForbiddenAddress, ValueError)


@dataclass(frozen=True)
class Notice:
    """What a player is told, and the page that it is about."""

    account_id: str
    game_id: str
    title: str
    text: str

    @property
    def path(self) -> str:
        """The page of the game."""
        return f"/game/{self.game_id}"


class _Trouble:
    """Says once that something cannot be sent, and that it can again."""

    def __init__(self, what: str) -> None:
        self._what = what
        self._is_there = False

    def note(self, error: object) -> None:
        """It failed."""
        if not self._is_there:
            self._is_there = True
            note = {"event": "notices_away"}
            _log.error("%s cannot be sent: %s", self._what, error, extra=note)

    def end(self) -> None:
        """It went well."""
        if self._is_there:
            self._is_there = False
            note = {"event": "notices_back"}
            _log.warning("%s can be sent again", self._what, extra=note)


class _Failures:
    """Counts how often in a row each endpoint fails, while others do not."""

    def __init__(self) -> None:
        self._sent = 0
        #: The number of failures, and what had been sent at the last of them.
        self._by_endpoint: dict[str, tuple[int, int]] = {}

    def end(self, endpoint_id: str) -> None:
        """It went well."""
        self._sent += 1
        self._by_endpoint.pop(endpoint_id, None)

    def note(self, endpoint_id: str) -> bool:
        """It failed; whether that was too often.

        While nothing can be sent anywhere, no endpoint is to blame.
        """
        times, sent = self._by_endpoint.pop(endpoint_id, (0, -1))
        if self._sent > sent:
            times += 1
        if times >= _MOST_FAILURES:
            return True
        self._by_endpoint[endpoint_id] = times, self._sent
        return False


class Sender:
    """Sends notices and letters, a few at a time; what is too much is left out.

    Each account has a lane of its own, and letters have one for all.
    """

    def __init__(self, store: GameStore, settings: Settings) -> None:
        self._store = store.notices
        self._settings = settings
        most = settings.limits.notices
        self._notices = Lanes(_AT_ONCE, most, _MOST_EACH)
        self._letters = Lanes(1, most, most)
        self._failures = _Failures()
        self._mail_trouble = _Trouble("letters")
        self._push_trouble = _Trouble("push notices")
        self._crowd = _Trouble("all notices at once")

    async def close(self) -> None:
        """End; what still waits is not sent."""
        await self._notices.close()
        await self._letters.close()

    @property
    def is_busy(self) -> bool:
        """Whether anything waits, or is being sent."""
        return len(self._notices) > 0 or len(self._letters) > 0

    def send(self, notice: Notice) -> None:
        """Tell a player, in every way that they have chosen."""
        self._put(self._notices, notice.account_id, lambda: self._tell(notice))

    def send_letter(self, letter: EmailMessage) -> None:
        """Send a letter."""
        self._put(self._letters, _MAIL, lambda: self._mail(letter))

    def _put(self, lanes: Lanes, key: str, work: Work) -> None:
        if lanes.put(key, work):
            self._crowd.end()
        else:
            self._crowd.note(f"{len(lanes)} wait already")

    async def _tell(self, notice: Notice) -> None:
        mail = await asyncio.to_thread(self._store.mail, notice.account_id)
        settings = self._settings.mail
        if mail is not None and mail.confirm is None and settings is not None:
            words = (notice.title, notice.text, notice.path)
            self.send_letter(turn_letter(settings, mail.address, *words, mail.stop))
        browsers = await asyncio.to_thread(self._store.browsers, notice.account_id)
        for browser in browsers if CAN_PUSH else []:
            await self._push(notice, browser)

    async def _mail(self, letter: EmailMessage) -> None:
        settings = self._settings.mail
        if settings is None:
            return
        try:
            await in_own_thread(lambda: send_letter(settings, letter))
        except _TROUBLES as error:
            self._mail_trouble.note(error)
        else:
            self._mail_trouble.end()

    async def _push(self, notice: Notice, browser: StoredPush) -> None:
        host = urlsplit(browser.endpoint).hostname
        try:
            status = await self._post(notice, browser)
        except _TROUBLES as error:
            why = f"{host}: {str(error) or 'no answer in time'}"
        else:
            if status in _SENT:
                self._push_trouble.end()
                self._failures.end(browser.id)
                return
            if status in _GONE:
                await self._store.forget_browser(browser.id)
                return
            why = f"{host} answers {status}"
        self._push_trouble.note(why)
        if self._failures.note(browser.id):
            await self._store.forget_browser(browser.id)

    async def _post(self, notice: Notice, browser: StoredPush) -> int:
        """Send a notice, sealed and signed; the status of the answer."""
        key = await self._store.push_key(new_key)
        parts, settings = urlsplit(browser.endpoint), self._settings
        contact = settings.push.contact or f"https://{(*settings.hosts, 'localhost')[0]}"
        told = {"title": notice.title, "text": notice.text, "path": notice.path}

        def prepare() -> tuple[bytes, str]:
            body = seal(json.dumps(told).encode(), browser.p256dh, browser.auth)
            return body, authorization(key, f"{parts.scheme}://{parts.netloc}", contact)

        body, signed = await asyncio.to_thread(prepare)
        headers = {
            "Authorization": signed,
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(_KEPT_S),
            # The newest notice of a game takes the place of those before it.
            "Topic": notice.game_id,
        }
        return await post(browser.endpoint, body, headers, local=settings.push.local)
