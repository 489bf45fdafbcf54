"""Clocks that run by themselves."""

from __future__ import annotations

import asyncio
import gc
import weakref

from gajah._core import Side
from gajah.bots.names import HUMAN
from gajah.web.analysis.pool import SearchPool
from gajah.web.games.rows import StoredGame
from gajah.web.games.seats import StoredSeat
from gajah.web.games.server_time import ServerTime
from gajah.web.games.tree import GameTree
from gajah.web.live.game import LiveGame
from gajah.web.live.locks import ClosableLock
from gajah.web.live.players import PlayerShelf
from gajah.web.live.pulse import Pulse
from tests.helpers import OPENING


class Nobody:
    """An audience of games in which nothing is to happen."""

    async def played(self, node: int | None) -> None:
        raise AssertionError(f"node {node} was played")

    async def ended(self) -> None:
        raise AssertionError("the game has ended")

    def tell_place(self, side: Side, place: int) -> None:
        raise AssertionError(f"{side} has place {place}")

    def tell_game(self) -> None:
        raise AssertionError("a clock has begun to run")


def test_flag_that_waited_leaves_no_timer_behind() -> None:
    async def stop_after_a_late_flag(pool: SearchPool) -> weakref.ref[Pulse]:
        gold, silver = (StoredSeat(HUMAN, name, taken=True) for name in ("GOLD", "SILVER"))
        stored = StoredGame(
            id="game",
            gold=gold,
            silver=silver,
            state="playing",
            control="10m/10m",
            start=OPENING.short,
        )
        live, lock = LiveGame(stored, GameTree(OPENING)), ClosableLock()
        pulse = Pulse(live, lock, PlayerShelf(pool, {}), Nobody(), ServerTime(10_000))
        live.start_clock(0)
        async with lock:
            pulse.start_clock()
            while len(asyncio.all_tasks()) == 1:  # The flag falls, and waits for the lock.
                await asyncio.sleep(0)
            live.start_clock(10_000)  # The turn was faster.
            pulse.start_clock()
        while len(asyncio.all_tasks()) > 1:
            await asyncio.sleep(0)
        pulse.stop()
        return weakref.ref(pulse)

    async def whole(pool: SearchPool) -> None:
        pulse = await stop_after_a_late_flag(pool)
        gc.collect()
        assert pulse() is None, "a timer that was set still wants to call it"

    pool = SearchPool(1, most_waiting=1)
    asyncio.run(whole(pool))
    pool.close()
