"""What the routers share."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, Literal, TypeVar, cast

from fastapi import Depends, Header, Path, Query
from starlette.requests import HTTPConnection
from starlette.responses import JSONResponse, Response

from gajah._core import Pattern, Stop
from gajah.web.analysis.pool import SearchPool
from gajah.web.games.queries import GameQuery
from gajah.web.games.seats import sides_of
from gajah.web.live.lobby import Lobby
from gajah.web.live.presence import Presence
from gajah.web.live.room import Room
from gajah.web.server.people import person_of
from gajah.web.wire.accounts import Member
from gajah.web.wire.boards import refusing, replay
from gajah.web.wire.errors import Refusal
from gajah.web.wire.limits import Person
from gajah.web.wire.shapes import ErrorAnswer, GameId, LineText, PositionText, State

T = TypeVar("T")

PREFIX = "/api/v1"

_Turns = Annotated[int | None, Query(ge=0, lt=2**31)]
_Moment = Annotated[float | None, Query(ge=0, le=1e11)]

ERRORS: dict[int | str, dict[str, Any]] = {
    status: {"model": ErrorAnswer} for status in (400, 403, 404, 409, 413, 415, 422, 429)
}
"""What every request may be answered with, for the description of the interface."""


def error_answer(refusal: Refusal) -> Response:
    """Every answer that is not what was asked for."""
    error = {"code": refusal.code, "text": refusal.text}
    headers = {"Retry-After": "1"} if refusal.status == 429 else None
    return JSONResponse({"error": error}, refusal.status, headers)


def get_lobby(connection: HTTPConnection) -> Lobby:
    """The lobby of the server that a request has come to."""
    return cast(Lobby, connection.app.state.lobby)


def get_presence(connection: HTTPConnection) -> Presence:
    """The sockets of the server that a request has come to."""
    return cast(Presence, connection.app.state.presence)


def get_token(authorization: Annotated[str | None, Header()] = None) -> str | None:
    """The secret that a request carries as ``Authorization: Bearer``."""
    scheme, _, token = (authorization or "").partition(" ")
    return token.strip() if scheme.lower() == "bearer" and token.strip() else None


def get_search(
    player: Annotated[LineText, Query()] = "",
    account: Annotated[LineText, Query()] = "",
    result: Literal["", "g", "s", "draw", "none"] = "",
    since: _Moment = None,
    until: _Moment = None,
    state: State | Literal[""] = "",
    position: Annotated[PositionText | None, Query()] = None,
    pieces: Annotated[LineText, Query()] = "",
    rating: Annotated[int | None, Query(ge=0, lt=10_000)] = None,
    shortest: _Turns = None,
    longest: _Turns = None,
) -> GameQuery:
    """The search of a visitor of the library."""
    board = None if position is None else replay(position, []).position
    with refusing():
        pattern = Pattern(pieces) if pieces.strip() else None
    return GameQuery(
        player=player,
        account=account,
        result=result,
        since=since,
        until=until,
        state=state,
        position=board,
        pieces=pattern,
        rating=rating,
        shortest=shortest,
        longest=longest,
    )


def is_owner(connection: HTTPConnection) -> bool:
    """Whether the owner of the server asks."""
    return person_of(connection).is_owner


def check_may_change(
    room: Room, token: str | None, *, owner: bool, member: Member | None = None
) -> None:
    """The library belongs to the server's machine; a player may change games of their own."""
    account, tokens = None if member is None else member.id, [token] if token else []
    if owner or sides_of(room.live.stored.seats, tokens, account):
        return
    raise Refusal("no_seat", "Only a player of this game can do that.", status=403)


async def think(pool: SearchPool, person: Person, work: Callable[[Stop], T]) -> T:
    """Run a proof or search that ends by itself, on a core of the queue."""
    async with pool.core(person=person):
        return await pool.run(work)


LobbyDep = Annotated[Lobby, Depends(get_lobby)]
TokenDep = Annotated[str | None, Depends(get_token)]
OwnerDep = Annotated[bool, Depends(is_owner)]
PersonDep = Annotated[Person, Depends(person_of)]
WantedDep = Annotated[GameQuery, Depends(get_search)]
GamePath = Annotated[GameId, Path()]
