"""What finished games add up to for one player against another."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field

from gajah._core import Side
from gajah.arena.elo import Counts, Estimate, count_games, count_pairs, estimate
from gajah.arena.store import Finished
from gajah.game import Reason


@dataclass
class Tally:
    """The games of ``player`` against ``opponent``, seen from ``player``."""

    player: str
    opponent: str
    wins: int = 0
    draws: int = 0
    losses: int = 0
    #: (winner is ``player``, winner's side, reason) of every decided game.
    endings: Counter[tuple[bool, Side, Reason]] = field(default_factory=Counter)
    turns: int = 0
    #: What was scored in the games of each pair.
    _pairs: defaultdict[int, list[float]] = field(default_factory=lambda: defaultdict(list))

    @classmethod
    def of(cls, player: str, opponent: str, games: Iterable[Finished]) -> Tally:
        """The tally of those of the games that these two have played."""
        tally = cls(player, opponent)
        for game in games:
            if {game.played.gold, game.played.silver} == {player, opponent}:
                tally.add(game)
        return tally

    def add(self, game: Finished) -> None:
        """Count a game between the two."""
        points = game.points(self.player)
        self.wins += points == 1
        self.draws += points == 0.5
        self.losses += points == 0
        self.turns += len(game.played.turns)
        result = game.played.result
        if result.winner is not None:
            self.endings[points == 1, result.winner, result.reason] += 1
        self._pairs[game.pair].append(points)

    @property
    def games(self) -> int:
        """How many games have been played."""
        return self.wins + self.draws + self.losses

    @property
    def score(self) -> float:
        """The points of ``player``."""
        return self.wins + self.draws / 2

    @property
    def pairs(self) -> Counts:
        """Finished pairs by what they scored: 0, 1/2, 1, 1 1/2 or 2 points."""
        return count_pairs([sum(games) for games in self._pairs.values() if len(games) == 2])

    @property
    def estimate(self) -> Estimate:
        """The Elo difference: by pairs, or by games while there is no whole pair."""
        pairs = self.pairs
        return estimate(pairs if pairs.total else count_games(self.losses, self.draws, self.wins))

    def faults(self, *, by_player: bool, reason: Reason) -> int:
        """How often ``player``, or its opponent, lost for such a reason."""
        return sum(
            count
            for (won, _, why), count in self.endings.items()
            if won != by_player and why is reason
        )

    def wins_as(self, side: Side, *, of_player: bool = True) -> int:
        """How many games ``player``, or its opponent, won with that side."""
        return sum(
            count
            for (won, winner, _), count in self.endings.items()
            if won == of_player and winner is side
        )
