"""Writing records: one canonical text, from which the same record is read again."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from typing import IO, TYPE_CHECKING

from gajah.records.comments import Comment
from gajah.records.text import escape
from gajah.records.tree import Branch, Node, check_glyph, format_turn

if TYPE_CHECKING:
    from gajah.records.record import Record

# A bracket that opens a line of a comment could be taken for the tags of the next game.
_LINE_START = re.compile(r"(?<=\n)([ \t]*)\[(?=[A-Za-z])")


def format_record(record: Record) -> str:
    """The canonical text of one record, with a line end after its result."""
    lines = [_format_tag(name, value) for name, value in record.tags]
    if lines:
        lines.append("")
    lines += map(_format_comment, record.comments)
    lines += _turn_lines(record)
    lines.append(record.score)
    return "\n".join(lines) + "\n"


def format_records(records: Iterable[Record]) -> str:
    """The canonical text of a file of records, a blank line between them."""
    return "\n".join(map(format_record, records))


def write_records(records: Iterable[Record], target: str | os.PathLike[str] | IO[str]) -> int:
    """Write records into a file, given by its path or open for text; return their number.

    They are taken and written one at a time, so an iterator of any length works.
    """
    if isinstance(target, str | os.PathLike):
        with open(target, "w", encoding="utf-8", newline="\n") as file:
            return write_records(records, file)
    count = 0
    for record in records:
        target.write("\n" * bool(count) + format_record(record))
        count += 1
    return count


def _turn_lines(record: Branch) -> Iterator[str]:
    """The lines of all turns. No recursion: variations may nest deeper than Python's stack."""
    todo: list[Node | str] = list(record.children[:1])
    while todo:
        item = todo.pop()
        if isinstance(item, str):
            yield item
            continue
        yield _format_node(item)
        todo += item.children[:1]
        if item.is_main:
            for variation in reversed(item.parent.children[1:]):
                todo += (")", variation)
                todo += (_format_comment(comment) for comment in reversed(variation.opening))
                todo.append("(")


def _format_node(node: Node) -> str:
    comments = [*node.opening, *node.comments] if node.is_main else node.comments
    words = [str(node.label), format_turn(node.turn)]
    words += map(check_glyph, node.glyphs)
    words += map(_format_comment, comments)
    return " ".join(word for word in words if word)


def _format_tag(name: str, value: str) -> str:
    return f'[{name} "' + escape(value, '"') + '"]'


def _format_comment(comment: Comment) -> str:
    return "{" + _LINE_START.sub(r"\1\\[", escape(comment.text, "}")) + "}"
