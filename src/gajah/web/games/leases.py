"""Several servers on one PostgreSQL database: each game belongs to one process at a time.

A process has a row that it renews every second. One whose row is old is declared dead by any
other, for good; its games are free then. A game is claimed by noting the process in its row, and
every write of a game asks for that note (`store`): a process that hung and wakes up again cannot
write what another one plays by now.

A notice of PostgreSQL says no more than that it is time to look; what there is to see is in the
tables. So a notice that is lost costs a second.
"""

from __future__ import annotations

import time
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

from sqlalchemy import (
    ColumnElement,
    Connection,
    Double,
    Engine,
    Integer,
    Select,
    Update,
    and_,
    cast,
    column,
    delete,
    exists,
    func,
    insert,
    or_,
    select,
    table,
    update,
)

from gajah.web.games.database import DatabaseAway, DatabaseUnusable, Outage
from gajah.web.games.rows import StoredGame, StoredProcess
from gajah.web.games.seats import new_id, new_token
from gajah.web.wire.errors import Restarting

# After how long without a sign of life a process is dead. Signs come every second, and are looked
# at as often. One whose connection is gone as well has most likely ended.
_LEASE_S = 3.0
_LEASE_OF_DISCONNECTED_S = 1.5
# How long one that comes waits for the one that was at its address, and how often it looks.
_JOIN_S = _LEASE_S + 1.0
_RETRY_S = 0.05
# A statement of PostgreSQL has room for 65,535 values.
_CLAIMED_AT_ONCE = 10_000
_CHANNEL = "gajah"
_NOW = cast(func.extract("epoch", func.clock_timestamp()), Double)
_CONNECTED: Select[int] = select(table("pg_stat_activity", column("pid", Integer)).c.pid)
_IS_LATE = or_(
    StoredProcess.seen < _NOW - _LEASE_S,
    # The database's clock was set back.
    StoredProcess.seen > _NOW + _LEASE_S,
    and_(
        StoredProcess.seen < _NOW - _LEASE_OF_DISCONNECTED_S,
        StoredProcess.backend.not_in(_CONNECTED),
    ),
)
_IS_THERE = StoredProcess.ended.is_(False)


Told = tuple[Mapping[str, str], Mapping[str, Any]]
"""What a process says of itself: the games with players online, and the bots, by name."""


@dataclass(frozen=True)
class Peer:
    """Another process: where it is, and what it believes."""

    id: str
    address: str
    secret: str = field(repr=False)
    online: Mapping[str, str] = field(default_factory=dict, compare=False)
    bots: Mapping[str, Any] = field(default_factory=dict, compare=False)

    @property
    def host(self) -> str:
        """The host of its address."""
        return urlsplit(self.address).hostname or ""


class Elsewhere(Restarting):
    """The game belongs to another process."""

    def __init__(self, peer: Peer) -> None:
        super().__init__()
        self.peer = peer


@dataclass
class Claims:
    """What came of a claim of games; those that were this process's own already are in neither."""

    #: By how many seconds the turns of its new games begin later than the other one had noted.
    later_s: dict[str, float] = field(default_factory=dict)
    elsewhere: dict[str, Elsewhere] = field(default_factory=dict)


def is_free() -> ColumnElement[bool]:
    """Whether a game belongs to no process that is there."""
    owner = StoredProcess.id == StoredGame.owner
    return ~exists().where(owner, _IS_THERE)


