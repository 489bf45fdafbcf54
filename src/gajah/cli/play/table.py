"""The game on the table: what is played, what is being prepared, and the clock. No terminal."""

from __future__ import annotations

from collections.abc import Sequence

from gajah._core import Position, Rule, Setup, Side, Step, Turn
from gajah.cli.play.seats import Seat, Seats
from gajah.cli.play.setup_draft import SetupDraft
from gajah.clock import Clock, TimeControl
from gajah.errors import IllegalTurn
from gajah.game import Game
from gajah.records.record import Record
from gajah.typed import take_steps


class Table:
    """A game with its players, its clock, and the turn that is being prepared.

    What is refused raises IllegalTurn or NotationError and changes nothing. Times are told:
    ``used_s`` is what each turn so far has taken.
    """

    def __init__(
        self,
        game: Game,
        seats: Seats,
        *,
        control: TimeControl | None = None,
        used_s: Sequence[float] = (),
        under_way_s: float = 0.0,
        origin: Record | None = None,
    ) -> None:
        self.game = game
        self.seats = dict(seats)
        self.control = control
        #: What the next turn had taken when the game was left.
        self.under_way_s = under_way_s
        #: The record from which the game was taken up.
        self.origin = origin
        self.setup: SetupDraft | None = None
        self._position = game.position
        self._used_s: list[float] = []
        self._clocks: list[Clock] = [Clock.start(control)] if control else []
        for label, turn, used in zip(game.labels, game.turns, used_s, strict=True):
            self._count_time(label.side, used, is_setup=isinstance(turn, Setup))
        self._begin_turn()

    @property
    def side(self) -> Side:
        """The side to move."""
        return self.game.side

    @property
    def seat(self) -> Seat:
        """Who is to move."""
        return self.seats[self.side]

    @property
    def position(self) -> Position:
        """The board as it is prepared: with the steps taken so far, or with the setup."""
        return self.setup.position if self.setup else self._position

    @property
    def taken(self) -> tuple[Step, ...]:
        """The steps of the turn being prepared."""
        return self._position.taken.steps

    @property
    def clock(self) -> Clock | None:
        """Both sides' time at the start of this turn; ``None`` without a time control."""
        return self._clocks[-1] if self._clocks else None

    @property
    def used_s(self) -> tuple[float, ...]:
        """What each turn has taken."""
        return tuple(self._used_s)

    @property
    def humans(self) -> list[Side]:
        """The sides that people play."""
        return [side for side, seat in self.seats.items() if seat.is_human]

    def take_steps(self, text: str) -> None:
        """Take steps of this turn: all of those typed, or none."""
        if self.game.result is not None:
            raise IllegalTurn(Rule.GAME_OVER.text, Rule.GAME_OVER)
        if self.setup:
            raise IllegalTurn(Rule.SETUP_EXPECTED.text, Rule.SETUP_EXPECTED)
        self._position = take_steps(text, self._position)

    def arranging(self) -> SetupDraft:
        """The setup being arranged; raises IllegalTurn where there is none."""
        if self.setup is None:
            rule = Rule.SETUP_OVER if self.game.result is None else Rule.GAME_OVER
            raise IllegalTurn(rule.text, rule)
        return self.setup

    def undo(self) -> None:
        """Take the last step of this turn back."""
        if not self.taken:
            raise IllegalTurn("no step of this turn has been taken", Rule.NO_STEP)
        kept = self.taken[:-1]
        self._position = self.game.position
        for step in kept:
            self._position = self._position.after(step)

    def undo_all(self) -> None:
        """Take every step of this turn back."""
        self._begin_turn()

    def end_turn(self, used_s: float) -> None:
        """Send the setup, or the steps taken."""
        self.play(self.setup.setup if self.setup else Turn(self.taken), used_s)

    def play(self, turn: Turn | Setup | str, used_s: float) -> None:
        """Play a whole turn or setup; what was prepared is dropped."""
        side = self.side
        played = self.game.play(turn)
        self._count_time(side, used_s, is_setup=isinstance(played, Setup))
        self._begin_turn()
        clock = self.clock
        if clock and clock.is_game_limit_reached() and self.game.result is None:
            self.game.stop_and_score()

    def is_out_of_time(self, used_s: float) -> bool:
        """Has the side to move used up its time, if this turn has taken so long?"""
        clock = self.clock
        is_setup = self.game.needs_setup
        return clock is not None and clock.is_out_of_time(self.side, used_s, is_setup=is_setup)

    def take_back(self) -> int:
        """Go back to the last choice that a person made; how many turns that takes back.

        Against a bot its answer goes too. A resignation or a lost clock alone counts for none.
        """
        count = self._count_back()
        self.game.take_back(count)
        del self._used_s[len(self.game.turns) :]
        if self._clocks:
            del self._clocks[len(self.game.turns) + 1 :]
        self._begin_turn()
        return count

    def _count_back(self) -> int:
        game = self.game
        if game.result is not None and self.seat.is_human and not self._is_decided_by_turn():
            return 0
        for count in range(1, len(game.turns) + 1):
            if self.seats[game.labels[-count].side].is_human:
                return count
        raise IllegalTurn("there is no turn of yours to take back", Rule.NO_STEP)

    def _is_decided_by_turn(self) -> bool:
        replayed = self.game.copy()
        replayed.take_back(0)
        return replayed.result is not None

    def _count_time(self, side: Side, used_s: float, *, is_setup: bool) -> None:
        self._used_s.append(used_s)
        if self._clocks:
            self._clocks.append(self._clocks[-1].after_turn(side, used_s, is_setup=is_setup))

    def _begin_turn(self) -> None:
        self._position = self.game.position
        self.setup = SetupDraft(self.game) if self.game.needs_setup else None
