"""What was played in a position, how often, by whom and with which result."""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy import and_, case, func, select
from sqlalchemy.orm import Session

from gajah._core import Position
from gajah.game import Game
from gajah.notation import mirror_turn
from gajah.web.games.index import END, key_of, label_at
from gajah.web.games.rows import IndexedTurn, StoredGame, StoredNode
from gajah.web.wire.requests import Explored, PlayedTurn

_MOST_TURNS = 20


def explore(session: Session, position: Position, most: int = _MOST_TURNS) -> Explored:
    """What was played in a position, which may be one to set up in."""
    key = key_of(position)
    groups = _grouped(session, key)
    often = sorted(
        (group for group in groups if group.next_key != END),
        key=lambda group: (-group.games, group.next_key),
    )
    turns = []
    for group in often[:most]:
        example = _example(session, key, group.next_key)
        turn = _as_played_here(position, group.next_key, example)
        if turn is not None:  # Else its game has just been deleted.
            counts = group._asdict()
            del counts["next_key"]
            turns.append(PlayedTurn(turn=turn, **counts))
    return Explored(
        games=sum(group.games for group in groups),
        wins=sum(group.wins for group in groups),
        losses=sum(group.losses for group in groups),
        turns=turns,
    )


class _Group(NamedTuple):
    next_key: int
    games: int
    wins: int
    losses: int
    rating: int | None


def _grouped(session: Session, key: int) -> list[_Group]:
    found = session.execute(
        select(
            IndexedTurn.next_key,
            func.count(),
            func.sum(case((IndexedTurn.score > 0, 1), else_=0)),
            func.sum(case((IndexedTurn.score < 0, 1), else_=0)),
            func.avg(IndexedTurn.rating),
        )
        .where(IndexedTurn.key == key)
        .group_by(IndexedTurn.next_key)
    )
    return [
        _Group(next_key, games, int(wins), int(losses), None if mean is None else round(mean))
        for next_key, games, wins, losses, mean in found
    ]


def _example(session: Session, key: int, next_key: int) -> str | None:
    """The turn in one of the games."""
    found = session.execute(
        select(StoredGame.id, IndexedTurn.ply)
        .join(StoredGame, StoredGame.place == IndexedTurn.game)
        .where(IndexedTurn.key == key, IndexedTurn.next_key == next_key)
        .order_by(IndexedTurn.game, IndexedTurn.ply)
        .limit(1)
    ).first()
    if found is None:
        return None
    is_it = and_(
        StoredNode.game_id == found.id,
        StoredNode.played,
        StoredNode.label == label_at(found.ply),
    )
    return session.scalar(select(StoredNode.turn).where(is_it))


def _as_played_here(position: Position, next_key: int, turn: str | None) -> str | None:
    """The turn, or its mirror image: the one that is possible here and leads there."""
    for text in () if turn is None else (turn, mirror_turn(turn)):
        game = Game(start=position)
        if game.why_not(text) is None:
            played = game.play(text)
            if key_of(game.position) == next_key:
                return str(played)
    return None
