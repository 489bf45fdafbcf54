"""Any bot as an AEI engine: ``serve(MyBot())`` at the end of a script, and it plays everywhere.

One thread reads, so that ``stop`` and the end of the input are noticed at once; the main thread
thinks.
"""

from __future__ import annotations

import os
import sys
import threading
import traceback
from dataclasses import dataclass, field
from queue import SimpleQueue

from gajah._core import Position
from gajah.aei.options import Options, read_option
from gajah.bots.base import UNLIMITED, Bot, stop_until
from gajah.errors import quoted
from gajah.game import Game

_QUIT = "quit"
_FAILED = 1


@dataclass(frozen=True)
class _Order:
    """A line of the controller's, which ``stop`` may be about."""

    line: str
    is_done: threading.Event = field(default_factory=threading.Event)


class BotServer:
    """The conversation of a bot with a controller."""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot
        self._options = Options()
        self._game = Game()

    def obey(self, line: str) -> None:
        """Do what one line says; raises ``ValueError`` if it cannot be done."""
        command, _, rest = line.strip().partition(" ")
        if command == "go":
            if rest != "ponder":
                say(*self.answer())
        elif command == "makemove":
            self._game.play(rest)
        elif command == "setoption":
            name, value = read_option(line)
            if not self._options.set(name, value):
                say(f"log Warning: unknown option {quoted(name)}")
        elif command == "isready":
            say("readyok")
        elif command == "newgame":
            self._options.new_game()
            self._game = Game()
            self.begin_game(self._options.engine.pop("seed", None))
        elif command == "setposition":
            self._game = Game(start=Position.parse(rest))
        elif command == "aei":
            say("protocol-version 1", f"id name {self.bot.name}", "aeiok")
        elif command:
            raise ValueError(f"unknown command {quoted(command)}")

    def begin_game(self, seed: int | None) -> None:  # noqa: ARG002 - for those who draw lots
        """Another game begins, with a seed of its own if the controller has set one."""
        self.bot.new_game()

    def answer(self) -> list[str]:
        """The bot's turn as ``bestmove``, and what else is to be said with it."""
        if self._game.result is not None:
            raise ValueError(f"the game is over, {self._game.result}")
        budget = self._options.budget(self._game.side) if self._options.has_clock else UNLIMITED
        try:
            return [f"bestmove {self.bot.choose(self._game.copy(), budget)}"]
        except ValueError as error:
            raise RuntimeError(f"{self.bot.name} has failed") from error  # nothing wrong with `go`


def serve(bot: Bot) -> None:
    """Let a bot play as an AEI engine on stdin and stdout, until told to quit.

    Whatever it prints meanwhile goes to stderr, where it cannot be taken for an answer. If it
    raises, the process ends with the traceback as its last words.
    """
    converse(BotServer(bot), is_trusted=False)


def converse(server: BotServer, *, is_trusted: bool) -> None:
    """Obey lines until told to quit. With a controller that is trusted, a bad line is a mistake of
    our own and ends the process."""
    orders: SimpleQueue[_Order] = SimpleQueue()
    threading.Thread(target=_read, args=(server, orders), daemon=True).start()
    sys.stdout = sys.stderr
    try:
        while True:
            order = orders.get()
            _obey(server, order.line, is_trusted)
            order.is_done.set()
    except Exception:
        traceback.print_exc()
        sys.stderr.flush()
        os._exit(_FAILED)


def _obey(server: BotServer, line: str, is_trusted: bool) -> None:
    try:
        server.obey(line)
    except ValueError as error:
        if is_trusted:
            raise
        say(f"log Error: {error}".replace("\n", " "))


def _read(server: BotServer, orders: SimpleQueue[_Order]) -> None:
    last = _Order("")
    last.is_done.set()
    for line in sys.stdin:
        order = _Order(line.strip())
        if order.line == _QUIT:
            break
        if order.line == "stop":
            # In a thread of its own: a bot that does not stop must not keep us from reading.
            told = (last.is_done, server.bot.stop)
            threading.Thread(target=stop_until, args=told, daemon=True).start()
        else:
            orders.put(order)
            last = order
    # The controller is gone or has had enough: whatever is being thought about is of no use.
    os._exit(0)


def say(*lines: str) -> None:
    """Tell the controller."""
    # One write, so that it is woken once.
    os.write(1, "".join(f"{line}\n" for line in lines).encode())
