"""Reading the turns of one game: variations, comments, glyphs, and the result that ends it."""

from __future__ import annotations

import re

from gajah.errors import NotationError, quoted
from gajah.notation import TurnLabel, parse_side
from gajah.records.comments import Comment
from gajah.records.record import Record
from gajah.records.text import unescape
from gajah.records.tree import Branch, Node, parse_turn

# Most lines are a turn and nothing else; this finds them at a look.
_PLAIN = re.compile(r"([0-9]{1,6})([gswb]) ((?:[EMHDCRemhdcr][a-h][1-8][nsewx]? ?){1,20})")
# Everything but the steps: a turn's label, a result, and the signs that are no words.
_TOKEN = re.compile(
    r"(?<![^\s{}()!?])(?:([0-9]{1,6})([gswb])|(1-0|0-1|1/2-1/2|\*))(?![^\s{}()!?$])"
    r"|[{}()]|\$[0-9]{1,6}|[!?]{1,2}|\$"
)
_COMMENT_END = re.compile(r"\\.|\}")
_NEXT_COMMENT = re.compile(r"\s*\{")
_SPACE_TO_END = re.compile(r"\s*\Z")
# What a turn without its number may begin with.
_TURN_START = re.compile(r"[EMHDCRemhdcr][a-h][1-8][nsewx]?(?!\S)|(?:pass|takeback|resigns|lost)$")

# Far more than any game has, variations included; megabytes of labels must not fill the memory.
MOST_TURNS = 100_000


class TurnReader:
    """Reads the turns of one game into a record, line by line.

    Bad text raises NotationError with the number of the line.
    """

    def __init__(self, record: Record) -> None:
        self.record = record
        self.ended = False
        self._tip: Branch = record
        # The turn that each open variation replaces, and the line of its parenthesis.
        self._open: list[tuple[Node, int]] = []
        # A variation without a turn yet: its comments wait for the first one.
        self._opening: list[Comment] | None = None
        self._comment_lines: list[str] | None = None
        self._comment_line = 0
        self._number = 0
        self._count = 0
        self._may_omit_label = True

    @property
    def in_comment(self) -> bool:
        """Whether a comment is open that goes on in the next line."""
        return self._comment_lines is not None

    def feed(self, text: str, number: int, at: int = 0) -> int:
        """Read a line from ``at`` on; where it stopped, before its end only if the game did."""
        self._number = number
        if self._comment_lines is not None:
            at = self._read_comment(text, at)
        else:
            self._may_omit_label = True
            if not self.ended and (plain := _PLAIN.fullmatch(text, at)):
                self._add(TurnLabel(int(plain[1]), parse_side(plain[2])), plain[3].rstrip())
                return len(text)
        return self._read_closing_comments(text, self._read_tokens(text, at))

    def close(self) -> None:
        """The text of this game is over; raises NotationError if something is still open."""
        if self.in_comment:
            reason = "the comment that opens here is not closed"
            raise NotationError(reason, line=self._comment_line)
        if self._open:
            reason = "the variation that opens here is not closed"
            raise NotationError(reason, line=self._open[-1][1])

    def _read_closing_comments(self, text: str, at: int) -> int:
        """After the result only comments may follow, on the last turn; where they stop."""
        while self.ended and (opened := _NEXT_COMMENT.match(text, at)):
            at = self._read_special("{", text, opened.end())
        return len(text) if _SPACE_TO_END.match(text, at) else at

    def _read_tokens(self, text: str, at: int) -> int:
        """Turns and all that stands around them, to the line's end or to the game's."""
        label = None
        while at < len(text) and not self.ended:
            token = _TOKEN.search(text, at)
            self._add(label, text[at : token.start() if token else len(text)].strip())
            label = None
            if token is None:
                return len(text)
            at = token.end()
            if token[1]:
                label = TurnLabel(int(token[1]), parse_side(token[2]))
            elif token[3]:
                self._end(token[3])
            else:
                at = self._read_special(token[0], text, at)
        self._add(label, "")
        return at

    def _read_special(self, sign: str, text: str, at: int) -> int:
        """What is not a word: a comment, a variation's parenthesis, a glyph."""
        if sign == "{":
            self._comment_lines = []
            self._comment_line = self._number
            return self._read_comment(text, at)
        if sign == "(":
            self._open_variation()
        elif sign == ")":
            self._close_variation()
        elif sign in ("}", "$"):
            raise self._error(f"expected a turn, a comment or a glyph, found '{sign}'")
        else:
            self._turn_before(f"the glyph {sign}").glyphs.append(sign)
            self._may_omit_label = False
        return at

    def _read_comment(self, text: str, at: int) -> int:
        """The text up to the brace that closes the comment, if it is in this line."""
        assert self._comment_lines is not None
        for match in _COMMENT_END.finditer(text, at):
            if match[0] == "}":
                self._comment_lines.append(text[at : match.start()])
                raw = "\n".join(self._comment_lines)
                self._comment_lines = None
                self._attach(Comment(unescape(raw, "}[")))
                return match.end()
        self._comment_lines.append(text[at:])
        return len(text)

    def _attach(self, comment: Comment) -> None:
        if self._opening is not None:
            self._opening.append(comment)
            return
        self._tip.comments.append(comment)
        if isinstance(self._tip, Node):
            self._may_omit_label = False

    def _open_variation(self) -> None:
        replaced = self._turn_before("a variation")
        self._open.append((replaced, self._number))
        self._tip = replaced.parent
        self._opening = []
        self._may_omit_label = True

    def _close_variation(self) -> None:
        if not self._open:
            raise self._error("expected a turn, found ')' and no variation that it closes")
        self._tip, _ = self._open.pop()
        if self._opening is not None:
            # A variation of comments alone: they are about the turn it would have replaced.
            self._tip.comments += self._opening
            self._opening = None
        self._may_omit_label = True

    def _turn_before(self, what: str) -> Node:
        if self._opening is not None or not isinstance(self._tip, Node):
            raise self._error(f"expected a turn, found {what} that follows none")
        return self._tip

    def _add(self, label: TurnLabel | None, body: str) -> None:
        if label is None:
            if not body:
                return
            label = self._left_out_label(body)
        self._count += 1
        if self._count > MOST_TURNS:
            raise self._error(f"expected at most {MOST_TURNS} turns in a game")
        try:
            node = Node(self._tip, label, parse_turn(body), self._number)
        except NotationError as error:
            raise self._error(f"turn {label}: {error.reason}") from None
        if self._opening is not None:
            node.opening = self._opening
            self._opening = None
        self._tip.attach(node)
        self._tip = node
        self._may_omit_label = False

    def _left_out_label(self, body: str) -> TurnLabel:
        if not _TURN_START.match(body):
            reason = "expected a tag, a turn like 12g Ed2n or a result, found "
            raise self._error(reason + quoted(body))
        is_first = self._opening is not None
        label = self._open[-1][0].label if is_first else self._tip.next_label
        if not self._may_omit_label:
            found = quoted(body.split(None, 1)[0])
            raise self._error(f"expected a turn number such as {label}, found {found}")
        return label

    def _end(self, score: str) -> None:
        if self._open:
            raise self._error(f"expected ')', found the result {score} inside a variation")
        self.record.score = score
        self.ended = True

    def _error(self, reason: str) -> NotationError:
        return NotationError(reason, line=self._number)
