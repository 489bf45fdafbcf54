"""Thinking in a thread of its own, so that the thread that waits stays free."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Generic, TypeVar

from gajah._core import Stop

T = TypeVar("T")

# How long a search that was told to stop may take to notice.
_PATIENCE_S = 2.0


class Thought(Generic[T]):
    """The answer of a function that runs in a thread, and that a Stop makes answer soon."""

    def __init__(self, think: Callable[[Stop], T]) -> None:
        self._think = think
        self._stop = Stop()
        self._answer: T | None = None
        self._error: BaseException | None = None
        # Not Thread.join: a Ctrl-C in it can make a running thread look finished.
        self._done = threading.Event()
        threading.Thread(target=self._run, daemon=True).start()

    def is_ready(self, wait_s: float) -> bool:
        """Wait for up to ``wait_s``; return whether the answer is there."""
        return self._done.wait(wait_s)

    def answer(self) -> T:
        """Return the answer once it is there; raises what the thread raised."""
        if self._error is not None:
            raise self._error
        assert self._answer is not None
        return self._answer

    def give_up(self) -> bool:
        """Stop it; return whether it has ended in time."""
        self._stop.set()
        return self._done.wait(_PATIENCE_S)

    def _run(self) -> None:
        try:
            self._answer = self._think(self._stop)
        except BaseException as error:
            # Raised again in the thread that waits.
            self._error = error
        finally:
            self._done.set()
