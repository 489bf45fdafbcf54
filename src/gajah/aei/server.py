"""AEI spoken: ``serve(MyBot())`` at the end of a script, and the bot plays everywhere.

One thread reads and obeys, and never waits; another thinks. So ``stop``, ``isready`` and the end
of the input are noticed at once, also while the bot thinks.
"""

from __future__ import annotations

import os
import sys
import threading
import traceback
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from io import TextIOWrapper
from queue import SimpleQueue
from time import monotonic

from gajah._core import Position, Stop, parse_steps, read_option
from gajah.aei.options import Options
from gajah.aei.served import ServedBot
from gajah.bots.base import Bot
from gajah.errors import quoted
from gajah.game import Game

_LONGEST_LINE = 4096
_FAILED = 1
_STDOUT = 1
# How long a search may take to notice a stop when Ctrl-C ends the process.
_PATIENCE_S = 2.0
# How long the answers may take that were asked for before the end of the input.
_LAST_WORDS_S = 10.0


def serve(bot: Bot) -> None:
    """Let a bot play as an AEI engine on stdin and stdout, until told to quit.

    Its output goes to stderr, where it cannot be taken for an answer. If it raises, the process
    ends, and the traceback is the last that it writes.
    """
    converse(ServedBot(bot))


def converse(served: ServedBot) -> None:
    """Serve on stdin and stdout until ``quit`` or the end of the input; the process ends then."""
    # Bytes that are no text are for the server to complain about, not the end of it.
    lines = TextIOWrapper(sys.stdin.buffer, encoding="utf-8", errors="replace")
    sys.stdout = sys.stderr
    server = Server(served, lambda data: os.write(_STDOUT, data))
    try:
        server.run(lines)
    except KeyboardInterrupt:
        # A thread must not be left in a search when Python ends.
        server.rest(_PATIENCE_S)
        raise
    server.finish(_LAST_WORDS_S)
    os._exit(0)


@dataclass
class _Thought:
    """A turn being thought about. Options set meanwhile are for the next one."""

    game: Game
    draft: Position
    options: Options
    ponders: bool
    wants_answer: bool
    asked_s: float = field(default_factory=monotonic)
    stop: Stop = field(default_factory=Stop)
    is_done: threading.Event = field(default_factory=threading.Event)


