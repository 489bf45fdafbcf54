"""What needs both players: a turn taken back, and another game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gajah._core import Side
from gajah.web.wire.boards import letter
from gajah.web.wire.client import Client
from gajah.web.wire.errors import Refusal
from gajah.web.wire.messages import Rematch, RematchState, Takeback, TakebackState

if TYPE_CHECKING:
    from gajah.web.live.room import Room


async def take_back(room: Room, client: Client, message: Takeback) -> None:
    """Ask for the last turn back, or answer; a bot and a lone player agree at once."""
    draft, side = room.live.stored.draft, room.seat(client)
    if room.live.stored.rated:
        raise Refusal("rated_game", "No turn of a rated game is taken back.", status=409)
    if message.answer is not None:
        asker = _asker(draft.takeback_by, client)
        if message.answer:
            await _grant_takeback(room, asker, client, message.ref, alone=False)
            return
        room.live.note(takeback_by=None)
        state = TakebackState(by=letter(asker), state="declined")
    elif _is_alone(room, client, side):
        alone = len(client.sides) > 1
        await _grant_takeback(room, side, client, message.ref, alone=alone)
        return
    else:
        room.live.turns_to_take_back(side, alone=False)
        room.live.note(takeback_by=letter(side))
        state = TakebackState(by=letter(side), state="asked")
    await room.keep(room.store.save_draft(room.live.stored))
    room.tell_all(state, client, message.ref)


async def _grant_takeback(
    room: Room, by: Side, client: Client, ref: int | None, *, alone: bool
) -> None:
    count = room.live.turns_to_take_back(by, alone=alone)
    room.pulse.stop_bot()
    room.live.take_back(count)
    room.pulse.start_clock()
    await room.keep(room.store.save_tree(room.live.stored, room.live.tree))
    room.tell_all(TakebackState(by=letter(by), state="granted"), client, ref)
    room.welcome_all()


async def rematch(room: Room, client: Client, message: Rematch) -> None:
    """Ask for another game with sides swapped, or answer; a bot agrees at once."""
    draft, side = room.live.stored.draft, room.seat(client)
    if not room.live.is_over:
        raise Refusal("game_running", "The game is still going on.", status=409)
    if draft.rematch is not None:
        raise Refusal("rematch_begun", "The next game has begun already.", status=409)
    if message.answer is not False and (
        _is_alone(room, client, side) or draft.rematch_by == letter(side.other)
    ):
        await _begin_rematch(room, client, side, message.ref)
        return
    declined = message.answer is False
    room.live.note(rematch_by=None if declined else letter(side))
    await room.keep(room.store.save_draft(room.live.stored))
    state = RematchState(by=letter(side), state="declined" if declined else "asked")
    room.tell_all(state, client, message.ref)


async def _begin_rematch(room: Room, client: Client, by: Side, ref: int | None) -> None:
    made = await room.make_rematch(room.live)
    room.live.note(rematch=made, rematch_by=None)
    await room.keep(room.store.save_draft(room.live.stored))
    state = RematchState(by=letter(by), state="granted", game=made)
    room.tell_all(state, client, ref)


def _is_alone(room: Room, client: Client, side: Side) -> bool:
    """Whether there is no second person to agree with, at least not yet."""
    other = room.live.stored.seats[side.other]
    return len(client.sides) > 1 or not other.is_remote or not other.taken


def _asker(asked_by: str | None, client: Client) -> Side:
    """The side that has asked for what this client now answers."""
    for side in client.sides:
        if asked_by == letter(side.other):
            return side.other
    raise Refusal("nothing_asked", "There is no such request.", status=409)
