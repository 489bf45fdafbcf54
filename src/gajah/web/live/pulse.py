"""What happens in a game without a request: clocks run, flags fall, bots play."""

from __future__ import annotations

import asyncio
import logging
import time
from contextlib import suppress
from functools import partial
from typing import Protocol

from gajah._core import Side
from gajah.aei.link import EngineFailure, FailureKind
from gajah.web.games.server_time import ServerTime
from gajah.web.live.game import LiveGame
from gajah.web.live.locks import ClosableLock
from gajah.web.live.players import BotTurn, PlayerShelf, why_failed
from gajah.web.live.resting import FAR_S
from gajah.web.wire.errors import Refusal
from gajah.web.wire.limits import NOBODY

_log = logging.getLogger(__name__)
# A flag falls this much after the last moment, which still counts.
_TICK_S = 0.002
# How long a flag waits for a time that stands still.
_STILL_S = 0.25
# How long a bot may take to notice that it is not needed any more.
_STOP_S = 1.0


class Audience(Protocol):
    """Stores and tells what has happened. ``played`` and ``ended`` come under the lock."""

    async def played(self, node: int | None) -> None:
        """A turn was played, or, without one, the game has ended."""

    async def ended(self) -> None:
        """The game has ended."""

    def tell_place(self, side: Side, place: int) -> None:
        """A bot has come closer to its turn to think."""

    def tell_game(self) -> None:
        """A clock has begun to run."""


class Pulse:
    """The timer and the bots of one game; whatever they change, they change under its lock."""

    def __init__(
        self,
        live: LiveGame,
        lock: ClosableLock,
        players: PlayerShelf,
        audience: Audience,
        server_time: ServerTime,
    ) -> None:
        self._live, self._lock, self._players, self._audience = live, lock, players, audience
        self._time = server_time
        self._timer: asyncio.TimerHandle | None = None
        self._bot: asyncio.Task[None] | None = None
        self._flags: set[asyncio.Task[None]] = set()
        #: For whom the bots think: the person who has opened the game, or plays it.
        self.person = NOBODY
        #: Turns that may be played although the game is paused.
        self._allowed = 0

    @property
    def is_still(self) -> bool:
        """Whether nothing will happen by itself, at least not soon."""
        thinks = self._bot is not None and not self._bot.done()
        left_s = self._live.time_left_s(self._time.now_s())
        is_far = left_s is not None and left_s > FAR_S
        return not (thinks or self._flags or (self._timer and not is_far))

    def start_clock(self) -> None:
        """Start the clock of the side to move; that of a bot waits until it thinks."""
        self._stop_timer()
        if not self._live.is_running:
            self._live.stored.turn_began = None
            self.stop_bot()
            return
        if self._live.mover.is_remote:
            if self._live.stored.turn_began is None:
                self._live.start_clock(self._time.now_s())
            self._set_timer()

    def wake_bot(self) -> None:
        """Let the bot whose turn it is think; last of all, so that the turn before it is told."""
        if self._is_bot_due and (self._bot is None or self._bot.done()):
            self._bot = asyncio.create_task(self._think())

    @property
    def _is_bot_due(self) -> bool:
        is_paused = self._live.stored.draft.paused and not self._allowed
        return self._live.is_running and not self._live.mover.is_remote and not is_paused

    def allow_turn(self) -> None:
        """Let one turn be played although the game is paused."""
        self._allowed = 1

    def stop_bot(self) -> None:
        """What the bot thinks about is of no use any more."""
        self._allowed = 0
        if self._bot is not None and self._bot is not asyncio.current_task():
            self._bot.cancel()
            self._bot = None

    def stop(self) -> asyncio.Task[None] | None:
        """Nothing happens any more, once the task that is returned has ended."""
        thinking = self._bot
        self._stop_timer()
        self.stop_bot()
        return thinking

    def _set_timer(self) -> None:
        # A flag that had to wait comes here when the next turn has its timer already.
        self._stop_timer()
        left_s = self._live.time_left_s(self._time.now_s())
        if left_s is not None:
            wait_s = max(0.0, left_s) + (_STILL_S if self._time.stands_still else _TICK_S)
            self._timer = asyncio.get_running_loop().call_later(wait_s, self._run_out)

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _run_out(self) -> None:
        task = asyncio.create_task(self._flag())
        self._flags.add(task)
        task.add_done_callback(self._flags.discard)

    async def _flag(self) -> None:
        with suppress(Refusal):  # What cannot be stored has been told already.
            async with self._lock:
                now_s = self._time.now_s()
                left_s = self._live.time_left_s(now_s)
                if not self._live.is_running or left_s is None:
                    return
                if left_s > 0:
                    self._set_timer()
                    return
                self._live.run_out(self._live.used_s(now_s))
                await self._audience.ended()

    async def _think(self) -> None:
        """The bots play, turn after turn, until it is a person's turn."""
        with suppress(Refusal):  # What cannot be stored has been told already.
            while self._is_bot_due:
                await self._bot_turn()
                self._allowed = 0

    async def _bot_turn(self) -> None:
        began_s = time.monotonic()
        live, players = self._live, self._players
        player, running = live.mover.player, live.running
        on_place = partial(self._audience.tell_place, live.side)

        async def search() -> BotTurn:
            # Also when it begins again: the bot is charged for the search that it answers with.
            await self._start_thinking()
            return await players.choose(
                (live.stored.id, live.side), player, running.game, running.clock, running.used_s
            )

        try:
            queue = players.queue(player)
            choice = await queue.in_turn(search, on_place, person=self.person, patient=True)
        except Exception as error:
            note = {"event": "bot_failed", "game": live.stored.id}
            _log.warning("%s in game %s: %s", player, live.stored.id, error, extra=note)
            async with self._lock:
                self._lose(error)
                await self._audience.ended()
            return
        if live.stored.is_of_bots and not self._allowed:
            await asyncio.sleep(self._pace_s() - (time.monotonic() - began_s))
        async with self._lock:
            await self._audience.played(live.answer(choice.turn, choice.used_s))

    def _pace_s(self) -> float:
        wanted_s = self._live.stored.draft.turn_s
        return self._players.pace_s if wanted_s is None else wanted_s

    def _lose(self, error: Exception) -> None:
        """The bot whose turn it is has not played."""
        if isinstance(error, EngineFailure) and error.kind is FailureKind.HANG:
            self._live.run_out(error.waited_s)
        else:
            self._live.fail(why_failed(error), self._live.used_s(self._time.now_s()))

    async def _start_thinking(self) -> None:
        async with self._lock:
            self._live.start_clock(self._time.now_s())
        if self._live.running.clock is not None:
            self._audience.tell_game()


async def wait_for_end(task: asyncio.Task[None] | None) -> None:
    """Give a bot that has been stopped a moment to notice."""
    if task is not None:
        await asyncio.wait([task], timeout=_STOP_S)
