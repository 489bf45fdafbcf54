"""Records of running games, and running games from records.

A game that was taken up from a record is added to it: tags, comments, glyphs and variations stay,
and turns that were taken back since become a variation.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from itertools import takewhile

from gajah._core import Side
from gajah.bots.names import HUMAN
from gajah.game import Game, Result
from gajah.match.running import RunningGame, TimedTurn
from gajah.match.terms import Terms
from gajah.records.comments import Comment
from gajah.records.record import Record
from gajah.records.tree import Branch, Marker, Node

PLAYER_TAGS = {Side.GOLD: "Gold", Side.SILVER: "Silver"}
"""The tags that name the players."""

_RESULT_TAGS = ("ResultCode", "Result", "Termination")
# After these a game does not go on; what is played instead stands beside them.
_STOPS = (Marker.TO_MOVE, Marker.RESIGNS, Marker.LOST)


def take_up(record: Record) -> RunningGame:
    """The game of a record, clocks included; raises as ``Record.game`` does."""
    game, number = record.game(), _bare_number(record)
    return RunningGame(
        Terms.for_people(record.time_control),
        game,
        turns=[
            TimedTurn(turn, time_of(node))
            for turn, node in zip(game.turns, record.played, strict=True)
        ],
        under_way_s=0.0 if number is None else time_of(number),
        origin=record,
    )


def make_record(
    running: RunningGame,
    players: Mapping[Side, str],
    tags: Mapping[str, str],
    *,
    under_way_s: float = 0.0,
) -> Record:
    """The game as a record that `take_up` takes up again.

    Every turn has its time and the clock after it, and the tag ``Termination`` says more about the
    end where there is more to say. ``tags`` come first in a new record; one that the game was
    taken up from has its own. ``under_way_s`` is what the next turn has taken.
    """
    record = _new_record(running, tags) if running.origin is None else copy(running.origin)
    for side, name in players.items():
        if record.tags.get(PLAYER_TAGS[side], HUMAN) != name:
            record.tags[PLAYER_TAGS[side]] = name
    before, game = record.game(rules=running.game.rules), running.game
    kept = _count_common(before.turns, game.turns)
    if (before.turns, before.result) != (game.turns, game.result):
        _follow(record, game, kept)
        set_result(record, game.result, running.detail)
    for number, (node, timed) in enumerate(zip(record.played, running.turns, strict=True)):
        if number >= kept or time_of(node) != timed.used_s:
            # In front: the first time that is said is the one that counts.
            node.comments.insert(0, time_comment(timed))
    if under_way_s:
        _note_time_under_way(record, game, under_way_s)
    return record


def time_comment(timed: TimedTurn) -> Comment:
    """What a record says about the time of a turn."""
    return Comment.of(used_s=timed.used_s, clock_s=timed.reserve_s)


def time_of(node: Node) -> float:
    """What a turn has taken; nothing where the record does not say."""
    said = (comment.used_s for comment in node.comments)
    return next((used_s for used_s in said if used_s is not None), 0.0)


def set_result(record: Record, result: Result | None, detail: str) -> None:
    """Record how a game ended, or that it goes on."""
    record.score = "*"
    for tag in _RESULT_TAGS:
        if tag in record.tags:
            del record.tags[tag]
    if result is not None:
        record.set_result(result)
    if detail:
        record.tags["Termination"] = detail


def _new_record(running: RunningGame, tags: Mapping[str, str]) -> Record:
    """A record of the game before its first turn."""
    record = Record(tags)
    for tag in PLAYER_TAGS.values():
        record.tags[tag] = HUMAN
    if running.terms.control:
        record.tags["TimeControl"] = str(running.terms.control)
    begun = Game(start=running.game.start, handicap=running.game.handicap)
    return Record.from_game(begun, record.tags)


def _follow(record: Record, game: Game, kept: int) -> None:
    """Make ``game`` the main line of a record whose main line has its first ``kept`` turns."""
    standing, number = record.played, _bare_number(record)
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


def _note_time_under_way(record: Record, game: Game, used_s: float) -> None:
    number = _bare_number(record) or _end(record).add(Marker.TO_MOVE, label=game.label)
    number.comments[:] = [Comment.of(used_s=used_s), *_without_times(number.comments)]


def _without_times(comments: Iterable[Comment]) -> list[Comment]:
    """The comments, those that say a time being left with their words."""
    words = (c if c.used_s is None else Comment(c.prose) for c in comments)
    return [comment for comment in words if comment.text]
