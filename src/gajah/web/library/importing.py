"""Games from text in any format that the library reads, the server's archive included."""

from __future__ import annotations

import time
from calendar import timegm
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import chain

from gajah._core import Stop
from gajah.bots.names import HUMAN
from gajah.errors import NotationError, quoted
from gajah.game import Game
from gajah.records.archive import ArchiveGame
from gajah.records.comments import Comment
from gajah.records.games import iter_games
from gajah.records.reader import Problem
from gajah.records.record import Record
from gajah.records.replay import RefusedTurn
from gajah.records.tree import Branch, Marker, Node, format_turn
from gajah.web.games.index import GameRows, rows_of
from gajah.web.games.rows import StoredGame
from gajah.web.games.seats import StoredSeat, new_id
from gajah.web.games.tree import MOST_NODES, GameTree
from gajah.web.library.backup import is_backup, read_backup, read_backup_game
from gajah.web.wire.handicaps import show_handicap
from gajah.web.wire.requests import ImportProblem
from gajah.web.wire.shapes import SideLetter

_MOST_PROBLEMS = 100
_MOST_GAMES = 20_000
_NAME_CHARS = 200

_NO_CHARACTER = "\ufffd"
_WINNERS: dict[str, SideLetter] = {"1-0": "g", "0-1": "s"}

Item = Record | ArchiveGame | Problem
"""A game as it is written, or what is none."""

# A line, and what of it could not be kept.
_Complaint = tuple[int, str]


@dataclass
class Batch:
    """The games of a text, and its problems."""

    games: list[tuple[StoredGame, GameTree]] = field(default_factory=list)
    problems: list[ImportProblem] = field(default_factory=list)
    #: When it is set, no more is read.
    stop: Stop = field(default_factory=Stop)

    @property
    def rows(self) -> list[GameRows]:
        """The games as rows: their trees are too deep to travel between processes."""
        return [rows_of(game, tree) for game, tree in self.games]

    def note(self, line: int, text: str) -> None:
        """One more thing that could not be read."""
        if len(self.problems) < _MOST_PROBLEMS:
            self.problems.append(ImportProblem(line=line, text=text))

    def take(self, item: Item) -> None:
        """Add a game, or note why it cannot be."""
        if isinstance(item, Problem):
            self.note(item.line, item.reason)
        else:
            _take(item, self)

    def check(self) -> None:
        """Note it if nothing was found."""
        if not self.games and not self.problems:
            self.note(1, "there is no game in this text")

    def is_full(self) -> bool:
        """Whether no more games are taken; notes it where that is for their number."""
        if len(self.games) < _MOST_GAMES:
            return self.stop.is_set
        self.note(0, f"only the first {_MOST_GAMES} games were taken")
        return True


def read_games(source: str | bytes, stop: Stop | None = None) -> Batch:
    """Every game of a text or backup that can be replayed, and what is wrong with the others."""
    batch = Batch(stop=stop or Stop())
    try:
        if is_backup(source):
            _take_backup(source, batch)
        else:
            _take_text(source, batch)
    except NotationError as error:
        batch.note(error.line, error.reason)
    batch.check()
    return batch


def read_rows(
    _: object, *, stop: Stop, source: str | bytes
) -> tuple[list[GameRows], list[ImportProblem]]:
    """The same in the manner of a search, which a worker may do."""
    batch = read_games(source, stop)
    return batch.rows, batch.problems


def _take_text(source: str | bytes, batch: Batch) -> None:
    if isinstance(source, bytes):
        clean: str | bytes = without_nul(source)
    else:
        clean = source.replace("\0", _NO_CHARACTER)
    for item in iter_games(clean):
        if batch.is_full():
            break
        batch.take(item)


def _take_backup(source: str | bytes, batch: Batch) -> None:
    """The games as their records say, with the time and the review that a record cannot hold."""
    for number, item in enumerate(read_backup(source), 1):
        if batch.is_full():
            break
        one = Batch()
        try:
            game = read_backup_game(item)
            _take_text(game.record, one)
            one.check()
        except NotationError as error:
            one.note(error.line, error.reason)
        if len(one.games) == 1:
            stored, tree = one.games[0]
            stored.created, stored.review = game.created, game.judgements(tree.played)
            batch.games.append((stored, tree))
        elif one.games:
            one.note(0, f"it has {len(one.games)} games")
        for problem in one.problems:
            batch.note(0, f"game {number} of the backup: {_placed(problem)}")


def _placed(problem: ImportProblem) -> str:
    return f"line {problem.line}: {problem.text}" if problem.line > 1 else problem.text


def without_nul(source: bytes) -> bytes:
    """No database keeps it, and no record has it for a reason."""
    return source.replace(b"\0", _NO_CHARACTER.encode())


def _take(item: Record | ArchiveGame, batch: Batch) -> None:
    try:
        record = item if isinstance(item, Record) else item.timed_record()
        game = record.game()
    except RefusedTurn as error:
        batch.note(error.line or item.line, f"turn {error.label}: {error.refusal}")
        return
    except NotationError as error:
        batch.note(error.line, error.reason)
        return
    if not game.turns and record.start is None:
        batch.note(record.line, "the game has no turns")
        return
    clean, lost = _clean(record)
    for node, turn in zip(clean.main_line, game.turns, strict=False):
        node.turn = turn  # with the captures, which a record may leave out
    for line, text in chain(_poor_tags(record), lost, _prune(clean, len(game.turns))):
        batch.note(line, text)
    batch.games.append((_stored(record, game), GameTree.of_record(clean, len(game.turns))))


