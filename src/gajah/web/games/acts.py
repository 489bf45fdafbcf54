"""Changes to accounts that leave a trace: each is a row of `acts`, in the same transaction.

A server looks for new rows there, so that what another process or `gajah admin` has done reaches
the pages that are open. Every function is for a transaction: of the server's writer, or of a
command.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass

from sqlalchemy import Connection, delete, insert, select, update

from gajah.arena.glicko2 import GlickoRating
from gajah.web.games.account_rows import (
    StoredAccount,
    StoredAct,
    StoredLogin,
    StoredMail,
    StoredPush,
    StoredRating,
)
from gajah.web.games.account_store import name_key, name_taken, taking_name
from gajah.web.games.seats import hash_token, new_id, new_token
from gajah.web.wire.errors import Refusal

_log = logging.getLogger(__name__)
_ACCOUNTS = StoredAccount.__table__.columns
# Many more than are noted while one transaction is open.
_RECENT = 1000

RENAME = "rename"
"""The act of giving an account another name."""


def note_act(line: Connection, by: str, act: str, target: str, detail: str = "") -> None:
    """Note what was done, by whom and to what."""
    row = StoredAct(by=by, act=act, target=target, detail=detail).row()
    del row["number"]
    line.execute(insert(StoredAct), [row])
    words = "%s: %s %s" + (" (%s)" if detail else "%s")
    _log.info(words, by, act, target, detail, extra={"event": "act"})


def recent_acts(line: Connection) -> dict[int, str]:
    """The newest acts: what was done, by number.

    Several, since PostgreSQL draws a number before its transaction ends: an act may appear after
    one with a higher number.
    """
    acts = StoredAct.__table__.columns
    newest = select(acts.number, acts.act).order_by(acts.number.desc()).limit(_RECENT)
    return {row.number: row.act for row in line.execute(newest)}


@dataclass(frozen=True)
class FoundAccount:
    """What is needed to act on an account."""

    id: str
    name: str
    keeper: str | None

    @property
    def is_bot(self) -> bool:
        """Whether a program plays under this name."""
        return self.keeper is not None


def find_account(line: Connection, name: str) -> FoundAccount | None:
    """The account of that name, however it is spelled; not one that was deleted."""
    wanted = select(_ACCOUNTS.id, _ACCOUNTS.name, _ACCOUNTS.keeper)
    mine = wanted.where(_ACCOUNTS.key == name_key(name), _ACCOUNTS.password.is_not(None))
    found = line.execute(mine).one_or_none()
    return None if found is None else FoundAccount(*found)


def make_bot(line: Connection, name: str, keeper: str, by: str, *, most: int | None) -> str:
    """Make an account for a bot; its id. A Refusal where the name is taken, or the bots are many.

    ``keeper`` is the id of the account that it belongs to, which may have ``most`` of them.
    """
    if line.execute(select(_ACCOUNTS.id).where(_ACCOUNTS.key == name_key(name))).first():
        raise name_taken()
    mine = select(_ACCOUNTS.id).where(_ACCOUNTS.keeper == keeper, _ACCOUNTS.password.is_not(None))
    if most is not None and len(line.execute(mine).all()) >= most:
        raise Refusal("too_many_bots", f"An account has {most} bots at most.", status=409)
    account = StoredAccount(
        id=new_id(), name=name, key=name_key(name), password="", glicko=GlickoRating()
    )
    with taking_name():
        line.execute(insert(StoredAccount), [account.row() | {"keeper": keeper}])
    note_act(line, by, "make_bot", name)
    return account.id


def give_token(line: Connection, account_id: str, name: str, by: str) -> str:
    """A new token of a bot; the one before opens nothing any more."""
    token = new_token()
    line.execute(delete(StoredLogin).where(StoredLogin.account_id == account_id))
    login = StoredLogin(id=hash_token(token), account_id=account_id)
    line.execute(insert(StoredLogin), [login.row()])
    note_act(line, by, "give_token", name)
    return token


def end_sessions(line: Connection, account_id: str, name: str, by: str) -> int:
    """Log all browsers of an account out, or revoke a bot's token; how many there were."""
    ended = _forget_browsers(line, account_id)
    note_act(line, by, "end_sessions", name, str(ended))
    return ended


def change_password(
    line: Connection, account: StoredAccount, password: str, login: StoredLogin, push_id: str
) -> None:
    """Store a new password, hashed; only that browser is logged in from now on.

    ``push_id`` is the hash of its endpoint: it goes on showing notices.
    """
    line.execute(update(StoredAccount).where(_ACCOUNTS.id == account.id).values(password=password))
    _forget_browsers(line, account.id, keep_push=push_id)
    line.execute(insert(StoredLogin), [login.row()])
    note_act(line, account.name, "change_password", account.name)


def _forget_browsers(line: Connection, account_id: str, *, keep_push: str = "") -> int:
    """End all log-ins of an account, and notices in its browsers; the number of log-ins."""
    pushed = StoredPush.account_id == account_id
    line.execute(delete(StoredPush).where(pushed, StoredPush.id != keep_push))
    return line.execute(delete(StoredLogin).where(StoredLogin.account_id == account_id)).rowcount


def delete_account(line: Connection, account_id: str, name: str, by: str) -> None:
    """Forget all but the name, under which its games stay: no one else may have it.

    Its bots go as well.
    """
    mine = (_ACCOUNTS.id == account_id) | (_ACCOUNTS.keeper == account_id)
    ids = select(_ACCOUNTS.id).where(mine)
    for kind in (StoredLogin, StoredRating, StoredPush, StoredMail):
        line.execute(delete(kind).where(kind.account_id.in_(ids)))
    line.execute(update(StoredAccount).where(mine).values(password=None))
    note_act(line, by, "delete_account", name)
