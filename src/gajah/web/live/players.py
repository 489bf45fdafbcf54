"""The programs that can be played against, and how they are asked for a turn."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Container, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Protocol

from gajah._core import Setup, Side, Stop, Turn
from gajah.aei.link import EngineFailure
from gajah.aei.player import USUAL_S, AeiPlayer
from gajah.bots.base import Bot
from gajah.bots.levels import LEVELS
from gajah.bots.names import HUMAN, PlayerName, make_bot
from gajah.clock import Clock
from gajah.engine.limits import Limits
from gajah.game import Game
from gajah.web.analysis.pool import Mind, Searches, SearchPool
from gajah.web.analysis.queue import SearchQueue
from gajah.web.games.ratings import ANCHORS
from gajah.web.games.seats import BOT_PREFIX
from gajah.web.wire.choices import CHOICES
from gajah.web.wire.errors import Refusal
from gajah.web.wire.requests import PlayerList, PlayerShape

ENGINE_PREFIX = "engine:"
# The time that a program takes for a turn without a clock.
_USUAL = Limits(soft_s=2.0, hard_s=4.0)
# How many programs are kept between turns: of the strongest level, each has 128 MB.
_MOST_KEPT = 8
# How long one is kept whose opponent does not play.
_REST_S = 600.0

# A search remembers positions; low levels search little or not at all.
_LEVEL_HASH_MB = {level: 1 if level <= 3 else 16 for level in LEVELS} | {9: 128, 10: 128}
_BOTS = {bot.name: bot for bot in CHOICES.bots}

Owner = tuple[str, Side]
"""Whom a program serves: a side of the game of that id."""


@dataclass(frozen=True)
class BotTurn:
    """What a program chose, a foreign one as text, and how long it took."""

    turn: Setup | Turn | str
    used_s: float


class _Thinker(Protocol):
    async def choose(
        self, game: Game, clock: Clock | None, used_s: Mapping[Side, float]
    ) -> BotTurn:
        """The turn; raises EngineFailure, or any exception of a bot."""

    async def close(self) -> None:
        """End the program and free its memory."""


class _BotThinker:
    """One of our bots. What it knows of its game it keeps between turns."""

    def __init__(self, mind: Mind) -> None:
        self._mind = mind

    async def choose(
        self,
        game: Game,
        clock: Clock | None,
        used_s: Mapping[Side, float],  # noqa: ARG002
    ) -> BotTurn:
        limits = _USUAL if clock is None else Limits.of_clock(clock, game.side)
        return await self._mind.think(partial(_choose, game=game.copy(), limits=limits))

    async def close(self) -> None:
        """Free its memory; it has no process."""
        self._mind.close()


def _choose(bot: Bot, game: Game, limits: Limits, *, stop: Stop) -> BotTurn:
    began_s = time.monotonic()
    turn = bot.choose(game, replace(limits, stop=stop))
    return BotTurn(turn, time.monotonic() - began_s)


class _EngineThinker:
    """A foreign engine of this server."""

    def __init__(self, command: str) -> None:
        self._player = AeiPlayer(PlayerName.parse(f"aei:{command}"))

    async def choose(
        self, game: Game, clock: Clock | None, used_s: Mapping[Side, float]
    ) -> BotTurn:
        try:
            answer = await self._player.play(game, clock=clock, time_s=USUAL_S, used_s=used_s)
        except asyncio.CancelledError:
            # It thinks on: a fresh one takes its place.
            await self._player.dismiss()
            raise
        return BotTurn(answer.turn, answer.used_s)

    async def close(self) -> None:
        """End its process."""
        await self._player.close()


class PlayerShelf:
    """The programs that can be played against, and those that play at the moment.

    A program serves one side of one game, and keeps what it has thought between its turns. The
    memory is bounded: each has a table of its level's size, and besides those that think at most
    ``_MOST_KEPT`` are kept, of the games played last.
    """

    def __init__(
        self,
        pool: SearchPool,
        engines: Mapping[str, str],
        make: Callable[[str], Bot] = make_bot,
        *,
        searches: Searches | None = None,
        pace_s: float = 0.0,
    ) -> None:
        """Bots think where ``searches`` run, foreign engines beside ``pool``."""
        self._pool, self._make = pool, make
        self._searches = searches or pool
        #: How long a turn is shown at least where two programs play each other.
        self.pace_s = pace_s
        self._engines = dict(engines)
        # Least recently used first, with the moment of the last turn.
        self._kept: dict[Owner, tuple[_Thinker, float]] = {}

    def shapes(self) -> PlayerList:
        """All programs, for the page."""
        engines = [
            PlayerShape(name=ENGINE_PREFIX + name, title=name, about="An engine of this server.")
            for name in self._engines
        ]
        return PlayerList(bots=[_with_rating(bot) for bot in CHOICES.bots], engines=engines)

    def check(self, player: str) -> None:
        """Refuse a name that is not listed: other options could cost any memory."""
        if player == HUMAN or player in _BOTS or player.startswith(BOT_PREFIX):
            return
        if player.startswith(ENGINE_PREFIX) and player.removeprefix(ENGINE_PREFIX) in self._engines:
            return
        raise Refusal("unknown_player", f"There is no player {player!r} here.", status=422)

    def queue(self, player: str) -> SearchQueue:
        """Where that player waits for a core."""
        return self._searches if player in _BOTS else self._pool

    async def choose(
        self,
        owner: Owner,
        player: str,
        game: Game,
        clock: Clock | None,
        used_s: Mapping[Side, float],
    ) -> BotTurn:
        """That player's turn, with a core held; raises the errors of the player."""
        thinker = await self._take(owner, player)
        try:
            turn = await thinker.choose(game, clock, used_s)
        except Exception:
            await thinker.close()
            raise
        except asyncio.CancelledError:
            # The turn is not wanted any more; the game may go on all the same.
            self._kept[owner] = (thinker, time.monotonic())
            raise
        self._kept[owner] = (thinker, time.monotonic())
        return turn

    async def rest(self, playing: Container[str], now_s: float) -> None:
        """Give back the memory of games that are not being played, or have stood still for long."""
        for owner, (_, last_s) in list(self._kept.items()):
            if owner[0] not in playing or now_s - last_s > _REST_S:
                await self._drop(owner)

    async def close(self) -> None:
        """End every program that was started."""
        for owner in list(self._kept):
            await self._drop(owner)

    async def _take(self, owner: Owner, player: str) -> _Thinker:
        if owner in self._kept:
            return self._kept.pop(owner)[0]
        while len(self._kept) >= _MOST_KEPT:
            await self._drop(next(iter(self._kept)))
        if player in _BOTS:
            return _BotThinker(self._searches.new_mind(partial(self._make, _for_a_server(player))))
        name = player.removeprefix(ENGINE_PREFIX)
        if name not in self._engines:
            raise RuntimeError(f"the engine {name} is not registered any more")
        return _EngineThinker(self._engines[name])

    async def _drop(self, owner: Owner) -> None:
        if kept := self._kept.pop(owner, None):
            await kept[0].close()


def _with_rating(bot: PlayerShape) -> PlayerShape:
    anchor = ANCHORS.get(bot.name)
    return bot if anchor is None else bot.model_copy(update={"rating": round(anchor.rating)})


def _for_a_server(name: str) -> str:
    level = name.removeprefix("gajah:level=")
    # A graphics card would have to be shared by all who play; the cores are (pool.py).
    return name if level == name else f"{name},hash={_LEVEL_HASH_MB[int(level)]},device=cpu"


def why_failed(error: Exception) -> str:
    """What went wrong with a program, for the record."""
    if isinstance(error, EngineFailure):
        return str(error)
    return f"failed ({type(error).__name__}: {error})"
