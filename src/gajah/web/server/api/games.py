"""Games: made, listed, shown, edited, deleted."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

from fastapi import APIRouter, Body, Query, Request, Response

from gajah.bots.names import HUMAN
from gajah.web.games.loading import reading
from gajah.web.games.show import show_game
from gajah.web.library.explorer import explore as explore_position
from gajah.web.live.bots import check_rival
from gajah.web.live.challenges import list_challenges, take_challenge
from gajah.web.live.no_engine import check_engine_allowed
from gajah.web.server.api.common import (
    ERRORS,
    GamePath,
    LobbyDep,
    OwnerDep,
    PersonDep,
    TokenDep,
    WantedDep,
    check_may_change,
)
from gajah.web.server.logins import member_of
from gajah.web.wire.boards import letter, replay
from gajah.web.wire.errors import Refusal, UnreadableGame
from gajah.web.wire.requests import (
    Challenges,
    ChallengeTaken,
    Explored,
    GameCreated,
    GameList,
    GameWithTree,
    NewGame,
    TreeChange,
    TreeChanged,
)
from gajah.web.wire.shapes import PositionText, Sort
from gajah.web.wire.solvers import Nothing

router = APIRouter(responses=ERRORS)


@router.post("/games", status_code=201)
async def create(
    wanted: NewGame, lobby: LobbyDep, person: PersonDep, request: Request
) -> GameCreated:
    """A new game; the secrets are shown only here."""
    member = await member_of(request)
    if wanted.rated and member is None:
        raise Refusal("logged_out", "Log in to play for a rating.", status=403)
    await check_rival(lobby.store, wanted, member)
    if wanted.start is not None and {wanted.gold.player, wanted.silver.player} != {HUMAN}:
        await check_engine_allowed(lobby, replay(wanted.start, []))
    room, tokens = await lobby.create(wanted, person)
    secrets = {letter(side): token for side, token in tokens.items()}
    return GameCreated(game=room.live.shape(room.online), tokens=secrets)


@router.get("/challenges")
async def challenges(lobby: LobbyDep) -> Challenges:
    """Games that any visitor can join now."""
    return await list_challenges(lobby)


@router.post("/games/{game_id}/accept")
async def accept(
    _: Nothing, game_id: GamePath, lobby: LobbyDep, request: Request
) -> ChallengeTaken:
    """Take the free seat of an open game; its secret is shown only here."""
    member = await member_of(request)
    async with lobby.enter(game_id) as room:
        return await take_challenge(room, member)


@router.get("/games")
async def find(
    lobby: LobbyDep,
    wanted: WantedDep,
    person: PersonDep,
    offset: Annotated[int, Query(ge=0, le=10**9)] = 0,
    limit: Annotated[int, Query(ge=1, le=200)] = 50,
    sort: Sort = "newest",
) -> GameList:
    """A page of the library."""
    wanted = replace(wanted, offset=offset, limit=limit, sort=sort)
    found = await lobby.work.ask(person, lambda: lobby.store.search(wanted))
    games = []
    for game in found.games:
        try:
            with reading(game.id):
                games.append(show_game(game, lobby.online(game.id), lobby.store.time.now_s()))
        except UnreadableGame:
            found.unreadable.append(game.id)
    return GameList(games=games, unreadable=found.unreadable, total=found.total)


@router.get("/explore")
async def explore(
    lobby: LobbyDep, person: PersonDep, position: Annotated[PositionText | None, Query()] = None
) -> Explored:
    """What was played in a position of the library's games; without one, the setups of gold."""
    here = replay(position, []).position

    def look() -> Explored:
        with lobby.store.session() as session:
            return explore_position(session, here)

    return await lobby.work.ask(person, look)


@router.get("/games/{game_id}")
async def show(game_id: GamePath, lobby: LobbyDep, person: PersonDep) -> GameWithTree:
    """A game and all its turns."""
    online, now_s = lobby.online(game_id), lobby.store.time.now_s()
    return await lobby.look(
        game_id,
        person,
        lambda game, tree: GameWithTree(
            game=show_game(game, online, now_s), tree=tree.shapes(game.review)
        ),
    )


@router.delete("/games/{game_id}", status_code=204)
async def delete(
    game_id: GamePath, lobby: LobbyDep, token: TokenDep, owner: OwnerDep, request: Request
) -> Response:
    """Forget a game, even one that is being played."""
    try:
        async with lobby.enter(game_id) as room:
            check_may_change(room, token, owner=owner, member=await member_of(request))
            if room.live.stored.rated and room.live.stored.state != "waiting" and not owner:
                raise Refusal("rated_game", "Only the owner deletes a rated game.", status=403)
            await lobby.remove(room)
    except UnreadableGame:
        if not owner:  # Its seats may be what cannot be read.
            raise
        await lobby.store.delete(game_id)
    return Response(status_code=204)


@router.post("/games/{game_id}/tree")
async def change(
    game_id: GamePath,
    change: Annotated[TreeChange, Body()],
    lobby: LobbyDep,
    token: TokenDep,
    person: PersonDep,
    request: Request,
) -> TreeChanged:
    """Add, comment, judge, promote or delete a turn of a finished game."""
    async with lobby.enter(game_id) as room:
        member = await member_of(request)
        check_may_change(room, token, owner=person.is_owner, member=member)
        lobby.work.charge(person, 3 * len(room.live.tree))
        node = await room.change_tree(change)
        return TreeChanged(tree=room.live.tree.shapes(room.live.stored.review), node=node)
