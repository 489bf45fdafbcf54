"""The queue for cores: bounded, fair, told, and free again whatever happens."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Coroutine
from typing import Any

import pytest

from gajah._core import Stop
from gajah.web.analysis.pool import SearchPool
from gajah.web.analysis.queue import WorkerLost
from gajah.web.wire.errors import Refusal
from gajah.web.wire.limits import OWNER, Person


def run(work: Callable[[SearchPool], Coroutine[Any, Any, None]], size: int = 2) -> SearchPool:
    """Do something with a pool of that size."""
    pool = SearchPool(size, most_waiting=5, most_each=2)

    async def whole() -> None:
        await asyncio.wait_for(work(pool), 60)

    asyncio.run(whole())
    pool.close()
    assert (pool.running, pool.waiting) == (0, 0)
    return pool


def test_never_more_at_once_than_there_are_cores() -> None:
    async def work(pool: SearchPool) -> None:
        async def search() -> None:
            async with pool.core(patient=True):
                await pool.run(lambda _: None)

        await asyncio.gather(*(search() for _ in range(30)))

    assert run(work).most_at_once == 2


def test_search_that_lost_its_worker_begins_again_before_all_others() -> None:
    begun: list[str] = []

    async def work(pool: SearchPool) -> None:
        async def unlucky() -> None:
            begun.append("unlucky")
            if len(begun) == 1:
                others.extend(asyncio.create_task(pool.in_turn(other)) for _ in range(2))
                await asyncio.sleep(0)
                # Its worker was the only one; another comes later.
                pool.resize(0)
                asyncio.get_running_loop().call_soon(pool.resize, 1)
                raise WorkerLost

        async def other() -> None:
            begun.append("other")

        others: list[asyncio.Task[None]] = []
        await pool.in_turn(unlucky)
        await asyncio.gather(*others)

    run(work, size=1)
    assert begun == ["unlucky", "unlucky", "other", "other"]


def test_search_that_ends_every_worker_fails() -> None:
    async def work(pool: SearchPool) -> None:
        async def deadly() -> None:
            raise WorkerLost

        with pytest.raises(RuntimeError, match="lost its worker 5 times"):
            await pool.in_turn(deadly)

    run(work)


def test_searches_wait_until_there_is_room() -> None:
    places: list[int] = []

    async def work(pool: SearchPool) -> None:
        pool.resize(0)

        async def search() -> None:
            places.append(-1)

        waiting = asyncio.create_task(pool.in_turn(search, places.append))
        await asyncio.sleep(0)
        assert places == [1]
        pool.resize(1)
        await waiting

    run(work)
    assert places == [1, 0, -1]


def test_first_come_first_served_and_places_are_told() -> None:
    served: list[int] = []
    places: dict[int, list[int]] = {number: [] for number in range(4)}

    async def work(pool: SearchPool) -> None:
        free = asyncio.Event()

        async def search(number: int) -> None:
            async with pool.core(places[number].append):
                served.append(number)
                await free.wait()

        tasks = [asyncio.create_task(search(number)) for number in range(4)]
        await asyncio.sleep(0)
        free.set()
        await asyncio.gather(*tasks)

    run(work, size=1)
    assert served == [0, 1, 2, 3]
    assert places == {0: [0], 1: [1, 0], 2: [2, 1, 0], 3: [3, 2, 1, 0]}


def test_too_many_who_wait_are_refused() -> None:
    async def work(pool: SearchPool) -> None:
        async def search() -> None:
            async with pool.core():
                await asyncio.sleep(0)

        results = await asyncio.gather(*(search() for _ in range(20)), return_exceptions=True)
        refused = [result for result in results if isinstance(result, Refusal)]
        assert len(refused) == 20 - 1 - 5
        assert {refusal.code for refusal in refused} == {"slow_down"}

    run(work, size=1)


def test_one_who_goes_while_waiting_leaves_no_gap() -> None:
    async def work(pool: SearchPool) -> None:
        free = asyncio.Event()

        async def search() -> None:
            async with pool.core():
                await free.wait()

        tasks = [asyncio.create_task(search()) for _ in range(3)]
        await asyncio.sleep(0)
        tasks[1].cancel()
        free.set()
        await asyncio.gather(*tasks, return_exceptions=True)

    run(work, size=1)


def test_cancelled_search_keeps_its_core_until_it_has_stopped() -> None:
    async def work(pool: SearchPool) -> None:
        stopped, begun = threading.Event(), threading.Event()

        def think(stop: Stop) -> None:
            begun.set()
            while not stop.is_set:
                pass
            stopped.set()

        async def search() -> None:
            async with pool.core():
                await pool.run(think)

        task = asyncio.create_task(search())
        await asyncio.to_thread(begun.wait, 30)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert stopped.is_set()

    run(work, size=1)


def test_endless_search_gives_way_to_those_who_wait() -> None:
    async def work(pool: SearchPool) -> None:
        asked = asyncio.Event()

        async def endless() -> None:
            async with pool.core(give_way=asked.set):
                await asked.wait()

        async def short() -> None:
            async with pool.core():
                pass

        await asyncio.gather(endless(), short())

    run(work, size=1)


def test_core_is_free_again_after_a_failure() -> None:
    async def work(pool: SearchPool) -> None:
        def fail(_: Stop) -> None:
            raise ZeroDivisionError

        for _ in range(3):
            with pytest.raises(ZeroDivisionError):
                async with pool.core():
                    await pool.run(fail)

    run(work, size=1)


def test_all_who_wait_can_leave_at_once() -> None:
    told = 0

    def count(_: int) -> None:
        nonlocal told
        told += 1

    async def work(pool: SearchPool) -> None:
        async def search() -> None:
            async with pool.core(count, patient=True):
                await asyncio.sleep(60)

        tasks = [asyncio.create_task(search()) for _ in range(300)]
        await asyncio.sleep(0)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    run(work)
    # Their places as they came, and no more: each would else hear of every other that goes.
    assert told == 300


def test_a_person_with_many_searches_lets_another_go_ahead() -> None:
    served: list[str] = []
    places: list[int] = []

    async def work(pool: SearchPool) -> None:
        free = asyncio.Event()

        async def search(name: str, on_place: Callable[[int], None]) -> None:
            async with pool.core(on_place, person=Person(name), patient=True):
                served.append(name)
                await free.wait()

        tasks = [asyncio.create_task(search("greedy", lambda _: None)) for _ in range(5)]
        tasks.append(asyncio.create_task(search("modest", places.append)))
        await asyncio.sleep(0)
        free.set()
        await asyncio.gather(*tasks)

    run(work, size=1)
    assert served == ["greedy", "greedy", "modest", "greedy", "greedy", "greedy"]
    assert places == [2, 1, 0]


def test_a_person_cannot_have_the_last_core() -> None:
    async def work(pool: SearchPool) -> None:
        free = asyncio.Event()

        async def search(person: Person) -> None:
            async with pool.core(person=person):
                await free.wait()

        tasks = [asyncio.create_task(search(Person("greedy"))) for _ in range(3)]
        await asyncio.sleep(0)
        assert (pool.running, pool.waiting) == (1, 2)
        tasks.append(asyncio.create_task(search(Person("modest"))))
        await asyncio.sleep(0)
        assert (pool.running, pool.waiting) == (2, 2)
        free.set()
        await asyncio.gather(*tasks)

    run(work, size=2)


def test_too_many_searches_of_one_person_are_refused() -> None:
    async def work(pool: SearchPool) -> None:
        async def search(person: Person) -> None:
            async with pool.core(person=person):
                await asyncio.sleep(0)

        people = [Person("greedy")] * 5 + [Person("modest"), OWNER]
        results = await asyncio.gather(*map(search, people), return_exceptions=True)
        assert [isinstance(result, Refusal) for result in results] == [False] * 3 + [
            *(True, True),
            *(False, False),
        ]

    run(work, size=1)
