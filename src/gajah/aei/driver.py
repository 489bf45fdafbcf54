"""A foreign engine driven from plain Python, also inside a notebook.

with gajah.aei.popen("simple_engine") as engine:
    turn = engine.play(game, time=1)
"""

from __future__ import annotations

import asyncio
import shlex
import threading
from collections.abc import Coroutine, Mapping, Sequence
from concurrent.futures import wait
from dataclasses import replace
from types import MappingProxyType
from typing import Any, TypeVar

from gajah._core import Position, Setup, Side, Stop, Turn
from gajah.aei.client import Answer, Identity
from gajah.aei.player import USUAL_S, AeiPlayer
from gajah.bots.names import PlayerName
from gajah.clock import Clock
from gajah.game import Game

T = TypeVar("T")
_CLOSING_S = 10.0
# How often a question that may be stopped looks whether it is.
_LOOK_S = 0.05


class EngineResigned(Exception):  # noqa: N818 - it names what happened
    """The engine answered that it gives up the game."""


class EngineDriver:
    """The blocking face of `AeiPlayer`; its event loop runs in a thread of its own.

    Methods that ask raise EngineFailure when the engine fails; the next question starts it anew.
    """

    def __init__(self, name: PlayerName) -> None:
        self.name = name
        #: What the engine said about itself when it started.
        self.identity = Identity()
        #: The last answer: its text, the time it took, and in ``info`` score, depth, pv ...
        self.answer: Answer | None = None
        self._player = AeiPlayer(name)
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()

    def __enter__(self) -> EngineDriver:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def start(self) -> None:
        """Start the engine now, so that a mistake in its command shows; closes where it fails."""
        try:
            self.identity = self._run(self._player.start())
            self._run(self._player.begin(Game()))
        except BaseException:
            self.close()
            raise

    def set_option(self, name: str, value: object) -> None:
        """Set an option of the engine from the next question on."""
        self._loop.call_soon_threadsafe(self._player.set_option, name, str(value))

    def play(self, game: Game | Position, *, time: float = USUAL_S) -> Setup | Turn:
        """Return the engine's turn, checked against the rules; the game is left as it was.

        ``time`` is in seconds. A game that goes on is told turn by turn, so that the engine keeps
        what it has found. Raises EngineResigned, or IllegalTurn or NotationError for an answer
        that is no legal turn.
        """
        if isinstance(game, Position):
            game = Game(start=game)
        answer = self.ask(game, time_s=time)
        if answer.is_resignation:
            raise EngineResigned(f"{self.name.label} resigns")
        return game.copy().play(answer.turn)

    def ask(
        self,
        game: Game,
        *,
        clock: Clock | None = None,
        time_s: float = USUAL_S,
        used_s: Mapping[Side, float] | None = None,
        stop: Stop | None = None,
    ) -> Answer:
        """Return the engine's answer as it came, by the game's clock where there is one.

        A ``stop`` that is set gives up the question; CancelledError is raised.
        """
        asking = self._player.play(game.copy(), clock=clock, time_s=time_s, used_s=used_s or {})
        self.answer = self._run(asking, stop)
        return self.answer

    def close(self) -> None:
        """End the engine."""
        if self._loop.is_closed():
            return
        self._run(self._leave())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(_CLOSING_S)
        self._loop.close()

    async def _leave(self) -> None:
        await self._player.close()
        # A question that was given up may be ending a process that failed.
        given_up = asyncio.all_tasks() - {asyncio.current_task()}
        await asyncio.gather(*given_up, return_exceptions=True)

    def _run(self, work: Coroutine[Any, Any, T], stop: Stop | None = None) -> T:
        asked = asyncio.run_coroutine_threadsafe(work, self._loop)
        try:
            while stop is not None and not asked.done():
                wait([asked], _LOOK_S)
                if stop.is_set:
                    asked.cancel()
            return asked.result()
        except BaseException:
            # Ctrl-C reaches the thread that waits.
            asked.cancel()
            raise


def popen(
    command: str | Sequence[str], options: Mapping[str, object] = MappingProxyType({})
) -> EngineDriver:
    """Start an engine that speaks AEI and return its driver; raises EngineFailure.

    ``options`` are set before every game. Use it as a context manager, or ``close`` it.
    """
    text = command if isinstance(command, str) else shlex.join(command)
    given = tuple((key, str(value)) for key, value in options.items())
    driver = EngineDriver(replace(PlayerName.parse(f"aei:{text}"), options=given))
    driver.start()
    return driver
