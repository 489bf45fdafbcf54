"""Who plays in a match: a network or any bot, each choosing the turns of many games at once."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Protocol

import numpy as np
import torch

from gajah._core import FEATURE_WORDS, PlaySearch, SearchSettings, Step, Turn
from gajah.bots.base import Bot
from gajah.bots.names import make_bot
from gajah.game import Game
from gajah.train.evaluator import Evaluator
from gajah.train.export import load
from gajah.train.settings import search_settings

#: How files of networks end; every other name is a bot's.
_NETWORK_FILES = (".npz", ".pt")


class Player(Protocol):
    """Whoever can choose the turns of several games at once."""

    def choose(self, games: Mapping[int, Game]) -> dict[int, Turn]:
        """A legal turn for each game, under the number that the match gave the game."""


class BotPlayer:
    """A bot by its name. Every game gets a bot of its own: a bot plays one game at a time."""

    def __init__(self, name: str, *, seed: int = 0) -> None:
        self._name = name
        self._seed = seed
        self._bots: dict[int, Bot] = {0: make_bot(name, seed=seed)}  # refuses unknown names now

    def choose(self, games: Mapping[int, Game]) -> dict[int, Turn]:
        """A legal turn for each game."""
        turns = {}
        for number, game in games.items():
            if number not in self._bots:
                self._bots[number] = make_bot(self._name, seed=self._seed + number)
            turn = self._bots[number].choose(game)
            assert isinstance(turn, Turn), "a match begins after the setups"
            turns[number] = turn
        return turns


class NetPlayer:
    """A network with a fixed number of simulations for each step."""

    def __init__(
        self,
        path: Path,
        *,
        simulations: int,
        rows: int,
        settings: SearchSettings | None = None,
        seed: int = 0,
    ) -> None:
        layers, _ = load(path)
        device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
        self._evaluator = Evaluator(layers, rows=rows, groups=1, device=device)
        self._simulations = simulations
        self._settings = settings or search_settings()
        self._seed = seed

    def choose(self, games: Mapping[int, Game]) -> dict[int, Turn]:
        """A legal turn for each game; goals and dead ends are seen to by exact means."""
        chosen = {i: goal for i, game in games.items() if (goal := game.position.find_goal())}
        searches = {
            i: PlaySearch(game.position, game.positions, self._settings, self._next_seed())
            for i, game in games.items()
            if i not in chosen
        }
        steps: dict[int, list[Step]] = {i: [] for i in searches}
        while searches:
            self._search(list(searches.values()))
            for i, search in list(searches.items()):
                step = None if search.is_stuck else search.play()
                if step is not None:
                    steps[i].append(step)
                if step is None or search.position.side is not games[i].side:
                    turn = Turn(steps[i])
                    legal = games[i].why_not(turn) is None
                    chosen[i] = turn if legal else games[i].legal_turns()[0]
                    del searches[i]
        return chosen

    def _next_seed(self) -> int:
        self._seed += 1
        return self._seed

    def _search(self, searches: list[PlaySearch]) -> None:
        """One step of each game, the network asked for all of them together."""
        for search in searches:
            search.begin(self._simulations)
        exchange = self._evaluator.exchanges[0]
        row = np.zeros(FEATURE_WORDS, dtype=np.uint64)
        while True:
            asking: list[PlaySearch] = []
            for search in searches:
                if search.run(row):
                    exchange.questions[len(asking)] = row
                    asking.append(search)
            if not asking:
                return
            self._evaluator.ask(0, rows=len(asking))
            self._evaluator.wait(0)
            for i, search in enumerate(asking):
                search.supply(exchange.answers[i], float(exchange.answer_values[i]))
            searches = asking


def make_player(name: str, *, simulations: int, rows: int, seed: int) -> Player:
    """A network by its file (``.npz`` or ``.pt``), or a bot by its name."""
    if name.endswith(_NETWORK_FILES):
        return NetPlayer(Path(name), simulations=simulations, rows=rows, seed=seed)
    return BotPlayer(name, seed=seed)
