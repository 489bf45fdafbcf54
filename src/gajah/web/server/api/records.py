"""Games as files and pictures: in and out."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import suppress
from dataclasses import asdict, replace
from functools import partial
from typing import Annotated, Literal

from fastapi import APIRouter, Query, Request, Response
from starlette.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

from gajah._core import Position
from gajah.records.writer import format_record
from gajah.svg import render
from gajah.web.games.loading import reading
from gajah.web.games.rows import StoredGame
from gajah.web.games.show import show_game
from gajah.web.games.tree import GameTree
from gajah.web.library.exporting import make_moves, make_record
from gajah.web.library.importing import read_rows
from gajah.web.live.lobby import Lobby
from gajah.web.server.api.boards import LooksDep, PieceSet, ThemeName, svg_response
from gajah.web.server.api.common import ERRORS, GamePath, LobbyDep, OwnerDep, PersonDep, WantedDep
from gajah.web.wire.errors import NoGame, Refusal, UnreadableGame
from gajah.web.wire.limits import Person
from gajah.web.wire.requests import GameWithTree, Imported, ImportText

router = APIRouter(responses=ERRORS)

_Node = Annotated[int | None, Query(ge=0, lt=2**31)]
_THUMBNAIL = 160
# A game that goes on looks different after the next turn.
_A_MINUTE_S = 60
_MOST_EXPORTED = 10_000
_IMPORT_BODY = {
    "requestBody": {
        "required": True,
        "content": {
            "application/json": {"schema": ImportText.model_json_schema()},
            "text/plain": {"schema": {"type": "string"}},
        },
    }
}


@router.post("/import", openapi_extra=_IMPORT_BODY)
async def import_games(request: Request, lobby: LobbyDep, owner: OwnerDep) -> Imported:
    """Keep games given as text; those that cannot be read are named."""
    if not owner:
        raise Refusal("not_here", "Only the server's owner can do that.", status=403)
    text = _import_text(await request.body(), request.headers.get("content-type", ""))
    reader = lobby.searches.new_mind(object)
    read = partial(reader.think, partial(read_rows, source=text))
    games, problems = await lobby.searches.in_turn(read, patient=True)
    if games:
        await lobby.store.add(games)
    return Imported(games=[each.game["id"] for each in games], problems=problems)


def _import_text(body: bytes, content_type: str) -> str | bytes:
    if content_type.partition(";")[0].strip().lower() == "text/plain":
        return body
    try:
        return ImportText.model_validate_json(body).text
    except ValueError:
        raise Refusal("bad_request", 'Expected {"text": "..."}.', status=422) from None


@router.get("/games/{game_id}/record", response_class=Response)
async def record(
    game_id: GamePath,
    lobby: LobbyDep,
    person: PersonDep,
    format: Literal["tagged", "moves", "json"] = "tagged",
) -> Response:
    """A game as a file to download."""

    def write(game: StoredGame, tree: GameTree) -> str:
        if format == "json":
            shape = GameWithTree(game=show_game(game), tree=tree.shapes(game.review))
            return shape.model_dump_json(indent=1)
        if format == "moves":
            return make_moves(game, tree)
        return format_record(make_record(game, tree))

    text = await lobby.look(game_id, person, write, each=4)
    if format == "json":
        return _download(text, "application/json", f"{game_id}.json")
    return _download(text, "text/plain", f"{game_id}.txt")


@router.get("/games/{game_id}/board.svg", response_class=Response)
async def board(
    game_id: GamePath, lobby: LobbyDep, person: PersonDep, looks: LooksDep, node: _Node = None
) -> Response:
    """The board after a node, at the end of the game if none is named."""

    def draw(_: StoredGame, tree: GameTree) -> str:
        game = tree.game(tree.end if node is None else node)
        return render(game.position, last_turn=game.last_turn, **asdict(looks))

    picture = await lobby.look(game_id, person, draw)
    return svg_response(picture, keep_s=_A_MINUTE_S)


@router.get("/games/{game_id}/thumbnail.svg", response_class=Response)
async def thumbnail(
    game_id: GamePath, lobby: LobbyDep, theme: ThemeName = "stone", pieces: PieceSet = "animals"
) -> Response:
    """A small picture of the last position."""
    game = await asyncio.to_thread(lobby.store.game, game_id)
    with reading(game_id):
        position = Position.parse(game.position)
    picture = render(position, size=_THUMBNAIL, coordinates=False, theme=theme, pieces=pieces)
    return svg_response(picture, keep_s=_A_MINUTE_S)


class _Export(StreamingResponse):
    """Many games, written one after the other while they are sent."""

    def __init__(self, lobby: Lobby, person: Person, ids: Sequence[str]) -> None:
        super().__init__(
            _write_records(lobby, ids), media_type="text/plain", headers=_named("games.txt")
        )
        self._lobby, self._person = lobby, person

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        with self._lobby.exports.hold(self._person, "Wait until the other export is complete."):
            await super().__call__(scope, receive, send)


@router.get("/export", response_class=Response)
async def export(lobby: LobbyDep, wanted: WantedDep, person: PersonDep) -> Response:
    """All games of a search that can be read in one file."""
    wanted = replace(wanted, offset=0, limit=_MOST_EXPORTED)
    ids = await lobby.work.ask(person, lambda: lobby.store.find_ids(wanted))
    return _Export(lobby, person, ids)


async def _write_records(lobby: Lobby, ids: Sequence[str]) -> AsyncIterator[str]:
    gap = ""
    for game_id in ids:
        with suppress(UnreadableGame, NoGame):
            game, tree = await asyncio.to_thread(lobby.store.load, game_id)
            text = await lobby.work.run(partial(_write_record, game, tree))
            yield gap + text
            gap = "\n"


def _write_record(game: StoredGame, tree: GameTree) -> str:
    with reading(game.id):
        return format_record(make_record(game, tree))


def _download(text: str, media_type: str, name: str) -> Response:
    return Response(text, media_type=media_type, headers=_named(name))


def _named(name: str) -> dict[str, str]:
    return {"Content-Disposition": f'attachment; filename="{name}"'}
