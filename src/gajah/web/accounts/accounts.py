"""Accounts: made, proved by a password, left.

A browser that is logged in keeps a secret; what is stored is its hash. Every log-in makes a new
secret, so that one which was planted in a browser beforehand opens nothing.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from gajah.arena.glicko2 import GlickoRating
from gajah.bots.names import HUMAN
from gajah.web.accounts.passwords import hash_password, is_outdated, is_password, no_password
from gajah.web.games.account_rows import StoredAccount, StoredLogin
from gajah.web.games.account_store import name_key, name_taken
from gajah.web.games.acts import change_password, delete_account
from gajah.web.games.bans import account_ban
from gajah.web.games.ratings import is_provisional
from gajah.web.games.seats import hash_token, new_id, new_token
from gajah.web.games.store import GameStore
from gajah.web.settings import ClientLimits
from gajah.web.wire.accounts import Member, Profile, RatingPoint
from gajah.web.wire.errors import Refusal
from gajah.web.wire.limits import Buckets, Person, Slots

T = TypeVar("T")

# What the pages themselves call players and people.
_OWN_NAMES = {
    *("gajah", "random", "heuristic", "minimax", "engine", "bot", HUMAN),
    *("gold", "silver", "anonymous", "guest", "owner", "admin"),
}


class Accounts:
    """All accounts. Secrets are those of the browsers' log-ins."""

    def __init__(self, store: GameStore, limits: ClientLimits) -> None:
        self._store = store.accounts
        self._session = store.session
        self._attempts = Buckets(limits.logins_per_s, limits.login_burst)
        self._newcomers = Buckets(limits.new_accounts_per_s, limits.new_account_burst)
        self._checks = Slots(limits.password_checks, limits.password_checks_each)
        # One hash at a time: each takes 32 MB and a core.
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="passwords")
        self._no_password = no_password()

    def close(self) -> None:
        """End the thread."""
        self._thread.shutdown(wait=False, cancel_futures=True)

    async def find(self, token: str | None) -> StoredAccount | None:
        """The account that a browser with this secret is logged in to."""
        if not token:
            return None
        found = await asyncio.to_thread(self._store.logged_in, hash_token(token))
        if found is None:
            return None
        account, login = found
        await self._store.note_use(login)
        return account

    async def member(self, token: str | None) -> Member | None:
        """The same, as a player at a table."""
        return _member(await self.find(token), hash_token(token or ""))

    async def member_by_id(self, account_id: str) -> Member | None:
        """An account for which another process of the database speaks."""
        return _member(await asyncio.to_thread(self._store.by_id, account_id))

    async def profile(self, name: str, most_points: int) -> Profile:
        """A player as all see it; a Refusal if there is none of that name."""
        account = await asyncio.to_thread(self._store.named, name)
        if account is None:
            raise Refusal("no_account", "There is no player of that name.", status=404)
        points = await asyncio.to_thread(self._store.progress, account.id, most_points)
        return Profile(
            name=account.name,
            created=account.created,
            keeper=await self._keeper_name(account),
            rating=round(account.glicko.rating),
            deviation=round(account.glicko.deviation),
            provisional=is_provisional(account.glicko),
            rated_games=account.rated_games,
            progress=[RatingPoint(at=at, rating=round(rating)) for at, rating in points],
        )

    async def _keeper_name(self, account: StoredAccount) -> str | None:
        if account.keeper is None:
            return None
        keeper = await asyncio.to_thread(self._store.by_id, account.keeper)
        return "" if keeper is None else keeper.name

    async def register(self, name: str, password: str, person: Person) -> tuple[StoredAccount, str]:
        """A new account, and the secret of the browser that is logged in to it."""
        _check_new(name, password)
        # Before the password is hashed, which costs more than the question.
        if await asyncio.to_thread(self._store.named, name) is not None:
            raise name_taken()
        if not self._newcomers.take(person.key, time.monotonic()):
            text = "Too many new accounts from one address: try again later."
            raise Refusal("slow_down", text, status=429)
        hashed = await self._hash(person, lambda: hash_password(password))
        account = StoredAccount(
            id=new_id(), name=name, key=name_key(name), password=hashed, glicko=GlickoRating()
        )
        token, login = _new_login(account)
        await self._store.create(account, login)
        return account, token

    async def log_in(
        self, name: str, password: str, person: Person, before: str | None
    ) -> tuple[StoredAccount, str]:
        """The account of that name and password, and a new secret in place of that before."""
        account = await asyncio.to_thread(self._store.named, name)
        if not await self._proves(account, password, person) or account is None:
            # One answer for both, so that it does not tell which names there are.
            raise Refusal("wrong_password", "The name or the password is wrong.", status=403)
        assert account.password is not None
        if (banned := await asyncio.to_thread(self._find_ban, account.id)) is not None:
            raise banned
        if is_outdated(account.password):
            hashed = await self._hash(person, lambda: hash_password(password))
            await self._store.keep_password(account.id, hashed)
        token, login = _new_login(account)
        await self._store.log_in(login, hash_token(before) if before else None)
        return account, token

    def _find_ban(self, account_id: str) -> Refusal | None:
        with self._session() as session:
            return account_ban(session.connection(), account_id)

    async def log_out(self, token: str | None) -> None:
        """End the log-in of a browser."""
        if token:
            await self._store.log_out(hash_token(token))

    async def change_password(
        self, token: str | None, old: str, new: str, person: Person, endpoint: str
    ) -> str:
        """The new secret of this browser, which has that endpoint for notices, if any.

        All other browsers are logged out, and show no more notices.
        """
        account = await self._proved(token, old, person)
        _check_new(account.name, new)
        hashed = await self._hash(person, lambda: hash_password(new))
        fresh, login = _new_login(account)
        push_id = hash_token(endpoint)
        await self._store.do(lambda line: change_password(line, account, hashed, login, push_id))
        return fresh

    async def delete(self, token: str | None, password: str, person: Person) -> None:
        """Delete the account of a browser; its games stay."""
        account = await self._proved(token, password, person)
        name = account.name
        await self._store.do(lambda line: delete_account(line, account.id, name, by=name))

    async def _proved(self, token: str | None, password: str, person: Person) -> StoredAccount:
        account = await self.find(token)
        if account is None:
            raise Refusal("logged_out", "Log in first.", status=403)
        if not await self._proves(account, password, person):
            raise Refusal("wrong_password", "The password is wrong.", status=403)
        return account

    async def _proves(self, account: StoredAccount | None, password: str, person: Person) -> bool:
        """Whether the password is that of the account; as slow where there is none."""
        if not self._attempts.take(person.key, time.monotonic()):
            text = "Too many attempts to log in: try again in a minute."
            raise Refusal("slow_down", text, status=429)
        known = (account and account.password) or self._no_password
        return await self._hash(person, lambda: is_password(password, known))

    async def _hash(self, person: Person, work: Callable[[], T]) -> T:
        with self._checks.hold(person, "Too many log in at once: try again in a moment."):
            return await asyncio.get_running_loop().run_in_executor(self._thread, work)


def _member(account: StoredAccount | None, login: str = "") -> Member | None:
    if account is None:
        return None
    rating = round(account.glicko.rating)
    return Member(account.id, account.name, rating, account.keeper, login)


def _new_login(account: StoredAccount) -> tuple[str, StoredLogin]:
    token = new_token()
    return token, StoredLogin(id=hash_token(token), account_id=account.id)


def check_name(name: str) -> None:
    """Refuse a name that the pages themselves use."""
    if name_key(name) in _OWN_NAMES:
        raise name_taken()


def _check_new(name: str, password: str) -> None:
    check_name(name)
    if name_key(password) == name_key(name):
        text = "A name is no password: all can read it."
        raise Refusal("weak_password", text, status=422)
