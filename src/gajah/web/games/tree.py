"""A game's tree of turns with a number for every node, kept as a record of the library."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal

from gajah._core import Position, Setup, Turn
from gajah.game import Game
from gajah.handicap import NO_HANDICAP, Handicap
from gajah.notation import Arrow, Mark, split_label
from gajah.records.comments import Comment
from gajah.records.record import Record
from gajah.records.tree import Branch, Marker, Node, format_turn, to_comments
from gajah.web.games.rows import Row, StoredNode, TurnJudgement
from gajah.web.games.show import show_judgement
from gajah.web.wire.boards import refusing
from gajah.web.wire.errors import Refusal
from gajah.web.wire.shapes import NodeShape

ROOT = 0
MOST_NODES = 5000


class GameTree:
    """The tree; ``record`` is its root. Numbers are never used twice."""

    def __init__(self, start: Position | None = None, handicap: Handicap = NO_HANDICAP) -> None:
        self.record = Record({} if start is None else {"Position": start.short})
        if handicap:
            self.record.tags["Handicap"] = str(handicap)
        self._nodes: dict[int, Branch] = {ROOT: self.record}
        # By identity: records, which change, have no hash.
        self._ids: dict[int, int] = {id(self.record): ROOT}
        self._played: set[int] = set()
        self._next_id = 1

    @classmethod
    def of_rows(
        cls,
        rows: Iterable[StoredNode],
        start: Position | None,
        handicap: Handicap = NO_HANDICAP,
    ) -> GameTree:
        """The tree that was stored."""
        tree = cls(start, handicap)
        waiting: dict[int | None, list[StoredNode]] = {}
        for row in sorted(rows, key=lambda row: row.rank):
            if row.id == ROOT:
                tree.record.comments = to_comments(row.comments)
            waiting.setdefault(row.parent, []).append(row)
        todo = [ROOT]
        while todo:
            parent = todo.pop()
            for row in waiting.get(parent, ()):
                label, _ = split_label(row.label)
                node = tree._nodes[parent].add(
                    row.turn, label=label, glyphs=row.glyphs.split(), comments=row.comments
                )
                tree._enter(node, row.id, played=row.played)
                todo.append(row.id)
        return tree

    @classmethod
    def of_record(cls, record: Record, played: int) -> GameTree:
        """The tree of a record that was read; ``played`` turns of its main line were played."""
        tree = cls(record.start, record.handicap)
        tree.record.comments = record.comments
        copies: dict[int, Branch] = {id(record): tree.record}
        main = {id(node) for node in record.main_line[:played]}
        for node in record.walk():
            copy = copies[id(node.parent)].add(
                node.turn,
                label=node.label,
                glyphs=node.glyphs,
                comments=[*node.opening, *node.comments],
            )
            copies[id(node)] = copy
            tree._enter(copy, tree._next_id, played=id(node) in main)
        return tree

    @property
    def played(self) -> list[int]:
        """The numbers of the line that was played, in order."""
        return sorted(self._played)

    @property
    def end(self) -> int:
        """The last node of the played line."""
        return max(self._played, default=ROOT)

    def played_nodes(self) -> list[Node]:
        """The turns of the line that was played."""
        return [self._node(number) for number in self.played]

    def __len__(self) -> int:
        return len(self._ids) - 1

    def rows(self, game_id: str) -> list[Row]:
        """Everything that has to be stored, as the game of that id."""
        return [self.row(game_id, n) for n in self._nodes if n != ROOT or self.record.comments]

    def row(self, game_id: str, number: int) -> Row:
        """A node as it is stored, a `StoredNode`."""
        branch = self._nodes[number]
        node = branch if isinstance(branch, Node) else None
        return {
            "game_id": game_id,
            "id": number,
            "parent": None if node is None else self._ids[id(node.parent)],
            "rank": 0 if node is None else node.parent.children.index(node),
            "label": "" if node is None else str(node.label),
            "turn": "" if node is None else format_turn(node.turn),
            "glyphs": "" if node is None else " ".join(node.glyphs),
            "comments": [comment.text for comment in branch.comments],
            "played": number in self._played,
        }

    def shapes(self, review: Mapping[int, TurnJudgement] | None = None) -> list[NodeShape]:
        """All nodes for the page, the root first."""
        review = review or {}
        return [self.shape(number, review.get(number)) for number in self._nodes]

    def shape(self, number: int, judgement: TurnJudgement | None = None) -> NodeShape:
        """A node for the page."""
        branch = self._nodes[number]
        node = branch if isinstance(branch, Node) else None
        used = (comment.used_s for comment in branch.comments)
        return NodeShape(
            id=number,
            parent=None if node is None else self._ids[id(node.parent)],
            label="" if node is None else str(node.label),
            turn="" if node is None else format_turn(node.turn),
            kind=_kind(node),
            glyph="" if node is None else _glyph(node),
            comments=[c.prose for c in branch.comments if c.prose],
            used_s=next((time_s for time_s in used if time_s is not None), None),
            arrows=[str(arrow) for c in branch.comments for arrow in c.arrows],
            marks=[str(mark) for c in branch.comments for mark in c.marks],
            **({} if judgement is None else dict(show_judgement(judgement))),
            played=number in self._played,
            children=[self._ids[id(child)] for child in branch.children],
        )

    def play(self, turn: Setup | Turn, comment: Comment) -> int:
        """Put a turn at the end of the played line."""
        node = self._nodes[self.end].add(turn, comments=[comment] if comment.text else [])
        if not node.is_main:
            # What was tried out here before stays, as a variation.
            node.make_main()
        return self._enter(node, self._next_id, played=True)

    def take_back(self, count: int) -> None:
        """Remove the last turns of the played line, with what hangs on them."""
        self._remove(self._node(self.played[-count]))

    def game(self, number: int) -> Game:
        """The game up to a node."""
        branch = self._nodes.get(number)
        if branch is None:
            raise _no_node(number)
        if not isinstance(branch, Node):
            return Game(start=self.record.start, handicap=self.record.handicap)
        with refusing():
            return self.record.replay(branch)

    def add(self, parent: int, turn: str) -> int:
        """A variation, checked by the rules; the number of the node that has it."""
        game = self.game(parent)
        with refusing():
            played = game.play(turn)
        branch = self._nodes[parent]
        for child in branch.children:
            if child.turn == played:
                return self._ids[id(child)]
        if len(self) >= MOST_NODES:
            raise Refusal("too_large", f"A game keeps {MOST_NODES} turns at most.", status=409)
        return self._enter(branch.add(played), self._next_id, played=False)

    def comment(self, number: int, text: str) -> None:
        """Say something about a node; times and marks in its comments stay."""
        branch = self._nodes.get(number)
        if branch is None:
            raise _no_node(number)
        commands = [_commands(comment) for comment in branch.comments]
        prose = [Comment(text.strip())] if text.strip() else []
        branch.comments[:] = prose + [Comment(words) for words in commands if words]

    def draw(self, number: int, arrows: Iterable[str], marks: Iterable[str]) -> None:
        """Replace the arrows and marked squares of a node; all else in its comments stays."""
        branch = self._nodes.get(number)
        if branch is None:
            raise _no_node(number)
        drawn = Comment.of(arrows=map(Arrow.parse, arrows), marks=map(Mark.parse, marks))
        comments = [*(c.without("cal", "csl") for c in branch.comments), drawn]
        branch.comments[:] = [comment for comment in comments if comment.text]

    def glyph(self, number: int, glyph: str) -> None:
        """Judge a turn."""
        self._node(number).glyphs[:] = [glyph] if glyph else []

    def promote(self, number: int) -> None:
        """The line to a node comes first at the last fork where it did not."""
        fork = next((node for node in self._node(number).path[::-1] if not node.is_main), None)
        while fork is not None and not fork.is_main:
            fork.promote()

    def make_main(self, number: int) -> None:
        """The line to a node comes first everywhere."""
        self._node(number).make_main()

    def note_main_as_played(self) -> None:
        """What comes first is the game: for records that tell of none that was finished."""
        self._played = {self._ids[id(node)] for node in self.record.main_line}

    def copy_record(self) -> Record:
        """A record with the game itself as its main line, however the tree is arranged."""
        record = Record.parse(str(self.record))
        copies = {
            self._ids[id(node)]: copy
            for node, copy in zip(self.record.walk(), record.walk(), strict=True)
        }
        end: Branch = copies[self.end] if self._played else record
        if end.children:
            # What was tried out after the end is no part of the game.
            end.add(Marker.TO_MOVE).make_main()
        elif isinstance(end, Node):
            end.make_main()
        return record

    def delete(self, number: int, *, spare_played: bool) -> int:
        """Remove a turn and all that follows; the number of the node before it."""
        node = self._node(number)
        if spare_played and number in self._played:
            raise Refusal("played_line", "A turn that was played cannot be deleted.", status=409)
        before = self._ids[id(node.parent)]
        self._remove(node)
        return before

    def _remove(self, node: Node) -> None:
        for gone in [node, *node.walk()]:
            number = self._ids.pop(id(gone))
            del self._nodes[number]
            self._played.discard(number)
        node.delete()

    def _enter(self, node: Node, number: int, *, played: bool) -> int:
        self._nodes[number] = node
        self._ids[id(node)] = number
        if played:
            self._played.add(number)
        self._next_id = max(self._next_id, number + 1)
        return number

    def _node(self, number: int) -> Node:
        node = self._nodes.get(number)
        if not isinstance(node, Node):
            raise _no_node(number)
        return node


def _kind(node: Node | None) -> Literal["root", "setup", "turn"]:
    if node is None:
        return "root"
    return "setup" if isinstance(node.turn, Setup) else "turn"


def _glyph(node: Node) -> str:
    return next((glyph for glyph in node.glyphs if not glyph.startswith("$")), "")


def _commands(comment: Comment) -> str:
    return " ".join(f"[%{name} {value}]" for name, value in comment.commands)


def _no_node(number: int) -> Refusal:
    return Refusal("no_node", f"There is no node {number} here.", status=404)
