"""A bot of ours in a process of its own, speaking AEI: ``python -m gajah.match.worker NAME``.

The referee so talks to every player in the same way, a bot that fails takes nothing with it, and
as many think at once as there are cores. One thread reads, so that ``stop`` and the end of the
input are noticed at once; the main thread thinks.
"""

from __future__ import annotations

import os
import sys
import threading
import traceback
from queue import SimpleQueue

from gajah._core import Position, Side
from gajah.aei.options import Options
from gajah.bots.base import UNLIMITED, Bot, Budget
from gajah.bots.engine import GajahBot
from gajah.bots.names import PlayerName, make_bot
from gajah.game import Game

_QUIT = "quit"
_STOPS = ("stop", _QUIT)


class Worker:
    """Obeys the lines of a referee, who is trusted: a bad line is our own mistake."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._bot: Bot = make_bot(name)
        self._has_own_seed = "seed" in dict(PlayerName.parse(name).options)
        self._options = Options()
        self._game = Game()

    def stop(self) -> None:
        """From the reading thread: answer at once."""
        self._bot.stop()

    def obey(self, line: str) -> None:
        """Do what one line says."""
        command, _, rest = line.partition(" ")
        if command == "go":
            self._go()
        elif command == "makemove":
            self._game.play(rest)
        elif command == "setoption":
            words = rest.split()
            self._options.set(words[1], words[3] if len(words) > 3 else "")
        elif command == "isready":
            _say("readyok")
        elif command == "newgame":
            self._begin(Game())
        elif command == "setposition":
            self._game = Game(start=Position.parse(rest))
        elif command == "aei":
            _say("protocol-version 1", f"id name {self._bot.name}", "aeiok")

    def _begin(self, game: Game) -> None:
        self._game = game
        seed = self._options.engine.pop("seed", None)
        if seed is None:
            self._bot.new_game()
        elif isinstance(self._bot, GajahBot) and not self._has_own_seed:
            # As good as new, and sooner: its table is large.
            self._bot.new_game()
            self._bot.reseed(seed)
        else:
            # Made anew, so that a game depends on its seed alone and not on those before it.
            self._bot = make_bot(self._name, seed=seed)

    def _go(self) -> None:
        turn = self._bot.choose(self._game.copy(), self._budget(self._game.side))
        thought = []
        if isinstance(self._bot, GajahBot) and self._bot.last_score is not None:
            thought.append(f"info score {self._bot.last_score.raw}")
        _say(*thought, f"bestmove {turn}")

    def _budget(self, side: Side) -> Budget:
        return self._options.budget(side) if self._options.has_clock else UNLIMITED


def _say(*lines: str) -> None:
    # One write, so that the referee is woken once.
    os.write(1, "".join(f"{line}\n" for line in lines).encode())


def _read(worker: Worker, orders: SimpleQueue[str]) -> None:
    for line in sys.stdin:
        order = line.rstrip("\n")
        if order == _QUIT:
            break
        if order in _STOPS:
            worker.stop()
        else:
            orders.put(order)
    # The referee is gone or has had enough: whatever is being thought about is of no use.
    os._exit(0)


def main(name: str) -> None:
    """Serve until told to quit; a bot that raises ends the process with its last words."""
    worker = Worker(name)
    orders: SimpleQueue[str] = SimpleQueue()
    threading.Thread(target=_read, args=(worker, orders), daemon=True).start()
    try:
        while True:
            worker.obey(orders.get())
    except Exception:
        traceback.print_exc()
        sys.stderr.flush()
        os._exit(1)


if __name__ == "__main__":
    main(sys.argv[1])
