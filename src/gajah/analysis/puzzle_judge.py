"""Judge answers to puzzles: every right turn is accepted, not only the stored one."""

from __future__ import annotations

import enum
from collections.abc import Sequence
from dataclasses import dataclass

from gajah._core import Turn, judge_answer, solve_puzzle
from gajah.analysis.captures import fixed_search
from gajah.analysis.puzzles import Puzzle


class Outcome(enum.Enum):
    """What came of an answer."""

    SOLVED = "solved"
    GO_ON = "go_on"
    WRONG = "wrong"


@dataclass(frozen=True)
class Judgement:
    """An outcome, the sentence that says it, and the opponent's reply where there is one.

    The reply to a right answer is to be answered in turn; the reply to a wrong one shows why it
    is wrong.
    """

    outcome: Outcome
    text: str
    reply: Turn | None = None


def judge(puzzle: Puzzle, turns: Sequence[str]) -> Judgement:
    """Judge the turns played so far from the puzzle's position, replies included.

    Raises ``NotationError`` or ``IllegalTurn`` for what is no turn, ``ValueError`` when the
    puzzle was over before the last of them.
    """
    theme, stored = puzzle.theme.value, puzzle.solution
    answer = (puzzle.position, theme, stored, puzzle.margin_cr, turns)
    outcome, text, reply = judge_answer(fixed_search(), *answer)
    return Judgement(Outcome(outcome), text, reply)


def solution(puzzle: Puzzle) -> list[Turn]:
    """A whole right answer, with the opponent's reply where the answer takes two turns."""
    return solve_puzzle(puzzle.position, puzzle.theme.value, puzzle.solution)
