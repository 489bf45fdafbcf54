"""Many searches by several engines at once, each in a thread of its own."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from itertools import islice
from queue import SimpleQueue
from typing import TypeVar

from gajah._core import Stop
from gajah.engine.engine import Engine

_T = TypeVar("_T")
_R = TypeVar("_R")

# A Ctrl-C may be noticed only when a wait is over.
_WAIT_S = 0.2


def work_through(
    engines: Sequence[Engine],
    tasks: Iterable[_T],
    work: Callable[[Engine, _T, Stop], _R],
) -> Generator[tuple[_T, _R], None, None]:
    """Each task with what ``work`` answers, in the order in which they finish.

    As many are worked on at once as there are engines; tasks are taken from the iterable as they
    are needed. If it is closed early, or a task fails, searches under way are told to stop, and
    their answers are dropped.
    """
    stop = Stop()
    idle: SimpleQueue[Engine] = SimpleQueue()
    for engine in engines:
        idle.put(engine)

    def run(task: _T) -> _R:
        engine = idle.get()
        try:
            return work(engine, task, stop)
        finally:
            idle.put(engine)

    waiting = iter(tasks)
    running: dict[Future[_R], _T] = {}
    with ThreadPoolExecutor(len(engines), thread_name_prefix="search") as threads:
        try:
            while True:
                for task in islice(waiting, len(engines) - len(running)):
                    running[threads.submit(run, task)] = task
                if not running:
                    return
                finished, _ = wait(running, _WAIT_S, return_when=FIRST_COMPLETED)
                for future in finished:
                    yield running.pop(future), future.result()
        finally:
            stop.set()


def in_order(answers: Iterable[tuple[int, _R]]) -> Iterator[_R]:
    """Answers numbered from 0, each as soon as all before it have come."""
    early: dict[int, _R] = {}
    due = 0
    for number, answer in answers:
        early[number] = answer
        while due in early:
            yield early.pop(due)
            due += 1
