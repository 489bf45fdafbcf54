"""What the engine has found, as JSON can hold it: one shape for commands and for the service."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from gajah._core import Side
from gajah.analysis.review import BLUNDER, INACCURACY, MISTAKE, TurnReview
from gajah.engine.analysis import Analysis
from gajah.engine.score import Score
from gajah.game import Game

_CHANCE_DIGITS = 4
_MARKS = {"inaccuracies": INACCURACY, "mistakes": MISTAKE, "blunders": BLUNDER}


def score_shape(score: Score) -> dict[str, Any]:
    """A score in words and in numbers."""
    return {
        "score": str(score),
        "centirabbits": score.raw,
        "win_probability": round(score.win_probability, _CHANCE_DIGITS),
    }


def analysis_shape(analysis: Analysis) -> dict[str, Any]:
    """What a search answers; scores are for the side to move."""
    return {
        "depth": analysis.depth,
        "nodes": analysis.nodes,
        "seconds": round(analysis.seconds, 3),
        "lines": [
            {
                "turn": str(line.turn),
                **score_shape(line.score),
                "continuation": [str(turn) for turn in line.continuation],
            }
            for line in analysis.lines
        ],
    }


def review_shape(game: Game, reviews: Sequence[TurnReview]) -> dict[str, Any]:
    """A game judged turn by turn; scores are gold's, and each side has a summary."""
    sides: dict[Side, list[TurnReview]] = {side: [] for side in Side}
    turns = []
    for review in reviews:
        label = game.labels[review.number]
        sides[label.side].append(review)
        turns.append(
            {
                "label": str(label),
                "turn": str(game.turns[review.number]),
                **score_shape(review.score),
                "best": None if review.best is None else str(review.best),
                "loss": review.loss,
                "mark": review.mark,
            }
        )
    return {
        "turns": turns,
        "gold": _summary(sides[Side.GOLD]),
        "silver": _summary(sides[Side.SILVER]),
    }


def _summary(reviews: list[TurnReview]) -> dict[str, Any]:
    marks = Counter(review.mark for review in reviews)
    lost = sum(review.loss for review in reviews)
    return {
        "turns": len(reviews),
        "mean_loss": round(lost / len(reviews), _CHANCE_DIGITS) if reviews else None,
        **{name: marks[mark] for name, mark in _MARKS.items()},
    }
