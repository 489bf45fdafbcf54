"""A large library made of a small one: every game again, under other names and days."""

from __future__ import annotations

from dataclasses import replace

from sqlalchemy import Connection, Engine, func, insert, literal, select, true, union_all
from sqlalchemy.orm import Session

from gajah.web.games.database import keep_pages, open_for_writing, settle
from gajah.web.games.filing import file_parts
from gajah.web.games.index import GameRows
from gajah.web.games.rows import IndexedGame, IndexedTurn, StoredGame
from gajah.web.games.seats import new_id
from gajah.web.library.bulk import insert_games

_AT_ONCE = 1000
_PAGES_MB = 256
_DAY_S = 86_400
# Numbers are drawn from all 64 bits: so far apart, two of them are hardly ever equal.
_APART = 1_000_000_007


def copy_games(engine: Engine, copies: int) -> None:
    """Have every game ``copies`` times, in place of once."""
    if copies < 2:
        return
    pairs = (
        select(StoredGame, IndexedGame)
        .join(IndexedGame, IndexedGame.game_id == StoredGame.id)
        .order_by(StoredGame.place)
    )
    with Session(engine) as session:
        games = [(game, indexed) for game, indexed in session.execute(pairs)]
        session.expunge_all()
    with open_for_writing(engine) as connection:
        keep_pages(connection, _PAGES_MB)
        with connection.begin():
            _copy_turns(connection, copies)
        for copy in range(1, copies):
            for at in range(0, len(games), _AT_ONCE):
                with connection.begin():
                    copied = [_copied(*each, copy) for each in games[at : at + _AT_ONCE]]
                    insert_games(connection, copied)
                    file_parts(connection)
        settle(connection)
    engine.dispose()


def _copied(game: StoredGame, indexed: IndexedGame, copy: int) -> GameRows:
    game.id, game.place = new_id(), None
    game.created += 3 * _DAY_S
    game.gold, game.silver = (
        replace(seat, name=f"{seat.name.partition(' of ')[0]} of {copy}")
        for seat in (game.gold, game.silver)
    )
    own = {**indexed.row(), "number": indexed.number + copy * _APART, "game_id": game.id}
    return GameRows(game.row(), [], own, [])


def _copy_turns(connection: Connection, copies: int) -> None:
    """For games that get their places after these, in the same order."""
    of_all = select(func.count()).select_from(IndexedGame).scalar_subquery()
    each = union_all(*(select(literal(copy).label("copy")) for copy in range(1, copies)))
    copy = each.subquery().c.copy
    turn = IndexedTurn.__table__.columns
    names = [name for name in turn.keys() if name != "game"]  # noqa: SIM118 - no dictionary
    copied = select(*(turn[name] for name in names), turn.game + copy * of_all)
    copied = copied.select_from(IndexedTurn.__table__.join(copy.table, true()))
    connection.execute(insert(IndexedTurn).from_select([*names, "game"], copied))
