"""The cookie by which a browser is logged in to an account."""

from __future__ import annotations

from typing import cast

from starlette.requests import HTTPConnection
from starlette.responses import Response

from gajah.web.accounts.accounts import Accounts
from gajah.web.server.addresses import is_loopback
from gajah.web.server.api.common import get_token
from gajah.web.server.people import is_relayed, relayed_account
from gajah.web.settings import Settings
from gajah.web.wire.accounts import Member
from gajah.web.wire.errors import Refusal

_COOKIE_S = 400 * 86_400  # as long as browsers keep one at most
# A browser takes this one from no other host, and over https alone.
_SECURE_COOKIE = "__Host-gajah_login"
_COOKIE = "gajah_login"


def has_accounts(settings: Settings) -> bool:
    """Whether people can have accounts: as its owner says, else where others reach the server."""
    if settings.accounts is not None:
        return settings.accounts
    return not is_loopback(settings.host) or bool(settings.hosts or settings.proxies)


def find_accounts(connection: HTTPConnection) -> Accounts | None:
    """The accounts of this server, if it has any."""
    return cast(Accounts | None, connection.app.state.accounts)


def accounts_of(connection: HTTPConnection) -> Accounts:
    """The accounts of this server; a Refusal if it has none."""
    found = find_accounts(connection)
    if found is None:
        raise Refusal("no_accounts", "This server has no accounts.", status=404)
    return found


async def member_of(connection: HTTPConnection) -> Member | None:
    """The account that a browser is logged in to, as a player at a table."""
    accounts = find_accounts(connection)
    if accounts is None:
        return None
    if is_relayed(connection):
        return await accounts.member_by_id(relayed_account(connection))
    return await accounts.member(login_of(connection))


def login_of(connection: HTTPConnection) -> str | None:
    """The secret that a browser keeps, or a bot sends with every request."""
    return connection.cookies.get(_name(connection)) or get_token(
        connection.headers.get("authorization")
    )


def keep_login(connection: HTTPConnection, response: Response, token: str) -> None:
    """Have the browser keep its secret."""
    response.set_cookie(
        _name(connection),
        token,
        max_age=_COOKIE_S,
        secure=_is_secure(connection),
        httponly=True,
        samesite="strict",
    )


def forget_login(connection: HTTPConnection, response: Response) -> None:
    """Have the browser forget its secret."""
    response.delete_cookie(
        _name(connection), secure=_is_secure(connection), httponly=True, samesite="strict"
    )


def _name(connection: HTTPConnection) -> str:
    return _SECURE_COOKIE if _is_secure(connection) else _COOKIE


def _is_secure(connection: HTTPConnection) -> bool:
    return connection.url.scheme in ("https", "wss")
