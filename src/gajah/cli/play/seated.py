"""A running game with its players at this terminal, and the setup being arranged."""

from __future__ import annotations

from gajah._core import Position, Rule, Setup, Side, Turn
from gajah.cli.play.seats import Seat, Seats
from gajah.cli.play.setup_draft import SetupDraft
from gajah.errors import IllegalTurn
from gajah.game import Game
from gajah.match.running import RunningGame


class SeatedGame:
    """What the terminal adds to a running game."""

    def __init__(self, running: RunningGame, seats: Seats) -> None:
        self.running = running
        self.seats = dict(seats)
        self._setup: SetupDraft | None = None

    @property
    def game(self) -> Game:
        """The turns so far, and the result."""
        return self.running.game

    @property
    def seat(self) -> Seat:
        """The player to move."""
        return self.seats[self.game.side]

    @property
    def humans(self) -> list[Side]:
        """The sides that people play."""
        return [side for side, seat in self.seats.items() if seat.is_human]

    @property
    def setup(self) -> SetupDraft | None:
        """The setup being arranged, if it is time for one; it begins with a good one."""
        if not self.game.needs_setup:
            self._setup = None
        elif self._setup is None or self._setup.side is not self.game.side:
            self._setup = SetupDraft(self.game)
        return self._setup

    @property
    def position(self) -> Position:
        """The board as it is prepared: with the steps taken so far, or with the setup."""
        return self.setup.position if self.setup else self.running.drafted

    @property
    def prepared(self) -> Setup | Turn:
        """The setup, or the steps taken, as they would be sent now."""
        return self.setup.setup if self.setup else self.running.drafted.taken

    def arranging(self) -> SetupDraft:
        """The setup being arranged; raises IllegalTurn where there is none."""
        if self.setup is None:
            rule = Rule.SETUP_OVER if self.game.result is None else Rule.GAME_OVER
            raise IllegalTurn(rule.text, rule)
        return self.setup

    def take_back(self) -> int:
        """Go back to the last choice that a person made; how many turns that takes back."""
        count = self.running.count_back(self.humans)
        self.running.take_back(count)
        self._setup = None
        return count
