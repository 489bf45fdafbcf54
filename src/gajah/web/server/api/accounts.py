"""Accounts: registered, logged in to and out of, changed, deleted."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Path, Request, Response

from gajah.web.accounts.accounts import Accounts
from gajah.web.games.account_rows import StoredAccount
from gajah.web.server.api.common import ERRORS, PersonDep, is_owner
from gajah.web.server.logins import (
    accounts_of,
    find_accounts,
    forget_login,
    keep_login,
    login_of,
)
from gajah.web.wire import accounts as a
from gajah.web.wire.solvers import Nothing

router = APIRouter(responses=ERRORS)

_MOST_POINTS = 200

AccountsDep = Annotated[Accounts, Depends(accounts_of)]


@router.get("/account")
async def show(request: Request) -> a.AccountState:
    """Whether there are accounts here, and which one the browser is logged in to."""
    accounts = find_accounts(request)
    if accounts is None:
        return a.AccountState(enabled=False, account=None)
    state = _state(await accounts.find(login_of(request)))
    return state.model_copy(update={"owner": is_owner(request)})


@router.post("/account/register", status_code=201)
async def register(
    wanted: a.Registration,
    accounts: AccountsDep,
    person: PersonDep,
    request: Request,
    response: Response,
) -> a.AccountState:
    """Make an account, and log the browser in."""
    password = wanted.password.get_secret_value()
    account, token = await accounts.register(wanted.name, password, person)
    await accounts.log_out(login_of(request))
    keep_login(request, response, token)
    return _state(account)


@router.post("/account/log-in")
async def log_in(
    given: a.LogIn, accounts: AccountsDep, person: PersonDep, request: Request, response: Response
) -> a.AccountState:
    """Log the browser in."""
    password, before = given.password.get_secret_value(), login_of(request)
    account, token = await accounts.log_in(given.name, password, person, before)
    keep_login(request, response, token)
    return _state(account)


@router.post("/account/log-out")
async def log_out(
    _: Nothing, accounts: AccountsDep, request: Request, response: Response
) -> a.AccountState:
    """Log the browser out."""
    await accounts.log_out(login_of(request))
    forget_login(request, response)
    return _state(None)


@router.post("/account/password")
async def change_password(
    change: a.PasswordChange,
    accounts: AccountsDep,
    person: PersonDep,
    request: Request,
    response: Response,
) -> a.AccountState:
    """Change the password, and log all other browsers out."""
    old, new = change.password.get_secret_value(), change.new_password.get_secret_value()
    endpoint = change.endpoint or ""
    token = await accounts.change_password(login_of(request), old, new, person, endpoint)
    keep_login(request, response, token)
    return _state(await accounts.find(token))


@router.post("/account/delete")
async def delete(
    wanted: a.AccountDeletion,
    accounts: AccountsDep,
    person: PersonDep,
    request: Request,
    response: Response,
) -> a.AccountState:
    """Delete the account; its games stay."""
    await accounts.delete(login_of(request), wanted.password.get_secret_value(), person)
    forget_login(request, response)
    return _state(None)


@router.get("/profiles/{name}")
async def profile(name: Annotated[str, Path(max_length=80)], accounts: AccountsDep) -> a.Profile:
    """A player as all see it."""
    return await accounts.profile(name, _MOST_POINTS)


def _state(account: StoredAccount | None) -> a.AccountState:
    if account is None:
        return a.AccountState(enabled=True, account=None)
    shown = a.AccountShape(name=account.name, created=account.created)
    return a.AccountState(enabled=True, account=shown)
