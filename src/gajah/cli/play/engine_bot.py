"""Engines that speak AEI as opponents: ``aei:COMMAND``, and the other forms that matches take."""

from __future__ import annotations

import asyncio
import threading
from concurrent.futures import CancelledError, Future
from contextlib import suppress

from gajah._core import Position, Setup, Turn
from gajah.aei.client import QUIT_S, Answer, is_resignation
from gajah.aei.link import EngineFailure
from gajah.bots.names import PlayerName
from gajah.cli.play.endings import BotFailed, BotResigned
from gajah.clock import Clock, TimeControl
from gajah.engine.limits import UNLIMITED, Limits
from gajah.errors import NotationError
from gajah.game import Game
from gajah.match.seat import Seat
from gajah.notation import parse_turn_body

# What an engine is told to take for a turn in a game without a clock.
_USUAL_S = 5.0
# Beyond its time; in a game with a clock, the clock notices long before.
_GRACE_S = 60.0


class EngineBot:
    """A program of somebody else as a bot. It runs until ``close``."""

    def __init__(self, name: PlayerName) -> None:
        self.name = name.label
        self._seat = Seat(name)
        self._loop = asyncio.new_event_loop()
        self._asked: Future[Answer] | None = None
        # The game as the engine knows it: where it began, and what has been played.
        self._told: tuple[Position, list[str]] | None = None
        threading.Thread(target=self._loop.run_forever, daemon=True).start()

    def introduce(self) -> None:
        """Start the program, unless it is the one who calls; raises BotFailed if it does not."""
        if self._seat.spec.kind == "aei-listen":
            return
        starting = asyncio.run_coroutine_threadsafe(self._seat.new_game(), self._loop)
        try:
            starting.result()
        except EngineFailure as failure:
            raise BotFailed(str(failure)) from None

    def choose(self, game: Game, limits: Limits = UNLIMITED) -> Setup | Turn:
        """The engine's turn, legal or not.

        Raises BotFailed if it gives none, BotResigned, or NotationError for what is no turn.
        """
        self._asked = asyncio.run_coroutine_threadsafe(self._ask(game, limits), self._loop)
        try:
            text = self._asked.result().text
        except EngineFailure as failure:
            raise BotFailed(str(failure)) from None
        if is_resignation(text):
            raise BotResigned
        body = parse_turn_body(text)
        try:
            return body if isinstance(body, Setup) else Turn(body)
        except ValueError as error:
            raise NotationError(str(error)) from None

    def stop(self) -> None:
        """It is not asked any longer."""
        if self._asked is not None:
            self._asked.cancel()

    def new_game(self) -> None:
        """The next question tells it the whole game."""
        self._told = None

    def close(self) -> None:
        """End the program."""
        leaving = asyncio.run_coroutine_threadsafe(self._seat.close(), self._loop)
        with suppress(TimeoutError, CancelledError, EngineFailure):
            leaving.result(2 * QUIT_S)

    async def _ask(self, game: Game, limits: Limits) -> Answer:
        seconds = _USUAL_S if limits is UNLIMITED else limits.soft_s
        control = TimeControl.per_move(seconds)
        turns = [str(turn) for turn in game.turns]
        # Until it has answered: who is interrupted may still be thinking, and begins anew.
        told, self._told = self._told, None
        if told and told[0] == game.start and told[1] == turns[: len(told[1])]:
            self._seat.set_control(control)
            for turn in turns[len(told[1]) :]:
                self._seat.observe(turn)
        else:
            await self._seat.new_game(control=control, start=game.start, turns=turns)
        clock = Clock.start(control)
        answer = await self._seat.choose(clock=clock, used_s={}, timeout_s=seconds + _GRACE_S)
        self._told = game.start, turns
        return answer
