"""From a record to the table and back: what is played is added to what the record holds."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from copy import copy
from datetime import datetime
from itertools import takewhile

from gajah._core import Side
from gajah.bots.names import HUMAN
from gajah.cli.play.seats import Seats, name_people, seats_of_record
from gajah.cli.play.table import Table
from gajah.game import Game, Result
from gajah.records.comments import Comment
from gajah.records.record import Record
from gajah.records.tree import Branch, Marker, Node

_PLAYER_TAGS = {Side.GOLD: "Gold", Side.SILVER: "Silver"}
_RESULT_TAGS = ("ResultCode", "Result", "Termination")
# After these a game does not go on; what is played instead stands beside them.
_STOPS = (Marker.TO_MOVE, Marker.RESIGNS, Marker.LOST)


def table_of(record: Record, seats: Seats | None = None) -> Table:
    """The game of a record with its players, or with others; raises as ``Record.game`` does."""
    number = _bare_number(record)
    names = {side: record.tags.get(tag) for side, tag in _PLAYER_TAGS.items()}
    seats = seats_of_record(names) if seats is None else name_people(seats, names)
    return Table(
        record.game(),
        seats,
        control=record.time_control,
        used_s=[_time_of(node) for node in _standing(record)],
        under_way_s=0.0 if number is None else _time_of(number),
        origin=record,
    )


def record_of(table: Table, *, now: datetime, under_way_s: float = 0.0) -> Record:
    """The game as a record that ``table_of`` takes up again, clocks included.

    What it was taken up from is in it: tags, comments, glyphs, variations. Turns of that record
    that were taken back are a variation now. ``under_way_s`` is what the next turn has taken.
    """
    record = _new_record(table, now) if table.origin is None else copy(table.origin)
    for side, tag in _PLAYER_TAGS.items():
        name = table.seats[side].name
        if record.tags.get(tag, HUMAN) != name:
            record.tags[tag] = name
    before = record.game()
    if (before.turns, before.result) != (table.game.turns, table.game.result):
        _follow(record, before, table.game)
        _set_result(record, table.game.result)
    for node, used_s in zip(_standing(record), table.used_s, strict=True):
        if _time_of(node) != used_s:
            # In front: the first time that is said is the one that counts.
            node.comments.insert(0, Comment.of(used_s=used_s))
    if under_way_s:
        _note_time_under_way(record, table.game, under_way_s)
    return record


def _new_record(table: Table, now: datetime) -> Record:
    """A record of the game before its first turn."""
    tags = {
        "Event": "Casual",
        **{tag: table.seats[side].name for side, tag in _PLAYER_TAGS.items()},
        "Date": now.strftime("%Y.%m.%d"),
    }
    if table.control:
        tags["TimeControl"] = str(table.control)
    return Record.from_game(Game(start=table.game.start, handicap=table.game.handicap), tags)


def _follow(record: Record, before: Game, game: Game) -> None:
    """Make ``game`` the main line of a record whose main line is ``before``."""
    standing, number = _standing(record), _bare_number(record)
    kept = _count_common(before.turns, game.turns)
    end: Branch = record
    if kept == len(standing):
        end = _end(record)
    elif kept:
        end = standing[kept - 1]
    for turn, label in zip(game.turns[kept:], game.labels[kept:], strict=True):
        end = end.add(turn, label=label)
    if any(node is not number for node in end.children):
        # What the record has here was not played.
        end = end.add(Marker.TO_MOVE, label=game.label)
    if isinstance(end, Node):
        end.make_main()
    if number is not None:
        number.parent.comments += _without_times(number.comments)
        number.delete()


def _count_common(some: Sequence[object], others: Sequence[object]) -> int:
    """How many of them both begin with."""
    pairs = zip(some, others, strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))


def _end(record: Record) -> Branch:
    """The place from which the main line can go on."""
    line = record.main_line
    while line and line[-1].turn in _STOPS:
        line.pop()
    return line[-1] if line else record


def _bare_number(record: Record) -> Node | None:
    """The number of the turn that was under way, if the main line ends with it."""
    line = record.main_line
    return line[-1] if line and line[-1].turn is Marker.TO_MOVE else None


def _set_result(record: Record, result: Result | None) -> None:
    record.score = "*"
    for tag in _RESULT_TAGS:
        if tag in record.tags:
            del record.tags[tag]
    if result is not None:
        record.set_result(result)


def _standing(record: Record) -> list[Node]:
    """The turns of the main line that the record does not take back itself."""
    nodes: list[Node] = []
    for node in record.main_line:
        if node.turn is Marker.TAKEBACK:
            nodes.pop()
        elif not isinstance(node.turn, Marker):
            nodes.append(node)
    return nodes


def _time_of(node: Node) -> float:
    """What a turn has taken; nothing where the record does not say."""
    said = (comment.used_s for comment in node.comments)
    return next((used_s for used_s in said if used_s is not None), 0.0)


def _note_time_under_way(record: Record, game: Game, used_s: float) -> None:
    number = _bare_number(record) or _end(record).add(Marker.TO_MOVE, label=game.label)
    number.comments[:] = [Comment.of(used_s=used_s), *_without_times(number.comments)]


def _without_times(comments: Iterable[Comment]) -> list[Comment]:
    """The comments, those that say a time being left with their words."""
    words = (c if c.used_s is None else Comment(c.prose) for c in comments)
    return [comment for comment in words if comment.text]
