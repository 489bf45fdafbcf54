"""The tree of a record: turns, and after each turn what was played and what might have been."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from enum import Enum

from gajah._core import Setup, Side, Turn
from gajah.errors import NotationError, quoted
from gajah.notation import TurnLabel
from gajah.records.comments import Comment

_GLYPH = re.compile(r"!!?|\?\??|!\?|\?!|\$[0-9]{1,6}")
_MAX_NUMBER = 999_999


class Marker(Enum):
    """What a line of a record says instead of a turn; the value is how it is written."""

    TAKEBACK = "takeback"
    RESIGNS = "resigns"
    LOST = "lost"
    #: A bare turn number: whose turn it was when the game stopped.
    TO_MOVE = ""


_MARKERS = {marker.value: marker for marker in Marker}


def parse_turn(text: str) -> Turn | Setup | Marker:
    """A turn, a setup or a marker, without its label or spaces around; raises NotationError."""
    if (marker := _MARKERS.get(text)) is not None:
        return marker
    if not text.isascii():
        raise NotationError(f"expected a step like Ed2n, found {quoted(text)}")
    # A placement has three letters, a step four.
    return Turn.parse(text) if text[3:4].strip() else Setup.parse(text)


def format_turn(turn: Turn | Setup | Marker) -> str:
    """The text that ``parse_turn`` reads; a turn without a step is ``pass``."""
    return turn.value if isinstance(turn, Marker) else str(turn) or "pass"


def check_glyph(glyph: str) -> str:
    """The glyph itself; raises NotationError if it is neither ``! ? !! ?? !? ?!`` nor ``$n``."""
    if not _GLYPH.fullmatch(glyph):
        raise NotationError(f"expected a glyph such as !? or $10, found {quoted(glyph)}")
    return glyph


class Branch:
    """A place from which turns go on: the start of a game, or a turn in it.

    The first child is the main line, the others are variations. ``comments`` stand after this
    turn, or before the whole game.
    """

    __slots__ = ("_children", "_root", "comments")

    def __init__(self, comments: Iterable[Comment | str] = ()) -> None:
        self._children: list[Node] = []
        self._root: Branch = self
        self.comments: list[Comment] = to_comments(comments)

    @property
    def children(self) -> tuple[Node, ...]:
        """What follows here, the main line first."""
        return tuple(self._children)

    @property
    def main_line(self) -> list[Node]:
        """The nodes after this one, each time the first."""
        line: list[Node] = []
        branch: Branch = self
        while branch._children:
            branch = branch._children[0]
            line.append(branch)
        return line

    @property
    def next_label(self) -> TurnLabel:
        """The label of a turn played here."""
        standing = self._standing
        return self._root._start_label if standing is None else standing.label.next

    def add(
        self,
        turn: Turn | Setup | Marker | str,
        *,
        label: TurnLabel | None = None,
        glyphs: Iterable[str] = (),
        comments: Iterable[Comment | str] = (),
        opening: Iterable[Comment | str] = (),
    ) -> Node:
        """Put a turn after this place: the main line if it is the first, else a variation.

        Whether it is legal is asked when the record is replayed. Text that is no turn raises
        NotationError.
        """
        if isinstance(turn, str):
            turn = parse_turn(turn.strip())
        node = Node(self, self.next_label if label is None else label, turn)
        node.glyphs.extend(map(check_glyph, glyphs))
        node.comments.extend(to_comments(comments))
        node.opening.extend(to_comments(opening))
        self.attach(node)
        return node

    def attach(self, node: Node) -> None:
        """Put a node made for this place at its end."""
        self._children.append(node)

    def walk(self) -> Iterator[Node]:
        """Every node after this place, each before what follows it, the main line first."""
        stack = self._children[::-1]
        while stack:
            node = stack.pop()
            yield node
            stack.extend(reversed(node._children))

    @property
    def _standing(self) -> Node | None:
        """The last turn that has not been taken back."""
        return None

    @property
    def _start_label(self) -> TurnLabel:
        """The label of the first turn; what the root of a tree knows."""
        return TurnLabel(1, Side.GOLD)


class Node(Branch):
    """A turn of a record, or a marker, with what is said about it.

    ``opening`` holds the comments at the start of the variation that begins here. ``line`` is
    where it stood in its file, 0 if it comes from none; it plays no part in comparisons.
    """

    __slots__ = ("_last", "glyphs", "label", "line", "opening", "parent", "turn")

    def __init__(
        self, parent: Branch, label: TurnLabel, turn: Turn | Setup | Marker, line: int = 0
    ) -> None:
        if not 0 <= label.number <= _MAX_NUMBER:
            raise NotationError(f"expected a turn number up to {_MAX_NUMBER}, found {label.number}")
        if isinstance(turn, Setup) and not len(turn):
            raise NotationError("a setup places at least one piece")
        self._children = []
        self._root = parent._root
        self.comments = []
        self.parent = parent
        self.label = label
        self.turn = turn
        self.glyphs: list[str] = []
        self.opening: list[Comment] = []
        self.line = line
        # Kept, not walked for: a thousand takebacks in a row must not cost a million steps.
        self._last: Node | None = self
        if isinstance(turn, Marker):
            self._last = parent._standing
            if turn is Marker.TAKEBACK and self._last is not None:
                self._last = self._last.parent._standing

    @property
    def path(self) -> list[Node]:
        """The nodes from the start of the game to this one, both included."""
        found: list[Node] = []
        branch: Branch = self
        while isinstance(branch, Node):
            found.append(branch)
            branch = branch.parent
        return found[::-1]

    @property
    def is_main(self) -> bool:
        """Whether this is the first branch here; its line may itself be a variation."""
        return self.parent._children[0] is self

    @property
    def alternatives(self) -> list[Node]:
        """The other turns recorded in place of this one."""
        return [node for node in self.parent._children if node is not self]

    def promote(self) -> None:
        """Move this turn one place up among its alternatives; the first stays where it is."""
        siblings = self.parent._children
        index = siblings.index(self)
        if index:
            siblings[index - 1], siblings[index] = siblings[index], siblings[index - 1]
            _settle(siblings)

    def make_main(self) -> None:
        """Make the line to this turn the main line, from the start of the game."""
        for node in self.path:
            siblings = node.parent._children
            siblings.insert(0, siblings.pop(siblings.index(node)))
            _settle(siblings)

    def delete(self) -> None:
        """Remove this turn and all that follows it; the next alternative takes its place."""
        siblings = self.parent._children
        siblings.remove(self)
        _settle(siblings)

    def __repr__(self) -> str:
        return f"<Node {self.label} {format_turn(self.turn)}>"

    @property
    def _standing(self) -> Node | None:
        return self._last


def _settle(siblings: list[Node]) -> None:
    """The main line has no opening of its own: what stood there is said of its turn."""
    if siblings and siblings[0].opening:
        siblings[0].comments[:0] = siblings[0].opening
        siblings[0].opening = []


def to_comments(comments: Iterable[Comment | str]) -> list[Comment]:
    """Comments from comments or from their texts."""
    return [Comment(comment) if isinstance(comment, str) else comment for comment in comments]


def same_tree(one: Branch, other: Branch) -> bool:
    """Whether the same turns follow, with the same comments and glyphs, at any depth."""
    pairs = [(one, other)]
    while pairs:
        left, right = pairs.pop()
        if left.comments != right.comments or len(left._children) != len(right._children):
            return False
        for a, b in zip(left._children, right._children, strict=True):
            if (a.label, a.turn, a.glyphs, a.opening) != (b.label, b.turn, b.glyphs, b.opening):
                return False
            pairs.append((a, b))
    return True
