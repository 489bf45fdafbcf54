"""Games and clocks as the page sees them."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from gajah._core import Side
from gajah.advice import sentence
from gajah.clock import Clock
from gajah.engine.score import Score
from gajah.web.games.rows import StoredGame, TurnJudgement
from gajah.web.games.seats import StoredSeat
from gajah.web.wire.boards import letter
from gajah.web.wire.shapes import (
    ClockShape,
    GameShape,
    JudgementShape,
    ResultShape,
    ScoreShape,
    SeatShape,
)


def show_game(game: StoredGame, online: Collection[Side] = ()) -> GameShape:
    """A game without its turns; ``online`` are the sides with an open page."""
    return GameShape(
        id=game.id,
        gold=_seat(game.gold, is_online=Side.GOLD in online),
        silver=_seat(game.silver, is_online=Side.SILVER in online),
        rated=False,
        control=game.control,
        state=game.state,
        result=_result(game),
        start=game.start,
        handicap=game.handicap,
        event=game.event,
        created=game.created,
        turn_count=game.turn_count,
        imported=game.imported,
        reviewed=game.review is not None,
    )


def show_clock(
    clock: Clock, left: Mapping[Side, float], running: Side | None, moment: float
) -> ClockShape:
    """Both clocks at a moment."""
    return ClockShape(
        control=str(clock.control),
        reserve={letter(side): clock.reserve_s(side) for side in (Side.GOLD, Side.SILVER)},
        move=clock.control.move_s,
        left={letter(side): left_s for side, left_s in left.items()},
        running=None if running is None else letter(running),
        at=moment,
    )


def show_score(score: Score, side: Side) -> ScoreShape:
    """A score of the side to move, for gold."""
    for_gold = score.seen_by(Side.GOLD, mover=side)
    win = round(for_gold.win_probability, 4)
    turns = for_gold.turns_to_end
    if turns is None:
        return ScoreShape(text=str(for_gold), win=win)
    mate = turns if for_gold.is_win else -turns
    return ScoreShape(text=f"#{mate}", win=win, mate=mate)


def show_judgement(judgement: TurnJudgement) -> JudgementShape:
    """What a review said about a turn."""
    return JudgementShape(
        score=show_score(judgement.score, Side.GOLD),
        best=judgement.best,
        loss=judgement.loss,
        mark=judgement.mark,
    )


def _seat(seat: StoredSeat, *, is_online: bool) -> SeatShape:
    return SeatShape(
        name=seat.name,
        player=seat.player,
        kind="human" if seat.is_human else "bot",
        taken=seat.taken or not seat.is_human,
        online=is_online or not seat.is_human,
    )


def _result(game: StoredGame) -> ResultShape | None:
    if game.result is None:
        # An imported record may say who won, and not how.
        words = {"1-0": "Gold wins.", "0-1": "Silver wins.", "1/2-1/2": "Draw."}.get(game.score)
        return None if words is None else ResultShape(winner=game.winner, reason=None, text=words)
    words = sentence(str(game.result))
    return ResultShape(
        winner=game.winner,
        reason=game.result.reason.name.lower(),
        text=f"{words} {sentence(game.detail)}" if game.detail else words,
    )
