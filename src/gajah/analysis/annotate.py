"""What a review says, written into a record: as comments that other programs skip, and glyphs."""

from __future__ import annotations

from collections.abc import Iterable

from gajah._core import Turn
from gajah.analysis.review import Mark, TurnReview
from gajah.engine.score import Score
from gajah.records.comments import Comment, Evaluation
from gajah.records.record import Record
from gajah.records.tree import Node


def annotate(record: Record, reviews: Iterable[TurnReview]) -> None:
    """Write the review of its game into a record: ``{[%eval 0.42] [%best Ed2n]}`` and a glyph.

    What an earlier review has written is replaced, but for glyphs: those stay as they are.
    """
    nodes = record.played
    for review in reviews:
        annotate_turn(nodes[review.number], review.score, review.best, review.mark)


def annotate_turn(node: Node, score: Score, best: Turn | None, mark: Mark) -> None:
    """Write gold's score after a turn, the better turn, and the mark if it has no glyph yet."""
    kept = (comment.without("eval", "best") for comment in node.comments)
    node.comments[:] = [comment for comment in kept if comment.text]
    node.comments.append(Comment.of(evaluation=evaluation_of(score), best=best))
    if mark and not node.glyphs:
        node.glyphs.append(mark)


def evaluation_of(score: Score) -> Evaluation:
    """Gold's score as a comment says it."""
    turns = score.turns_to_end
    if turns is None:
        return Evaluation(rabbits=score.raw / 100)
    return Evaluation(win_in=turns if score.is_win else -turns)
