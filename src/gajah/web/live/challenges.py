"""Open challenges: games that wait for any opponent while their makers are there."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from dataclasses import replace

from gajah._core import Side
from gajah.web.games.queries import GameQuery
from gajah.web.games.seats import hash_token, new_token
from gajah.web.games.show import show_game
from gajah.web.games.store import reading
from gajah.web.live.lobby import Lobby
from gajah.web.live.room import Room
from gajah.web.wire.accounts import Member
from gajah.web.wire.boards import letter
from gajah.web.wire.errors import Refusal, UnreadableGame
from gajah.web.wire.requests import Challenges, ChallengeTaken

# As many as a page shows.
_MOST_LISTED = 50
# Those whose makers have gone stay stored, as every game does.
_MOST_ASKED = 200


async def list_challenges(lobby: Lobby) -> Challenges:
    """The challenges that can be taken now."""
    wanted = GameQuery(state="waiting", is_open=True, limit=_MOST_ASKED)
    found = await asyncio.to_thread(lobby.store.search, wanted)
    there = [(game, lobby.online(game.id)) for game in found.games]
    shown = []
    for game, online in there:
        with suppress(UnreadableGame), reading(game.id):
            shown += [show_game(game, online)] if online else []
    return Challenges(challenges=shown[:_MOST_LISTED])


async def take_challenge(room: Room, member: Member | None) -> ChallengeTaken:
    """Seat a visitor; the first one who asks gets the seat."""
    async with room.lock:
        live = room.live
        side = _free_side(room)
        if side is None or not live.stored.open or live.stored.state != "waiting":
            raise Refusal("challenge_gone", "This challenge has been taken.", status=409)
        if side.other not in room.online:
            raise Refusal("challenge_gone", "The player who made it has left.", status=409)
        if not live.may_play(frozenset([side]), member):
            raise _not_for(member)
        token = new_token()
        # The secret that was made with the game has been given to no one.
        seat = replace(live.stored.seats[side], token_hash=hash_token(token))
        live.stored.seat(side, seat)
        live.sit([side], member)
        live.begin_if_ready()
        room.pulse.start_clock()
        await room.save()
        room.tell_game()
        return ChallengeTaken(game=live.shape(room.online), side=letter(side), token=token)


def _free_side(room: Room) -> Side | None:
    seats = room.live.stored.seats
    return next((side for side in Side if seats[side].is_human and not seats[side].taken), None)


def _not_for(member: Member | None) -> Refusal:
    if member is None:
        return Refusal("logged_out", "Log in to play for a rating.", status=403)
    return Refusal("own_challenge", "This challenge is your own.", status=409)
