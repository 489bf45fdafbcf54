"""The application: routers, errors as documented answers, and what happens at start and end."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, cast

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import ClientDisconnect
from starlette.responses import Response
from starlette.types import ASGIApp
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from gajah.web.accounts.accounts import Accounts
from gajah.web.accounts.bots import OwnedBots
from gajah.web.games.bans import Bans
from gajah.web.games.leases import Elsewhere, Leases
from gajah.web.games.opening import open_database
from gajah.web.games.store import GameStore
from gajah.web.lessons.solvers import Solvers
from gajah.web.live.lobby import Lobby
from gajah.web.live.presence import Presence
from gajah.web.server.api import (
    accounts,
    admin,
    boards,
    bots,
    choices,
    coach,
    games,
    links,
    notices,
    owner,
    puzzles,
    records,
)
from gajah.web.server.api.common import PREFIX, error_answer
from gajah.web.server.logins import has_accounts
from gajah.web.server.logs import AccessLog
from gajah.web.server.metrics import Metrics
from gajah.web.server.owner import OwnerSecret
from gajah.web.server.pages import add_pages, missing_page
from gajah.web.server.people import People, trusted_networks
from gajah.web.server.relay import pass_on
from gajah.web.server.security import Guard
from gajah.web.server.sockets import analysis, game
from gajah.web.server.sockets import bots as bot_socket
from gajah.web.settings import Settings
from gajah.web.wire.errors import Refusal, explain, our_mistake
from gajah.web.wire.shapes import VERSION

_WORTH_SQUEEZING = 1000
_CODES = {
    404: "not_found",
    405: "wrong_method",
    408: "too_slow",
    413: "too_large",
    415: "wrong_type",
    429: "slow_down",
}


def make_lobby(settings: Settings, address: str) -> Lobby:
    """The lobby with the games of the database, whose file is claimed (`claim_file`).

    ``address`` is where other processes on a PostgreSQL database reach this one. Raises
    DatabaseUnusable.
    """
    engine = open_database(settings.database_url, is_claimed=True)
    is_shared = engine.dialect.name == "postgresql"
    return Lobby(settings, GameStore(engine, Leases(engine, address) if is_shared else None))


def create_app(settings: Settings, lobby: Lobby) -> ASGIApp:
    """The application with these settings, for the games of that lobby."""

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        app.state.lobby = lobby
        app.state.solvers = Solvers(lobby.store, settings.limits)
        known = Accounts(lobby.store, settings.limits) if has_accounts(settings) else None
        app.state.accounts = known
        app.state.owned_bots = OwnedBots(lobby.store, settings.limits)
        app.state.presence = presence = Presence(lobby, bans)
        await lobby.open()
        await presence.open()
        yield
        presence.close()
        await lobby.close()
        if known is not None:
            known.close()
        lobby.store.close()

    app = FastAPI(
        title="gajah",
        version=str(VERSION),
        lifespan=lifespan,
        openapi_url=f"{PREFIX}/openapi.json",
        docs_url=None,
        redoc_url=None,
    )
    app.state.settings = settings
    bans = Bans()
    app.state.owner = secret = OwnerSecret(settings)
    # First, since a page asks for dozens of files.
    add_pages(app)
    for part in (
        *(accounts, admin, boards, bots, choices, coach),
        *(games, links, notices, owner, puzzles, records),
    ):
        app.include_router(part.router, prefix=PREFIX)
    app.include_router(game.router)
    app.include_router(analysis.router)
    app.include_router(bot_socket.router)
    app.add_exception_handler(Elsewhere, pass_on)
    app.add_exception_handler(Refusal, _refused)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(HTTPException, _http_error)
    app.add_exception_handler(ClientDisconnect, _failed)
    app.add_exception_handler(Exception, _failed)
    app.add_middleware(GZipMiddleware, minimum_size=_WORTH_SQUEEZING)
    # Before everything else, so that answers to our own mistakes pass it too.
    # uvicorn's types and starlette's are two ways to write the same.
    leases = lobby.store.leases
    people = People(settings, secret, leases.secret if leases else None)
    guard = cast(Any, Guard(app, settings, people, bans))
    counted = cast(Any, Metrics(guard, lobby)) if settings.metrics else guard
    logged = cast(Any, AccessLog(counted))
    proxies = trusted_networks(settings.proxies)
    return cast(ASGIApp, ProxyHeadersMiddleware(logged, proxies))


async def _refused(_: Request, error: Exception) -> Response:
    assert isinstance(error, Refusal)
    return error_answer(error)


async def _invalid(_: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    return error_answer(Refusal("bad_request", explain(error.errors()[0]), status=422))


async def _http_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    if error.status_code == 404 and _wants_page(request):
        return missing_page()
    code = _CODES.get(error.status_code, "bad_request")
    answer = error_answer(Refusal(code, f"{error.detail}.", status=error.status_code))
    answer.headers.update(error.headers or {})
    return answer


async def _failed(_: Request, __: Exception) -> Response:
    """An internal error, which the server logs, or a client that has gone, which it does not."""
    return error_answer(our_mistake())


def _wants_page(request: Request) -> bool:
    """Whether a person typed the address or followed a link to it."""
    is_page = "text/html" in request.headers.get("accept", "")
    return is_page and not request.url.path.startswith(PREFIX)
