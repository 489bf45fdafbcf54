"""What the database keeps."""

from __future__ import annotations

from typing import Any

from sqlalchemy.dialects import sqlite

from gajah.engine.score import Score
from gajah.web.games.rows import StoredGame, TurnJudgement

REVIEW: Any = StoredGame.__table__.c.review.type
DIALECT = sqlite.dialect()


def test_a_score_is_kept_as_what_it_is() -> None:
    review = {3: TurnJudgement(-Score.win_in(5), "Ee2n", 0.25, "??")}
    kept = REVIEW.process_bind_param(review, DIALECT)
    assert kept["3"]["score"] == {"raw": (-Score.win_in(5)).raw}
    assert REVIEW.process_result_value(kept, DIALECT) == review


def test_a_review_of_another_version_is_none() -> None:
    kept = {"3": {"score": {"text": "+1.25", "win": 0.7}, "best": None, "loss": 0, "mark": ""}}
    assert REVIEW.process_result_value(kept, DIALECT) is None


def test_a_draft_from_before_plans_and_pauses_is_read_whole() -> None:
    draft: Any = StoredGame.__table__.c.draft.type
    kept = {
        "steps": ["Ee2n"],
        "undone": ["Ee3n"],
        "setup": None,
        "takeback_by": "s",
        "rematch_by": None,
        "rematch": None,
        "left": None,
    }
    read = draft.process_result_value(kept, DIALECT)
    assert (read.steps, read.undone, read.takeback_by) == (("Ee2n",), ("Ee3n",), "s")
    assert (read.plan, read.no_engine, read.paused, read.turn_s) == (None, False, False, None)
