"""A progress bar for work that takes longer than a second."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from time import monotonic

from gajah.cli.text import is_terminal

_PATIENCE_S = 1.0


@contextmanager
def progress(
    title: str, total: float, *, patience_s: float = _PATIENCE_S
) -> Iterator[Callable[[float], None]]:
    """Give a function to call with the work just done; it draws a bar on stderr after a while.

    Nothing is drawn, and Rich is not even loaded, when stderr is not a terminal.
    """
    if not is_terminal(sys.stderr):
        yield lambda _: None
        return
    started, done = monotonic(), 0.0
    draw: Callable[[float], None] | None = None

    def advance(more: float) -> None:
        nonlocal done, draw
        done += more
        if draw is None and monotonic() - started >= patience_s:
            draw = _open_bar(title, total, stack)
        if draw is not None:
            draw(done)

    with ExitStack() as stack:
        yield advance


def _open_bar(title: str, total: float, stack: ExitStack) -> Callable[[float], None]:
    from rich.console import Console
    from rich.progress import Progress

    bar = stack.enter_context(Progress(console=Console(stderr=True), transient=True))
    task = bar.add_task(title, total=total)
    return lambda done: bar.update(task, completed=done)
