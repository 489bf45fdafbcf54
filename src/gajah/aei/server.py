"""gajah as an AEI engine: reads commands, answers, and thinks in a thread of its own."""

from __future__ import annotations

import random
import threading
from collections.abc import Iterable
from typing import TextIO

from gajah._core import Position, Setup, Turn
from gajah.aei.options import OptionError, Options
from gajah.bots.base import Budget
from gajah.bots.engine import Analysis, Engine
from gajah.game import Game

_PONDER_S = 1e7  # until told to stop
_LONGEST_LINE = 4096


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
        self._thinking: threading.Thread | None = None
        self._wants_answer = False

    def run(self, lines: Iterable[str]) -> None:
        """Serve until ``quit`` or the end of the input."""
        for line in lines:
            if not self.handle(line):
                break
        self._halt(answer=False)

    def handle(self, line: str) -> bool:
        """Obey one line; ``False`` when it was ``quit``."""
        words = line[:_LONGEST_LINE].split()
        if len(line) > _LONGEST_LINE:
            self._say("log Error: the line is too long")
        elif words and words[0] == "quit":
            return False
        elif words:
            try:
                self._obey(words[0], words[1:], line.strip())
            except ValueError as error:
                self._say(f"log Error: {words[0]}: {error}".replace("\n", " "))
        return True

    def _obey(self, command: str, words: list[str], line: str) -> None:
        if command == "aei":
            self._introduce()
        elif command == "isready":
            self._say("readyok")
        elif command == "newgame":
            self._begin(Game())
        elif command == "setposition":
            position = Position.parse(line.partition(" ")[2])
            self._begin(Game(start=position))
        elif command == "setoption":
            self._set_option(line)
        elif command == "makemove":
            self._halt(answer=False)
            self._game.play(" ".join(words))
        elif command == "go":
            self._go(ponder=words == ["ponder"])
        elif command == "stop":
            self._halt(answer=True)
        else:
            self._say(f"log Error: unknown command {command[:40]!r}")

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
        words = line.split(None, 4)
        if len(words) < 3 or words[1] != "name" or (len(words) > 3 and words[3] != "value"):
            raise ValueError("expected setoption name NAME [value VALUE]")
        name, value = words[2], words[4] if len(words) > 4 else ""
        try:
            known = self._options.set(name, value)
        except OptionError as error:
            self._say(f"log Error: setoption: {error}")
            return
        if not known:
            self._say(f"log Warning: unknown option {name[:40]!r}")
        elif name in ("hash", "threads", "search"):
            self._halt(answer=False)
            self._engine = None
        elif name == "seed":
            self._random = random.Random(int(value))

    def _go(self, *, ponder: bool) -> None:
        self._halt(answer=False)
        game = self._game.copy()
        if game.result is not None:
            raise ValueError(f"the game is over, {game.result}")
        if game.needs_setup and ponder:
            return
        budget = Budget.exactly(_PONDER_S) if ponder else self._options.budget(game.side)
        if self._engine is None:
            settings = self._options.engine
            self._engine = Engine(
                search=self._options.search,
                hash_mb=settings.get("hash"),
                threads=settings.get("threads", 1),
            )
        self._wants_answer = not ponder
        self._thinking = threading.Thread(
            target=self._think, args=(self._engine, game, budget), daemon=True
        )
        self._thinking.start()

    def _think(self, engine: Engine, game: Game, budget: Budget) -> None:
        chosen = self._choose(engine, game, budget)
        if self._wants_answer:
            self._say(f"bestmove {chosen}")

    def _choose(self, engine: Engine, game: Game, budget: Budget) -> Setup | Turn:
        if game.needs_setup:
            return engine.set_up(game, time=budget, variety=self._random)
        analysis = engine.search(
            game.position,
            time=budget,
            depth=self._options.engine.get("depth", 64),
            history=game.positions,
            on_progress=self._report,
        )
        return analysis.lines[0].turn

    def _report(self, analysis: Analysis) -> None:
        best = analysis.lines[0]
        self._say(f"info depth {analysis.depth}")
        self._say(f"info score {best.score.raw}")
        self._say(f"info nodes {analysis.nodes}")
        self._say(f"info time {analysis.seconds:.3f}")
        self._say(f"info pv {'  '.join(str(t) for t in (best.turn, *best.continuation))}")

    def _halt(self, *, answer: bool) -> None:
        """End a search under way, with or without its ``bestmove``."""
        thread, self._thinking = self._thinking, None
        if thread is None:
            return
        self._wants_answer = self._wants_answer and answer
        while thread.is_alive():
            # The search may be just about to begin, which clears an earlier stop sign.
            if self._engine:
                self._engine.stop()
            thread.join(0.001)

    def _say(self, text: str) -> None:
        with self._out_lock:
            self._out.write(text + "\n")
            self._out.flush()