class Leases:
    """The place of this process among those of the database. Its methods block."""

    def __init__(self, engine: Engine, address: str) -> None:
        self._engine = engine
        self._address = address
        #: The line for notices and signs of life.
        self._line: Connection | None = None
        self._outage = Outage("shared with other processes")
        self._has_left = False
        self._judges_from_s = 0.0
        self._told: Told = ({}, {})
        #: Which process this is; another one after it was declared dead.
        self.id = ""
        #: What the others say to be believed here.
        self.secret = new_token()

    def latest_time_s(self) -> float:
        """The time of the process that is furthest, now or when it ended."""
        ran_s = func.coalesce(_NOW - StoredProcess.seen, 0.0)
        wanted = select(func.max(StoredProcess.server_time + ran_s)).where(_IS_THERE, ~_IS_LATE)
        ended = select(func.max(StoredProcess.server_time))
        with self._engine.connect() as connection:
            return max(connection.scalar(wanted) or 0.0, connection.scalar(ended) or 0.0)

    def join(self, now_s: float) -> None:
        """Be one of the processes; what was at this address before is over.

        Raises DatabaseUnusable while a process is there, of another machine: others would take
        them for one.
        """
        until_s = time.monotonic() + _JOIN_S
        while not self._try_to_join(now_s):
            if time.monotonic() >= until_s:
                words = "another process of this database has the address {}: --peer-url {}"
                how = "says where others reach this one"
                raise DatabaseUnusable(words.format(self._address, how))
            time.sleep(_RETRY_S)

    def _try_to_join(self, now_s: float) -> bool:
        """Whether the address was free."""
        mine = and_(StoredProcess.address == self._address, _IS_THERE)
        is_gone = or_(_IS_LATE, StoredProcess.backend.not_in(_CONNECTED))
        plays = exists().where(StoredGame.owner == StoredProcess.id, StoredGame.state != "over")
        with self._engine.begin() as connection:
            connection.execute(update(StoredProcess).where(mine, is_gone).values(ended=True))
            if connection.scalar(select(exists().where(mine))):
                return False
            connection.execute(delete(StoredProcess).where(~_IS_THERE, ~plays))
            self.id = new_id()
            values = {"id": self.id, "address": self._address, "secret": self.secret}
            times = {"seen": _NOW, "server_time": now_s}
            connection.execute(
                insert(StoredProcess).values(**values, **times, ended=False, online={}, bots={})
            )
            _notify(connection)
        self._told = ({}, {})
        return True

    def leave(self, now_s: float) -> None:
        """Free all games, at once."""
        self._has_left = True
        mine = StoredProcess.id == self.id
        with self._engine.begin() as connection:
            done = {"ended": True, "server_time": now_s}
            connection.execute(update(StoredProcess).where(mine, _IS_THERE).values(**done))
            _notify(connection)

    def noting(self, now_s: float) -> Update:
        """What notes the time of this process, beside its signs of life."""
        return update(StoredProcess).where(StoredProcess.id == self.id).values(server_time=now_s)

    def claim(self, ids: Collection[str], now_s: float) -> Claims:
        """Make games this process's own, those of them that there are and that are free.

        A turn under way goes on in this process's time from where the other one was last seen.
        """
        if self._has_left:
            raise Restarting
        claims, every = Claims(), list(ids)
        for at in range(0, len(every), _CLAIMED_AT_ONCE):
            open_ids = set(every[at : at + _CLAIMED_AT_ONCE])
            while open_ids:
                with self._engine.begin() as connection:
                    open_ids = self._try_to_claim(connection, open_ids, now_s, claims)
        return claims

    def _try_to_claim(
        self, connection: Connection, ids: Collection[str], now_s: float, claims: Claims
    ) -> set[str]:
        """Note what came of it; the games that went to another process at the same moment."""
        game = StoredGame.__table__.columns
        wanted = (
            select(game.id.label("game_id"), game.owner, StoredProcess)
            .outerjoin(StoredProcess, StoredProcess.id == game.owner)
            .where(game.id.in_(ids), game.owner.is_distinct_from(self.id))
        )
        free: dict[tuple[str | None, float], set[str]] = {}
        for found in connection.execute(wanted):
            if found.id is not None and not found.ended:
                peer = Peer(found.id, found.address, found.secret)
                claims.elsewhere[found.game_id] = Elsewhere(peer)
            else:
                later_s = 0.0 if found.id is None else float(now_s - found.server_time)
                free.setdefault((found.owner, later_s), set()).add(found.game_id)
        for (owner, later_s), theirs in free.items():
            # An owner that has ended never comes back: that it is still noted is all to be asked
            # of the row, once it is locked. In one order, or two processes wait for each other.
            is_free = and_(game.id.in_(theirs), game.owner.is_not_distinct_from(owner))
            locked = select(game.id).where(is_free).order_by(game.id).with_for_update()
            claimed = update(StoredGame).where(StoredGame.id.in_(locked)).returning(game.id)
            mine = claimed.values(owner=self.id, turn_began=StoredGame.turn_began + later_s)
            taken = connection.scalars(mine).all()
            claims.later_s |= dict.fromkeys(taken, later_s)
            theirs.difference_update(taken)
        return set().union(*free.values())

    def end(self, peer: Peer) -> None:
        """Declare a process dead at once that cannot be reached, if its connection is gone too."""
        is_gone = StoredProcess.backend.not_in(_CONNECTED)
        it = StoredProcess.id == peer.id
        with self._engine.begin() as connection:
            ended = update(StoredProcess).where(it, _IS_THERE, is_gone).values(ended=True)
            if connection.execute(ended).rowcount:
                _notify(connection)

    def wait(self, most_s: float) -> None:
        """Wait for a notice; raises DatabaseAway."""
        with self._listening() as line:
            driver = line.connection.driver_connection
            assert driver is not None
            for _ in driver.notifies(timeout=most_s, stop_after=1):
                pass

    def beat(self, now_s: float, told: Told) -> list[Peer] | None:
        """Say that this process is there, and who is; the others, or None if it is dead.

        Declares those dead that have said nothing for too long. Raises DatabaseAway.
        """
        mine = StoredProcess.id == self.id
        online, bots = told
        news = {} if told == self._told else {"online": dict(online), "bots": dict(bots)}
        with self._listening() as line:
            is_late = line.scalar(select(_IS_LATE).where(mine))
            sign = {"seen": _NOW, "server_time": now_s, "backend": func.pg_backend_pid()}
            change = update(StoredProcess).where(mine, _IS_THERE).values(**sign, **news)
            if not line.execute(change).rowcount:
                return None
            # Who is online is read with the next sign of life; with a notice for each change every
            # process would read all rows as often as there are processes.
            if self._judge(line, is_late=bool(is_late)):
                _notify(line)
            self._told = told
            columns = StoredProcess.__table__.columns
            there = (columns.id, columns.address, columns.secret, columns.online, columns.bots)
            rows = line.execute(select(*there).where(_IS_THERE, ~mine)).all()
        return [Peer(*row) for row in rows]

    def _judge(self, line: Connection, *, is_late: bool) -> bool:
        """Declare the late ones dead; whether there were any."""
        if is_late:
            # The database was away, or the machine asleep: the others are late as well.
            self._judges_from_s = time.monotonic() + _LEASE_S
        if time.monotonic() < self._judges_from_s:
            return False
        late = update(StoredProcess).where(_IS_THERE, _IS_LATE).values(ended=True)
        return line.execute(late).rowcount > 0

    def close(self) -> None:
        """Hang up; nothing else may be under way."""
        if self._line is not None:
            self._line.close()
            self._line = None

    @contextmanager
    def _listening(self) -> Iterator[Connection]:
        """The line, each statement a transaction; one that is broken is made anew."""
        try:
            if self._line is None:
                self._line = self._engine.connect().execution_options(isolation_level="AUTOCOMMIT")
                self._line.exec_driver_sql(f"LISTEN {_CHANNEL}")
            yield self._line
        except Exception as error:
            # The driver's own errors are among them: a notice is waited for without SQLAlchemy.
            self._outage.note(error)
            if self._line is not None:
                self._line.invalidate()
            self.close()
            raise DatabaseAway from error
        self._outage.end()


def _notify(connection: Connection) -> None:
    connection.execute(select(func.pg_notify(_CHANNEL, "")))
