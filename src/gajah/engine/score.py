"""What a position is worth to one side: an advantage in rabbits, or a proven end."""

from __future__ import annotations

from dataclasses import dataclass

from gajah._core import WIN_BOUND, WIN_SCORE, Side, win_probability

# A turn has four steps at most, so a win in nine steps takes the winner two turns.
_STEPS_OF_BOTH = 8


@dataclass(frozen=True, order=True)
class Score:
    """A score for one side, in an analysis the side to move; ``-score`` is the opponent's.

    >>> Score.win_in(3) > Score(900) > -Score.win_in(3)
    True

    ``raw`` counts centi-rabbits; a proven end lies beyond every advantage. It is what AEI's
    ``info score`` says, and what is stored.
    """

    raw: int

    @classmethod
    def win_in(cls, steps: int) -> Score:
        """A proven win within that many steps, both sides' counted."""
        return cls(WIN_SCORE - steps)

    @classmethod
    def win_in_turns(cls, turns: int) -> Score:
        """A proven win that takes the winner that many turns, with the fewest steps."""
        return cls.win_in(max(0, (turns - 1) * _STEPS_OF_BOTH - _STEPS_OF_BOTH // 2 + 1))

    @classmethod
    def between(cls, one: Score, other: Score) -> Score:
        """The mean of two scores for the same side."""
        return cls((one.raw + other.raw) // 2)

    def __neg__(self) -> Score:
        return Score(-self.raw)

    def __sub__(self, other: Score) -> int:
        """How many centi-rabbits better this score is."""
        return self.raw - other.raw

    def seen_by(self, side: Side, *, mover: Side) -> Score:
        """The score for ``side``, given that this one is for ``mover``."""
        return self if side is mover else -self

    @property
    def is_win(self) -> bool:
        """Whether it is proven that this side wins."""
        return self.raw >= WIN_BOUND

    @property
    def is_loss(self) -> bool:
        """Whether it is proven that this side loses."""
        return self.raw <= -WIN_BOUND

    @property
    def steps_to_end(self) -> int | None:
        """Both sides' steps until the proven win or loss; ``None`` if nothing is proven."""
        return WIN_SCORE - abs(self.raw) if self.is_win or self.is_loss else None

    @property
    def turns_to_end(self) -> int | None:
        """The winner's turns until the proven win or loss; ``None`` if nothing is proven."""
        steps = self.steps_to_end
        if steps is None:
            return None
        return max(1, -(-(steps + _STEPS_OF_BOTH // 2) // _STEPS_OF_BOTH))

    @property
    def win_probability(self) -> float:
        """0 to 1, fitted on games of the engine against itself."""
        return win_probability(self.raw)

    def __str__(self) -> str:
        if self.is_win:
            return f"win in {self.steps_to_end}"
        if self.is_loss:
            return f"loss in {self.steps_to_end}"
        return f"{self.raw / 100:+.2f}"
