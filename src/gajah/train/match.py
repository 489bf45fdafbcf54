"""Matches of a network against simple players, many games at a time."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import numpy as np
import torch

from gajah._core import (
    FEATURE_WORDS,
    Kind,
    Placement,
    PlaySearch,
    Position,
    SearchSettings,
    Setup,
    Side,
    Square,
    Step,
    Turn,
)
from gajah.game import Game
from gajah.train.evaluator import Evaluator
from gajah.train.export import load
from gajah.train.run import setups
from gajah.train.settings import search_settings

#: Rabbits, as a beginner counts them.
_WORTH = {
    Kind.RABBIT: 1.0,
    Kind.CAT: 1.5,
    Kind.DOG: 2.0,
    Kind.HORSE: 3.5,
    Kind.CAMEL: 5.5,
    Kind.ELEPHANT: 9.0,
}


class Player(Protocol):
    """Whoever can choose the turns of several games at once."""

    def choose(self, games: Sequence[Game]) -> list[Turn]:
        """A legal turn for each game."""


class RandomPlayer:
    """Any legal turn, each as likely as the next."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def choose(self, games: Sequence[Game]) -> list[Turn]:
        """A legal turn for each game."""
        return [self._random.choice(legal_turns(game)) for game in games]


class GreedyPlayer:
    """Takes a goal, else the most material this turn, else chance decides."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def choose(self, games: Sequence[Game]) -> list[Turn]:
        """A legal turn for each game."""
        return [self._choose(game) for game in games]

    def _choose(self, game: Game) -> Turn:
        if goal := game.position.find_goal():
            return goal
        turns = legal_turns(game)
        gains = [_gain(turn, game.side) for turn in turns]
        best = max(gains)
        return self._random.choice(
            [turn for turn, gain in zip(turns, gains, strict=True) if gain == best]
        )


def _gain(turn: Turn, side: Side) -> float:
    gain = 0.0
    for step in turn:
        if (capture := step.capture) is not None:
            worth = _WORTH[capture.piece.kind]
            gain += -worth if capture.piece.side is side else worth
    return gain


def legal_turns(game: Game) -> list[Turn]:
    """Every turn that the rules and the game's past allow."""
    seen = game.positions
    banned = {p for p in seen if seen.count(p) >= 2}
    turns = game.position.turns()
    if not banned:
        return turns
    return [turn for turn in turns if game.position.play(turn) not in banned]


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

    def choose(self, games: Sequence[Game]) -> list[Turn]:
        """A legal turn for each game; goals and dead ends are seen to by exact means."""
        chosen = [game.position.find_goal() for game in games]
        searches = {
            i: PlaySearch(game.position, game.positions, self._settings, self._next_seed())
            for i, (game, turn) in enumerate(zip(games, chosen, strict=True))
            if turn is None
        }
        steps: dict[int, list[Step]] = {i: [] for i in searches}
        while searches:
            self._search(list(searches.values()))
            for i, search in list(searches.items()):
                side = games[i].side
                step = None if search.is_stuck else search.play()
                if step is not None:
                    steps[i].append(step)
                if step is None or search.position.side is not side:
                    chosen[i] = Turn(steps[i])
                    del searches[i]
        return [
            turn if turn is not None and _is_legal(game, turn) else legal_turns(game)[0]
            for game, turn in zip(games, chosen, strict=True)
        ]

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
            self._evaluator.ask(0)
            self._evaluator.wait(0)
            for i, search in enumerate(asking):
                search.supply(exchange.answers[i], float(exchange.answer_values[i]))
            searches = asking


def _is_legal(game: Game, turn: Turn) -> bool:
    try:
        after = game.position.play(turn)
    except ValueError:
        return False
    return game.positions.count(after) < 2


@dataclass(frozen=True)
class Score:
    """What a match ended with, seen from its first player."""

    wins: int
    losses: int
    unfinished: int
    turns: float

    def __str__(self) -> str:
        return (
            f"{self.wins} won, {self.losses} lost, {self.unfinished} unfinished; "
            f"{self.turns:.1f} turns a game"
        )


def play_games(
    first: Player, second: Player, *, games: int, seed: int, max_turns: int = 200
) -> Score:
    """Plays pairs of games from the same setups with colours swapped."""
    chance = random.Random(seed)
    openings = [_opening(chance) for _ in range((games + 1) // 2)]
    boards = [Game(start=openings[i // 2]) for i in range(games)]
    sides = [Side.GOLD if i % 2 == 0 else Side.SILVER for i in range(games)]
    for _ in range(max_turns):
        for player, is_first in ((first, True), (second, False)):
            due = [
                g
                for g, s in zip(boards, sides, strict=True)
                if g.result is None and (g.side is s) is is_first
            ]
            if due:
                for game, turn in zip(due, player.choose(due), strict=True):
                    game.play(turn)
        if all(game.result for game in boards):
            break
    wins = sum(
        game.result is not None and game.result.winner is side
        for game, side in zip(boards, sides, strict=True)
    )
    over = sum(game.result is not None for game in boards)
    turns = sum(len(game.turns) for game in boards) / max(1, games)
    return Score(wins, over - wins, games - over, turns)


def _opening(chance: random.Random) -> Position:
    position = Position()
    known = setups()
    for side in (Side.GOLD, Side.SILVER):
        letters = chance.choice(known)
        placements = []
        for i, letter in enumerate(letters):
            piece = letter if side is Side.GOLD else letter.lower()
            square = Square.at(i if side is Side.GOLD else i ^ 56)
            placements.append(Placement(piece, square))
        position = position.place(Setup(placements))
    return position


OPPONENTS: dict[str, type[RandomPlayer] | type[GreedyPlayer]] = {
    "random": RandomPlayer,
    "greedy": GreedyPlayer,
}


def run_match(
    net: Path, opponent: str, *, games: int, simulations: int, seed: int, max_turns: int
) -> Score:
    """A match of a network's file against a named player or another network's file."""
    torch.set_num_threads(1)
    first = NetPlayer(net, simulations=simulations, rows=games, seed=seed)
    second: Player
    if opponent in OPPONENTS:
        second = OPPONENTS[opponent](seed)
    else:
        second = NetPlayer(Path(opponent), simulations=simulations, rows=games, seed=seed)
    return play_games(first, second, games=games, seed=seed, max_turns=max_turns)
