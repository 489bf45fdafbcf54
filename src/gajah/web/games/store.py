"""Games in the database: rows written by the one writer, read by any thread."""

from __future__ import annotations

import asyncio
import json
import logging
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TextIO

from sqlalchemy import (
    Delete,
    Engine,
    Update,
    bindparam,
    delete,
    insert,
    or_,
    select,
    update,
)
from sqlalchemy.exc import DatabaseError, SQLAlchemyError
from sqlalchemy.orm import Session

from gajah.bots.names import HUMAN
from gajah.web.games.account_store import AccountStore
from gajah.web.games.correspondence import earliest_flag_s
from gajah.web.games.database import DatabaseAway, DatabaseUnusable, Outage, cause_of, is_trouble
from gajah.web.games.filing import PatternMemory, part_to_file
from gajah.web.games.index import (
    GameRows,
    add_to_index,
    adding,
    drop_statements,
    rows_of,
)
from gajah.web.games.leases import Claims, Leases, Peer, is_free
from gajah.web.games.loading import LoadedGame, read_games, reading
from gajah.web.games.notice_store import NoticeStore
from gajah.web.games.opening import close_database
from gajah.web.games.queries import GameQuery, find_ids, find_page
from gajah.web.games.ratings import rating_changes
from gajah.web.games.rows import Row, ServerNote, StoredGame, StoredNode
from gajah.web.games.salvage import raw_rows, salvage
from gajah.web.games.server_time import ServerTime
from gajah.web.games.snapshot import write_snapshot
from gajah.web.games.solver_store import SolverStore
from gajah.web.games.tree import GameTree
from gajah.web.games.writer import FENCED, Statement, Writer
from gajah.web.wire.errors import NoGame, Refusal, UnreadableGame

_log = logging.getLogger(__name__)
_ALIVE = "alive"
_SETUPS = 2
_REVIEW = "review:"
_COLUMNS = StoredGame.__table__.columns
# Built once: putting a statement together takes longer than running it.
_THIS_GAME = StoredGame.id == bindparam("game_id")
# A game's owner changes only by a claim, its place only with the index.
_CHANGED = [column.name for column in _COLUMNS if column.name not in ("id", "owner", "place")]
_CHANGE_GAME = (
    update(StoredGame).where(_THIS_GAME).values({name: bindparam(name) for name in _CHANGED})
)
_CHANGE_DRAFT = update(StoredGame).where(_THIS_GAME).values(draft=bindparam("draft"))
_FORGET_GAME = delete(StoredGame).where(_THIS_GAME)
# The same where several processes share the database: only the game's owner may do it.
_IS_OWN = StoredGame.owner == bindparam("owner_id")
_FENCED = {
    statement: statement.where(_IS_OWN).execution_options(**FENCED)
    for statement in (_CHANGE_GAME, _CHANGE_DRAFT, _FORGET_GAME)
}
_ADD_GAMES, _ADD_NODES = insert(StoredGame), insert(StoredNode)


@dataclass
class FoundGames:
    """A page of the library, the ids of what is damaged there, and the number of all."""

    games: list[StoredGame]
    unreadable: list[str]
    total: int