def _clean(record: Record) -> tuple[Record, list[_Complaint]]:
    """The record without markers: takebacks obeyed, the rest being said by the result.

    What stands at a marker is said of the turn before it, and what might have been played in its
    place continues there. A turn taken back stays, as a variation, if anything is said about it.
    """
    clean = Record(record.tags, comments=record.comments, line=record.line)
    places: dict[int, Branch] = {id(record): clean}
    taken_back: dict[int, Node] = {}
    lost: list[_Complaint] = []
    for node in record.walk():
        place = places[id(node.parent)]
        if not isinstance(node.turn, Marker):
            place = _copy(node, place)
        else:
            if node.turn is Marker.TAKEBACK and isinstance(place, Node):
                taken_back[id(place)] = place
                place = place.parent
            lost += _move_words(node, place)
        places[id(node)] = place
    end = places[id([record, *record.main_line][-1])]
    if isinstance(end, Node):
        end.make_main()
    main = {id(node) for node in clean.main_line}
    for node in taken_back.values():
        if id(node) not in main and not _is_annotated(node):
            node.delete()
    return clean, lost


def _copy(node: Node, parent: Branch) -> Node:
    said = [*node.opening, *node.comments]
    copy = parent.add(node.turn, label=node.label, glyphs=node.glyphs, comments=said)
    copy.line = node.line
    return copy


def _move_words(marker: Node, place: Branch) -> Iterator[_Complaint]:
    """What stands at a marker goes there, but for what would be wrong about another turn."""
    for comment in (*marker.opening, *marker.comments):
        if comment.used_s is None and comment.clock_s is None:
            place.comments.append(comment)
        else:
            place.comments += [Comment(comment.prose)] if comment.prose else []
            yield marker.line, f"at {_words(marker)}: a time is not kept"
    if marker.glyphs:
        yield marker.line, f"at {_words(marker)}: {' '.join(marker.glyphs)} is not kept"


def _words(marker: Node) -> str:
    return f"{marker.label} {format_turn(marker.turn)}".rstrip()


def _is_annotated(node: Node) -> bool:
    return bool(node.children or node.glyphs or any(said.prose for said in node.comments))


def _prune(record: Record, played: int) -> Iterator[_Complaint]:
    """Remove the variations that the rules refuse, and yield why; ``played`` turns stay."""
    main = {id(node) for node in record.main_line[:played]}
    if all(id(node) in main for node in record.walk()):
        return  # The main line has been replayed already.
    game = Game(start=record.start, handicap=record.handicap)
    way: list[Branch] = [record]  # to where the game stands
    refused: set[int] = set()
    for count, node in enumerate(list(record.walk())):
        if id(node.parent) in refused:
            refused.add(id(node))
            continue
        while way[-1] is not node.parent:
            way.pop()
            game.take_back()
        try:
            if count >= MOST_NODES and id(node) not in main:
                raise NotationError("there are too many variations")
            assert not isinstance(node.turn, Marker)
            node.turn = game.play(node.turn)
        except ValueError as error:
            refused.add(id(node))
            node.delete()
            yield node.line, f"the variation {node.label}: {error}"
        else:
            way.append(node)


def _poor_tags(record: Record) -> Iterator[_Complaint]:
    """Second values of a name, what is too long for a list of games, players without a name."""
    for name, value in record.tags:
        if value != record.tags[name]:
            yield record.line, f"the tag {name} occurs again, and {quoted(value)} is not kept"
    for name in ("Gold", "Silver", "Event", "TimeControl"):
        kept = record.tags.get(name)
        if kept and len(kept) > _NAME_CHARS:
            yield record.line, f"the tag {name} is cut to {_NAME_CHARS} characters"
        elif kept == "" and name in ("Gold", "Silver"):
            yield record.line, f"the tag {name} is empty, and the player is called ?"


def _stored(record: Record, game: Game) -> StoredGame:
    tags = {name: record.tags[name] for name, _ in record.tags}
    tags["Result"] = record.score
    gold, silver = (
        StoredSeat(HUMAN, tags.get(name, "?")[:_NAME_CHARS] or "?", taken=True)
        for name in ("Gold", "Silver")
    )
    stored = StoredGame(
        id=new_id(),
        gold=gold,
        silver=silver,
        created=_moment(tags.get("Date", "")),
        state="over",
        control=tags.get("TimeControl", "")[:_NAME_CHARS] or None,
        start=None if record.start is None else record.start.short,
        handicap=show_handicap(record.handicap),
        event=tags.get("Event", "")[:_NAME_CHARS],
        imported=True,
        tags=tags,
        winner=_WINNERS.get(record.score),
        turn_count=len(game.turns),
        position=game.position.short,
    )
    if game.result is not None:
        stored.result = game.result
    return stored


def _moment(date: str) -> float:
    """The day a record names, else now."""
    try:
        return float(timegm(time.strptime(date, "%Y.%m.%d")))
    except (ValueError, OverflowError):
        return time.time()
