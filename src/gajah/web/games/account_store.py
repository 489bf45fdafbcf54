"""Accounts in the database, and the browsers that are logged in to them."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from typing import TypeVar

from sqlalchemy import ColumnElement, Connection, delete, exists, insert, or_, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from gajah._core import Side
from gajah.web.games.account_rows import StoredAccount, StoredBan, StoredLogin, StoredRating
from gajah.web.games.correspondence import has_live_clock
from gajah.web.games.rows import StoredGame
from gajah.web.games.writer import Statement, Writer
from gajah.web.wire.boards import letter
from gajah.web.wire.errors import Refusal

T = TypeVar("T")

# How long a browser stays logged in that is not used, and how exactly its use is noted.
_LOGIN_S = 90 * 86_400.0
_NOTED_EVERY_S = 86_400.0
_GAMES = StoredGame.__table__.columns


def name_key(name: str) -> str:
    """What two spellings of one name share."""
    return name.lower()


def name_taken() -> Refusal:
    """The refusal of a name that an account has, or had."""
    return Refusal("name_taken", "That name is taken.", status=409)


@contextmanager
def taking_name() -> Iterator[None]:
    """Refuse a name that another process has given away since it was looked for."""
    try:
        yield
    except IntegrityError:
        raise name_taken() from None


@dataclass(frozen=True)
class AccountGame:
    """A game of an account that is not over: the side that the account has."""

    account: str
    id: str
    side: Side
    created: float
    is_waiting: bool
    #: Whether that side is to move, and whether the game ends soon if a player has left.
    is_to_move: bool
    has_live_clock: bool


class AccountStore:
    """The part of the database that is about accounts. Writes wait until they are committed."""

    def __init__(
        self, session: Callable[[], AbstractContextManager[Session]], writer: Writer
    ) -> None:
        self._session = session
        self._writer = writer

    def named(self, name: str) -> StoredAccount | None:
        """The account of that name, however it is spelled; not one that was deleted."""
        wanted = select(StoredAccount).where(StoredAccount.key == name_key(name), _is_there())
        with self._session() as session:
            return session.scalar(wanted)

    def by_id(self, account_id: str) -> StoredAccount | None:
        """The account of that id, if it was not deleted."""
        wanted = select(StoredAccount).where(StoredAccount.id == account_id, _is_there())
        with self._session() as session:
            return session.scalar(wanted)

    def names(self, ids: Collection[str]) -> dict[str, str]:
        """What these accounts are called, deleted ones as well."""
        wanted = select(StoredAccount.id, StoredAccount.name).where(StoredAccount.id.in_(ids))
        with self._session() as session:
            return {row.id: row.name for row in session.execute(wanted)}

    def bots_of(self, keeper_id: str) -> list[tuple[StoredAccount, bool]]:
        """The bots of an account, oldest first, each with whether it has a token."""
        has_token = exists().where(StoredLogin.account_id == StoredAccount.id)
        mine = select(StoredAccount, has_token).where(StoredAccount.keeper == keeper_id)
        with self._session() as session:
            found = session.execute(mine.where(_is_there()).order_by(StoredAccount.created)).all()
            return [(account, bool(may)) for account, may in found]

    def open_games(self, account_ids: Collection[str]) -> list[AccountGame]:
        """The games of these accounts that are not over, oldest first."""
        seats = {Side.GOLD: _GAMES.gold_account, Side.SILVER: _GAMES.silver_account}
        columns = (_GAMES.id, _GAMES.state, _GAMES.created, _GAMES.control, _GAMES.position)
        wanted = select(*columns, *seats.values()).where(
            _GAMES.state.in_(("waiting", "setup", "playing")),
            or_(*(seat.in_(account_ids) for seat in seats.values())),
        )
        with self._session() as session:
            found = session.execute(wanted.order_by(_GAMES.created)).all()
        return [
            AccountGame(
                account,
                game_id,
                side,
                created,
                is_waiting=state == "waiting",
                # A position begins with the letter of the side to move.
                is_to_move=position.startswith(letter(side)),
                has_live_clock=has_live_clock(control),
            )
            for game_id, state, created, control, position, *accounts in found
            for side, account in zip(seats, accounts, strict=True)
            if account in account_ids
        ]

    async def do(self, work: Callable[[Connection], T]) -> T:
        """What some work comes to that is one transaction."""
        done: list[T] = []

        def change(line: Connection) -> None:
            done[:] = [work(line)]

        await self._writer.write([change])
        return done[0]

    def progress(self, account_id: str, most: int) -> list[tuple[float, float]]:
        """When the last games of an account were rated, and its rating after each."""
        columns = StoredRating.__table__.columns
        mine = select(columns.at, columns.rating).where(columns.account_id == account_id)
        with self._session() as session:
            found = session.execute(mine.order_by(columns.at.desc()).limit(most)).all()
        return [(at, rating) for at, rating in reversed(found)]

    def logged_in(self, login_id: str) -> tuple[StoredAccount, StoredLogin] | None:
        """The account that a browser is logged in to, by the hash of its secret."""
        wanted = select(StoredAccount, StoredLogin).where(StoredLogin.id == login_id, *_is_valid())
        with self._session() as session:
            found = session.execute(wanted).one_or_none()
            return None if found is None else (found[0], found[1])

    def valid_logins(self, ids: Collection[str]) -> set[str]:
        """Those of these log-ins that have not been ended, by a ban or otherwise."""
        wanted = select(StoredLogin.id).where(StoredLogin.id.in_(ids), *_is_valid())
        with self._session() as session:
            return set(session.scalars(wanted))

    async def create(self, account: StoredAccount, login: StoredLogin) -> None:
        """Store a new account, logged in to; a Refusal where the name is taken."""
        with taking_name():
            await self._writer.write([(insert(StoredAccount), [account.row()]), _add(login)])

    async def log_in(self, login: StoredLogin, instead_of: str | None) -> None:
        """Note a browser that is logged in from now on, and drop what it had before."""
        old = StoredLogin.id == (instead_of or "")
        await self._writer.write([_forget(old | _is_over()), _add(login)])

    async def log_out(self, login_id: str) -> None:
        """Forget that a browser is logged in."""
        await self._writer.write([_forget(StoredLogin.id == login_id)])

    async def note_use(self, login: StoredLogin) -> None:
        """Let a browser that is used stay logged in."""
        now_s = time.time()
        if now_s - login.seen < _NOTED_EVERY_S:
            return
        mine = update(StoredLogin).where(StoredLogin.id == login.id)
        await self._writer.write([(mine.values(seen=now_s), ())])

    async def keep_password(self, account_id: str, password: str) -> None:
        """Store the same password at another cost."""
        mine = update(StoredAccount).where(StoredAccount.id == account_id)
        await self._writer.write([(mine.values(password=password), ())])


def _is_there() -> ColumnElement[bool]:
    return StoredAccount.password.is_not(None)


def is_active_ban() -> ColumnElement[bool]:
    """Whether a ban has not ended."""
    return or_(StoredBan.until.is_(None), StoredBan.until > time.time())


def _is_valid() -> list[ColumnElement[bool]]:
    """Whether a log-in opens its account, which is neither deleted nor banned.

    A ban holds for the bots of an account too. It ends log-ins; one that is made at the same
    moment is none either.
    """
    whose = StoredBan.target.in_([StoredAccount.id, StoredAccount.keeper])
    is_banned = exists().where(whose, is_active_ban())
    mine = StoredLogin.account_id == StoredAccount.id
    return [mine, _is_there(), ~_is_over(), ~is_banned]


def _is_over() -> ColumnElement[bool]:
    return StoredLogin.seen < time.time() - _LOGIN_S


def _add(login: StoredLogin) -> Statement:
    return insert(StoredLogin), [login.row()]


def _forget(which: ColumnElement[bool]) -> Statement:
    return delete(StoredLogin).where(which), ()
