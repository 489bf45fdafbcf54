"""Many searches at once: all are answered, and an end in the middle leaves none behind."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest

from gajah._core import Stop
from gajah.analysis.batch import in_order, work_through
from gajah.engine.engine import Engine
from tests.helpers import OPENING

ENGINES = [Engine(hash_mb=1) for _ in range(2)]


def test_every_task_is_answered_once_and_engines_are_not_shared() -> None:
    busy = {id(engine): threading.Lock() for engine in ENGINES}

    def work(engine: Engine, task: int, _: Stop) -> int:
        assert busy[id(engine)].acquire(blocking=False), "two tasks have one engine"
        try:
            return engine.search(OPENING, nodes=task).nodes
        finally:
            busy[id(engine)].release()

    answers = dict(work_through(ENGINES, range(1, 8), work))
    assert sorted(answers) == list(range(1, 8))


def test_tasks_are_taken_only_as_they_are_needed() -> None:
    taken = []

    def tasks() -> Iterator[int]:
        for number in range(100):
            taken.append(number)
            yield number

    def work(_: Engine, task: int, __: Stop) -> int:
        return task

    answers = work_through(ENGINES, tasks(), work)
    next(answers)
    assert len(taken) <= len(ENGINES)
    answers.close()


def test_leaving_early_stops_the_searches_under_way() -> None:
    begun = threading.Event()

    def work(engine: Engine, task: str, stop: Stop) -> str:
        if task == "long":
            begun.set()
            engine.search(OPENING, time=3600, stop=stop)
        else:
            assert begun.wait(60)
        return task

    answers = work_through(ENGINES, ["long", "short"], work)
    assert next(answers) == ("short", "short")
    answers.close()


def test_task_that_fails_ends_the_others() -> None:
    def work(engine: Engine, task: str, stop: Stop) -> str:
        if task == "bad":
            raise OSError("no")
        engine.search(OPENING, time=3600, stop=stop)
        return task

    with pytest.raises(OSError, match="no"):
        list(work_through(ENGINES, ["long", "bad"], work))


def test_answers_come_in_order_as_soon_as_they_can() -> None:
    heard = []

    def answers() -> Iterator[tuple[int, str]]:
        for number in (2, 0, 1):
            yield number, "abc"[number]
            heard.append(number)

    ordered = in_order(answers())
    assert next(ordered) == "a"
    assert heard == [2]
    assert list(ordered) == ["b", "c"]
