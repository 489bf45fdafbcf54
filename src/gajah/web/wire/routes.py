"""Ways to bring a piece somewhere within the turn, found by trying the legal steps."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from itertools import chain
from typing import Literal, NamedTuple

from gajah._core import Pending, Position, Side, Square, Step
from gajah.web.wire.boards import piece_at
from gajah.web.wire.shapes import Route

# The most steps a piece may come to push or pull the one that is held.
_STEPS_TO_COME = 2
_MOST_ROUTES = 300


class _Way(NamedTuple):
    """A way so far: the squares of the held piece, and the position now."""

    position: Position
    squares: tuple[Square, ...]
    kind: Literal["walk", "push", "pull"] = "walk"

    @property
    def at(self) -> Square:
        return self.squares[-1]

    @property
    def length(self) -> int:
        """The steps taken in this turn."""
        return len(self.position.taken)

    def after(self, step: Step) -> _Way:
        """One more step, of the piece that is held or of another."""
        squares = self.squares
        if step.square == self.at:
            assert step.to is not None, "a legal step stays on the board"
            squares = (*squares, step.to)
        return self._replace(position=self.position.after(step), squares=squares)


def find_routes(position: Position, square: Square) -> list[Route]:
    """Every way to move the piece there by legal steps, the shortest and safest first.

    Where several ways use the same squares, only the shortest are given, and the shortest of those
    that lose nothing.
    """
    piece = position[square]
    if piece is None:
        return []
    start = _Way(position, (square,))
    if piece.side is position.side:
        ways = _carry(start)
    else:
        ways = chain(_pull(start), _displace(start, _STEPS_TO_COME))
    by_squares: dict[tuple[Square, ...], list[_Way]] = defaultdict(list)
    for way in ways:
        by_squares[way.squares].append(way)
    best = (way for group in by_squares.values() for way in _best(group, position.side))
    routes = [_route(way, position) for way in best]
    routes.sort(key=lambda route: (route.count, len(route.lost), route.to))
    return routes[:_MOST_ROUTES]


def _carry(way: _Way) -> Iterator[_Way]:
    """A piece of the side to move walks on, or pushes what is in its way and takes its place."""
    for step in way.position.steps():
        if step.square == way.at:
            if step.to not in way.squares:
                yield from _and_on(way.after(step))
        elif step.piece.side is not way.position.side:
            pushing = way.after(step)
            if pushing.position.pending is not Pending.PUSH:
                continue
            for follow in pushing.position.steps():
                if follow.square == way.at and follow.to not in way.squares:
                    yield from _and_on(pushing.after(follow)._replace(kind="push"))


def _and_on(way: _Way) -> Iterator[_Way]:
    """The way itself and those that go on from it, unless the held piece has fallen into a trap."""
    yield way
    held = way.position[way.at]
    if held is not None:
        yield from _carry(way) if held.side is way.position.side else _displace(way, 0)


def _displace(way: _Way, steps_to_come: int) -> Iterator[_Way]:
    """A piece of the other side is pushed or pulled, perhaps by one that has to come first."""
    for step in way.position.steps():
        if step.square == way.at:
            yield from _push(way, step)
        elif step.piece.side is way.position.side:
            moved = way.after(step)
            if step.square not in way.squares:
                yield from _pull(moved)
            assert step.to is not None, "a legal step stays on the board"
            if steps_to_come and _distance(step.to, way.at) <= steps_to_come:
                yield from _displace(moved, steps_to_come - 1)


def _push(way: _Way, step: Step) -> Iterator[_Way]:
    """Move the held piece first, then each piece that can take its place."""
    moved = way.after(step)
    if moved.position.pending is not Pending.PUSH or moved.at in way.squares:
        return
    for follow in moved.position.steps():
        yield from _and_on(moved.after(follow)._replace(kind="push"))


def _pull(way: _Way) -> Iterator[_Way]:
    """After an own piece has stepped away, let the held piece follow into its place."""
    if way.position.pending is Pending.PULL:
        for step in way.position.steps():
            if step.square == way.at and step.to == way.position.pending_square:
                yield from _and_on(way.after(step)._replace(kind="pull"))


def _distance(one: Square, other: Square) -> int:
    rows = one.index // 8 - other.index // 8
    columns = one.index % 8 - other.index % 8
    return abs(rows) + abs(columns)


def _best(ways: list[_Way], side: Side) -> Iterator[_Way]:
    shortest = min(way.length for way in ways)
    safe = [way for way in ways if not _loses(way, side)]
    shortest_safe = min((way.length for way in safe), default=shortest)
    yield from (way for way in ways if way.length == shortest)
    if shortest_safe > shortest:
        yield from (way for way in safe if way.length == shortest_safe)


def _loses(way: _Way, side: Side) -> bool:
    """Whether a piece of that side is captured in this turn."""
    return any(step.capture and step.capture.piece.side is side for step in way.position.taken)


def _route(way: _Way, start: Position) -> Route:
    steps = way.position.taken.steps[len(start.taken) :]
    captures = [step.capture for step in steps if step.capture is not None]
    return Route(
        to=way.at.name,
        squares=[square.name for square in way.squares],
        steps=[str(step) for step in steps],
        count=len(steps),
        lost=[piece_at(c) for c in captures if c.piece.side is start.side],
        captured=[piece_at(c) for c in captures if c.piece.side is not start.side],
        kind=way.kind,
    )
