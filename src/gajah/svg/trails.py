"""Arrows: the steps of a turn, what was lost in traps by it, and what a caller points at."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import hypot

from gajah._core import Piece, Position, Side, Square, Step, Turn
from gajah.notation import Arrow
from gajah.svg.scene import SQUARE, Scene, number

_LINE_WIDTH = 9
_CASING = 3  # on either side of the line
_HOLLOW_WIDTH = 4
_HEAD_LENGTH = 26
_HEAD_WIDTH = 30
_START_GAP = 28  # arrows begin and end near the rim of a piece, so that its face stays clear
_END_GAP = 38
_LANE = 10  # how far arrows move to their right where another one uses the same edge
_BADGE = 46  # the side of a captured piece's picture where another piece stands on the trap

_Edges = frozenset[frozenset[Square]]


@dataclass
class _Trail:
    """The way of one piece through a turn."""

    piece: Piece
    squares: list[Square]
    steps: list[Step]
    lost: bool = False


def draw_trails(scene: Scene, turn: Turn, mover: Side) -> Iterator[str]:
    """One arrow for each piece that moved: solid for the mover's own, hollow for the others."""
    trails = _follow(turn)
    edges = Counter(frozenset(edge) for trail in trails for edge in pairwise(trail.squares))
    shared = frozenset(edge for edge, times in edges.items() if times > 1)
    for trail in trails:
        yield from _arrow(scene, trail, shared, own=trail.piece.side == mover)


def is_planned(position: Position, turn: Turn) -> bool:
    """Does the turn begin on this position, rather than lead to it?"""
    trails = _follow(turn)
    after: dict[Square, Piece | None] = dict.fromkeys(trail.squares[0] for trail in trails)
    after |= {trail.squares[-1]: trail.piece for trail in trails if not trail.lost}
    is_over = all(position[square] == piece for square, piece in after.items())
    return not is_over and all(position[trail.squares[0]] == trail.piece for trail in trails)


def draw_arrows(scene: Scene, arrows: Sequence[Arrow]) -> Iterator[str]:
    """Straight arrows from square to square, over pieces and trails."""
    for arrow in arrows:
        if arrow.start == arrow.end:
            raise ValueError(f"the arrow {arrow} stays on its square: mark the square instead")
        yield f'<g class="arrow" data-arrow="{arrow.start}{arrow.end}" opacity=".8">'
        colour = scene.theme.ink(arrow.colour)
        yield from _shape(scene, [arrow.start, arrow.end], frozenset(), colour)
        yield "</g>"


def _follow(turn: Turn) -> list[_Trail]:
    """The steps of a turn, put together by the piece that makes them."""
    trails: list[_Trail] = []
    for step in turn:
        going_on = (t for t in trails if not t.lost and t.squares[-1] == step.square)
        trail = next(going_on, None)
        if trail is None:
            trail = _Trail(step.piece, [step.square], [])
            trails.append(trail)
        trail.steps.append(step)
        trail.squares.append(_target(step))
        if step.capture is not None:
            for other in trails:
                other.lost |= other.squares[-1] == step.capture.square
    return trails


def _target(step: Step) -> Square:
    if step.to is None:
        raise ValueError(f"the step {step} leaves the board")
    return step.to


def _arrow(scene: Scene, trail: _Trail, shared: _Edges, *, own: bool) -> Iterator[str]:
    theme = scene.theme
    steps = " ".join(str(step) for step in trail.steps)
    yield f'<g class="trail {"own" if own else "dragged"}" data-steps="{steps}">'
    colour = theme.step if own else theme.dragged
    yield from _shape(scene, trail.squares, shared, colour, hollow=not own)
    yield "</g>"


def _shape(
    scene: Scene, squares: list[Square], shared: _Edges, colour: str, *, hollow: bool = False
) -> Iterator[str]:
    theme = scene.theme
    shaft, head = _arrow_paths(scene, squares, shared)
    line = 'fill="none" stroke-linejoin="round" stroke-linecap="round"'
    thick = _LINE_WIDTH + 2 * _CASING
    yield f'<path {line} stroke="{theme.casing}" stroke-width="{thick}" d="{shaft}"/>'
    yield (
        f'<path fill="{theme.casing}" stroke="{theme.casing}" stroke-width="{2 * _CASING}" '
        f'stroke-linejoin="round" d="{head}"/>'
    )
    yield f'<path {line} stroke="{colour}" stroke-width="{_LINE_WIDTH}" d="{shaft}"/>'
    yield f'<path fill="{colour}" d="{head}"/>'
    if hollow:
        yield f'<path {line} stroke="{theme.casing}" stroke-width="{_HOLLOW_WIDTH}" d="{shaft}"/>'


def _arrow_paths(scene: Scene, squares: list[Square], shared: _Edges) -> tuple[str, str]:
    """The shaft and the head of the arrow along these squares, as path data."""
    points: list[tuple[float, float]] = []
    dx = dy = 0.0
    for start, end in pairwise(squares):
        (x0, y0), (x1, y1) = scene.centre(start), scene.centre(end)
        length = hypot(x1 - x0, y1 - y0)
        dx, dy = (x1 - x0) / length, (y1 - y0) / length
        lane = _LANE if frozenset((start, end)) in shared else 0
        if not points and scene.position[start] is not None:
            x0, y0 = x0 + round(dx * _START_GAP), y0 + round(dy * _START_GAP)
        points += [(x0 - dy * lane, y0 + dx * lane), (x1 - dy * lane, y1 + dx * lane)]
    x, y = points[-1][0] - dx * _END_GAP, points[-1][1] - dy * _END_GAP
    neck_x, neck_y = x - dx * _HEAD_LENGTH, y - dy * _HEAD_LENGTH
    points[-1] = neck_x, neck_y
    half = _HEAD_WIDTH / 2
    shaft = "M" + "L".join(f"{number(px)} {number(py)}" for px, py in points)
    left = f"{number(neck_x - dy * half)} {number(neck_y + dx * half)}"
    right = f"{number(neck_x + dy * half)} {number(neck_y - dx * half)}"
    return shaft, f"M{number(x)} {number(y)}L{left}L{right}Z"


def draw_captures(scene: Scene, turn: Turn) -> Iterator[str]:
    """What was lost, faded and crossed out on its trap; small in a corner of a trap in use."""
    there: Counter[Square] = Counter()
    for step in turn:
        if step.capture is None:
            continue
        piece, square = step.capture.piece, step.capture.square
        full = scene.position[square] is not None or there[square] > 0
        side = _BADGE if full else SQUARE
        x, y = scene.corner(square)
        x, y = x + SQUARE - side, y + (SQUARE - side if there[square] > 1 else 0)
        there[square] += 1
        yield (
            f'<g class="ghost {piece.name}" data-square="{square.name}">'
            f"<title>{piece.name} lost on {square.name}</title>"
            f'<g opacity=".72">{scene.use(piece, x, y, side)}</g>{_cross(scene, x, y, side)}</g>'
        )


def _cross(scene: Scene, x: float, y: float, side: float) -> str:
    start, arm = side * 0.16, side * 0.68
    d = (
        f"M{number(x + start)} {number(y + start)}l{number(arm)} {number(arm)}"
        f"m{number(-arm)} 0l{number(arm)} {number(-arm)}"
    )
    return "".join(
        f'<path class="cross" fill="none" stroke="{colour}" stroke-width="{number(side * width)}" '
        f'stroke-linecap="round" d="{d}"/>'
        for colour, width in ((scene.theme.casing, 0.12), (scene.theme.cross, 0.065))
    )
