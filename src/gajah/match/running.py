"""A game that is being played: turns, clock, draft, takeback and result.

Pure: it is told what happened and how long it took, and never looks at a clock. Matches, the
terminal and the web add the players, the waiting and what is shown; `gajah.match.record` makes
records of it.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from functools import reduce

from gajah._core import Position, Rule, Setup, Side, Step, Turn
from gajah.aei.client import is_resignation
from gajah.clock import Clock, format_duration
from gajah.engine.score import Score
from gajah.errors import IllegalTurn, quoted, shown
from gajah.game import Game, Reason, Result
from gajah.match.terms import Terms
from gajah.notation import take_steps
from gajah.records.record import Record
from gajah.records.tree import format_turn


@dataclass(frozen=True)
class TimedTurn:
    """A turn as played, the time it took, the reserve after it, the player's score.

    ``reserve_s`` is ``None`` in a game without a clock; ``score`` is the player's for
    itself, ``None`` if it gave none.
    """

    turn: Setup | Turn
    used_s: float = 0.0
    reserve_s: float | None = None
    score: Score | None = None

    @property
    def text(self) -> str:
        """The turn as records write it."""
        return format_turn(self.turn)


class RunningGame:
    """One game: whose turn it is, how long they may think, and what each answer means.

    People ``play``: a turn that the rules refuse raises IllegalTurn or NotationError and changes
    nothing. Programs ``answer``, and lose by such a turn. Either ends the game when the time is
    over. Times are kept to the millisecond.
    """

    def __init__(
        self,
        terms: Terms,
        game: Game | None = None,
        *,
        turns: Sequence[TimedTurn] | None = None,
        under_way_s: float = 0.0,
        origin: Record | None = None,
    ) -> None:
        """Begin a game, or take one up: ``turns`` are those of ``game``, which else cost no time.

        ``under_way_s`` is what the next turn had taken when the game was left, and ``origin`` the
        record from which it is taken up.
        """
        self.terms = terms
        self.game = Game(rules=terms.rules) if game is None else game
        self.origin = origin
        #: More about the end than the result says, where there is more to say.
        self.detail = ""
        #: What both sides had left when the game ended inside a turn.
        self.left_at_end: dict[Side, float] | None = None
        self.turns: list[TimedTurn] = []
        #: The position with the steps that have been taken of this turn.
        self.drafted: Position = self.game.position
        #: The steps that were undone, the next to come back last.
        self.undone: tuple[Step, ...] = ()
        self._clocks = [] if terms.control is None else [Clock.start(terms.control)]
        played = [TimedTurn(turn) for turn in self.game.turns] if turns is None else turns
        for label, timed in zip(self.game.labels, played, strict=True):
            self._count_time(label.side, timed)
        self._begin_turn(under_way_s)
        if self.result is None:
            self._check_limits()

    @property
    def side(self) -> Side:
        """The side to move."""
        return self.game.side

    @property
    def result(self) -> Result | None:
        """The result, or ``None`` while the game goes on."""
        return self.game.result

    @property
    def clock(self) -> Clock | None:
        """Both sides' time at the start of this turn; ``None`` without a time control."""
        return self._clocks[-1] if self._clocks else None

    @property
    def used_s(self) -> dict[Side, float]:
        """What each side has used in all its turns."""
        used = {Side.GOLD: 0.0, Side.SILVER: 0.0}
        for label, timed in zip(self.game.labels, self.turns, strict=True):
            used[label.side] += timed.used_s
        return used

    def allowed_s(self) -> float:
        """How long the side to move is waited for."""
        if self.clock is None:
            return self.terms.patience_s
        return min(self._turn_left_s(self.clock), self.clock.game_time_left_s())

    def left_s(self, used_s: float = 0.0) -> dict[Side, float] | None:
        """What both sides may still use, so far into this turn; at the end, what was left."""
        if self.clock is None or self.left_at_end is not None:
            return self.left_at_end
        used = {self.side: 0.0 if self.result else used_s, self.side.other: 0.0}
        left = {
            side: self.clock.time_left_s(side, used_s, is_setup=self.has_to_set_up(side))
            for side, used_s in used.items()
        }
        if self.result and self.result.reason is Reason.TIME:
            left[self.side] = 0.0
        return left

    def has_to_set_up(self, side: Side) -> bool:
        """Whether that side's next turn is its setup."""
        return self.game.needs_setup and self.game.position.count(side) == 0

    def is_late(self, used_s: float) -> bool:
        """Whether the time of the side to move, or that of the game, is over by then."""
        return self.result is None and round(used_s, 3) > self.allowed_s()

    def play(
        self, turn: Setup | Turn | str, used_s: float, *, score: Score | None = None
    ) -> TimedTurn | None:
        """Play a whole turn or setup; ``None`` if the time was over first, which ends the game."""
        used_s = round(used_s, 3)
        side = self.side
        if self.is_late(used_s):
            self.run_out(used_s)
            return None
        timed = TimedTurn(self.game.play(turn), used_s, None, score)
        self._count_time(side, timed)
        self._begin_turn()
        if self.result is None:
            self._check_limits()
        if self.result is None:
            self._adjudicate(side)
        return self.turns[-1]

    def answer(
        self, turn: Setup | Turn | str, used_s: float, *, score: Score | None = None
    ) -> TimedTurn | None:
        """Take a program's answer, which may be ``resign``; ``None`` if that is no legal turn."""
        if is_resignation(turn) and not self.is_late(used_s):
            self.resign(self.side, used_s)
            return None
        try:
            return self.play(turn, used_s, score=score)
        except (ValueError, TypeError) as refusal:  # A bot object may return anything.
            rule = f" ({refusal})" if isinstance(refusal, IllegalTurn) else f": {refusal}"
            self.lose(Reason.ILLEGAL, f"answered {quoted(str(turn))}{rule}", used_s)
            return None

    def run_out(self, used_s: float) -> None:
        """End the game: the time that `allowed_s` gave has passed."""
        clock = self.clock
        if clock is not None and clock.game_time_left_s() < self._turn_left_s(clock):
            self._end(None, self._limit, used_s)
        else:
            self.lose(Reason.TIME, f"made no turn in {_spoken(used_s)}", used_s)

    def lose(self, reason: Reason, detail: str, used_s: float) -> None:
        """End the game: the side to move has lost."""
        loser = self.side
        self._end(Result(loser.other, reason), f"{loser.name.lower()} {detail}", used_s)

    def resign(self, side: Side, used_s: float = 0.0) -> None:
        """End the game: a side gives up, so far into the turn under way."""
        self._end(Result(side.other, Reason.RESIGNATION), "", used_s)

    def fail(self, side: Side, why: str, used_s: float = 0.0) -> None:
        """End the game: that side's player has crashed, or never came."""
        self._end(Result(side.other, Reason.FORFEIT), f"{side.name.lower()} {shown(why)}", used_s)

    def abandon(self, why: str) -> None:
        """End the game: neither player can play."""
        self._end(Result(None, Reason.ABANDONED), shown(why))

    def count_back(self, sides: Collection[Side]) -> int:
        """How many turns go when one of these sides takes back what it did last.

        A game that it ended without a turn, by resigning or by its clock, goes on: that is none.
        Raises IllegalTurn if none of them has played.
        """
        if self.result is not None and self.side in sides and not self._is_decided_by_turn():
            return 0
        for count, label in enumerate(reversed(self.game.labels), 1):
            if label.side in sides:
                return count
        raise IllegalTurn("there is no turn of yours to take back", Rule.NO_STEP)

    def take_back(self, count: int) -> None:
        """Undo the last turns, and what ended the game; the clock is as it was before them."""
        self.game.take_back(count)
        del self.turns[len(self.game.turns) :]
        del self._clocks[len(self.game.turns) + 1 :]
        self.detail, self.left_at_end = "", None
        self._begin_turn()

    @property
    def taken(self) -> tuple[Step, ...]:
        """The steps taken of this turn."""
        return self.drafted.taken.steps

    def check_drafting(self) -> None:
        """Raise IllegalTurn where no step can be taken: in a setup, and after the end."""
        if self.result is not None:
            raise IllegalTurn(Rule.GAME_OVER.text, Rule.GAME_OVER)
        if self.game.needs_setup:
            raise IllegalTurn(Rule.SETUP_EXPECTED.text, Rule.SETUP_EXPECTED)

    def take_steps(self, text: str) -> None:
        """Take steps of this turn as typed: all of them, or none."""
        self.check_drafting()
        self.drafted = take_steps(text, self.drafted)
        self.undone = ()

    def undo(self) -> None:
        """Take the last step of this turn back."""
        if not self.taken:
            raise IllegalTurn("no step of this turn has been taken", Rule.NO_STEP)
        self.undone += self.taken[-1:]
        self._draft(self.taken[:-1])

    def redo(self) -> None:
        """Take the step again that was undone last."""
        if not self.undone:
            raise IllegalTurn("no step of this turn has been undone", Rule.NO_STEP)
        self.drafted = self.drafted.after(self.undone[-1])
        self.undone = self.undone[:-1]

    def reset(self) -> None:
        """Take every step of this turn back; `redo` brings them again one by one."""
        self.undone += self.taken[::-1]
        self._draft(())

    def restore_draft(self, taken: Sequence[Step], undone: Sequence[Step]) -> None:
        """Take the steps, and remember those undone, of a draft that was kept."""
        self._draft(taken)
        self.undone = tuple(undone)

    def _turn_left_s(self, clock: Clock) -> float:
        left_s = clock.time_left_s(self.side, is_setup=self.game.needs_setup)
        return round(left_s + self.terms.margin_s, 3)

    def _draft(self, steps: Sequence[Step]) -> None:
        self.drafted = reduce(Position.after, steps, self.game.position)

    def _begin_turn(self, under_way_s: float = 0.0) -> None:
        #: What this turn had taken when the game was taken up.
        self.under_way_s = under_way_s
        self.drafted, self.undone = self.game.position, ()

    def _count_time(self, side: Side, timed: TimedTurn) -> None:
        if self.clock is not None:
            is_setup = isinstance(timed.turn, Setup)
            clock = self.clock.after_turn(side, timed.used_s, is_setup=is_setup)
            self._clocks.append(clock)
            if timed.reserve_s is None:
                timed = replace(timed, reserve_s=clock.reserve_s(side))
        self.turns.append(timed)

    def _check_limits(self) -> None:
        most = self.terms.max_turns
        if self.clock is not None and self.clock.is_game_limit_reached():
            self._end(None, self._limit)
        elif most and len(self.turns) >= 2 * most:
            self._end(None, f"the limit of {most} turns")

    @property
    def _limit(self) -> str:
        assert self.clock is not None
        control = self.clock.control
        if control.game_limit_turns:
            return f"the game limit of {control.game_limit_turns} turns"
        return f"the game limit of {format_duration(control.game_limit_s)}"

    def _adjudicate(self, side: Side) -> None:
        if (agreed := self.terms.adjudication) is None:
            return
        winner = agreed.find_winner([turn.score for turn in self.turns], side)
        if winner is not None:
            # The table of results has nothing closer: a player who knew would resign.
            result = Result(winner, Reason.RESIGNATION)
            self._end(result, f"adjudicated: both players gave {agreed.score.raw} or more")

    def _is_decided_by_turn(self) -> bool:
        replayed = self.game.copy()
        replayed.take_back(0)
        return replayed.result is not None

    def _end(self, result: Result | None, detail: str, used_s: float | None = None) -> None:
        """End the game, scored where there is no result; ``used_s`` into a turn not played."""
        left_s = None if used_s is None else self.left_s(used_s)
        if result is None:
            self.game.stop_and_score()
        else:
            self.game.end(result)
        self.detail, self.left_at_end = detail, left_s
        self._begin_turn()


def _spoken(used_s: float) -> str:
    """A time as people say it: whole seconds, unless there is not even one."""
    return format_duration(int(used_s) if used_s >= 1 else used_s)
