"""Open challenges: games that wait for any opponent while their makers are there."""

from __future__ import annotations

import asyncio
import time
from contextlib import suppress
from dataclasses import replace

from gajah._core import Side
from gajah.web.games.correspondence import is_correspondence
from gajah.web.games.loading import reading
from gajah.web.games.queries import GameQuery
from gajah.web.games.rows import StoredGame
from gajah.web.games.seats import hash_token, new_token
from gajah.web.games.show import show_game
from gajah.web.live.lobby import Lobby
from gajah.web.live.room import Room
from gajah.web.live.seating import may_play
from gajah.web.wire.accounts import Member
from gajah.web.wire.boards import letter
from gajah.web.wire.errors import Refusal, UnreadableGame
from gajah.web.wire.requests import Challenges, ChallengeTaken

# As many as a page shows.
_MOST_LISTED = 50
# How long a challenge by days waits for an opponent while its maker is away.
_LISTED_S = 14 * 86_400.0
# Of those, how many of one account.
_MOST_EACH = 10


async def list_challenges(lobby: Lobby) -> Challenges:
    """The challenges that can be taken now, the newest first."""
    games = {room.id: (room.live.stored, room.online) for room in lobby.challenges()}
    elsewhere = lobby.neighbours.challenges() if lobby.neighbours is not None else []
    wanted = GameQuery(state="waiting", is_open=True, limit=_MOST_LISTED)
    since_s = time.time() - _LISTED_S
    asked = [replace(wanted, by_days=True, most_each=_MOST_EACH, since=since_s)]
    if elsewhere:
        asked.append(replace(wanted, ids=elsewhere))
    for query in asked:
        found = await asyncio.to_thread(lobby.store.search, query)
        for game in found.games:
            games.setdefault(game.id, (game, lobby.online(game.id)))
    shown = []
    for game, online in sorted(games.values(), key=lambda each: each[0].created, reverse=True):
        with suppress(UnreadableGame), reading(game.id):
            if online or _waits_alone(game):
                shown.append(show_game(game, online))
    return Challenges(challenges=shown[:_MOST_LISTED])


async def take_challenge(room: Room, member: Member | None) -> ChallengeTaken:
    """Seat a visitor; the first one who asks gets the seat."""
    if member is not None and member.is_bot:
        raise Refusal("bot_waits", "A bot waits until it is challenged.", status=403)
    async with room.lock:
        live = room.live
        side = _free_side(room)
        if side is None or not live.stored.open or live.stored.state != "waiting":
            raise Refusal("challenge_gone", "This challenge has been taken.", status=409)
        if side.other not in room.online and not _waits_alone(live.stored):
            raise Refusal("challenge_gone", "The player who made it has left.", status=409)
        if not await may_play(room, frozenset([side]), member):
            raise _not_for(member)
        token = new_token()
        # The secret that was made with the game has been given to no one.
        seat = replace(live.stored.seats[side], token_hash=hash_token(token))
        live.stored.seat(side, seat)
        live.sit([side], member)
        await room.begin(side)
        room.tell_game()
        return ChallengeTaken(game=live.shape(room.online), side=letter(side), token=token)


def _waits_alone(game: StoredGame) -> bool:
    """Whether it can be taken while its maker is away, who is an account and has days to come."""
    is_new = time.time() - game.created < _LISTED_S
    return is_new and is_correspondence(game) and any(seat.account for seat in game.seats.values())


def _free_side(room: Room) -> Side | None:
    seats = room.live.stored.seats
    return next((side for side in Side if seats[side].is_human and not seats[side].taken), None)


def _not_for(member: Member | None) -> Refusal:
    if member is None:
        return Refusal("logged_out", "Log in to play for a rating.", status=403)
    return Refusal("own_challenge", "This challenge is your own.", status=409)
