"""The owner's page: accounts, sessions, bans, games, limits, backups."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from dataclasses import asdict
from importlib.metadata import version
from typing import Annotated, TypeVar, cast

from fastapi import APIRouter, Depends, Path, Query, Request
from sqlalchemy import Connection

from gajah.web.accounts.accounts import check_name
from gajah.web.games import bans, users
from gajah.web.games.acts import delete_account, end_sessions, note_act
from gajah.web.live.lobby import Lobby
from gajah.web.live.moderation import void
from gajah.web.server.api.common import (
    ERRORS,
    GamePath,
    LobbyDep,
    OwnerDep,
    get_presence,
)
from gajah.web.settings import Settings
from gajah.web.wire import admin as a
from gajah.web.wire.errors import Refusal, UnreadableGame
from gajah.web.wire.shapes import LineText
from gajah.web.wire.solvers import Nothing

T = TypeVar("T")

_BY = "owner"
_MOST_USERS = 50


def check_owner(owner: OwnerDep) -> None:
    """Refuse all others."""
    if not owner:
        raise Refusal("owner_only", "Only the owner of the server can do that.", status=403)


router = APIRouter(prefix="/admin", responses=ERRORS, dependencies=[Depends(check_owner)])

Name = Annotated[str, Path(max_length=80)]
Searched = Annotated[LineText, Query()]
Offset = Annotated[int, Query(ge=0, le=10**9)]


async def _read(lobby: Lobby, look: Callable[[Connection], T]) -> T:
    def ask() -> T:
        with lobby.store.session() as session:
            return look(session.connection())

    return await asyncio.to_thread(ask)


@router.get("/state")
async def state(lobby: LobbyDep, request: Request) -> a.ServerState:
    """What this process has open at this moment, and its limits."""
    settings = cast(Settings, request.app.state.settings)
    return a.ServerState(
        version=version("gajah"),
        sockets=get_presence(request).count,
        games=len(lobby.rooms),
        bots=len(lobby.bots.offers().bots),
        searches=sum(queue.running for queue in lobby.queues),
        waiting=sum(queue.waiting for queue in lobby.queues),
        limits=asdict(settings.limits),
    )


@router.get("/users")
async def list_users(lobby: LobbyDep, name: Searched = "", offset: Offset = 0) -> a.UserList:
    """Accounts by a part of their names."""
    return await _read(
        lobby, lambda line: users.list_users(line, name, offset=offset, limit=_MOST_USERS)
    )


@router.get("/sessions")
async def list_sessions(lobby: LobbyDep, name: Searched = "", offset: Offset = 0) -> a.SessionList:
    """Sessions of accounts by a part of their names."""
    return await _read(
        lobby, lambda line: users.list_sessions(line, name, offset=offset, limit=_MOST_USERS)
    )


@router.get("/bans")
async def list_bans(lobby: LobbyDep) -> a.BanList:
    """All bans."""
    return a.BanList(bans=await _read(lobby, bans.list_bans))


@router.get("/acts")
async def list_acts(lobby: LobbyDep) -> a.ActList:
    """What was done last."""
    return await _read(lobby, users.list_acts)


@router.post("/bans")
async def ban(wanted: a.NewBan, lobby: LobbyDep) -> a.BanList:
    """Ban an account or a network."""
    await lobby.store.accounts.do(lambda line: bans.ban(line, wanted, _BY))
    return await list_bans(lobby)


@router.post("/unban")
async def unban(wanted: a.Unban, lobby: LobbyDep) -> a.BanList:
    """End a ban."""
    await lobby.store.accounts.do(lambda line: bans.unban(line, wanted.target, _BY))
    return await list_bans(lobby)


@router.post("/users/{name}/end-sessions")
async def end_all(_: Nothing, name: Name, lobby: LobbyDep) -> a.UserList:
    """Log all browsers of an account out, or revoke a bot's token."""

    def change(line: Connection) -> None:
        account = users.account_named(line, name)
        end_sessions(line, account.id, account.name, _BY)

    await lobby.store.accounts.do(change)
    return await list_users(lobby, name)


@router.post("/users/{name}/rename")
async def rename(wanted: a.Rename, name: Name, lobby: LobbyDep) -> a.UserList:
    """Call an account otherwise."""
    check_name(wanted.name)
    await lobby.store.accounts.do(lambda line: users.rename(line, name, wanted.name, _BY))
    return await list_users(lobby, wanted.name)


@router.post("/users/{name}/delete")
async def delete(_: Nothing, name: Name, lobby: LobbyDep) -> a.UserList:
    """Delete an account; its games stay."""

    def change(line: Connection) -> None:
        account = users.account_named(line, name)
        delete_account(line, account.id, account.name, _BY)

    await lobby.store.accounts.do(change)
    return await list_users(lobby)


@router.post("/sessions/{session_id}/end")
async def end_one(_: Nothing, session_id: Name, lobby: LobbyDep) -> a.SessionList:
    """Log one browser out, or revoke a bot's token."""
    await lobby.store.accounts.do(lambda line: users.end_session(line, session_id, _BY))
    return await list_sessions(lobby)


@router.post("/games/{game_id}/void")
async def end_game(given: a.Voided, game_id: GamePath, lobby: LobbyDep) -> a.ActList:
    """End a game without a winner."""
    async with lobby.enter(game_id) as room:
        await void(room, given.reason)
    return await _noted(lobby, "void_game", game_id, given.reason)


@router.post("/games/{game_id}/delete")
async def delete_game(_: Nothing, game_id: GamePath, lobby: LobbyDep) -> a.ActList:
    """Forget a game."""
    try:
        async with lobby.enter(game_id) as room:
            await lobby.remove(room)
    except UnreadableGame:
        await lobby.store.delete(game_id)
    return await _noted(lobby, "delete_game", game_id)


async def _noted(lobby: Lobby, act: str, target: str, detail: str = "") -> a.ActList:
    await lobby.store.accounts.do(lambda line: note_act(line, _BY, act, target, detail))
    return await list_acts(lobby)


@router.post("/backup")
async def back_up(_: Nothing, lobby: LobbyDep, request: Request) -> a.BackupMade:
    """Write all that the server keeps to a file in its data folder."""
    folder = cast(Settings, request.app.state.settings).data / "backups"
    folder.mkdir(mode=0o700, exist_ok=True)
    file = folder / f"gajah-{time.strftime('%Y-%m-%d-%H%M%S')}.gz"
    counts = await asyncio.to_thread(lobby.store.write_backup, file)
    await _noted(lobby, "backup", file.name)
    return a.BackupMade(file=str(file), games=counts["games"])
