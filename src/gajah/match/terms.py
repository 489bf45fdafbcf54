"""What is agreed before a game: the clock, the limits, the rules, when it is decided early."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from gajah._core import Side
from gajah.clock import TimeControl
from gajah.engine.score import Score
from gajah.errors import NotationError, quoted
from gajah.game import Rules

OFFICIAL_TURNS = 80
"""Turns of each side that a game must be able to reach under an official control."""

NO_TIME = "a time control needs a move time or a reserve: no turn can be played in 0s"
"""Why a control is refused that gives no time."""

# Some thirty years: how long people are waited for in a game without a clock.
_PEOPLE_S = 1e9


@dataclass(frozen=True)
class Adjudication:
    """A rule that decides a game early: both players agree on it for some turns in a row.

    They agree when each, on its last ``turns`` turns, has given a score of at least ``score``
    in favour of the same side.
    """

    score: Score
    turns: int

    def __post_init__(self) -> None:
        if self.score.raw < 1 or self.turns < 1:
            raise ValueError("an adjudication needs a score and a number of turns above zero")

    @classmethod
    def parse(cls, text: str) -> Adjudication:
        """``SCORE,TURNS``; raises NotationError."""
        try:
            score, turns = (int(word) for word in text.split(","))
            return cls(Score(score), turns)
        except ValueError:
            raise NotationError(
                f"{quoted(text)} is no adjudication: expected SCORE,TURNS such as 2000,4"
            ) from None

    def __str__(self) -> str:
        return f"{self.score.raw},{self.turns}"

    def find_winner(self, scores: Sequence[Score | None], side: Side) -> Side | None:
        """The winner by the scores of both sides' turns so far, ``side``'s being the last."""
        last = scores[-2 * self.turns :]
        if len(last) < 2 * self.turns or None in last:
            return None
        seen = [score if i % 2 else -score for i, score in enumerate(last) if score is not None]
        if min(seen) >= self.score:
            return side
        return side.other if max(seen) <= -self.score else None


@dataclass(frozen=True)
class Terms:
    """The terms of a game.

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
            raise ValueError("the patience must be a finite number of seconds above 0")
        if not 0 <= self.margin_s < math.inf:
            raise ValueError("the margin must be a finite number of seconds, 0 or more")
        if self.max_turns < 0:
            raise ValueError("the limit of turns cannot be negative")

    @classmethod
    def for_people(cls, control: TimeControl | None) -> Terms:
        """Terms under which a clock alone ends a turn; a control that gives no time is none."""
        return cls(control if control and control.has_time else None, _PEOPLE_S)


def check_official(control: TimeControl | None) -> None:
    """Raise ValueError for a control under which a game cannot reach 80 turns a side."""
    if control is None:
        raise ValueError("an official match needs a time control")
    if not control.can_reach_turns(OFFICIAL_TURNS):
        raise ValueError(
            f"the control {control} does not let a game reach {OFFICIAL_TURNS} turns of each side,"
            " which an official match needs: raise its game limit (the fifth field)"
        )
