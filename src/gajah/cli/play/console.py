"""The terminal: drawing a screen or just lines, reading a line, and waiting with a sign of life."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from io import TextIOWrapper
from textwrap import wrap
from time import monotonic, sleep

from gajah.cli.play.endings import Resized
from gajah.cli.play.view import Space
from gajah.cli.text import is_terminal, moves_cursor
from gajah.system import has_typed, line_editor, ticking

_HOME = "\x1b[H"
_CLEAR_LINE = "\x1b[K"
_CLEAR_BELOW = "\x1b[J"
_KEEP_CURSOR = "\x1b7"
_BACK_TO_CURSOR = "\x1b8"
_SPINNER = "|/-\\"
_DEFAULT_SIZE = (80, 24)
# Often enough that a clock is never seen to skip a second.
_TICK_S = 0.2


class Console:
    """Where the game is shown and typed.

    On a terminal that can move its cursor the screen is drawn anew each time; everywhere else
    lines follow each other, so that a pipe, a log or a teletype reads well too.
    """

    def __init__(self) -> None:
        self.is_terminal = is_terminal(sys.stdout)
        self._types_here = is_terminal(sys.stdin)
        self._moves = moves_cursor(sys.stdout)
        self._started = False
        self._drawn: list[str] = []
        self._said: Sequence[str] = ()
        self._spots: list[tuple[int, int, str]] = []
        self._drawn_in: Space | None = None
        self._signs = 0
        self._unfinished = ""
        if isinstance(sys.stdin, TextIOWrapper):
            sys.stdin.reconfigure(errors="replace")
        self._editor = line_editor() if self._types_here and self.is_terminal else None

    @property
    def space(self) -> Space:
        """The room there is now; no rows where the screen is not drawn anew."""
        if not self.is_terminal:
            return Space(_DEFAULT_SIZE[0])
        space = Space(*shutil.get_terminal_size(_DEFAULT_SIZE))
        return space if self._moves and space.fits(large=False) else Space(space.columns)

    def show(self, lines: Sequence[str], messages: Sequence[str]) -> None:
        """Show the board's lines, and under them what there is to say."""
        space = self.space
        width = max(1, space.columns - 1)
        said = [
            part for message in messages for part in wrap(message, width, break_on_hyphens=False)
        ]
        if space.rows:
            self._draw([*lines, "", *said[: space.message_lines(len(lines))]])
            return
        self._drawn_in = space
        if list(lines) != self._drawn:
            print("", *(line.rstrip() for line in lines), "", sep="\n")
            self._drawn = list(lines)
        if messages is not self._said:
            print("".join(f"{line}\n" for line in said), end="", flush=True)
            self._said = messages

    def page(self, lines: Sequence[str]) -> None:
        """Show a text instead of the board until Enter is pressed, or just print it."""
        while lines and (rows := self.space.rows):
            shown, more = lines[: rows - 2], lines[rows - 2 :]
            self._draw(shown)
            try:
                self.ask("Enter shows more: " if more else "Enter goes back to the game: ")
            except Resized:
                continue
            lines = more
        if lines:
            print(*lines, sep="\n", flush=True)

    def ask(self, prompt: str, on_tick: Callable[[], None] = lambda: None) -> str:
        """A line typed by the user. Raises EOFError at the end of input.

        Raises Resized when the screen has to be drawn anew; what was typed by then stands behind
        the next prompt. ``on_tick`` is called several times a second meanwhile, and may raise too.
        """
        if sys.stdin is None:
            raise EOFError

        def tick() -> None:
            # Not when SIGWINCH comes: line editing wants that signal for itself.
            if self.is_outdated:
                self._unfinished = self._editor.get_line_buffer() if self._editor else ""
                raise Resized
            on_tick()

        with self._typed_before(), ticking(_TICK_S, tick):
            line = input(prompt)
        if not self._types_here:
            # It was not echoed while it was typed.
            print(line)
        return line

    def overwrite(self, spots: Sequence[tuple[int, int, str]]) -> None:
        """Write texts over the screen, each at its row and column, and leave the cursor alone."""
        if not self.space.rows or not spots or list(spots) == self._spots:
            return
        # Nothing is where it was then.
        if self.is_outdated:
            return
        self._spots = list(spots)
        texts = "".join(f"\x1b[{row};{column}H{text}" for row, column, text in spots)
        # One call, past every buffer: this runs while a line is being typed.
        os.write(sys.stdout.fileno(), f"{_KEEP_CURSOR}{texts}{_BACK_TO_CURSOR}".encode())

    @property
    def is_outdated(self) -> bool:
        """Whether the terminal's size has changed since; lines are never out of date."""
        drawn_in, space = self._drawn_in, self.space
        if drawn_in is None:
            return False
        return drawn_in != space and (drawn_in.rows > 0 or space.rows > 0)

    def sign_of_life(self, text: str) -> None:
        """Say that something is going on, on the line of the prompt; only on a terminal."""
        self._signs += 1
        if self._moves:
            sign = _SPINNER[self._signs % len(_SPINNER)]
            print(f"\r{text} {sign}{_CLEAR_LINE}", end="", flush=True)
        elif self.is_terminal and self._signs == 1:
            print(f"{text} ...", flush=True)

    def end_sign_of_life(self) -> None:
        """The line of the prompt is free again."""
        self._signs = 0
        if self._moves:
            print(f"\r{_CLEAR_LINE}", end="", flush=True)

    def find_line(self, wait_s: float) -> str | None:
        """A line typed within that time, or ``None``. Raises EOFError and Resized as ``ask``."""
        if not self._types_here:
            sleep(wait_s)
            return None
        until_s = monotonic() + wait_s
        while not self.is_outdated:
            left_s = max(0.0, until_s - monotonic())
            if has_typed(min(left_s, _TICK_S)):
                # Not sys.stdin.readline(): what that reads too much would be lost to the next
                # prompt.
                return self.ask("")
            if not left_s:
                return None
        raise Resized

    def say(self, *lines: str) -> None:
        """Print lines as they are: what a user may copy, such as a path, stays in one piece."""
        print("".join(f"{line}\n" for line in lines), end="", flush=True)

    def forget_screen(self) -> None:
        """Draw the whole screen next time, since something else may have written on it."""
        self._drawn = []
        if self.space.rows:
            print("\x1b[2J", end="")

    def close(self) -> None:
        """Start a new line for the message that ends the program."""
        if not self.space.rows:
            print()

    @contextmanager
    def _typed_before(self) -> Iterator[None]:
        """Put what was typed when the last prompt was interrupted into the next one."""
        editor, text = self._editor, self._unfinished
        if editor is None or not text:
            yield
            return
        self._unfinished = ""
        editor.set_startup_hook(lambda: editor.insert_text(text))
        try:
            yield
        finally:
            editor.set_startup_hook(None)

    def _draw(self, lines: Sequence[str]) -> None:
        self._drawn_in = self.space
        start = ""
        if not self._started:
            # What stood on the screen moves up into the terminal's memory instead of being lost.
            start = "\n" * self.space.rows
            self._started = True
        text = "".join(f"{line}{_CLEAR_LINE}\n" for line in lines)
        print(f"{start}{_HOME}{text}{_CLEAR_BELOW}", end="", flush=True)
