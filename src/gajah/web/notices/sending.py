"""What is sent to players waits here, and never in the way of a game."""

from __future__ import annotations

import asyncio
import json
import logging
import smtplib
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from email.message import EmailMessage
from http.client import HTTPException
from urllib.parse import urlsplit

from gajah.web.games.account_rows import StoredPush
from gajah.web.games.store import GameStore
from gajah.web.notices.letters import send_letter, turn_letter
from gajah.web.notices.posting import ForbiddenAddress, post
from gajah.web.notices.web_push import CAN_PUSH, authorization, new_key, seal
from gajah.web.settings import Settings

_log = logging.getLogger(__name__)
_AT_ONCE = 4
# For how long a push service keeps a notice for a browser that is off.
_KEPT_S = 3 * 86_400
_GONE = (404, 410)
_SENT = range(200, 300)
# A line of the log for the first of many that fail.
_TROUBLES = (OSError, HTTPException, smtplib.SMTPException, ForbiddenAddress, ValueError)


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


class Sender:
    """Sends notices and letters, a few at a time; what is too much is left out."""

    def __init__(self, store: GameStore, settings: Settings) -> None:
        self._store = store.notices
        self._settings = settings
        self._queue: asyncio.Queue[Notice | EmailMessage] = asyncio.Queue(settings.limits.notices)
        self._tasks: list[asyncio.Task[None]] = []
        self._sending = 0
        self._threads = ThreadPoolExecutor(_AT_ONCE, "notices")
        self._mail_trouble = _Trouble("letters")
        self._push_trouble = _Trouble("push notices")
        self._crowd = _Trouble("all notices at once")

    def open(self) -> None:
        """Begin."""
        self._tasks = [asyncio.create_task(self._work()) for _ in range(_AT_ONCE)]

    async def close(self) -> None:
        """End; what still waits is not sent."""
        for task in self._tasks:
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task
        self._threads.shutdown(wait=False, cancel_futures=True)

    @property
    def is_busy(self) -> bool:
        """Whether anything waits, or is being sent."""
        return self._sending > 0 or not self._queue.empty()

    def send(self, notice: Notice) -> None:
        """Tell a player, in every way that they have chosen."""
        self._put(notice)

    def send_letter(self, letter: EmailMessage) -> None:
        """Send a letter."""
        self._put(letter)

    def _put(self, what: Notice | EmailMessage) -> None:
        try:
            self._queue.put_nowait(what)
        except asyncio.QueueFull:
            self._crowd.note(f"{self._queue.qsize()} wait already")
        else:
            self._crowd.end()

    async def _work(self) -> None:
        while True:
            what = await self._queue.get()
            self._sending += 1
            try:
                if isinstance(what, Notice):
                    await self._tell(what)
                else:
                    await self._mail(what)
            except Exception:
                _log.exception("a notice failed", extra={"event": "notice_failed"})
            finally:
                self._sending -= 1

    async def _tell(self, notice: Notice) -> None:
        browsers = await asyncio.to_thread(self._store.browsers, notice.account_id)
        for browser in browsers if CAN_PUSH else []:
            await self._push(notice, browser)
        mail = await asyncio.to_thread(self._store.mail, notice.account_id)
        settings = self._settings.mail
        if mail is not None and mail.confirm is None and settings is not None:
            words = (notice.title, notice.text, notice.path)
            await self._mail(turn_letter(settings, mail.address, *words, mail.stop))

    async def _mail(self, letter: EmailMessage) -> None:
        settings = self._settings.mail
        if settings is None:
            return
        loop = asyncio.get_running_loop()
        try:
            await loop.run_in_executor(self._threads, send_letter, settings, letter)
        except _TROUBLES as error:
            self._mail_trouble.note(error)
        else:
            self._mail_trouble.end()

    async def _push(self, notice: Notice, browser: StoredPush) -> None:
        key = await self._store.push_key(new_key)
        parts, settings = urlsplit(browser.endpoint), self._settings
        contact = settings.push.contact or f"https://{(*settings.hosts, 'localhost')[0]}"

        def work() -> int:
            told = {"title": notice.title, "text": notice.text, "path": notice.path}
            body = seal(json.dumps(told).encode(), browser.p256dh, browser.auth)
            headers = {
                "Authorization": authorization(key, f"{parts.scheme}://{parts.netloc}", contact),
                "Content-Encoding": "aes128gcm",
                "Content-Type": "application/octet-stream",
                "TTL": str(_KEPT_S),
                # The newest notice of a game takes the place of those before it.
                "Topic": notice.game_id,
            }
            return post(browser.endpoint, body, headers, local=settings.push.local)

        try:
            status = await asyncio.get_running_loop().run_in_executor(self._threads, work)
        except _TROUBLES as error:
            self._push_trouble.note(f"{parts.hostname}: {error}")
            return
        if status in _GONE:
            await self._store.forget_browser(browser.id)
        elif status in _SENT:
            self._push_trouble.end()
        else:
            self._push_trouble.note(f"{parts.hostname} answers {status}")
