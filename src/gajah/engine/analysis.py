"""What a search answers."""

from __future__ import annotations

from dataclasses import dataclass

from gajah._core import SearchReport, Turn
from gajah.engine.score import Score


@dataclass(frozen=True)
class AnalysisLine:
    """A turn, its score for the side to move, and the turns expected to follow."""

    turn: Turn
    score: Score
    continuation: tuple[Turn, ...] = ()


@dataclass(frozen=True)
class Analysis:
    """What a search knows so far; ``lines`` begins with the turn to play."""

    depth: int
    nodes: int
    seconds: float
    lines: tuple[AnalysisLine, ...] = ()

    @classmethod
    def of(cls, report: SearchReport) -> Analysis:
        """The report of core as values that outlive the engine."""
        lines = tuple(
            AnalysisLine(line.turn, Score(line.score), tuple(line.continuation))
            for line in report.lines
        )
        return cls(report.depth, report.nodes, report.seconds, lines)

    @property
    def turn(self) -> Turn:
        """The turn to play."""
        return self.lines[0].turn

    @property
    def score(self) -> Score:
        """The score of the turn to play, for the side to move."""
        return self.lines[0].score
