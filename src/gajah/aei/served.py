"""What the AEI server serves: any bot, a bot by its name, and gajah's engine with its options."""

from __future__ import annotations

from collections.abc import Callable
from importlib.metadata import version

from gajah._core import Position, Setup, Turn
from gajah.aei.options import Options
from gajah.bots.base import Bot
from gajah.bots.engine import GajahBot
from gajah.bots.levels import FULL_STRENGTH
from gajah.bots.names import PlayerName, make_bot
from gajah.engine.analysis import Analysis
from gajah.engine.limits import Limits
from gajah.game import Game

Tell = Callable[..., None]
"""Sends lines to the controller at once."""


class ServedBot:
    """A bot as the server sees it. Subclasses add options, ``info`` lines and pondering."""

    author = ""
    version = ""
    ponders = False
    #: Whether it can finish a turn of which the first steps are given.
    finishes_turns = False

    def __init__(self, bot: Bot) -> None:
        self._bot = bot

    @property
    def name(self) -> str:
        """Its name in the handshake."""
        return self._bot.name

    def get_ready(self, options: Options) -> None:
        """Take the options for the next turn; raises ValueError or MemoryError."""

    def reseed(self, seed: int) -> None:
        """Seed the random choices that follow."""

    def new_game(self) -> None:
        """Forget the game before."""
        self._bot.new_game()

    def choose(self, game: Game, draft: Position, limits: Limits, tell: Tell) -> Setup | Turn:  # noqa: ARG002
        """Choose a legal turn that begins as ``draft`` does; ``tell`` is for ``info`` lines."""
        return self._bot.choose(game, limits)

    def remarks(self) -> list[str]:
        """Return the lines that are sent together with the turn just chosen."""
        return []


class NamedBot(ServedBot):
    """A bot by its name, as matches play it: a game depends on its seed alone."""

    def __init__(self, name: str) -> None:
        self._name = PlayerName.parse(name)
        super().__init__(make_bot(self._name))

    def reseed(self, seed: int) -> None:
        """Start as a new bot with that seed, unless the name itself has one."""
        own = dict(self._name.options).get("seed")
        if isinstance(self._bot, GajahBot):
            # Sooner than making it anew: its table is large.
            self._bot.reseed(seed if own is None else int(own))
        else:
            self._bot = make_bot(self._name, seed=seed)

    def remarks(self) -> list[str]:
        """Return what ``gajah`` thinks of its turn. One line: more would cost a match time."""
        if isinstance(self._bot, GajahBot) and self._bot.last_score is not None:
            return [f"info score {self._bot.last_score.raw}"]
        return []


class ServedEngine(ServedBot):
    """gajah's engine with every option that AEI knows, as ``gajah aei`` serves it."""

    name = "gajah"
    author = "the gajah authors"
    ponders = True
    finishes_turns = True

    def __init__(self) -> None:
        # Only where it is asked for: sources that are not installed, as on a machine that only
        # trains, have none.
        self.version = version("gajah")
        self._player: GajahBot | None = None
        self._settings: dict[str, object] = {}
        self._seed: int | None = None

    def get_ready(self, options: Options) -> None:
        """Make the engine that the options describe, unless it is there."""
        settings = options.engine_settings
        if self._player is None or settings != self._settings:
            # First of all, so that two tables never stand beside each other.
            self._player = None
            self._player = GajahBot(**settings, seed=self._seed)
        self._settings = settings

    def reseed(self, seed: int) -> None:
        """Vary setups and the play of low levels, the same way for the same seed."""
        self._seed = seed
        if self._player is not None:
            self._player.reseed(seed)

    def new_game(self) -> None:
        """Forget all positions."""
        if self._player is not None:
            self._player.new_game()

    def choose(self, game: Game, draft: Position, limits: Limits, tell: Tell) -> Setup | Turn:
        """Search, and tell what is found whenever more is known."""
        assert self._player is not None, "get_ready comes first"
        if game.needs_setup:
            # At full strength it is the favourite setup, unless a seed asks for others.
            varies = self._seed is not None or self._settings["level"] != FULL_STRENGTH
            return self._player.set_up(game, limits, varies=varies)
        analysis = self._player.think(
            game,
            limits,
            draft=draft,
            on_progress=lambda analysis: tell(*_info(analysis, draft)),
        )
        return _whole_turn(draft, analysis)


def _whole_turn(draft: Position, analysis: Analysis) -> Turn:
    return Turn([*draft.taken, *analysis.turn])


def _info(analysis: Analysis, draft: Position) -> list[str]:
    best = analysis.lines[0]
    # Before every turn but the first stands whose it is.
    variation = [str(_whole_turn(draft, analysis))]
    side = draft.side
    for turn in best.continuation:
        side = side.other
        variation += [side.letter, str(turn)]
    return [
        f"info depth {analysis.depth}",
        f"info score {best.score.raw}",
        f"info nodes {analysis.nodes}",
        f"info time {analysis.seconds:.3f}",
        f"info pv {' '.join(variation)}",
    ]
