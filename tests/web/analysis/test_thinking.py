"""Engines for pages: kept for their owners, no more of them than cores, and given back."""

from __future__ import annotations

import asyncio
import weakref
from collections.abc import Awaitable, Callable

from gajah._core import Stop
from gajah.engine.engine import Engine
from gajah.web.analysis.pool import SearchPool
from gajah.web.analysis.thinking import EngineShelf
from gajah.web.wire.limits import OWNER

CORES = 2


def note(engine: Engine, *, stop: Stop) -> weakref.ref[Engine]:
    """Which engine was lent; the caller must not keep it alive."""
    assert not stop.is_set
    return weakref.ref(engine)


def run(work: Callable[[EngineShelf], Awaitable[None]]) -> None:
    """Do something with engines for two cores."""

    async def whole() -> None:
        await work(EngineShelf(pool))

    pool = SearchPool(CORES)
    asyncio.run(whole())
    pool.close()


async def lend(shelf: EngineShelf, *owners: str) -> list[weakref.ref[Engine]]:
    """The engines that these owners get, one after the other."""
    return [await shelf.think(owner, note, lambda _: None, person=OWNER) for owner in owners]


def test_owner_gets_the_engine_that_it_had_before() -> None:
    async def work(shelf: EngineShelf) -> None:
        ann, bob, again = await lend(shelf, "Ann", "Bob", "Ann")
        assert again is ann
        assert bob is not ann

    run(work)


def test_there_are_no_more_engines_than_cores() -> None:
    async def work(shelf: EngineShelf) -> None:
        engines = await lend(shelf, "Ann", "Bob", "Ann", "Cleo", "Dan", "Ann")
        assert len(set(engines)) == CORES
        assert engines[3] is engines[1], "Bob has not thought for longest"

    run(work)


def test_engine_of_an_owner_who_has_left_is_given_back() -> None:
    async def work(shelf: EngineShelf) -> None:
        ann, bob = await lend(shelf, "Ann", "Bob")
        shelf.leave("Ann")
        shelf.leave("Ann")
        assert ann() is None
        assert bob() is not None
        assert len({*await lend(shelf, "Bob", "Cleo", "Dan")}) == CORES

    run(work)
