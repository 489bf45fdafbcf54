"""The referee's decisions: pure, told what happened and how long it took.

`gajah.match.play` drives real players and asks this what it means.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from gajah._core import Position, Side
from gajah.aei.client import is_resignation
from gajah.clock import Clock, TimeControl, format_duration
from gajah.errors import IllegalTurn, NotationError, quoted, shown
from gajah.game import Game, Reason, Result, Rules
from gajah.handicap import NO_HANDICAP, Handicap

OFFICIAL_TURNS = 80
"""Turns of each side that a game must be able to reach under an official control."""

NO_TIME = "a time control needs a move time or a reserve: nobody can play in 0s"
"""Why a control is refused that gives no time."""


@dataclass(frozen=True)
class Adjudication:
    """When a game is decided that goes on: both players agree on it for some turns in a row.

    Agreement is that each, on its last ``turns`` turns, has given a score of at least ``score``
    centirabbits in favour of the same side.
    """

    score: int
    turns: int

    def __post_init__(self) -> None:
        if self.score < 1 or self.turns < 1:
            raise ValueError("an adjudication needs a score and a number of turns above zero")

    @classmethod
    def parse(cls, text: str) -> Adjudication:
        """``SCORE,TURNS``; raises NotationError."""
        try:
            score, turns = (int(word) for word in text.split(","))
            return cls(score, turns)
        except ValueError:
            raise NotationError(
                f"{quoted(text)} is no adjudication: expected SCORE,TURNS such as 2000,4"
            ) from None

    def __str__(self) -> str:
        return f"{self.score},{self.turns}"

    def find_winner(self, scores: Sequence[int | None], side: Side) -> Side | None:
        """Who has won by the scores of both sides' turns so far, ``side``'s being the last."""
        last = scores[-2 * self.turns :]
        if len(last) < 2 * self.turns or None in last:
            return None
        seen = [score if i % 2 else -score for i, score in enumerate(last) if score is not None]
        if min(seen) >= self.score:
            return side
        return side.other if max(seen) <= -self.score else None


@dataclass(frozen=True)
class Terms:
    """What is agreed before a game.

    ``control`` is the clock, or ``None`` for a game without one. ``patience_s`` is the longest a
    turn may take where no clock says so. ``margin_s`` is how late an answer may come before it
    counts: the time that pipes and the machine take. After ``max_turns`` turns of each side the
    game is stopped and scored; 0 is no limit.
    """

    control: TimeControl | None = None
    patience_s: float = 120.0
    margin_s: float = 0.0
    max_turns: int = 0
    rules: Rules = Rules.OFFICIAL
    adjudication: Adjudication | None = None

    def __post_init__(self) -> None:
        if self.control and not self.control.has_time:
            raise ValueError(NO_TIME)
        if not 0 < self.patience_s < math.inf:
            raise ValueError("the patience is a number of seconds, more than nothing")
        if not 0 <= self.margin_s < math.inf:
            raise ValueError("the margin is a number of seconds, nothing or more")
        if self.max_turns < 0:
            raise ValueError("the limit of turns cannot be negative")


def check_official(control: TimeControl | None) -> None:
    """Raise ValueError for a control under which a game cannot reach 80 turns a side."""
    if control is None:
        raise ValueError("an official match needs a time control")
    if not control.can_reach_turns(OFFICIAL_TURNS):
        raise ValueError(
            f"the control {control} does not let a game reach {OFFICIAL_TURNS} turns of each side,"
            " which an official match needs: raise its game limit (the fifth field)"
        )


@dataclass(frozen=True)
class TimedTurn:
    """A turn as played: its text, the time it took, the reserve after it, the player's score.

    ``reserve_s`` is ``None`` in a game without a clock; ``score`` is in centirabbits from the
    mover's side, ``None`` if the player gave none.
    """

    text: str
    used_s: float = 0.0
    reserve_s: float | None = None
    score: int | None = None


class Referee:
    """One game: whose turn it is, how long they may think, and what each answer means."""

    def __init__(
        self,
        terms: Terms,
        *,
        start: Position | None = None,
        opening: Iterable[str] = (),
        handicap: Handicap = NO_HANDICAP,
    ) -> None:
        """``opening`` are turns, setups first, that both players are given; they cost no time."""
        self.terms = terms
        self.game = Game(start=start, rules=terms.rules, handicap=handicap)
        self.clock = None if terms.control is None else Clock.start(terms.control)
        self.turns: list[TimedTurn] = []
        self.detail = ""
        self.used_s = {Side.GOLD: 0.0, Side.SILVER: 0.0}
        for text in opening:
            self._play(text, 0.0, None)

    @property
    def side(self) -> Side:
        """The side to move."""
        return self.game.side

    @property
    def result(self) -> Result | None:
        """The result, or ``None`` while the game goes on."""
        return self.game.result

    def allowed_s(self) -> float:
        """How long the side to move is waited for."""
        if self.clock is None:
            return self.terms.patience_s
        left_s = self.clock.time_left_s(self.side, is_setup=self.game.needs_setup)
        return min(left_s + self.terms.margin_s, self.clock.game_time_left_s())

    def answer(self, text: str, used_s: float, *, score: int | None = None) -> None:
        """The side to move has answered with a turn, or with ``resign``."""
        if self._is_too_late(used_s):
            self.no_answer(used_s)
            return
        if is_resignation(text):
            self.game.resign(self.side)
            return
        try:
            self._play(text, used_s, score)
        except ValueError as refusal:
            rule = f" ({refusal})" if isinstance(refusal, IllegalTurn) else f": {refusal}"
            self._lose(Reason.ILLEGAL, f"answered {quoted(text)}{rule}")

    def no_answer(self, used_s: float) -> None:
        """The time that `allowed_s` gave has passed."""
        if self.clock is not None and self._game_limit_comes_first():
            self.game.stop_and_score()
            self.detail = f"the game limit of {format_duration(self.clock.control.game_limit_s)}"
            return
        self._lose(Reason.TIME, f"had made no turn after {used_s:.3f}s")

    def fail(self, side: Side, why: str) -> None:
        """That side's player is gone: it crashed, or never came."""
        self.game.end(Result(side.other, Reason.FORFEIT))
        self.detail = f"{side.name.lower()} {shown(why)}"

    def abandon(self, why: str) -> None:
        """Neither player can play."""
        self.game.end(Result(None, Reason.ABANDONED))
        self.detail = shown(why)

    def _play(self, text: str, used_s: float, score: int | None) -> None:
        side, is_setup = self.side, self.game.needs_setup
        played = str(self.game.play(text))
        reserve_s = None
        if self.clock is not None:
            self.clock = self.clock.after_turn(side, used_s, is_setup=is_setup)
            reserve_s = self.clock.reserve_s(side)
        self.used_s[side] += used_s
        self.turns.append(TimedTurn(played, round(used_s, 4), reserve_s, score))
        if self.result is None:
            self._check_limits()
        if self.result is None and self.terms.adjudication is not None:
            self._adjudicate(self.terms.adjudication, side)

    def _check_limits(self) -> None:
        most = self.terms.max_turns
        if self.clock is not None and self.clock.is_game_limit_reached():
            self.game.stop_and_score()
            self.detail = "the game limit of the time control"
        elif most and len(self.turns) >= 2 * most:
            self.game.stop_and_score()
            self.detail = f"the limit of {most} turns"

    def _adjudicate(self, adjudication: Adjudication, side: Side) -> None:
        winner = adjudication.find_winner([turn.score for turn in self.turns], side)
        if winner is not None:
            # The table of results has nothing closer: a player who knew would resign.
            self.game.resign(winner.other)
            self.detail = f"adjudicated: both players gave {adjudication.score} or more"

    def _is_too_late(self, used_s: float) -> bool:
        if self.clock is None:
            return used_s > self.terms.patience_s
        late_s = max(0.0, used_s - self.terms.margin_s)
        is_setup = self.game.needs_setup
        return (
            self.clock.is_out_of_time(self.side, late_s, is_setup=is_setup)
            or used_s > self.clock.game_time_left_s()
        )

    def _game_limit_comes_first(self) -> bool:
        assert self.clock is not None
        left_s = self.clock.time_left_s(self.side, is_setup=self.game.needs_setup)
        return self.clock.game_time_left_s() < left_s + self.terms.margin_s

    def _lose(self, reason: Reason, detail: str) -> None:
        loser = self.side
        self.game.end(Result(loser.other, reason))
        self.detail = f"{loser.name.lower()} {detail}"
