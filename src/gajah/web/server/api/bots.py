"""Bots with accounts: those that are connected, and those of an account."""

from __future__ import annotations

from typing import Annotated, cast

from fastapi import APIRouter, Depends, Path, Request, Response

from gajah.web.accounts.bots import OwnedBots
from gajah.web.games.account_rows import StoredAccount
from gajah.web.live.bots import decline
from gajah.web.server.api.common import ERRORS, GamePath, LobbyDep
from gajah.web.server.logins import accounts_of, login_of, member_of
from gajah.web.wire import bots as b
from gajah.web.wire.errors import Refusal
from gajah.web.wire.solvers import Nothing

router = APIRouter(responses=ERRORS)

BotName = Annotated[str, Path(max_length=80)]


async def get_keeper(request: Request) -> StoredAccount:
    """The person who asks; a Refusal where none is logged in."""
    account = await accounts_of(request).find(login_of(request))
    if account is None or account.is_bot:
        raise Refusal("logged_out", "Log in first.", status=403)
    return account


def get_owned(request: Request) -> OwnedBots:
    """The bots of this server's accounts."""
    accounts_of(request)
    return cast(OwnedBots, request.app.state.owned_bots)


KeeperDep = Annotated[StoredAccount, Depends(get_keeper)]
OwnedDep = Annotated[OwnedBots, Depends(get_owned)]


@router.get("/bots")
async def connected(lobby: LobbyDep) -> b.BotList:
    """The bots that can be challenged now."""
    return lobby.bots.offers()


@router.post("/games/{game_id}/decline", status_code=204)
async def refuse(
    given: b.Declined, game_id: GamePath, lobby: LobbyDep, request: Request
) -> Response:
    """A bot does not play a game that it was asked to."""
    member = await member_of(request)
    async with lobby.enter(game_id) as room:
        await decline(room, member, given.text)
    return Response(status_code=204)


@router.get("/account/bots")
async def own(keeper: KeeperDep, owned: OwnedDep, lobby: LobbyDep) -> b.OwnBots:
    """The bots of the account that the browser is logged in to."""
    return await owned.shown(keeper, lobby.bots.is_connected)


@router.post("/account/bots", status_code=201)
async def make(wanted: b.NewBot, keeper: KeeperDep, owned: OwnedDep) -> b.BotToken:
    """Make a bot; its token is shown only here."""
    return await owned.make(keeper, wanted.name)


@router.post("/account/bots/{name}/token")
async def renew(_: Nothing, name: BotName, keeper: KeeperDep, owned: OwnedDep) -> b.BotToken:
    """Give a bot a new token; the one before opens nothing any more."""
    return await owned.renew(keeper, name)


@router.post("/account/bots/{name}/revoke")
async def revoke(
    _: Nothing, name: BotName, keeper: KeeperDep, owned: OwnedDep, lobby: LobbyDep
) -> b.OwnBots:
    """End the token of a bot, and its connection."""
    await owned.revoke(keeper, name)
    return await owned.shown(keeper, lobby.bots.is_connected)


@router.post("/account/bots/{name}/delete")
async def delete(
    _: Nothing, name: BotName, keeper: KeeperDep, owned: OwnedDep, lobby: LobbyDep
) -> b.OwnBots:
    """Delete a bot; its games stay."""
    await owned.delete(keeper, name)
    return await owned.shown(keeper, lobby.bots.is_connected)
