"""A bot object as a player of matches: it thinks in this process, in a thread of its own."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import replace
from time import monotonic

from gajah._core import Side, Stop
from gajah.aei.client import Answer
from gajah.aei.link import EngineFailure, FailureKind
from gajah.bots.base import Bot
from gajah.bots.engine import GajahBot
from gajah.bots.thought import Thought
from gajah.clock import Clock
from gajah.engine.limits import UNLIMITED, Limits
from gajah.game import Game


class LocalPlayer:
    """A bot with the methods of `AeiPlayer`. An exception in the bot is a failure: it loses."""

    def __init__(self, bot: Bot, label: str) -> None:
        self.label = label
        self._bot = bot

    async def begin(self, _: Game, **__: object) -> None:
        """Let the bot forget the game before; it is told this one with every question."""
        try:
            await asyncio.to_thread(self._bot.new_game)
        except Exception as error:
            raise _failure(error) from error

    async def play(
        self,
        game: Game,
        *,
        clock: Clock | None,
        used_s: Mapping[Side, float],  # noqa: ARG002 - the clock says it
        timeout_s: float,
    ) -> Answer:
        """Return the bot's turn; raises EngineFailure."""
        copy = game.copy()
        limits = UNLIMITED if clock is None else Limits.of_clock(clock, game.side)

        def think(stop: Stop) -> Answer:
            began_s = monotonic()
            turn = self._bot.choose(copy, replace(limits, stop=stop))
            return Answer(turn, monotonic() - began_s, self._info())

        thought = Thought(think)
        if not await asyncio.to_thread(thought.is_ready, timeout_s):
            await asyncio.to_thread(thought.give_up)
            raise EngineFailure(FailureKind.HANG, waited_s=timeout_s)
        try:
            return thought.answer()
        except Exception as error:
            raise _failure(error) from error

    def tell(self, game: Game) -> None:
        """Nothing: the bot is given the game with every question."""

    async def close(self) -> None:
        """Nothing: the bot is its owner's."""

    def _info(self) -> dict[str, str]:
        bot = self._bot
        if isinstance(bot, GajahBot) and bot.last_score is not None:
            return {"score": str(bot.last_score.raw)}
        return {}


def _failure(error: Exception) -> EngineFailure:
    return EngineFailure(FailureKind.CRASH, f"{type(error).__name__}: {error}")
