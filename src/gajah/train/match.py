"""Matches of a network against bots or other networks, many games at a time."""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

import torch

from gajah._core import Position, Side
from gajah.arena.elo import count_pairs, estimate, expected_score
from gajah.game import Game
from gajah.train.players import Player, SetsUpLikePeople, make_player
from gajah.train.starts import draw_opening


@dataclass(frozen=True)
class MatchScore:
    """What a match ended with, seen from its first player."""

    #: What the two games of each pair scored together; an unfinished game scores one half.
    pairs: tuple[float, ...]
    #: How games were won and lost: reasons and how often.
    won: dict[str, int]
    lost: dict[str, int]
    unfinished: int
    #: Of both sides, a game.
    turns: float

    @property
    def wins(self) -> int:
        """Games that the first player won."""
        return sum(self.won.values())

    @property
    def losses(self) -> int:
        """Games that the first player lost."""
        return sum(self.lost.values())

    def as_json(self) -> dict[str, object]:
        """The numbers; None where an Elo difference has no end."""
        counts = count_pairs(self.pairs)
        elo = estimate(counts)
        ends = {"elo": elo.elo, "low": elo.low, "high": elo.high}
        return {
            "games": 2 * len(self.pairs),
            "pairs": self.pairs,
            "score": counts.mean,
            **{name: None if math.isinf(value) else value for name, value in ends.items()},
            "text": f"{counts.mean:.3f}, Elo {elo}",
        }

    def __str__(self) -> str:
        counts = count_pairs(self.pairs)
        elo = estimate(counts)
        low, high = expected_score(elo.low), expected_score(elo.high)
        return (
            f"score {counts.mean:.3f} (95%: {low:.2f} to {high:.2f}), Elo {elo}\n"
            f"{self.wins} won{_list(self.won)}, {self.losses} lost{_list(self.lost)}, "
            f"{self.unfinished} unfinished; {self.turns:.1f} turns a game"
        )


def _list(reasons: dict[str, int]) -> str:
    named = ", ".join(f"{count} by {reason}" for reason, count in sorted(reasons.items()))
    return f" ({named})" if named else ""


class SetupsOf(StrEnum):
    """Whose setups a match is played with."""

    GAMES = "games"
    OWN = "own"
    FIRST = "first"


def play_games(
    first: Player, second: Player, openings: Sequence[Position | None], max_turns: int = 200
) -> MatchScore:
    """Plays each opening twice with colours swapped, all games side by side.

    Without an opening the players set up. A game is stopped, unfinished, after ``max_turns`` turns
    of each side.
    """
    boards = {i: Game(start=openings[i // 2]) for i in range(2 * len(openings))}
    sides = {i: Side.GOLD if i % 2 == 0 else Side.SILVER for i in boards}
    playing = True
    while playing:
        playing = False
        for player, is_first in ((first, True), (second, False)):
            due = {
                i: game
                for i, game in boards.items()
                if (game.side is sides[i]) is is_first and not _is_over(game, max_turns)
            }
            if due:
                playing = True
                for i, turn in player.choose(due).items():
                    due[i].play(turn)
    return _score(boards, sides)


def _is_over(game: Game, max_turns: int) -> bool:
    return game.result is not None or len(game.turns) >= 2 * max_turns


def _score(boards: dict[int, Game], sides: dict[int, Side]) -> MatchScore:
    won: Counter[str] = Counter()
    lost: Counter[str] = Counter()
    pairs = [0.0] * (len(boards) // 2)
    unfinished = 0
    for i, game in boards.items():
        if game.result is None:
            unfinished += 1
            pairs[i // 2] += 0.5
        elif game.result.winner is sides[i]:
            won[game.result.reason.name.lower()] += 1
            pairs[i // 2] += 1.0
        else:
            lost[game.result.reason.name.lower()] += 1
    turns = sum(len(game.turns) for game in boards.values()) / max(1, len(boards))
    return MatchScore(tuple(pairs), dict(won), dict(lost), unfinished, turns)


def run_match(
    net: str,
    opponent: str,
    *,
    games: int,
    simulations: int,
    seed: int,
    max_turns: int,
    setups: SetupsOf = SetupsOf.GAMES,
) -> MatchScore:
    """A match between two players by name, usually a network's file and a bot.

    Games come in pairs: an odd number is rounded up.
    """
    torch.set_num_threads(1)
    chance = random.Random(seed)
    pairs = (games + 1) // 2
    first, second = (
        make_player(name, simulations=simulations, rows=2 * pairs, seed=seed)
        for name in (net, opponent)
    )
    if setups is SetupsOf.GAMES:
        return play_games(first, second, [draw_opening(chance) for _ in range(pairs)], max_turns)
    if setups is SetupsOf.FIRST:
        second = SetsUpLikePeople(second, chance)
    return play_games(first, second, [None] * pairs, max_turns)
