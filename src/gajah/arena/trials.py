"""An SPRT for each two players of a tournament: those whose test is decided meet no more."""

from __future__ import annotations

from gajah.arena.event import Event, Job
from gajah.arena.sprt import Sprt, SprtDecision
from gajah.arena.store import Finished
from gajah.arena.tally import Tally


class Trials:
    """The tests of all pairs of players that meet, by the games between them.

    The first of a pair is the one that the event names first: H1 says that it is the stronger.
    """

    def __init__(self, test: Sprt, event: Event) -> None:
        """Raises ValueError for a ladder, where each meeting depends on those before it."""
        if event.kind == "ladder":
            raise ValueError("a ladder has no SPRT: who meets depends on the results")
        self.test = test
        self._numbers = event.numbers
        self._tallies: dict[tuple[str, str], Tally] = {}

    def add(self, game: Finished) -> None:
        """Count a game."""
        self._tally(game.played.gold, game.played.silver).add(game)

    def is_needless(self, job: Job) -> bool:
        """Whether the test of these two players is decided."""
        return self.verdict(self._tally(job.gold.label, job.silver.label)) is not SprtDecision.GO_ON

    def verdict(self, tally: Tally) -> SprtDecision:
        """What the test of two players says so far."""
        return self.test.verdict(tally.pairs)

    @property
    def tallies(self) -> list[Tally]:
        """The pairs that have met, in the order of the players."""
        return [self._tallies[pair] for pair in sorted(self._tallies, key=self._order)]

    def _tally(self, one: str, other: str) -> Tally:
        first, second = sorted((one, other), key=self._numbers.__getitem__)
        return self._tallies.setdefault((first, second), Tally(first, second))

    def _order(self, pair: tuple[str, str]) -> tuple[int, int]:
        return self._numbers[pair[0]], self._numbers[pair[1]]
