"""Games: made, listed, shown, edited, deleted."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Annotated

from fastapi import APIRouter, Body, Query, Response

from gajah.web.api.common import (
    ERRORS,
    GamePath,
    HallDep,
    OwnerDep,
    TokenDep,
    WantedDep,
    check_may_change,
)
from gajah.web.boards import letter
from gajah.web.hall import no_game
from gajah.web.requests import GameCreated, GameList, GameWithTree, NewGame, TreeChange, TreeChanged
from gajah.web.show import show_game

router = APIRouter(responses=ERRORS)


@router.post("/games", status_code=201)
async def create(wanted: NewGame, hall: HallDep) -> GameCreated:
    """A new game; the secrets are shown only here."""
    room, tokens = await hall.create(wanted)
    secrets = {letter(side): token for side, token in tokens.items()}
    return GameCreated(game=room.live.shape(room.online), tokens=secrets)


@router.get("/games")
async def find(
    hall: HallDep,
    wanted: WantedDep,
    offset: Annotated[int, Query(ge=0, le=10**9)] = 0,
    limit: Annotated[int, Query(ge=1, le=200)] = 50,
) -> GameList:
    """The library, newest first."""
    wanted = replace(wanted, offset=offset, limit=limit)
    found, total = await asyncio.to_thread(hall.store.search, wanted)
    games = []
    for game in found:
        room = hall.find_room(game.id)
        games.append(show_game(game, room.online if room else ()))
    return GameList(games=games, total=total)


@router.get("/games/{game_id}")
async def show(game_id: GamePath, hall: HallDep) -> GameWithTree:
    """A game and all its turns."""
    if room := hall.find_room(game_id):
        tree = room.live.tree.shapes(room.live.stored.review)
        return GameWithTree(game=room.live.shape(room.online), tree=tree)
    stored = await asyncio.to_thread(hall.store.find, game_id)
    if stored is None:
        raise no_game()
    kept = await asyncio.to_thread(hall.store.tree, stored)
    return GameWithTree(game=show_game(stored), tree=kept.shapes(stored.review))


@router.delete("/games/{game_id}", status_code=204)
async def delete(game_id: GamePath, hall: HallDep, token: TokenDep, owner: OwnerDep) -> Response:
    """Forget a game, even one that is being played."""
    async with hall.enter(game_id) as room:
        check_may_change(room, token, owner=owner)
        await hall.remove(room)
    return Response(status_code=204)


@router.post("/games/{game_id}/tree")
async def change(
    game_id: GamePath,
    change: Annotated[TreeChange, Body()],
    hall: HallDep,
    token: TokenDep,
    owner: OwnerDep,
) -> TreeChanged:
    """Add, comment, judge, promote or delete a turn of a finished game."""
    async with hall.enter(game_id) as room:
        check_may_change(room, token, owner=owner)
        node = await room.change_tree(change)
        return TreeChanged(tree=room.live.tree.shapes(room.live.stored.review), node=node)
