"""Games as JSON, one a line, for programs in any language: nothing that a record holds is lost."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from gajah.errors import NotationError, quoted
from gajah.notation import TurnLabel
from gajah.records.archive import NEEDED_COLUMNS, ArchiveGame
from gajah.records.reader import Problem
from gajah.records.record import Record
from gajah.records.sources import Source, lines_of
from gajah.records.tree import Branch, Node, format_turn

KEYS = ("tags", "score", "comments", "turns", "variations", "columns")
"""What an object may hold; a file of games is known by the first."""

_BEFORE_THE_FIRST = -1


def game_to_json(game: Record | ArchiveGame) -> dict[str, Any]:
    """A game as JSON can hold it; ``game_from_json`` makes an equal one of it.

    ``turns`` is the main line. Turns are numbered from 0, those of the variations after it; a
    variation comes ``after`` one of them, or after -1, the start of the game. A game of the
    archive brings its ``columns``, from which it is read again.
    """
    if isinstance(game, ArchiveGame):
        return {**game_to_json(game.timed_record()), "columns": dict(game.columns)}
    value: dict[str, Any] = {"tags": _tags_to_json(game), "score": game.score}
    if game.comments:
        value["comments"] = [comment.text for comment in game.comments]
    lines = _lines(game)
    _, value["turns"] = next(lines, (_BEFORE_THE_FIRST, []))
    if variations := [{"after": after, "turns": turns} for after, turns in lines]:
        value["variations"] = variations
    return value


def game_from_json(value: object, *, line: int = 0) -> Record | ArchiveGame:
    """The game that ``game_to_json`` wrote; raises NotationError for anything else."""
    try:
        if not isinstance(value, dict):
            raise NotationError("expected a game as a JSON object")
        if "columns" in value:
            return ArchiveGame(_columns(value["columns"]), line)
        return _record(value, line)
    except NotationError as error:
        raise error.at_line(line or 1) from None


def format_json_line(value: Mapping[str, Any]) -> str:
    """One JSON object as a line of its own, in ASCII, so that no encoding matters."""
    return json.dumps(value) + "\n"


def iter_json_games(source: Source) -> Iterator[Record | ArchiveGame | Problem]:
    """The games of a file of JSON lines one at a time, and the problems where they occur."""
    count = 0
    for number, (text, problem) in enumerate(lines_of(source), start=1):
        if not text.strip() and not problem:
            continue
        count += 1
        try:
            if problem:
                raise NotationError(problem)
            yield game_from_json(_parse(text), line=number)
        except NotationError as error:
            yield Problem(number, error.reason, count)


def _parse(text: str) -> object:
    try:
        return json.loads(text)
    except RecursionError:
        raise NotationError("expected a game, found JSON that is nested too deeply") from None
    except ValueError as error:
        raise NotationError(f"expected JSON: {error}") from None


def _tags_to_json(record: Record) -> object:
    """An object, or a list of pairs where a name occurs twice."""
    tags = dict(record.tags)
    return tags if len(tags) == len(record.tags) else [list(pair) for pair in record.tags]


def _lines(record: Record) -> Iterator[tuple[int, list[dict[str, Any]]]]:
    """The main line, then each variation, with the number of the turn that it comes after."""
    number = 0
    todo = [(_BEFORE_THE_FIRST, child) for child in record.children]
    for after, first in todo:
        turns = []
        for node in (first, *first.main_line):
            turns.append(_turn_to_json(node))
            todo += ((number, child) for child in node.children[1:])
            number += 1
        yield after, turns


def _turn_to_json(node: Node) -> dict[str, Any]:
    value: dict[str, Any] = {"label": str(node.label), "turn": format_turn(node.turn)}
    if node.glyphs:
        value["glyphs"] = list(node.glyphs)
    for name, comments in (("comments", node.comments), ("opening", node.opening)):
        if comments:
            value[name] = [comment.text for comment in comments]
    return value


def _columns(value: object) -> dict[str, str]:
    if not isinstance(value, dict) or not all(isinstance(text, str) for text in value.values()):
        raise NotationError("expected the columns of the archive as an object of texts")
    if missing := [name for name in NEEDED_COLUMNS if name not in value]:
        raise NotationError(f"the columns lack {missing[0]}")
    if any(sign in text for pair in value.items() for text in pair for sign in "\t\n\r"):
        raise NotationError("a column of the archive has no tabs and no line ends")
    return value


def _record(value: dict[str, Any], line: int) -> Record:
    comments = _texts(value, "comments")
    record = Record(_tags(value), score=_text(value, "score", "*"), comments=comments, line=line)
    nodes: list[Branch] = []
    main = {"after": _BEFORE_THE_FIRST, "turns": value.get("turns", [])}
    for variation in [main, *_objects(value, "variations")]:
        after = variation.get("after")
        if type(after) is not int or not _BEFORE_THE_FIRST <= after < len(nodes):
            raise NotationError(f"no turn has the number {quoted(str(after))}")
        branch: Branch = record if after == _BEFORE_THE_FIRST else nodes[after]
        for turn in _objects(variation, "turns"):
            branch = _add(branch, turn, line)
            nodes.append(branch)
    return record


def _tags(value: dict[str, Any]) -> list[tuple[str, str]]:
    tags = value.get("tags", {})
    pairs = list(tags.items()) if isinstance(tags, dict) else tags
    if not isinstance(pairs, list) or not all(_is_pair(pair) for pair in pairs):
        raise NotationError("expected the tags as an object of texts")
    return [(name, text) for name, text in pairs]


def _is_pair(pair: object) -> bool:
    return (
        isinstance(pair, list | tuple)
        and len(pair) == 2
        and all(isinstance(word, str) for word in pair)
    )


def _add(branch: Branch, turn: dict[str, Any], line: int) -> Node:
    given = _text(turn, "label", "")
    node = branch.add(
        _text(turn, "turn", ""),
        label=TurnLabel.parse(given) if given else None,
        glyphs=_texts(turn, "glyphs"),
        comments=_texts(turn, "comments"),
        opening=_texts(turn, "opening"),
    )
    node.line = line
    return node


def _text(value: Mapping[str, Any], key: str, default: str) -> str:
    text = value.get(key, default)
    if not isinstance(text, str):
        raise NotationError(f"expected a text as {key}, found {quoted(json.dumps(text))}")
    return text


def _texts(value: Mapping[str, Any], key: str) -> list[str]:
    texts = value.get(key, [])
    if not isinstance(texts, list) or not all(isinstance(text, str) for text in texts):
        raise NotationError(f"expected a list of texts as {key}")
    return texts


def _objects(value: Mapping[str, Any], key: str) -> list[dict[str, Any]]:
    objects = value.get(key, [])
    if not isinstance(objects, list) or not all(isinstance(each, dict) for each in objects):
        raise NotationError(f"expected a list of objects as {key}")
    return objects
