"""Turns planned while the opponent plays: they become drafts, or are played at once if wanted."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from gajah._core import Position, Side
from gajah.game import Game
from gajah.web.games.correspondence import is_correspondence
from gajah.web.live.conditions import advance, find_answer, show_lines
from gajah.web.wire.boards import check_playing, refusing, take
from gajah.web.wire.client import Client
from gajah.web.wire.envelopes import FromServer
from gajah.web.wire.errors import Refusal
from gajah.web.wire.table import ConditionsShown, PlanShown, SetPlan, TurnPlan

if TYPE_CHECKING:
    from gajah.web.live.game import LiveGame
    from gajah.web.live.room import Room


_NO_ANSWER = "Your opponent played a turn for which you had no answer: your lines are gone."


@dataclass(frozen=True)
class PlanOutcome:
    """What became of a plan when the opponent had played, in a sentence; does it play itself?"""

    text: str
    plays: bool = False
    #: Of conditional turns.
    is_line: bool = False


async def set_plan(room: Room, client: Client, message: SetPlan) -> None:
    """Keep a player's plan, or forget it; the opponent hears nothing of either."""
    live, plan = room.live, message.plan
    if not client.sides or len(client.sides) > 1 or live.side in client.sides:
        raise Refusal("no_plan", "A turn is planned while the opponent is to move.", status=409)
    if not live.is_running:
        raise Refusal("no_plan", "No game is being played.", status=409)
    if is_correspondence(live.stored):
        # Both together would play a turn for a position that the player has not seen.
        text = "A game with days for a turn has answers in advance, and no plans."
        raise Refusal("no_plan", text, status=409)
    if plan is not None:
        _check(live.running.game, plan)
    live.note(plan=plan)
    await room.keep(room.store.save_draft(live.stored))
    _tell(room, live.side.other, PlanShown(plan=plan), client, message.ref)


def _check(game: Game, plan: TurnPlan) -> None:
    check_playing(game)
    if plan.at_once and plan.expected is None:
        text = "Only the answer to a certain turn can be played at once."
        raise Refusal("bad_plan", text, status=422)
    take(_planned_from(game, plan), plan.steps)


def _planned_from(game: Game, plan: TurnPlan) -> Position:
    """The position after the turn that is expected, or the present one with sides swapped."""
    if plan.expected is None:
        return Position(dict(game.position.pieces), game.side.other)
    after = game.copy()
    with refusing():
        after.play(plan.expected)
    check_playing(after)
    return after.position


def follow(live: LiveGame, plan: TurnPlan | None) -> PlanOutcome | None:
    """Draft what was planned, or decided on in advance, now that the opponent has played."""
    had_lines = bool(show_lines(live, live.side))
    advance(live)
    if plan is not None:
        return _follow_plan(live, plan)
    dropped = PlanOutcome(_NO_ANSWER, is_line=True) if had_lines else None
    return _follow_conditions(live) or dropped


async def resume_conditions(room: Room) -> None:
    """Play what was decided on in advance: the server may have ended between turn and answer."""
    if room.live.is_running:
        room.live.planned = _follow_conditions(room.live)
        await tell_outcome(room)


def _follow_conditions(live: LiveGame) -> PlanOutcome | None:
    """Draft the answer that was given in advance, if it fits."""
    steps = find_answer(live)
    if steps is None:
        return None
    try:
        live.reset()
        live.draft_steps(steps)
    except Refusal:
        return None
    if live.running.game.why_not(live.running.drafted.taken) is not None:
        return None
    return PlanOutcome("Your conditional turn was played.", plays=True, is_line=True)


def _follow_plan(live: LiveGame, plan: TurnPlan) -> PlanOutcome:
    game = live.running.game
    if plan.expected is not None:
        before = game.copy()
        before.take_back()
        if _planned_from(before, plan) != game.position:
            name = live.side.other.name.capitalize()
            return PlanOutcome(f"{name} played another turn than the one that you had planned for.")
    try:
        live.draft_steps(plan.steps)
    except Refusal:
        return PlanOutcome("The turn that you had planned is not legal any more.")
    if plan.at_once and game.why_not(live.running.drafted.taken) is None:
        return PlanOutcome("The turn that you had planned was played.", plays=True)
    return PlanOutcome("The turn that you had planned is on the board. Play it, or change it.")


async def tell_outcome(room: Room) -> bool:
    """Tell the player whose turn it is what became of the plan, and play it if that was wanted.

    Returns whether it was played.
    """
    outcome, room.live.planned = room.live.planned, None
    if outcome is None:
        return False
    side = room.live.side
    if not outcome.is_line:
        _tell(room, side, PlanShown(plan=None, text=outcome.text))
    room.tell_draft()
    if outcome.plays:
        await room.play(room.live.drafted_turn())
    if outcome.is_line:
        _tell(room, side, ConditionsShown(lines=show_lines(room.live, side), text=outcome.text))
    return outcome.plays


def _tell(
    room: Room,
    side: Side,
    message: FromServer,
    client: Client | None = None,
    ref: int | None = None,
) -> None:
    own = [each for each in room.clients if side in each.sides]
    room.tell_all(message, client, ref, to=own)
