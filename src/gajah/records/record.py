"""One game as a record keeps it: tags, a tree of turns, a result."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TypeVar

from gajah._core import Position, Side
from gajah.clock import TimeControl
from gajah.errors import NotationError, quoted
from gajah.game import SCORE_OF, Game, Reason, Result, Rules
from gajah.handicap import NO_HANDICAP, Handicap
from gajah.notation import TurnLabel
from gajah.records.comments import Comment
from gajah.records.replay import apply_result, play_nodes
from gajah.records.tags import Tags
from gajah.records.tree import Branch, Marker, Node, same_tree
from gajah.records.writer import format_record

_T = TypeVar("_T")

SCORES = (*SCORE_OF.values(), "*")
"""How a record may end: gold won, silver won, drawn, unknown or not finished."""

_WINNERS = {score: winner for winner, score in SCORE_OF.items()}


class Record(Branch):
    """A game with its tags, its variations and comments, and its result.

    >>> record = Record({"Gold": "you", "Silver": "gajah"})
    >>> node = record.add("Ra1 Rb1 Rc1 Rd1 Re1 Rf1 Rg1 Rh1 Ha2 Db2 Cc2 Md2 Ee2 Cf2 Dg2 Hh2")
    >>> node.glyphs.append("!")
    >>> print(record)
    [Gold "you"]
    [Silver "gajah"]
    <BLANKLINE>
    1g Ra1 Rb1 Rc1 Rd1 Re1 Rf1 Rg1 Rh1 Ha2 Db2 Cc2 Md2 Ee2 Cf2 Dg2 Hh2 !
    *

    ``children`` are the first turn and its variations, ``comments`` those on the game as a whole.
    ``str(record)`` is the one canonical text, and ``Record.parse`` reads it back as an equal
    record. ``line`` is where the record began in its file.
    """

    __slots__ = ("_score", "line", "tags")

    def __init__(
        self,
        tags: Tags | Mapping[str, str] | Iterable[tuple[str, str]] = (),
        *,
        score: str = "*",
        comments: Iterable[Comment | str] = (),
        line: int = 0,
    ) -> None:
        super().__init__(comments)
        self.tags = Tags(tags)
        self.score = score
        self.line = line

    @staticmethod
    def parse(text: str) -> Record:
        """Read the text of one game; raises NotationError, also for none or more than one."""
        from gajah.records.reader import parse_record  # it makes records, so it imports this

        return parse_record(text)

    @classmethod
    def from_game(
        cls,
        game: Game,
        tags: Tags | Mapping[str, str] | Iterable[tuple[str, str]] = (),
    ) -> Record:
        """The record of a game; its start and its result are added to the tags."""
        record = cls(tags)
        empty = game.start == Position()
        if not empty:
            record.tags["Position"] = game.start.short
        if game.handicap:
            record.tags["Handicap"] = str(game.handicap)
        branch: Branch = record
        for turn, label in zip(game.turns, game.labels, strict=True):
            branch = branch.add(turn, label=label)
        if not empty and not game.turns:
            record.add(Marker.TO_MOVE, label=game.label)
        if game.result is not None:
            record.set_result(game.result)
        return record

    @property
    def score(self) -> str:
        """The result line: ``1-0``, ``0-1``, ``1/2-1/2``, or ``*`` if there is none yet."""
        return self._score

    @score.setter
    def score(self, score: str) -> None:
        if score not in SCORES:
            wanted = " ".join(SCORES)
            raise NotationError(f"expected a result, one of {wanted}, found {quoted(score)}")
        self._score = score

    @property
    def result(self) -> Result | None:
        """Who won and how, as recorded: the result line with the tag ``ResultCode``.

        ``None`` if either is missing; a code that does not exist raises NotationError.
        """
        code = self.tags.get("ResultCode")
        if code is None or self.score == "*":
            return None
        try:
            return Result(_WINNERS[self.score], Reason(code))
        except ValueError:
            raise self._error(f"unknown ResultCode {quoted(code)}") from None

    def set_result(self, result: Result) -> None:
        """Record a result, in its line and in the tags ``ResultCode`` and ``Result``."""
        self.score = result.score
        self.tags["ResultCode"] = result.reason.value
        self.tags["Result"] = result.score

    @property
    def played(self) -> list[Node]:
        """The nodes of the main line that were not taken back, in step with ``game().turns``."""
        nodes: list[Node] = []
        for node in self.main_line:
            if not isinstance(node.turn, Marker):
                nodes.append(node)
            elif node.turn is Marker.TAKEBACK and nodes:
                nodes.pop()
        return nodes

    @property
    def start(self) -> Position | None:
        """The position the game starts from, or ``None`` for the empty board.

        A tag ``Position`` that is none raises NotationError.
        """
        position = self._read_tag("Position", Position.parse)
        if position is not None and position.taken:
            raise self._error("the tag Position is inside a turn")
        return position

    @property
    def time_control(self) -> TimeControl | None:
        """The time control of the tag ``TimeControl``; raises NotationError if it is none."""
        return self._read_tag("TimeControl", TimeControl.parse)

    @property
    def handicap(self) -> Handicap:
        """The pieces that the setups leave out; a bad tag raises NotationError."""
        return self._read_tag("Handicap", Handicap.parse) or NO_HANDICAP

    def game(self, *, rules: Rules = Rules.OFFICIAL) -> Game:
        """The main line replayed, ended as the record says where no turn decides.

        Raises RefusedTurn, an IllegalTurn that names the line and the turn, or NotationError where
        the recorded result contradicts the turns. A winner without a reason (no ``ResultCode``)
        leaves a game that no turn decides without a result.
        """
        game = self._play(self.main_line, rules)
        tag = self.tags.get("Result")
        if tag in SCORES and tag not in ("*", self.score) and self.score != "*":
            raise self._error(f"the tag Result says {tag}, the result line {self.score}")
        if contradiction := apply_result(game, self.score, self.result):
            raise self._error(contradiction)
        return game

    def replay(self, node: Node, *, rules: Rules = Rules.OFFICIAL) -> Game:
        """The game up to and including a node of this record, in any variation."""
        return self._play(node.path, rules)

    def _play(self, nodes: Sequence[Node], rules: Rules) -> Game:
        # A game from the empty board starts with turn 1, others with the number they say.
        number = nodes[0].label.number if nodes and "Position" in self.tags else None
        game = Game(start=self.start, rules=rules, start_number=number, handicap=self.handicap)
        play_nodes(game, nodes, self.result)
        return game

    def _read_tag(self, name: str, parse: Callable[[str], _T]) -> _T | None:
        """What a tag says, ``None`` where there is none."""
        text = self.tags.get(name)
        try:
            return None if text is None else parse(text)
        except NotationError as error:
            raise self._error(f"in the tag {name}: {error.reason}") from None

    def _error(self, reason: str) -> NotationError:
        return NotationError(reason, line=self.line or 1)

    @property
    def _start_label(self) -> TurnLabel:
        start = self.start
        if start is None:
            return TurnLabel(1, Side.GOLD)
        return Game(start=start).label

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Record):
            return NotImplemented
        return self.tags == other.tags and self.score == other.score and same_tree(self, other)

    __hash__ = None  # type: ignore[assignment]  # records change

    def __reduce__(self) -> tuple[object, ...]:
        # By its text: a tree deeper than Python's stack could not be copied node by node.
        return Record.parse, (str(self),)

    def __str__(self) -> str:
        return format_record(self).removesuffix("\n")

    def __repr__(self) -> str:
        players = f"{self.tags.get('Gold', '?')} - {self.tags.get('Silver', '?')}"
        return f"<Record: {players}, {len(self.main_line)} turns, {self.score}>"
