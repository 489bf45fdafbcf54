"""Ctrl-C while engines play: the first one ends the work, and what follows it is left in peace."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Coroutine
from types import FrameType
from typing import Any, TypeVar

T = TypeVar("T")


def run_until_interrupted(work: Coroutine[Any, Any, T]) -> T:
    """Like ``asyncio.run``, but after the first Ctrl-C no other is heard, here or later.

    The first cancels the work and comes out as KeyboardInterrupt. Another one would break into the
    ending of engines and into the last words to the user; both take a few seconds at most, and
    then the program is over.
    """
    is_interrupted = False

    async def listen() -> T:
        cancel = signal.getsignal(signal.SIGINT)

        def interrupt(number: int, frame: FrameType | None) -> None:
            nonlocal is_interrupted
            if not is_interrupted and callable(cancel):
                is_interrupted = True
                cancel(number, frame)

        # A program in the background may have been started deaf to Ctrl-C, and stays so.
        if callable(cancel):
            signal.signal(signal.SIGINT, interrupt)
        return await work

    before = signal.getsignal(signal.SIGINT)
    try:
        return asyncio.run(listen())
    finally:
        if not is_interrupted:
            signal.signal(signal.SIGINT, before)
