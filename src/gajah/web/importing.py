"""Games from text in any format that the library reads, the server's archive included."""

from __future__ import annotations

import time
from calendar import timegm
from collections.abc import Iterator
from dataclasses import dataclass, field

from gajah._core import Side
from gajah.errors import NotationError
from gajah.game import Game
from gajah.records.archive import ArchiveGame, iter_archive
from gajah.records.reader import Problem, iter_records
from gajah.records.record import Record
from gajah.records.tree import Branch, Marker, Node
from gajah.web.handicaps import show_handicap
from gajah.web.requests import ImportProblem
from gajah.web.seats import HUMAN, Seat, new_id
from gajah.web.store import StoredGame
from gajah.web.tree import GameTree

_MOST_PROBLEMS = 100
_MOST_GAMES = 20_000
_MOST_NODES = 5000
_NAME_CHARS = 200
# What the first line of an archive has, and no record.
_ARCHIVE_COLUMN = "movelist"


@dataclass
class Batch:
    """What a text gave."""

    games: list[tuple[StoredGame, GameTree]] = field(default_factory=list)
    problems: list[ImportProblem] = field(default_factory=list)

    def note(self, line: int, text: str) -> None:
        """One more thing that could not be read."""
        if len(self.problems) < _MOST_PROBLEMS:
            self.problems.append(ImportProblem(line=line, text=text))


def read_games(text: str) -> Batch:
    """Every game that can be replayed, and what is wrong with the others."""
    batch = Batch()
    # No database keeps it, and no record has it for a reason.
    text = text.replace("\0", "\ufffd")
    try:
        for item in _items(text):
            if len(batch.games) >= _MOST_GAMES:
                batch.note(0, f"only the first {_MOST_GAMES} games were taken")
                break
            if isinstance(item, Problem):
                batch.note(item.line, item.reason)
            else:
                _take(item, batch)
    except NotationError as error:
        batch.note(error.line, error.reason)
    if not batch.games and not batch.problems:
        batch.note(1, "there is no game in this text")
    return batch


def _items(text: str) -> Iterator[Record | ArchiveGame | Problem]:
    first = text.lstrip("\ufeff").split("\n", 1)[0]
    if "\t" in first and _ARCHIVE_COLUMN in first.split("\t"):
        yield from iter_archive(text)
    else:
        yield from iter_records(text)


def _take(item: Record | ArchiveGame, batch: Batch) -> None:
    try:
        record = item if isinstance(item, Record) else item.record
        game = record.game()
    except ValueError as error:
        batch.note(item.line, str(error))
        return
    if not game.turns and record.start is None:
        batch.note(record.line, "the game has no turns")
        return
    clean = _clean(record)
    for line, text in _prune(clean):
        batch.note(line, text)
    batch.games.append((_stored(record, game), GameTree.of_record(clean, len(game.turns))))


def _clean(record: Record) -> Record:
    """The record without markers: takebacks obeyed, the rest being said by the result."""
    standing: list[Node] = []
    after_end: list[Node] = []
    for node in record.main_line:
        if not isinstance(node.turn, Marker):
            standing.append(node)
        elif node.turn is Marker.TAKEBACK and standing:
            standing.pop()
        elif node.turn is Marker.TO_MOVE:
            after_end = node.alternatives
    clean = Record(record.tags, comments=record.comments, line=record.line)
    branch: Branch = clean
    for node in standing:
        copy = _copy(node, branch)
        for child in node.alternatives:
            _copy_all(child, branch)
        branch = copy
    for child in after_end:
        _copy_all(child, branch)
    return clean


def _copy(node: Node, parent: Branch) -> Node:
    said = [*node.opening, *node.comments]
    copy = parent.add(node.turn, label=node.label, glyphs=node.glyphs, comments=said)
    copy.line = node.line
    return copy


def _copy_all(node: Node, parent: Branch) -> None:
    todo = [(node, parent)]
    while todo:
        original, place = todo.pop()
        if not isinstance(original.turn, Marker):
            copy = _copy(original, place)
            todo += [(child, copy) for child in reversed(original.children)]


def _prune(record: Record) -> Iterator[tuple[int, str]]:
    """Take away the variations that the rules refuse, and say so."""
    main = {id(node) for node in record.main_line}
    if all(id(node) in main for node in record.walk()):
        return  # The main line has been replayed already.
    games: dict[int, Game] = {id(record): Game(start=record.start, handicap=record.handicap)}
    for count, node in enumerate(list(record.walk())):
        before = games.get(id(node.parent))
        if before is None:
            continue
        after = before.copy()
        try:
            if count >= _MOST_NODES and id(node) not in main:
                raise NotationError("there are too many variations")
            assert not isinstance(node.turn, Marker)
            after.play(node.turn)
        except ValueError as error:
            node.delete()
            yield node.line, f"the variation {node.label}: {error}"
        else:
            games[id(node)] = after


def _stored(record: Record, game: Game) -> StoredGame:
    tags = dict(record.tags)
    tags["Result"] = record.score
    seats = {
        side: Seat(HUMAN, tags.get(name, "?")[:_NAME_CHARS] or "?", taken=True)
        for side, name in ((Side.GOLD, "Gold"), (Side.SILVER, "Silver"))
    }
    return StoredGame(
        id=new_id(),
        seats=seats,
        created=_moment(tags.get("Date", "")),
        state="over",
        control=tags.get("TimeControl", "")[:_NAME_CHARS] or None,
        start=None if record.start is None else record.start.short,
        handicap=show_handicap(record.handicap),
        event=tags.get("Event", "")[:_NAME_CHARS],
        imported=True,
        tags=tags,
        result=game.result,
        turn_count=len(game.turns),
        position=game.position.short,
    )


def _moment(date: str) -> float:
    """The day a record names, else now."""
    try:
        return float(timegm(time.strptime(date, "%Y.%m.%d")))
    except (ValueError, OverflowError):
        return time.time()
