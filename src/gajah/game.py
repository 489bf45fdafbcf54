"""A game: the turns so far, repetition, and the result under a set of rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass
from enum import Enum
from functools import reduce

from gajah._core import (
    MOST_OCCURRENCES,
    Kind,
    Position,
    Rule,
    Setup,
    Side,
    Step,
    Turn,
    VerdictReason,
)
from gajah.errors import IllegalTurn, shown
from gajah.handicap import FULL_ARMY, NO_HANDICAP, Handicap
from gajah.notation import TurnLabel, parse_turn_body, split_label

_ARMY_SIZE = sum(FULL_ARMY.values())


class Rules(Enum):
    """Which rules a game is played by."""

    OFFICIAL = "official"
    #: As the Wikibook told them in 2006: a third repetition loses instead of being illegal, and
    #: a turn after which neither side has a rabbit draws. Everything else is official.
    WIKIBOOK_2006 = "wikibook-2006"


class Reason(Enum):
    """How a game ended; the value is the server's code for it."""

    GOAL = "g"
    ELIMINATION = "e"
    IMMOBILIZATION = "m"
    TIME = "t"
    RESIGNATION = "r"
    ILLEGAL = "i"
    SCORE = "s"
    FORFEIT = "f"
    ABANDONED = "a"
    REPETITION = "p"
    NO_RABBITS = "n"

    @property
    def text(self) -> str:
        """The reason in a few words: "a rabbit reached goal"."""
        return _REASON_TEXTS[self]


_REASON_TEXTS = {
    Reason.GOAL: "a rabbit reached goal",
    Reason.ELIMINATION: "no rabbits left",
    Reason.IMMOBILIZATION: "no legal move",
    Reason.TIME: "out of time",
    Reason.RESIGNATION: "resigned",
    Reason.ILLEGAL: "illegal move",
    Reason.SCORE: "stopped by a game limit and scored",
    Reason.FORFEIT: "forfeit",
    Reason.ABANDONED: "abandoned",
    Reason.REPETITION: "third repetition lost",
    Reason.NO_RABBITS: "both sides without rabbits",
}

# What the side that has lost did or lacks.
_LOSER_TEXTS = {
    Reason.ELIMINATION: "has no rabbits left",
    Reason.IMMOBILIZATION: "has no legal turn",
    Reason.TIME: "ran out of time",
    Reason.RESIGNATION: "resigned",
    Reason.ILLEGAL: "made an illegal turn",
    Reason.FORFEIT: "forfeited the game",
    Reason.REPETITION: "repeated the position a third time",
}


SCORE_OF = {Side.GOLD: "1-0", Side.SILVER: "0-1", None: "1/2-1/2"}
"""The score that says who has won; ``None`` is a draw."""


@dataclass(frozen=True)
class Result:
    """Who won, ``None`` for a draw, and how."""

    winner: Side | None
    reason: Reason

    @property
    def score(self) -> str:
        """``1-0`` when gold has won, ``0-1`` when silver has, ``1/2-1/2`` for a draw."""
        return SCORE_OF[self.winner]

    def __str__(self) -> str:
        if self.winner is None:
            return f"draw: {self.reason.text}"
        loser = self.winner.other.name.lower()
        words = _LOSER_TEXTS.get(self.reason)
        why = f"{loser} {words}" if words else self.reason.text
        return f"{self.winner.name.lower()} wins: {why}"


def _setups_due(start: Position, handicap: Handicap) -> int:
    """Count the sides that have still to set up. One that has lost its last piece has not."""
    if start.count(start.side) > 0:
        return 0
    placed = start.count(start.side.other)
    army = _ARMY_SIZE - len(handicap.missing(start.side.other))
    return {0: 2, army: 1}.get(placed, 0)


def _are_steps(body: object) -> bool:
    return isinstance(body, Sequence) and all(isinstance(step, Step) for step in body)