class GameStore:
    """The database of games. Writes wait until they are committed."""

    def __init__(self, engine: Engine, leases: Leases | None = None) -> None:
        """Raises DatabaseUnusable where another one uses the database.

        With leases, other servers may.
        """
        self._engine = engine
        self.leases = leases
        self._dialect = engine.dialect.name
        self._outage = Outage("read")
        self._may_file = True
        self._patterns = PatternMemory()
        #: Since the server has started.
        self.turns_played = 0
        #: The time in which these games are played.
        self.time = ServerTime(self._last_alive_s())
        self._writer = Writer(engine, self.time, shared=leases is not None)
        if leases is not None:
            leases.join(self.time.now_s())
        self.solvers = SolverStore(self.session, self._writer, self._dialect)
        self.accounts = AccountStore(self.session, self._writer)
        self.notices = NoticeStore(self.session, self._writer)

    @property
    def owner_id(self) -> str | None:
        """The process that new games belong to, where several share the database."""
        return None if self.leases is None else self.leases.id

    def close(self) -> None:
        """Finish writing, and hang up."""
        self._writer.close()
        close_database(self._engine)

    async def create(self, *made: tuple[StoredGame, GameTree]) -> None:
        """Store new games, all or none."""
        await self.add([rows_of(game, tree) for game, tree in made])

    async def add(self, made: Sequence[GameRows]) -> None:
        """Store new games that are rows already, all or none."""
        nodes = [node for each in made for node in each.nodes]
        ended = [(each.indexed, each.turns) for each in made if each.indexed]
        indexed = [partial(add_to_index, made=ended)] if ended else []
        await self._writer.write(
            [(_ADD_GAMES, [each.game for each in made]), *_add(nodes), *indexed]
        )
        self._may_file |= bool(ended)

    async def save(self, game: StoredGame, tree: GameTree, *, new_node: Row | None = None) -> None:
        """Store what has changed, with the turn that was played."""
        new = [new_node] if new_node else []
        self.turns_played += len(new)
        rated = rating_changes(game)
        indexed = adding(game, tree)
        await self._writer.write([self._change(game), *_add(new), *rated, *indexed])
        self._may_file |= bool(indexed)

    async def save_draft(self, game: StoredGame) -> None:
        """Store an unsent turn."""
        await self._writer.write([self._own(_CHANGE_DRAFT, game.id, draft=game.draft)])

    async def save_tree(self, game: StoredGame, tree: GameTree) -> None:
        """Store a game with a tree that has been edited."""
        nodes = _add(tree.rows(game.id))
        await self._writer.write([self._change(game), _forget_nodes(game.id), *nodes])

    async def delete(self, game_id: str) -> None:
        """Forget a game."""
        forget_game = self._own(_FORGET_GAME, game_id)
        dropped: list[Statement] = []
        with suppress(UnreadableGame, NoGame):
            game, tree = self.load(game_id)
            with self.session() as session:
                dropped = drop_statements(session, game, tree)
        await self._writer.write([forget_game, *dropped, _forget_nodes(game_id)])

    async def file_games(self) -> None:
        """File the boards of the games that have ended lately, once there are many."""
        while self._may_file:
            filing = await asyncio.to_thread(self._part_to_file)
            self._may_file = bool(filing)
            if filing:
                await self._writer.write(filing)

    def _part_to_file(self) -> list[Statement]:
        with self.session() as session:
            return part_to_file(session.connection())

    async def note_alive(self) -> None:
        """Note the time, from which a server that comes later goes on.

        Like every write it makes the time stand still while the database is away.
        """
        now_s = self.time.now_s()
        if self.leases is None:
            await self._writer.write(_replace_fact(_ALIVE, repr(now_s)))
        else:
            await self._writer.write([(self.leases.noting(now_s), ())])

    async def note_review(self, game_id: str, seconds: float) -> None:
        """Note that a game is being reviewed."""
        await self._writer.write(_replace_fact(_REVIEW + game_id, repr(seconds)))

    async def forget_review(self, game_id: str) -> None:
        """Note that a game is no longer being reviewed."""
        await self._writer.write([_forget_fact(_REVIEW + game_id)])

    def noted_reviews(self) -> list[tuple[str, float]]:
        """The games that were being reviewed, with the seconds for each turn."""
        wanted = select(ServerNote).where(ServerNote.name.startswith(_REVIEW, autoescape=True))
        with self.session() as session:
            found = session.scalars(wanted)
            return [(fact.name.removeprefix(_REVIEW), float(fact.value)) for fact in found]

    def _own(self, statement: Update | Delete, game_id: str, **values: object) -> Statement:
        """A change of a game that is this process's own."""
        row = {"game_id": game_id, **values}
        if self.leases is None:
            return statement, [row]
        return _FENCED[statement], [row | {"owner_id": self.leases.id}]

    def _change(self, game: StoredGame) -> Statement:
        row = game.row()
        return self._own(_CHANGE_GAME, game.id, **{name: row[name] for name in _CHANGED})

    def _last_alive_s(self) -> float:
        with self.session() as session:
            found = session.get(ServerNote, _ALIVE)
        noted_s = 0.0
        with suppress(ValueError):  # One that is damaged is none.
            noted_s = 0.0 if found is None else float(found.value)
        return noted_s if self.leases is None else max(noted_s, self.leases.latest_time_s())

    @contextmanager
    def session(self) -> Iterator[Session]:
        """For reading; raises DatabaseAway."""
        with self._asking(), Session(self._engine) as session:
            yield session

    @contextmanager
    def _asking(self) -> Iterator[None]:
        try:
            yield
        except SQLAlchemyError as error:
            if not is_trouble(error):
                raise
            self._outage.note(error)
            raise DatabaseAway from None
        self._outage.end()

    def ping(self) -> None:
        """Ask the database something; raises DatabaseAway."""
        with self.session() as session:
            session.execute(select(1))

    def game(self, game_id: str) -> StoredGame:
        """A game by its id; a Refusal if there is none."""
        with reading(game_id), self.session() as session:
            found = session.get(StoredGame, game_id)
        if found is None:
            raise NoGame
        return found

    def load(self, game_id: str) -> LoadedGame:
        """A game and its turns; a Refusal if there is none."""
        with reading(game_id), self.session() as session:
            found = read_games(session, [game_id])
        if not found:
            raise NoGame
        return found[game_id]

    def load_all(self, ids: Collection[str]) -> Mapping[str, LoadedGame | Refusal]:
        """Games and their turns, by id; a Refusal in place of one that cannot be loaded."""
        try:
            with self.session() as session:
                return {game_id: NoGame() for game_id in ids} | read_games(session, ids)
        except DatabaseAway:
            raise
        except Exception:  # One of them is damaged; alone, each is read or named in the log.
            return {game_id: self._load_or_refuse(game_id) for game_id in ids}

    def _load_or_refuse(self, game_id: str) -> LoadedGame | Refusal:
        try:
            return self.load(game_id)
        except (NoGame, UnreadableGame) as refusal:
            return refusal

    def ids(self) -> list[str]:
        """The ids of all games, oldest first."""
        with self.session() as session:
            return list(session.scalars(select(StoredGame.id).order_by(StoredGame.created)))

    async def repair(self, game_id: str, keep: TextIO) -> list[str]:
        """Keep of a damaged game what can be read; what is lost. ``keep`` gets all as it was."""
        with self.session() as session:
            json.dump(raw_rows(session, game_id), keep)
            keep.write("\n")
            keep.flush()
            game, tree, lost = salvage(session, game_id)
        await self.save_tree(game, tree)
        return lost

    def claim(self, ids: Collection[str]) -> Claims:
        """Make games this process's own where they are free; raises DatabaseAway."""
        if self.leases is None:
            return Claims(dict.fromkeys(ids, 0.0))
        with self._asking():
            return self.leases.claim(ids, self.time.now_s())

    def take(self, ids: Collection[str]) -> Mapping[str, LoadedGame | Refusal]:
        """Claim games and load them; a Refusal in place of each that is not to be had."""
        elsewhere = self.claim(ids).elsewhere
        own = [game_id for game_id in ids if game_id not in elsewhere]
        return {**self.load_all(own), **elsewhere}

    def end(self, peer: Peer) -> None:
        """Declare a process dead that cannot be reached, if it is; raises DatabaseAway."""
        if self.leases is not None:
            with self._asking():
                self.leases.end(peer)

    def rejoin(self) -> None:
        """Be another process, after this one was declared dead; raises DatabaseAway."""
        if self.leases is not None:
            with self._asking():
                self.leases.join(self.time.now_s())

    def unfinished(self) -> list[tuple[str, float | None]]:
        """The ids of the games in which something may happen without a request.

        Each with the earliest time of its flag, if nothing can happen before. Those of other
        processes are left out. Raises DatabaseUnusable where the list of games is damaged.
        """
        has_bot = or_(_COLUMNS.gold_player != HUMAN, _COLUMNS.silver_player != HUMAN)
        wanted = select(
            StoredGame.id, StoredGame.control, StoredGame.turn_began, has_bot.label("has_bot")
        ).where(
            StoredGame.state.in_(("setup", "playing")),
            or_(StoredGame.control.is_not(None), has_bot),
        )
        if self.leases is not None:
            wanted = wanted.where(is_free())
        try:
            with self.session() as session:
                return [
                    (game_id, None if has_bot else _flag_s(control, began_s))
                    for game_id, control, began_s, has_bot in session.execute(wanted)
                ]
        except DatabaseError as error:
            raise DatabaseUnusable(f"the games cannot be read: {cause_of(error)}") from None

    def write_backup(self, path: Path) -> Counter[str]:
        """Write everything to a file; the number of rows by table."""
        with self._asking():
            return write_snapshot(self._engine, path)

    def is_barred(self, positions: Collection[str]) -> bool:
        """Whether a game that bars the engine is being played, and stands at one of these."""
        # What is common to many games, the position after the setups, belongs to none of them.
        is_own = or_(StoredGame.turn_count > _SETUPS, StoredGame.start.is_not(None))
        wanted = select(StoredGame.draft).where(
            StoredGame.state == "playing", is_own, StoredGame.position.in_(positions)
        )
        with self.session() as session:
            return any(draft.no_engine for draft in session.scalars(wanted))

    def find_ids(self, wanted: GameQuery) -> list[str]:
        """The ids of a page of the library."""
        with self.session() as session:
            return find_ids(session, wanted, self._patterns)

    def search(self, wanted: GameQuery) -> FoundGames:
        """A page of the library."""
        with self.session() as session:
            ids, total = find_page(session, wanted, self._patterns)
            found = FoundGames([], [], total)
            with suppress(ValueError, LookupError):  # One of them cannot be read.
                games = session.scalars(select(StoredGame).where(StoredGame.id.in_(ids)))
                found.games += sorted(games, key=lambda game: ids.index(game.id))
                return found
        for game_id in ids:
            try:
                found.games.append(self.game(game_id))
            except UnreadableGame:
                found.unreadable.append(game_id)
        return found


def _flag_s(control: object, began_s: object) -> float | None:
    """The earliest time of a flag; none where what is stored is damaged."""
    with suppress(ValueError, TypeError):
        if isinstance(control, str) and isinstance(began_s, float):
            return earliest_flag_s(control, began_s)
    return None


def _add(nodes: Sequence[Row]) -> list[Statement]:
    return [(_ADD_NODES, nodes)] if nodes else []


def _forget_nodes(game_id: str) -> Statement:
    return delete(StoredNode).where(StoredNode.game_id == game_id), ()


def _forget_fact(name: str) -> Statement:
    return delete(ServerNote).where(ServerNote.name == name), ()


def _replace_fact(name: str, value: str) -> list[Statement]:
    return [_forget_fact(name), (insert(ServerNote), [{"name": name, "value": value}])]
