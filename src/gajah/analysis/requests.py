"""Requests to the analysis service as values: JSON checked field by field. docs/service.md."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from gajah._core import DEEPEST, Position
from gajah.analysis.positions import iter_positions
from gajah.engine.limits import Limits
from gajah.errors import quoted
from gajah.game import Game, Rules
from gajah.notation import TurnLabel

T = TypeVar("T")

RequestId = str | int

_MOST_LINES = 50
_LONGEST_S = 86_400.0
_MOST_NODES = 2**53
_MOST_PRIORITY = 1_000_000
_GAME_FIELDS = ("turns", "start", "rules", "at")
_SEARCH_FIELDS = ("time", "nodes", "depth", "lines", "every", "priority")
_ALL = "all"


@dataclass(frozen=True)
class SearchRequest:
    """Positions to search, each with its label if it is one of a game.

    ``every_s`` is how often to tell what is found meanwhile, ``None`` for not at all.
    """

    places: tuple[tuple[TurnLabel | None, Game | Position], ...]
    limits: Limits
    lines: int
    every_s: float | None
    priority: int


def read_id(value: Mapping[str, Any]) -> RequestId:
    """The id of a request; raises ValueError if it has none."""
    found = value.get("id")
    if isinstance(found, bool) or not isinstance(found, str | int):
        raise ValueError("a request needs an id, a text or a whole number")
    return found


def parse_search(value: Mapping[str, Any], *, default_s: float) -> SearchRequest:
    """The request of a JSON object; raises ValueError with a sentence.

    ``default_s`` is how long to think where the request sets no limit.
    """
    check_fields(value, ("id", "position", *_GAME_FIELDS, *_SEARCH_FIELDS))
    time_s = _number(value, "time", 0.001, _LONGEST_S)
    nodes = _count(value, "nodes", 1, _MOST_NODES)
    depth = _count(value, "depth", 1, DEEPEST)
    if time_s is None and nodes is None and depth is None:
        time_s = default_s
    return SearchRequest(
        places=_places(value),
        limits=Limits.exactly(time_s, nodes=nodes, depth=depth),
        lines=_count(value, "lines", 1, _MOST_LINES) or 1,
        every_s=_number(value, "every", 0.01, _LONGEST_S),
        priority=_count(value, "priority", -_MOST_PRIORITY, _MOST_PRIORITY) or 0,
    )


def check_fields(value: Mapping[str, Any], known: Iterable[str]) -> None:
    """Raise ValueError for a field that a request does not have."""
    if unknown := [name for name in value if name not in known]:
        raise ValueError(f"unknown field {quoted(unknown[0])}")


def _places(
    value: Mapping[str, Any],
) -> tuple[tuple[TurnLabel | None, Game | Position], ...]:
    if ("position" in value) == ("turns" in value):
        raise ValueError("a request has either a position or turns")
    if "position" in value:
        if given := [name for name in _GAME_FIELDS if name in value]:
            raise ValueError(f"{given[0]} belongs to turns, not to a position")
        return ((None, _named("position", Position.parse, _text(value, "position"))),)
    game = _game(value)
    at = value.get("at")
    if at is None:
        return ((game.label, game),)
    found = dict(iter_positions(game))
    if at == _ALL:
        return tuple(found.items())
    labels = [_named("at", TurnLabel.parse, label) for label in _texts(value, "at")]
    for label in labels:
        if label not in found:
            raise ValueError(f"the game has no position to search at {label}")
    return tuple((label, found[label]) for label in labels)


def _game(value: Mapping[str, Any]) -> Game:
    start = _named("start", Position.parse, _text(value, "start")) if "start" in value else None
    rules = _named("rules", Rules, _text(value, "rules")) if "rules" in value else Rules.OFFICIAL
    game = _named("start", lambda start: Game(start=start, rules=rules), start)
    for number, turn in enumerate(_texts(value, "turns"), 1):
        _named(f"turn number {number}, {game.label}", game.play, turn)
    return game


def _named(what: str, make: Callable[[Any], T], text: Any) -> T:
    """What is made of a text; the ValueError says which field it was in."""
    try:
        return make(text)
    except ValueError as error:
        raise ValueError(f"{what}: {error}") from None


def _text(value: Mapping[str, Any], name: str) -> str:
    found = value[name]
    if not isinstance(found, str):
        raise ValueError(f"{name} is a text")
    return found


def _texts(value: Mapping[str, Any], name: str) -> list[str]:
    found = value[name]
    if not isinstance(found, list) or not all(isinstance(text, str) for text in found):
        raise ValueError(f"{name} is a list of texts")
    return found


def _number(value: Mapping[str, Any], name: str, least: float, most: float) -> float | None:
    found = value.get(name)
    if found is None:
        return None
    is_number = isinstance(found, int | float) and not isinstance(found, bool)
    if not is_number or not least <= found <= most:
        raise ValueError(f"{name} is a number from {least:g} to {most:g}")
    return float(found)


def _count(value: Mapping[str, Any], name: str, least: int, most: int) -> int | None:
    found = value.get(name)
    if found is None:
        return None
    if isinstance(found, bool) or not isinstance(found, int) or not least <= found <= most:
        raise ValueError(f"{name} is a whole number from {least} to {most}")
    return found
