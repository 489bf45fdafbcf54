"""Being told to end while engines play: the first signal ends the work, others are not heard."""

from __future__ import annotations

import signal
from collections.abc import Coroutine
from types import FrameType
from typing import Any, TypeVar

T = TypeVar("T")

# What a shell reports for a program that a signal has ended: this and the signal's number.
_BY_SIGNAL = 128
# Ctrl-C, a plain kill, and a terminal that is closed. Not every system has all of them.
_SIGNALS = [
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)
]


class Interrupted(KeyboardInterrupt):
    """A signal has ended the work, Ctrl-C's or another: ``number``."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


def exit_code(ended: BaseException) -> int:
    """The exit code of a program that ends by Interrupted, or by Python's own Ctrl-C."""
    return _BY_SIGNAL + (ended.number if isinstance(ended, Interrupted) else signal.SIGINT)


def run_until_interrupted(work: Coroutine[Any, Any, T]) -> T:
    """Like ``asyncio.run``, but the first signal that asks us to end cancels the work.

    It is raised as Interrupted. Later signals are ignored: they would interrupt the ending of
    engines and the last message to the user, which take a few seconds at most.
    """
    # Imported here: most commands have no use for it, and it takes a while.
    import asyncio

    heard: int | None = None

    async def listen() -> T:
        loop, task = asyncio.get_running_loop(), asyncio.current_task()
        assert task is not None

        def end(number: int, frame: FrameType | None) -> None:
            nonlocal heard
            del frame
            if heard is not None:
                return
            heard = number
            if task.done():
                raise Interrupted(number)
            task.cancel()
            # The loop may be asleep.
            loop.call_soon_threadsafe(lambda: None)

        for number, handler in before.items():
            # One in the background, or under nohup, was started deaf to it and stays so.
            if handler is not signal.SIG_IGN:
                signal.signal(number, end)
        return await work

    before = {number: signal.getsignal(number) for number in _SIGNALS}
    try:
        result = asyncio.run(listen())
    except asyncio.CancelledError:
        assert heard is not None
        raise Interrupted(heard) from None
    finally:
        if heard is None:
            for number, handler in before.items():
                signal.signal(number, handler)
    return result
