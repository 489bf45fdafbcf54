"""How a player with an account wants to be told: browsers, and an address for letters."""

from __future__ import annotations

import asyncio
import time

from gajah.web.games.account_rows import StoredMail, StoredPush
from gajah.web.games.seats import hash_token, new_token
from gajah.web.games.store import GameStore
from gajah.web.notices.letters import confirmation_letter
from gajah.web.notices.posting import ForbiddenAddress, split_endpoint
from gajah.web.notices.sending import Sender
from gajah.web.notices.web_push import CAN_PUSH, new_key, public_key, seal
from gajah.web.settings import Settings
from gajah.web.wire.accounts import Member
from gajah.web.wire.errors import Refusal
from gajah.web.wire.limits import Buckets
from gajah.web.wire.notices import NoticeState, PushWanted


class Contacts:
    """What the accounts of a server have chosen."""

    def __init__(self, store: GameStore, settings: Settings, sender: Sender) -> None:
        self._store = store.notices
        self._settings = settings
        self._sender = sender
        limits = settings.limits
        self._letters = Buckets(limits.new_mails_per_s, limits.new_mail_burst)

    async def state(self, member: Member) -> NoticeState:
        """What is possible here, and what an account has chosen."""
        browsers = await asyncio.to_thread(self._store.browsers, member.id)
        mail = await asyncio.to_thread(self._store.mail, member.id)
        key = public_key(await self._store.push_key(new_key)) if CAN_PUSH else None
        return NoticeState(
            push_key=key,
            browsers=len(browsers),
            mail=self._settings.mail is not None,
            address=None if mail is None else mail.address,
            confirmed=mail is not None and mail.confirm is None,
        )

    async def add_browser(self, member: Member, wanted: PushWanted) -> None:
        """Have a browser show notices; a Refusal where nothing can be sent to it."""
        if not CAN_PUSH:
            raise Refusal("no_push", "This server pushes no notices.", status=404)
        try:
            split_endpoint(wanted.endpoint, local=self._settings.push.local)
            seal(b"", wanted.p256dh, wanted.auth)
        except (ForbiddenAddress, ValueError):
            text = "No notice can be sent to this browser."
            raise Refusal("bad_endpoint", text, status=422) from None
        push = StoredPush(
            id=hash_token(wanted.endpoint),
            account_id=member.id,
            endpoint=wanted.endpoint,
            p256dh=wanted.p256dh,
            auth=wanted.auth,
        )
        known = await asyncio.to_thread(self._store.browsers, member.id)
        await self._store.add_browser(push, [each for each in known if each.id != push.id])

    async def drop_browser(self, member: Member, endpoint: str) -> None:
        """Have a browser show no more notices."""
        await self._store.forget_browser(hash_token(endpoint), member.id)

    async def set_address(self, member: Member, address: str) -> None:
        """Ask the reader of an address to confirm it; an empty one ends all letters."""
        if not address:
            await self._store.set_mail(member.id, None)
            return
        settings = self._settings.mail
        if settings is None:
            raise Refusal("no_mail", "This server sends no letters.", status=404)
        if not self._letters.take(member.id, time.monotonic()):
            text = "Too many letters were asked for: try again later."
            raise Refusal("slow_down", text, status=429)
        secret = new_token()
        mail = StoredMail(
            account_id=member.id, address=address, confirm=hash_token(secret), stop=new_token()
        )
        await self._store.set_mail(member.id, mail)
        self._sender.send_letter(confirmation_letter(settings, address, member.name, secret))

    async def confirm(self, secret: str) -> None:
        """Follow the link that confirms an address; a Refusal where it is an old one."""
        if not await self._store.confirm_mail(secret):
            text = "This link is too old, or was used already."
            raise Refusal("old_link", text, status=404)

    async def stop(self, secret: str) -> None:
        """Follow the link that ends letters. It works as often as it is followed."""
        await self._store.stop_mail(secret)
