"""Bots with accounts: the ones that are connected, what they offer, and the games they play.

A bot keeps one socket open, over which it hears of its games. That a game is there is noted in the
database alone: so a bot hears of it wherever it is connected, and again after a restart.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from typing import Any

from pydantic import TypeAdapter, ValidationError

from gajah._core import Side
from gajah.bots.names import HUMAN
from gajah.clock import TimeControl
from gajah.web.games.account_rows import StoredAccount
from gajah.web.games.account_store import AccountGame
from gajah.web.games.database import DatabaseAway
from gajah.web.games.loading import reading
from gajah.web.games.ratings import is_provisional
from gajah.web.games.rows import StoredGame
from gajah.web.games.seats import BOT_PREFIX, sides_of_bot
from gajah.web.games.show import show_game
from gajah.web.games.store import GameStore
from gajah.web.live.room import Room
from gajah.web.settings import ClientLimits
from gajah.web.wire.accounts import Member
from gajah.web.wire.bots import NO_CLOCK, BotGames, BotHello, BotList, BotShape
from gajah.web.wire.client import Client
from gajah.web.wire.errors import NoGame, Refusal, UnreadableGame
from gajah.web.wire.requests import NewGame

_log = logging.getLogger(__name__)
# How often games are looked for that another process has made.
_LOOK_S = 1.0
# How long a challenge waits for its maker's page.
_COMES_S = 30.0


class KnownBot(BotShape):
    """A bot that is connected, here or to another process."""

    account: str


_KNOWN: TypeAdapter[dict[str, KnownBot]] = TypeAdapter(dict[str, KnownBot])


class _Here:
    """A bot that is connected to this process."""

    def __init__(self, client: Client, account: StoredAccount, offer: BotHello, most: int) -> None:
        self.client, self.account = client, account
        self.offer = offer
        self.most = min(offer.games, most)
        self.games: list[str] | None = None

    def known(self) -> KnownBot:
        glicko = self.account.glicko
        return KnownBot(
            account=self.account.id,
            name=self.account.name,
            engine=self.offer.engine,
            rating=round(glicko.rating),
            provisional=is_provisional(glicko),
            playing=len(self.games or ()),
            games=self.most,
            controls=self.offer.controls,
            rated=self.offer.rated,
            casual=self.offer.casual,
        )


class Bots:
    """All bots that are connected. ``online`` says which sides of a game are."""

    def __init__(
        self,
        store: GameStore,
        limits: ClientLimits,
        online: Callable[[str], frozenset[Side]],
        elsewhere: Callable[[], Mapping[str, Any]],
    ) -> None:
        self._store, self._online, self._elsewhere = store, online, elsewhere
        self._most = limits.account_bot_games
        self._here: dict[str, _Here] = {}
        self._news = asyncio.Event()
        self._watching: asyncio.Task[None] | None = None

    def open(self) -> None:
        """Begin to look for games."""
        self._watching = asyncio.create_task(self._watch())

    def close(self) -> None:
        """End."""
        if self._watching is not None:
            self._watching.cancel()

    def look_soon(self) -> None:
        """There may be a new game of a bot."""
        self._news.set()

    @contextmanager
    def connected(self, client: Client, account: StoredAccount, offer: BotHello) -> Iterator[None]:
        """Have a bot here for as long as its socket is open. A second socket replaces the first."""
        _check_controls(offer)
        if (before := self._here.get(account.id)) is not None:
            text = "This bot has connected a second time: the first connection is closed."
            before.client.refuse(Refusal("connected_twice", text))
            before.client.close()
        here = self._here[account.id] = _Here(client, account, offer, self._most)
        self.look_soon()
        try:
            yield
        finally:
            if self._here.get(account.id) is here:
                del self._here[account.id]

    def here(self) -> dict[str, Any]:
        """What the bots offer that are connected to this process, by name."""
        found = (here.known() for here in self._here.values())
        return {bot.name: bot.model_dump() for bot in found}

    def _all(self) -> dict[str, KnownBot]:
        try:
            others = _KNOWN.validate_python(dict(self._elsewhere()))
        except ValidationError:  # Of a process of another version.
            others = {}
        return others | {here.account.name: here.known() for here in self._here.values()}

    def offers(self) -> BotList:
        """All that can be seen by people, the strongest first."""
        bots = sorted(self._all().values(), key=lambda bot: (-bot.rating, bot.name))
        return BotList(bots=[BotShape(**bot.model_dump(exclude={"account"})) for bot in bots])

    def is_connected(self, name: str) -> bool:
        """Whether the bot of that name is."""
        return name in self._all()

    def seat(self, game: StoredGame, wanted: NewGame) -> None:
        """Seat the bot that is wanted in a new game; a Refusal where it does not play that."""
        for side, seat in game.seats.items():
            if not seat.player.startswith(BOT_PREFIX):
                continue
            if game.seats[side.other].player != HUMAN:
                text = "A bot with an account plays against people."
                raise Refusal("bot_plays", text, status=422)
            bot = self._all().get(seat.player.removeprefix(BOT_PREFIX))
            _check_offer(bot, wanted, seat.player.removeprefix(BOT_PREFIX))
            assert bot is not None
            game.seat(side, replace(seat, name=bot.name, account=bot.account))

    async def _watch(self) -> None:
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(_LOOK_S):
                    await self._news.wait()
            self._news.clear()
            try:
                if self._here:
                    await self._look()
            except DatabaseAway:
                await asyncio.sleep(_LOOK_S)  # The log has it.
            except Exception:
                _log.exception("bots cannot be told of games", extra={"event": "beat_failed"})
                await asyncio.sleep(_LOOK_S)

    async def _look(self) -> None:
        """Tell every bot its games, if they are others than it was told."""
        found = await asyncio.to_thread(self._store.accounts.open_games, set(self._here))
        for account_id, bot in list(self._here.items()):
            ids = [game.id for game in found if game.account == account_id and self._counts(game)]
            if ids != bot.games:
                await self._tell(bot, ids)
                # Last: after an outage of the database it is told again.
                bot.games = ids

    def _counts(self, game: AccountGame) -> bool:
        """Whether it is the bot's to play now; not where the opponent has gone, perhaps for good.

        A game with a clock that ends it soon always is, as is one that waits for the bot's turn.
        """
        if game.side.other in self._online(game.id):
            return True
        if game.is_waiting:
            return time.time() < game.created + _COMES_S
        return game.has_live_clock or game.is_to_move

    async def _tell(self, bot: _Here, ids: Sequence[str]) -> None:
        # The end of a game has changed its rating.
        account = await asyncio.to_thread(self._store.accounts.by_id, bot.account.id)
        bot.account = account or bot.account
        shown = []
        for game_id in ids:
            with suppress(UnreadableGame, NoGame), reading(game_id):
                game = await asyncio.to_thread(self._store.game, game_id)
                shown.append(show_game(game, self._online(game_id)))
        bot.client.tell(BotGames(games=shown))


def _check_controls(offer: BotHello) -> None:
    for text in offer.controls:
        try:
            is_control = text == NO_CLOCK or TimeControl.parse(text).has_time
        except ValueError:
            is_control = False
        if not is_control:
            raise Refusal("bad_control", f"{text!r} is no time control.", status=422)


def _check_offer(bot: BotShape | None, wanted: NewGame, name: str) -> None:
    """Refuse what a bot does not play."""
    if bot is None:
        raise Refusal("bot_away", f"{name} is not connected.", status=409)
    if bot.playing >= bot.games:
        raise Refusal("bot_busy", f"{name} plays {bot.playing} games: wait for an end.", status=409)
    if not (bot.rated if wanted.rated else bot.casual):
        kind = "rated" if wanted.rated else "unrated"
        raise Refusal("bot_declines", f"{name} plays no {kind} games.", status=409)
    asked = NO_CLOCK if not wanted.control else str(TimeControl.parse(wanted.control))
    known = [each if each == NO_CLOCK else str(TimeControl.parse(each)) for each in bot.controls]
    if known and asked not in known:
        text = f"{name} plays with these clocks: {', '.join(bot.controls)}."
        raise Refusal("bot_declines", text, status=409)


async def check_rival(store: GameStore, wanted: NewGame, member: Member | None) -> None:
    """Refuse a game that a bot makes, and one that is rated against a bot of one's own."""
    if member is None:
        return
    if member.is_bot:
        raise Refusal("bot_waits", "A bot waits until it is challenged.", status=403)
    players = [wanted.gold.player, wanted.silver.player]
    names = [each.removeprefix(BOT_PREFIX) for each in players if each.startswith(BOT_PREFIX)]
    for name in names if wanted.rated else ():
        bot = await asyncio.to_thread(store.accounts.named, name)
        if bot is not None and bot.keeper == member.id:
            text = "Games against a bot of your own are not rated."
            raise Refusal("not_ratable", text, status=409)


async def decline(room: Room, member: Member | None, text: str) -> None:
    """End a game that has not begun: the bot that was asked does not play it."""
    async with room.lock:
        live = room.live
        if member is None or not sides_of_bot(live.stored.seats, member.id):
            raise Refusal("no_seat", "Only a bot of this game can do that.", status=403)
        if live.stored.state != "waiting":
            raise Refusal("game_running", "The game has begun.", status=409)
        live.abandon(f"{member.name} declines" + (f": {text}" if text else ""))
        await room.ended()
