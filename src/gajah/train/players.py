"""The players of a match: a network or any bot, each choosing the turns of many games at once."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Protocol

import torch

from gajah._core import GumbelSearch, Position, Setup, SetupSearch, Step, Turn
from gajah.bots.base import Bot
from gajah.bots.names import PlayerName, PlayerNameError, make_bot
from gajah.engine.evaluator import Evaluator
from gajah.game import Game
from gajah.train.export import load
from gajah.train.settings import search_settings
from gajah.train.starts import draw_setup

#: How files of networks end; every other name is a bot's.
_NETWORK_FILES = (".npz", ".pt")


class Player(Protocol):
    """A player that chooses the turns of several games at once."""

    def choose(self, games: Mapping[int, Game]) -> Mapping[int, Setup | Turn]:
        """A legal turn for each game, under the number that the match gave the game."""


class BotPlayer:
    """A bot by its name. Every game gets a bot of its own: a bot plays one game at a time."""

    def __init__(self, name: str, *, seed: int = 0) -> None:
        self._name = PlayerName.parse(name)
        self._seed = seed
        self._bots: dict[int, Bot] = {}

    def choose(self, games: Mapping[int, Game]) -> dict[int, Setup | Turn]:
        """A legal turn for each game."""
        turns = {}
        for number, game in games.items():
            if number not in self._bots:
                self._bots[number] = make_bot(self._name, seed=self._seed + number)
            turns[number] = self._bots[number].choose(game)
        return turns


class SetsUpLikePeople:
    """Another player, with setups drawn from those of real games."""

    def __init__(self, player: Player, chance: random.Random) -> None:
        self._player = player
        self._chance = chance

    def choose(self, games: Mapping[int, Game]) -> dict[int, Setup | Turn]:
        """A drawn setup where one is due, the other player's turns elsewhere."""
        chosen: dict[int, Setup | Turn] = {
            i: draw_setup(game.side, self._chance) for i, game in games.items() if game.needs_setup
        }
        return chosen | dict(
            self._player.choose({i: game for i, game in games.items() if i not in chosen})
        )


class NetPlayer:
    """A network with a fixed number of simulations for each step."""

    def __init__(self, path: Path, *, simulations: int, rows: int, seed: int = 0) -> None:
        layers, _ = load(path)
        device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
        self._evaluator = Evaluator(layers, rows=rows, groups=1, device=device)
        self._simulations = simulations
        self._settings = search_settings()
        self._seed = seed

    def choose(self, games: Mapping[int, Game]) -> dict[int, Setup | Turn]:
        """A legal turn for each game, or a setup of its own."""
        unset = [i for i, game in games.items() if game.needs_setup]
        setups = self.set_up([games[i].position for i in unset])
        playing = {i: game for i, game in games.items() if not game.needs_setup}
        return {**dict(zip(unset, setups, strict=True)), **self._choose_turns(playing)}

    def _choose_turns(self, games: Mapping[int, Game]) -> dict[int, Turn]:
        """Goals and dead ends are seen to by exact means."""
        chosen = {i: win for i, game in games.items() if (win := game.position.find_win())}
        searches = {
            i: GumbelSearch(game.position, game.positions, self._settings, self._next_seed())
            for i, game in games.items()
            if i not in chosen
        }
        steps: dict[int, list[Step]] = {i: [] for i in searches}
        while searches:
            for search in searches.values():
                search.begin(self._simulations)
            self._evaluator.serve(list(searches.values()))
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

    def set_up(self, positions: Sequence[Position], *, temperature: float = 0.5) -> list[Setup]:
        """A setup of its own for the side to move in each position: gold's on an empty board, or
        silver's answer.

        Temperature 0 is the network's favourite, 1 as varied as in training.
        """
        settings = search_settings(noise=temperature)
        searches = [
            SetupSearch(p, settings, self._simulations, self._next_seed()) for p in positions
        ]
        self._evaluator.serve(searches)
        return [Setup(search.placements) for search in searches]

    def _next_seed(self) -> int:
        self._seed += 1
        return self._seed


def check_player(name: str) -> None:
    """Raises ``ValueError`` if there is no player of this name."""
    if name.endswith(_NETWORK_FILES):
        load(Path(name))
    elif not PlayerName.parse(name).is_bot:
        raise PlayerNameError(f"{name} is neither a network's file nor a bot")


def make_player(name: str, *, simulations: int, rows: int, seed: int) -> Player:
    """A network by its file (``.npz`` or ``.pt``), or a bot by its name."""
    if name.endswith(_NETWORK_FILES):
        return NetPlayer(Path(name), simulations=simulations, rows=rows, seed=seed)
    return BotPlayer(name, seed=seed)