class Game:
    """A line of turns from the empty board, or from ``start``, with its result.

    >>> game = Game()
    >>> game.play("Ra1 Rb1 Rc1 Rd1 Re1 Rf1 Rg1 Rh1 Ha2 Db2 Cc2 Md2 Ee2 Cf2 Dg2 Hh2")
    Setup.parse('Ra1 Rb1 Rc1 Rd1 Re1 Rf1 Rg1 Rh1 Ha2 Db2 Cc2 Md2 Ee2 Cf2 Dg2 Hh2')
    >>> str(game.label)
    '1s'

    A refused turn raises ``IllegalTurn`` (or ``NotationError``) and changes nothing.
    """

    def __init__(
        self,
        *,
        start: Position | None = None,
        rules: Rules = Rules.OFFICIAL,
        start_number: int | None = None,
        handicap: Handicap = NO_HANDICAP,
    ) -> None:
        position = Position() if start is None else start
        if position.taken:
            raise ValueError("a game starts between two turns, not inside one")
        self.rules = rules
        #: The pieces that are left out of the setups still to come.
        self.handicap = handicap
        self._positions: list[Position] = [position]
        self._turns: list[Setup | Turn] = []
        self._occurrences: Counter[Position] = Counter()
        self._result: Result | None = None
        self._setups_due = _setups_due(position, handicap)
        if start_number is None:
            start_number = 1 if self.needs_setup else 2
        self._labels = [TurnLabel(start_number, position.side)]
        if not self.needs_setup:
            self._occurrences[position] += 1
            self._result = self._result_now()

    @property
    def start(self) -> Position:
        """The position before the first turn."""
        return self._positions[0]

    @property
    def position(self) -> Position:
        """The position now, between two turns."""
        return self._positions[-1]

    @property
    def positions(self) -> tuple[Position, ...]:
        """Every position between two turns, the start included."""
        return tuple(self._positions)

    @property
    def turns(self) -> tuple[Setup | Turn, ...]:
        """The setups and turns played so far, captures written where they happened."""
        return tuple(self._turns)

    @property
    def last_turn(self) -> Turn | None:
        """The turn played last; ``None`` at the start and after a setup."""
        last = self._turns[-1] if self._turns else None
        return last if isinstance(last, Turn) else None

    @property
    def side(self) -> Side:
        """The side to move."""
        return self.position.side

    @property
    def label(self) -> TurnLabel:
        """The label of the turn to be played now, such as ``12g``."""
        return self._labels[-1]

    @property
    def labels(self) -> tuple[TurnLabel, ...]:
        """The label of each turn played so far."""
        return tuple(self._labels[:-1])

    @property
    def result(self) -> Result | None:
        """The result, or ``None`` while the game goes on."""
        return self._result

    @property
    def needs_setup(self) -> bool:
        """Whether the side to move still has to place its pieces."""
        return len(self._turns) < self._setups_due and self._result is None

    def play(self, turn: Turn | Setup | Sequence[Step] | str) -> Turn | Setup:
        """Play a turn or a setup, as a value or as text, and return it with its captures.

        Text may carry its label (``12g Ed4n``), which must then be that of this turn.
        """
        played, position = self._try(turn)
        self._turns.append(played)
        self._positions.append(position)
        self._labels.append(self.label.next)
        if not self.needs_setup:
            self._occurrences[position] += 1
            self._result = self._result_now()
        return played

    def why_not(self, turn: Turn | Setup | Sequence[Step] | str) -> IllegalTurn | None:
        """The refusal that ``play`` would raise, or ``None``. Bad text raises NotationError."""
        try:
            self._try(turn)
        except IllegalTurn as refusal:
            return refusal
        return None

    def draft(self, steps: Sequence[Step]) -> Position:
        """The position after the first steps of a turn, which can be played to its end from there.

        Raises ``IllegalTurn``.
        """
        if self._result is not None:
            raise IllegalTurn(Rule.GAME_OVER.text, Rule.GAME_OVER)
        if self.needs_setup:
            raise IllegalTurn(Rule.SETUP_EXPECTED.text, Rule.SETUP_EXPECTED)
        position = reduce(Position.after, steps, self.position)
        if not position.has_turn(self.banned_positions()):
            raise IllegalTurn("no legal turn begins with these steps", Rule.NO_CHANGE)
        return position

    def legal_turns(self) -> list[Turn]:
        """Each distinct turn that may be played now, without those that repetition forbids.

        ``Position.legal_turns`` has those too: a position does not know what stood before it.
        """
        if self._result is not None:
            return []
        turns = self.position.legal_turns()
        banned = set(self.banned_positions())
        if not banned:
            return turns
        return [turn for turn in turns if self.position.play(turn) not in banned]

    def banned_positions(self) -> list[Position]:
        """The positions that the side to move may not bring about: they have stood twice."""
        if self.rules is not Rules.OFFICIAL:
            return []
        return [
            position
            for position, times in self._occurrences.items()
            if times >= MOST_OCCURRENCES and position.side is self.side.other
        ]

    def occurrences(self, position: Position) -> int:
        """How often a position has stood at the end of a turn in this game."""
        return self._occurrences[position]

    def take_back(self, count: int = 1) -> None:
        """Undo the last ``count`` turns, and the end of the game."""
        if not 0 <= count <= len(self._turns):
            raise ValueError(f"cannot take back {count} of {len(self._turns)} turns")
        for _ in range(count):
            left = self._positions.pop()
            # Positions have not been counted while the sides were setting up.
            if len(self._turns) >= self._setups_due:
                self._occurrences[left] -= 1
            self._turns.pop()
            self._labels.pop()
        self._result = None
        if not self.needs_setup:
            self._result = self._result_now()

    def resign(self, side: Side) -> Result:
        """``side`` gives up."""
        return self.end(Result(side.other, Reason.RESIGNATION))

    def time_out(self, side: Side) -> Result:
        """``side`` has used up its time."""
        return self.end(Result(side.other, Reason.TIME))

    def stop_and_score(self) -> Result:
        """End the game at its limit: the side that has, or last had, more pieces wins."""
        winner = Side.SILVER
        for position in reversed(self._positions):
            gold, silver = position.count(Side.GOLD), position.count(Side.SILVER)
            # A side without pieces has yet to set up.
            if gold and silver and gold != silver:
                winner = Side.GOLD if gold > silver else Side.SILVER
                break
        return self.end(Result(winner, Reason.SCORE))

    def end(self, result: Result) -> Result:
        """End the game with a result that no turn decides: forfeit, illegal move, abandoned."""
        if self._result is not None:
            raise IllegalTurn(Rule.GAME_OVER.text, Rule.GAME_OVER)
        self._result = result
        return result

    def copy(self) -> Game:
        """Return an independent game with the same history."""
        other = copy(self)
        other._positions = self._positions.copy()
        other._turns = self._turns.copy()
        other._occurrences = self._occurrences.copy()
        other._labels = self._labels.copy()
        return other

    def __repr__(self) -> str:
        state = f"{self.label} to play" if self._result is None else str(self._result)
        return f"<Game: {len(self._turns)} turns, {state}>"

    def _repr_svg_(self) -> str:
        """The board with the last turn on it, as notebooks show it."""
        from gajah.svg import render  # imported here: drawing is slow to import

        return render(self.position, last_turn=self.last_turn)

    def _try(self, turn: Turn | Setup | Sequence[Step] | str) -> tuple[Turn | Setup, Position]:
        if self._result is not None:
            raise IllegalTurn(Rule.GAME_OVER.text, Rule.GAME_OVER)
        body: Turn | Setup | Sequence[Step] = self._parse(turn) if isinstance(turn, str) else turn
        if isinstance(body, Setup):
            if not self.needs_setup:
                raise IllegalTurn(Rule.SETUP_OVER.text, Rule.SETUP_OVER)
            return body, self.position.place(body, self.handicap.missing(self.side))
        if not isinstance(body, Turn) and not _are_steps(body):
            found = shown(repr(turn), 40)
            raise TypeError(f"expected a turn, a setup, steps or their text, found {found}")
        if self.needs_setup:
            raise IllegalTurn(Rule.SETUP_EXPECTED.text, Rule.SETUP_EXPECTED)
        played, position = self.position.resolve(body)
        self._refuse_third_occurrence(position)
        return played, position

    def _parse(self, turn: str) -> Setup | list[Step]:
        label, text = split_label(turn)
        if label not in (None, self.label):
            raise IllegalTurn(f"expected turn {self.label}, found {label}", Rule.WRONG_SIDE)
        return parse_turn_body(text)

    def _refuse_third_occurrence(self, position: Position) -> None:
        if self.rules is not Rules.OFFICIAL or self._occurrences[position] < MOST_OCCURRENCES:
            return
        earlier = [
            str(label)
            for label, after in zip(self._labels, self._positions[1:], strict=False)
            if after == position
        ]
        if self.start == position:
            earlier.insert(0, "the start")
        raise IllegalTurn(
            f"the position after {' and '.join(earlier)} would occur a third time",
            Rule.REPETITION,
        )

    def _result_now(self) -> Result | None:
        """The official order of checks, the other side having just moved."""
        position = self.position
        if self.rules is Rules.WIKIBOOK_2006 and (result := self._wikibook_result()):
            return result
        if verdict := position.verdict():
            return Result(verdict.winner, Reason[verdict.reason.name])
        banned = self.banned_positions()
        if banned and not position.has_turn(banned):
            return Result(position.side.other, Reason.IMMOBILIZATION)
        return None

    def _wikibook_result(self) -> Result | None:
        position = self.position
        verdict = position.verdict()
        if verdict and verdict.reason is VerdictReason.GOAL:
            return None
        if self._occurrences[position] > MOST_OCCURRENCES:
            return Result(position.side, Reason.REPETITION)
        if not any(position.count(side, Kind.RABBIT) for side in Side):
            return Result(None, Reason.NO_RABBITS)
        return None
