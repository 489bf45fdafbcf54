"""The bots of an account: made, given tokens, deleted."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

from sqlalchemy import Connection

from gajah.web.accounts.accounts import check_name
from gajah.web.games.account_rows import StoredAccount
from gajah.web.games.acts import delete_account, end_sessions, give_token, make_bot
from gajah.web.games.bans import account_ban
from gajah.web.games.store import GameStore
from gajah.web.settings import ClientLimits
from gajah.web.wire.bots import BotToken, OwnBot, OwnBots
from gajah.web.wire.errors import Refusal
from gajah.web.wire.limits import Buckets


class OwnedBots:
    """The bots of all accounts; every method is for the account that asks, the keeper."""

    def __init__(self, store: GameStore, limits: ClientLimits) -> None:
        self._store = store.accounts
        self._most = limits.account_bots
        self._changes = Buckets(limits.bot_changes_per_s, limits.bot_change_burst)

    async def shown(self, keeper: StoredAccount, is_connected: Callable[[str], bool]) -> OwnBots:
        """All bots of the keeper."""
        found = await asyncio.to_thread(self._store.bots_of, keeper.id)
        bots = [
            OwnBot(
                name=bot.name,
                created=bot.created,
                has_token=has_token,
                connected=is_connected(bot.name),
            )
            for bot, has_token in found
        ]
        return OwnBots(bots=bots, most=self._most)

    async def make(self, keeper: StoredAccount, name: str) -> BotToken:
        """A new bot, and its first token."""
        check_name(name)
        self._charge(keeper)
        made = await self._store.do(
            lambda line: make_bot(line, name, keeper.id, keeper.name, most=self._most)
        )
        return await self._token(keeper, made, name)

    async def renew(self, keeper: StoredAccount, name: str) -> BotToken:
        """A new token in place of the one before."""
        bot = await self._own(keeper, name)
        return await self._token(keeper, bot.id, bot.name)

    async def revoke(self, keeper: StoredAccount, name: str) -> None:
        """End the token of a bot, and its connection."""
        bot = await self._own(keeper, name)
        await self._store.do(lambda line: end_sessions(line, bot.id, bot.name, keeper.name))

    async def delete(self, keeper: StoredAccount, name: str) -> None:
        """Delete a bot; its games stay."""
        bot = await self._own(keeper, name)
        await self._store.do(lambda line: delete_account(line, bot.id, bot.name, keeper.name))

    async def _token(self, keeper: StoredAccount, bot_id: str, name: str) -> BotToken:
        def give(line: Connection) -> str:
            if (banned := account_ban(line, bot_id)) is not None:
                raise banned
            return give_token(line, bot_id, name, keeper.name)

        return BotToken(name=name, token=await self._store.do(give))

    async def _own(self, keeper: StoredAccount, name: str) -> StoredAccount:
        """A bot of the keeper that is about to change."""
        bot = await asyncio.to_thread(self._store.named, name)
        if bot is None or bot.keeper != keeper.id:
            raise Refusal("no_account", "You have no bot of that name.", status=404)
        self._charge(keeper)
        return bot

    def _charge(self, keeper: StoredAccount) -> None:
        """Refuse too many changes: each is noted for good, and so is the name of a deleted bot."""
        if not self._changes.take(keeper.id, time.monotonic()):
            text = "Too many changes to your bots: try again later."
            raise Refusal("slow_down", text, status=429)
