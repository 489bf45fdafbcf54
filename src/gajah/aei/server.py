"""gajah as an AEI engine: reads commands, answers, and thinks in a thread of its own."""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import TextIO

from gajah._core import Position, Setup, Side, Turn
from gajah.aei.options import OptionError, Options, read_option
from gajah.bots.base import Budget
from gajah.bots.engine import Analysis, Engine
from gajah.errors import quoted
from gajah.game import Game

_PONDER_S = 1e7  # until told to stop
_LONGEST_LINE = 4096
# Options that only another engine has.
_MAKE_ANEW = ("hash", "threads", "search", "device")


@dataclass
class _Search:
    """What is being thought about. Options set meanwhile are for the next one."""

    engine: Engine
    game: Game
    budget: Budget
    depth: int
    variety: random.Random | None
    wants_answer: bool


class Server:
    """One conversation. Bad lines are answered with ``log Error:`` and change nothing."""

    def __init__(self, out: TextIO, *, version: str) -> None:
        self._out = out
        self._out_lock = threading.Lock()
        self._version = version
        self._options = Options()
        self._game = Game()
        self._engine: Engine | None = None
        self._random: random.Random | None = None
        self._thinking: tuple[_Search, threading.Thread] | None = None

    def run(self, lines: Iterable[str]) -> None:
        """Serve until ``quit`` or the end of the input."""
        try:
            for line in lines:
                if not self.handle(line):
                    break
        finally:
            # Also after Ctrl-C: a thread must not be left in a search when the process ends.
            self._halt(answer=False)

    def handle(self, line: str) -> bool:
        """Obey one line; ``False`` when it was ``quit``."""
        words = line[:_LONGEST_LINE].split()
        if len(line) > _LONGEST_LINE:
            self._say("log Error: the line is too long")
        elif words and words[0] == "quit":
            return False
        elif words:
            command, rest = words[0], words[1:]
            self._complain_about(command, lambda: self._obey(command, rest, line.strip()))
        return True

    def _complain_about(self, command: str, obey: Callable[[], object]) -> None:
        """Say what is wrong with a command, if anything is, and go on."""
        try:
            obey()
        except ValueError as error:
            self._say(f"log Error: {command}: {error}".replace("\n", " "))
        except MemoryError:
            self._say(f"log Error: {command}: there is not enough memory")

    def _obey(self, command: str, words: list[str], line: str) -> None:
        if command == "aei":
            self._introduce()
        elif command == "isready":
            # Now, while no clock runs: to reach a graphics card takes seconds.
            self._complain_about(command, self._ready_engine)
            self._say("readyok")
        elif command == "newgame":
            self._options.new_game()
            self._begin(Game())
        elif command == "setposition":
            position = Position.parse(line.partition(" ")[2])
            self._begin(Game(start=position))
        elif command == "setoption":
            self._set_option(line)
        elif command == "makemove":
            turn = " ".join(words)
            # What is refused changes nothing, not even a search under way.
            if refusal := self._game.why_not(turn):
                raise refusal
            self._halt(answer=False)
            self._game.play(turn)
        elif command == "go":
            if words not in ([], ["ponder"]):
                raise ValueError(f"expected go or go ponder, found {quoted(words[0])}")
            self._go(ponder=bool(words))
        elif command == "stop":
            self._halt(answer=True)
        else:
            self._say(f"log Error: unknown command {quoted(command)}")

    def _introduce(self) -> None:
        self._say("protocol-version 1")
        self._say("id name gajah")
        self._say("id author the gajah authors")
        self._say(f"id version {self._version}")
        self._say("aeiok")

    def _begin(self, game: Game) -> None:
        self._halt(answer=False)
        self._game = game
        if self._engine:
            self._engine.clear()

    def _set_option(self, line: str) -> None:
        name, value = read_option(line)
        try:
            known = self._options.set(name, value)
        except OptionError as error:
            self._say(f"log Error: setoption: {error}")
            return
        if not known:
            self._say(f"log Warning: unknown option {quoted(name)}")
        elif name in _MAKE_ANEW:
            self._engine = None
        elif name == "seed":
            self._random = random.Random(self._options.engine["seed"])

    def _go(self, *, ponder: bool) -> None:
        self._halt(answer=False)
        game = self._game.copy()
        if game.result is not None:
            raise ValueError(f"the game is over, {game.result}")
        if game.needs_setup and ponder:
            return
        start_s = time.monotonic()
        engine = self._ready_engine()
        late_s = time.monotonic() - start_s
        budget = Budget.exactly(_PONDER_S) if ponder else self._options.budget(game.side, late_s)
        search = _Search(
            engine,
            game,
            budget,
            self._options.depth,
            self._random,
            wants_answer=not ponder,
        )
        thread = threading.Thread(target=self._think, args=(search,), daemon=True)
        self._thinking = search, thread
        thread.start()

    def _ready_engine(self) -> Engine:
        if self._engine is None:
            settings = self._options.engine
            self._engine = Engine(
                search=self._options.search,
                hash_mb=settings.get("hash"),
                threads=settings.get("threads", 1),
                device=self._options.device,
            )
        return self._engine

    def _think(self, search: _Search) -> None:
        # A controller that has gone hears nothing any more; its end of the input tells us so.
        with suppress(BrokenPipeError):
            chosen = self._choose(search)
            if search.wants_answer:
                self._say(f"bestmove {chosen}")

    def _choose(self, search: _Search) -> Setup | Turn:
        game = search.game
        if game.needs_setup:
            return search.engine.set_up(game, time=search.budget, variety=search.variety)
        analysis = search.engine.search(
            game.position,
            time=search.budget,
            depth=search.depth,
            history=game.positions,
            on_progress=lambda analysis: self._report(analysis, game.side),
        )
        return analysis.lines[0].turn

    def _report(self, analysis: Analysis, side: Side) -> None:
        best = analysis.lines[0]
        self._say(f"info depth {analysis.depth}")
        self._say(f"info score {best.score.raw}")
        self._say(f"info nodes {analysis.nodes}")
        self._say(f"info time {analysis.seconds:.3f}")
        self._say(f"info pv {_variation(side, (best.turn, *best.continuation))}")

    def _halt(self, *, answer: bool) -> None:
        """End a search under way, with or without its ``bestmove``."""
        if self._thinking is None:
            return
        search, thread = self._thinking
        self._thinking = None
        search.wants_answer = search.wants_answer and answer
        while thread.is_alive():
            # The search may be just about to begin, which clears an earlier stop sign.
            search.engine.stop()
            thread.join(0.001)

    def _say(self, text: str) -> None:
        with self._out_lock:
            self._out.write(text + "\n")
            self._out.flush()


def _variation(side: Side, turns: Sequence[Turn]) -> str:
    """A line of play in AEI's words: before every turn but the first stands whose it is."""
    words = [str(turns[0])]
    for turn in turns[1:]:
        side = side.other
        words += [side.letter, str(turn)]
    return " ".join(words)
