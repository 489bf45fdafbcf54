"""Games and clocks as the page sees them."""

from __future__ import annotations

import re
from collections.abc import Collection
from math import isinf

from gajah._core import Side, sentence
from gajah.engine.score import Score
from gajah.errors import quoted
from gajah.match.running import RunningGame
from gajah.web.games.correspondence import turn_left_s
from gajah.web.games.listing import find_rating
from gajah.web.games.rows import StoredGame, TurnJudgement
from gajah.web.wire.boards import letter
from gajah.web.wire.shapes import (
    ClockShape,
    GameShape,
    JudgementShape,
    PaceShape,
    ResultShape,
    ScoreShape,
    SeatShape,
)

_RABBITS = re.compile(r"[+-]\d{1,3}\.\d\d")


def show_game(
    game: StoredGame, online: Collection[Side] = (), now_s: float | None = None
) -> GameShape:
    """A game without its turns; ``online`` are the sides with an open page.

    ``now_s`` is the server's own time, where what is left of a turn of days is wanted.
    """
    return GameShape(
        id=game.id,
        gold=_seat(game, Side.GOLD, is_online=Side.GOLD in online),
        silver=_seat(game, Side.SILVER, is_online=Side.SILVER in online),
        rated=game.rated,
        open=game.open,
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
        no_engine=game.draft.no_engine,
        pace=_pace(game),
        turn_left=None if now_s is None else turn_left_s(game, now_s),
    )


def show_clock(
    running: RunningGame, used_s: float, mover: Side | None, moment: float
) -> ClockShape | None:
    """Both clocks at a moment, so far into the turn of ``mover``; ``None`` in a game without."""
    clock, left = running.clock, running.left_s(used_s)
    if clock is None or left is None:
        return None
    usable = {
        side: clock.usable_reserve_s(side, is_setup=running.has_to_set_up(side)) for side in left
    }
    game_left_s = clock.game_time_left_s(used_s)
    return ClockShape(
        control=str(clock.control),
        reserve={letter(side): clock.reserve_s(side) for side in left},
        usable={letter(side): usable_s for side, usable_s in usable.items()},
        move=clock.control.move_s,
        left={letter(side): left_s for side, left_s in left.items()},
        game_left=None if isinf(game_left_s) else game_left_s,
        running=None if mover is None else letter(mover),
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


def read_score(shape: ScoreShape) -> Score:
    """Gold's score that is shown so; a proven end takes the fewest steps of so many turns.

    Raises ``ValueError`` for what no score looks like.
    """
    if shape.mate is None:
        found = Score(round(float(shape.text) * 100)) if _RABBITS.fullmatch(shape.text) else None
    else:
        win = Score.win_in_turns(abs(shape.mate))
        found = (win if shape.mate > 0 else -win) if win.is_win else None
    if found is None or show_score(found, Side.GOLD).text != shape.text:
        raise ValueError(f"no score: {quoted(shape.text)}")
    return found


def show_judgement(judgement: TurnJudgement) -> JudgementShape:
    """What a review said about a turn."""
    return JudgementShape(
        score=show_score(judgement.score, Side.GOLD),
        best=judgement.best,
        loss=judgement.loss,
        mark=judgement.mark,
    )


def _seat(game: StoredGame, side: Side, *, is_online: bool) -> SeatShape:
    seat = game.seats[side]
    return SeatShape(
        name=seat.name,
        player=seat.player,
        kind="human" if seat.is_human else "bot",
        taken=seat.taken or not seat.is_remote,
        online=is_online or not seat.is_remote,
        rating=find_rating(game, side),
        account=seat.account is not None,
    )


def _pace(game: StoredGame) -> PaceShape | None:
    if not game.is_of_bots:
        return None
    return PaceShape(paused=game.draft.paused, turn_s=game.draft.turn_s)


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
