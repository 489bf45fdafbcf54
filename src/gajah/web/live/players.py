"""The programs that can be played against, and how they are asked for a turn."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from gajah._core import Side
from gajah.aei.link import EngineFailure, FailureKind
from gajah.aei.player import USUAL_S, AeiPlayer
from gajah.bots.base import Bot
from gajah.bots.levels import LEVELS
from gajah.bots.names import HUMAN, PlayerName, make_bot
from gajah.clock import Clock
from gajah.engine.limits import Limits
from gajah.game import Game
from gajah.web.analysis.pool import SearchPool
from gajah.web.wire.errors import Refusal
from gajah.web.wire.requests import PlayerList, PlayerShape

ENGINE_PREFIX = "engine:"
# What a program takes for a turn where no clock says so.
_USUAL = Limits(soft_s=2.0, hard_s=4.0)

_ABOUT_LEVELS = {
    1: "For a first game: never looks ahead.",
    2: "Looks ahead in one turn of four.",
    3: "Looks ahead in every other turn.",
    4: "Looks ahead in three turns of five.",
    5: "Looks ahead in three turns of four.",
    6: "Looks ahead in four turns of five.",
    7: "Overlooks something every seventh turn.",
    8: "Overlooks something every tenth turn.",
    9: "As level 10, but slips now and then.",
    10: "All the engine can do.",
}
# A search remembers positions; low levels search little or not at all.
_LEVEL_HASH_MB = {level: 1 if level <= 3 else 16 for level in LEVELS} | {9: 128, 10: 128}
_BOTS = {
    **{f"gajah:level={n}": (f"gajah, level {n}", about) for n, about in _ABOUT_LEVELS.items()},
    "minimax:depth=1": ("minimax", "Sees the best reply to every turn."),
    "heuristic": ("heuristic", "Plays what looks best, never looks ahead."),
    "random": ("random", "Plays any legal turn."),
}


@dataclass(frozen=True)
class BotTurn:
    """A turn that a program chose, and how long it took."""

    text: str
    used_s: float


class TookTooLong(Exception):  # noqa: N818 - it names what happened
    """A program has not answered within its time."""

    def __init__(self, used_s: float) -> None:
        super().__init__(f"no answer after {used_s:.3f}s")
        self.used_s = used_s


class _Thinker(Protocol):
    async def choose(
        self, game: Game, clock: Clock | None, used_s: Mapping[Side, float]
    ) -> BotTurn:
        """The turn; raises TookTooLong, EngineFailure or whatever goes wrong."""

    async def close(self) -> None:
        """Leave nothing behind."""


class _BotThinker:
    """One of our bots, thinking in a thread."""

    def __init__(self, name: str, pool: SearchPool) -> None:
        self._bot: Bot = make_bot(_for_a_server(name))
        self._pool = pool

    async def choose(
        self,
        game: Game,
        clock: Clock | None,
        used_s: Mapping[Side, float],  # noqa: ARG002
    ) -> BotTurn:
        limits = _USUAL if clock is None else Limits.of_clock(clock, game.side)
        copy = game.copy()

        def think() -> BotTurn:
            began_s = time.monotonic()
            self._bot.new_game()
            text = str(self._bot.choose(copy, limits))
            return BotTurn(text, time.monotonic() - began_s)

        return await self._pool.run(think, self._bot.stop)

    async def close(self) -> None:
        """Nothing is left behind."""


class _EngineThinker:
    """A foreign engine of this server."""

    def __init__(self, command: str) -> None:
        self._player = AeiPlayer(PlayerName.parse(f"aei:{command}"))

    async def choose(
        self, game: Game, clock: Clock | None, used_s: Mapping[Side, float]
    ) -> BotTurn:
        try:
            answer = await self._player.play(game, clock=clock, time_s=USUAL_S, used_s=used_s)
        except EngineFailure as failure:
            if failure.kind is FailureKind.HANG:
                raise TookTooLong(failure.waited_s) from None
            raise
        return BotTurn(answer.text, answer.used_s)

    async def close(self) -> None:
        """End its process."""
        await self._player.close()


class PlayerShelf:
    """Who can be played against. As many of them are kept ready as can think at once."""

    def __init__(self, pool: SearchPool, engines: Mapping[str, str]) -> None:
        self._pool = pool
        self._engines = dict(engines)
        self._idle: list[tuple[str, _Thinker]] = []

    def shapes(self) -> PlayerList:
        """All of them, for the page."""
        bots = [PlayerShape(name=n, title=title, about=a) for n, (title, a) in _BOTS.items()]
        engines = [
            PlayerShape(name=ENGINE_PREFIX + name, title=name, about="An engine of this server.")
            for name in self._engines
        ]
        return PlayerList(bots=bots, engines=engines)

    def check(self, player: str) -> None:
        """Refuse a name that is not listed: other options could cost any memory."""
        if player == HUMAN or player in _BOTS:
            return
        if player.startswith(ENGINE_PREFIX) and player.removeprefix(ENGINE_PREFIX) in self._engines:
            return
        raise Refusal("unknown_player", f"Nobody here is called {player!r}.", status=422)

    async def choose(
        self, player: str, game: Game, clock: Clock | None, used_s: Mapping[Side, float]
    ) -> BotTurn:
        """That player's turn, with a core held; raises whatever goes wrong with the player."""
        thinker = self._take(player)
        try:
            choice = await thinker.choose(game, clock, used_s)
        except BaseException:
            await thinker.close()
            raise
        self._idle.append((player, thinker))
        while len(self._idle) > self._pool.size:
            await self._idle.pop(0)[1].close()
        return choice

    async def close(self) -> None:
        """End every program that was started."""
        while self._idle:
            await self._idle.pop()[1].close()

    def _take(self, player: str) -> _Thinker:
        for index, (name, thinker) in enumerate(self._idle):
            if name == player:
                del self._idle[index]
                return thinker
        if player in _BOTS:
            return _BotThinker(player, self._pool)
        name = player.removeprefix(ENGINE_PREFIX)
        if name not in self._engines:
            raise RuntimeError(f"the engine {name} is not registered any more")
        return _EngineThinker(self._engines[name])


def _for_a_server(name: str) -> str:
    level = name.removeprefix("gajah:level=")
    # A graphics card would have to be shared by all who play; the cores are (pool.py).
    return name if level == name else f"{name},hash={_LEVEL_HASH_MB[int(level)]},device=cpu"


def why_failed(error: Exception) -> str:
    """What went wrong with a program, for the record."""
    if isinstance(error, EngineFailure):
        return str(error)
    return f"failed ({type(error).__name__}: {error})"
