"""A bot of ours in a process of its own, speaking AEI: ``python -m gajah.match.worker NAME``.

The referee so talks to every player in the same way, a bot that fails takes nothing with it, and
as many think at once as there are cores.
"""

from __future__ import annotations

import sys

from gajah.aei.bot import BotServer, converse
from gajah.bots.engine import GajahBot
from gajah.bots.names import PlayerName, make_bot


class Worker(BotServer):
    """A bot by its name, which the seed of a game makes as good as new."""

    def __init__(self, name: str) -> None:
        self._name = PlayerName.parse(name)
        super().__init__(make_bot(self._name))
        self._has_own_seed = "seed" in dict(self._name.options)

    def begin_game(self, seed: int | None) -> None:
        """A game depends on its seed alone and not on those before it."""
        if seed is None:
            self.bot.new_game()
        elif isinstance(self.bot, GajahBot) and not self._has_own_seed:
            # Sooner than making it anew: its table is large.
            self.bot.new_game()
            self.bot.reseed(seed)
        else:
            self.bot = make_bot(self._name, seed=seed)

    def answer(self) -> list[str]:
        """The turn, and before it what ``gajah`` thinks of it."""
        lines = super().answer()
        if isinstance(self.bot, GajahBot) and self.bot.last_score is not None:
            lines.insert(0, f"info score {self.bot.last_score.raw}")
        return lines


if __name__ == "__main__":
    converse(Worker(sys.argv[1]), is_trusted=True)