class Server:
    """One conversation. Bad lines are answered with ``log Error:`` and change nothing."""

    def __init__(self, served: ServedBot, write: Callable[[bytes], object]) -> None:
        self._served = served
        self._write = write
        self._options = Options()
        self._game = Game()
        # Its position, after the first steps of a turn perhaps.
        self._draft = self._game.position
        # What the thinking thread does next, one after the other.
        self._jobs: SimpleQueue[Callable[[], None]] = SimpleQueue()
        self._thought: _Thought | None = None
        # Set unless a ``readyok`` is still owed.
        self._ready = threading.Event()
        self._ready.set()

    def run(self, lines: Iterable[str]) -> None:
        """Serve until ``quit`` or the end of the lines."""
        threading.Thread(target=self._work, daemon=True).start()
        for line in lines:
            if not self._handle(line):
                break

    def rest(self, patience_s: float) -> None:
        """End the search under way, and wait for its end."""
        self._stop(answer=False)
        if self._thought is not None:
            self._thought.is_done.wait(patience_s)

    def finish(self, patience_s: float) -> None:
        """Wait for the answers that are due; a search that was not stopped is dropped."""
        thought = self._thought
        if thought is None or thought.is_done.is_set() or thought.stop.is_set:
            all_done = threading.Event()
            self._jobs.put(all_done.set)
            all_done.wait(patience_s)

    def _handle(self, line: str) -> bool:
        """Obey one line; ``False`` when it was ``quit``."""
        words = line[:_LONGEST_LINE].split()
        if len(line) > _LONGEST_LINE:
            self._reply("log Error: the line is too long")
        elif words and words[0] == "quit":
            return False
        elif words:
            command, rest = words[0], words[1:]
            self._complain_about(
                command, lambda: self._obey(command, rest, line.strip()), self._reply
            )
        return True

    def _complain_about(
        self, command: str, obey: Callable[[], None], say: Callable[[str], None]
    ) -> bool:
        """Obey; ``False`` if that cannot be, after saying why."""
        try:
            obey()
        except ValueError as error:
            say(f"log Error: {command}: {error}".replace("\n", " "))
        except MemoryError:
            say(f"log Error: {command}: there is not enough memory")
        else:
            return True
        return False

    def _obey(self, command: str, words: list[str], line: str) -> None:
        if command == "aei":
            self._introduce()
        elif command == "isready":
            self._answer_ready()
        elif command == "newgame":
            self._options.new_game()
            self._begin(Game())
        elif command == "setposition":
            self._begin(Game(start=Position.parse(line.partition(" ")[2])))
        elif command == "setoption":
            self._set_option(line)
        elif command == "makemove":
            turn = " ".join(words)
            # What is refused changes nothing, not even a search under way.
            if refusal := self._game.why_not(turn):
                raise refusal
            self._stop(answer=False)
            self._game.play(turn)
            self._draft = self._game.position
        elif command == "makesteps":
            self._make_steps(" ".join(words))
        elif command == "go":
            if words not in ([], ["ponder"]):
                raise ValueError(f"expected go or go ponder, found {quoted(words[0])}")
            self._go(ponders=bool(words))
        elif command == "stop":
            self._stop(answer=True)
        else:
            self._reply(f"log Error: unknown command {quoted(command)}")

    def _introduce(self) -> None:
        served = self._served
        identity = {"name": served.name, "author": served.author, "version": served.version}
        lines = [f"id {key} {value}" for key, value in identity.items() if value]
        self._say("protocol-version 1", *lines, "aeiok")

    def _answer_ready(self) -> None:
        """Answer at once while it thinks, else when all that came before is done.

        Making the engine belongs to that, while no clock runs: to reach a graphics card takes
        seconds.
        """
        thought, options = self._thought, self._options.copy()
        if thought is not None and not thought.is_done.is_set() and not thought.stop.is_set:
            self._say("readyok")
            return

        ready = self._ready = threading.Event()

        def get_ready() -> None:
            self._complain_about("isready", lambda: self._served.get_ready(options), self._say)
            self._say("readyok")
            ready.set()

        self._jobs.put(get_ready)

    def _begin(self, game: Game) -> None:
        self._stop(answer=False)
        self._game, self._draft = game, game.position
        self._jobs.put(self._served.new_game)

    def _set_option(self, line: str) -> None:
        name, value = read_option(line)
        if not self._options.set(name, value):
            self._reply(f"log Warning: unknown option {quoted(name)}")
        elif name == "seed":
            seed = self._options.seed
            assert seed is not None, "it has just been set"
            self._jobs.put(lambda: self._served.reseed(seed))

    def _make_steps(self, text: str) -> None:
        if not self._served.finishes_turns:
            raise ValueError("this engine answers from the start of a turn only")
        draft = self._game.draft(parse_steps(text))
        self._stop(answer=False)
        self._draft = draft

    def _go(self, *, ponders: bool) -> None:
        self._stop(answer=False)
        game = self._game.copy()
        if game.result is not None:
            raise ValueError(f"the game is over, {game.result}")
        if ponders and (game.needs_setup or not self._served.ponders):
            return
        thought = _Thought(game, self._draft, self._options.copy(), ponders, not ponders)
        self._thought = thought
        self._jobs.put(lambda: self._think(thought))

    def _stop(self, *, answer: bool) -> None:
        """End the search under way, with or without its ``bestmove``; does not wait."""
        thought = self._thought
        if thought is None or thought.is_done.is_set():
            return
        thought.wants_answer = thought.wants_answer and answer
        thought.stop.set()

    def _work(self) -> None:
        try:
            while True:
                self._jobs.get()()
        except Exception:
            traceback.print_exc()
            sys.stderr.flush()
            os._exit(_FAILED)

    def _think(self, thought: _Thought) -> None:
        served, options = self._served, thought.options
        if self._complain_about("go", lambda: served.get_ready(options), self._say):
            late_s = monotonic() - thought.asked_s
            limits = options.limits_of_pondering
            if not thought.ponders:
                limits = options.limits(thought.game.side, late_s)
            limits = replace(limits, stop=thought.stop)
            chosen = served.choose(thought.game, thought.draft, limits, self._say)
            if thought.wants_answer:
                self._say(*served.remarks(), f"bestmove {chosen}")
        thought.is_done.set()

    def _reply(self, line: str) -> None:
        """Say from the thread that reads, after a ``readyok`` that is owed."""
        if self._ready.is_set():
            self._say(line)
        else:
            self._jobs.put(lambda: self._say(line))

    def _say(self, *lines: str) -> None:
        # One write, so that the controller is woken once. One that has gone hears nothing any
        # more; its end of the input tells us so.
        with suppress(BrokenPipeError):
            self._write("".join(f"{line}\n" for line in lines).encode())
