"""The board itself, and the picture as a whole."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TypeVar
from xml.sax.saxutils import quoteattr

from gajah._core import Kind, Position, Side, Square, Turn
from gajah.notation import Arrow, Mark
from gajah.svg.drawings import XMLNS, known_set, token
from gajah.svg.scene import BOARD, SQUARE, Scene, number
from gajah.svg.theme import DEFAULT_THEME, PieceColours, Theme, find_theme
from gajah.svg.trails import draw_arrows, draw_captures, draw_trails, is_planned

_Drawn = TypeVar("_Drawn", Arrow, Mark)

_FRAME = 40
_SMALLEST_SIZE = 16
_STEPS_PER_TURN = 4
_TRAPS = tuple(square for square in map(Square.at, range(64)) if square.is_trap)


def render(
    position: Position,
    *,
    last_turn: Turn | str | None = None,
    arrows: Iterable[Arrow | str] = (),
    marks: Iterable[Mark | str] = (),
    size: int = 400,
    pieces: str = "animals",
    theme: Theme | str = DEFAULT_THEME,
    coordinates: bool = True,
    flip: bool = False,
) -> str:
    """The picture of a position as the text of one SVG element.

    The steps of ``last_turn`` (or, in mid-turn, those taken so far) are drawn as arrows: solid for
    the side that moved, hollow for the pieces it pushed or pulled. What was lost in a trap is
    crossed out there. A turn that is still to be played on this position is drawn the same way.
    ``arrows`` and ``marks`` are drawn as well: ``arrows=["Ge2e5"]``, ``marks=["Re4"]``.

    ``size`` is the width and height in pixels, ``coordinates=False`` leaves out the frame with the
    coordinates and the side to move, ``flip`` shows the board from silver's side. Bad arguments
    raise ValueError.
    """
    _check(position, size)
    scene = Scene(position, known_set(pieces), find_theme(theme), flip)
    turn, mover = _turn_shown(position, last_turn)
    pointing = [_drawn(Arrow, arrow) for arrow in arrows]
    marked = [_drawn(Mark, mark) for mark in marks]
    margin = _FRAME if coordinates else 0
    width = BOARD + 2 * margin
    parts = [
        f'<svg xmlns="{XMLNS}" class="gajah-board" width="{size}" height="{size}" '
        f'viewBox="{-margin} {-margin} {width} {width}" role="img" '
        f"aria-label={quoteattr(_description(position, turn, pointing, marked))}>",
        f"<title>{_title(position)}</title>",
        *_definitions(scene, turn),
        *(_frame(scene) if coordinates else ()),
        *_squares(scene),
        *_marks(scene, marked),
        *_pieces(scene),
        *draw_trails(scene, turn, mover),
        *draw_captures(scene, turn),
        *draw_arrows(scene, pointing),
        "</svg>\n",
    ]
    return "\n".join(parts)


def _check(position: object, size: object) -> None:
    if not isinstance(position, Position):
        raise ValueError(f"a picture needs a Position, not {type(position).__name__}")
    if isinstance(size, bool) or not isinstance(size, int) or size < _SMALLEST_SIZE:
        raise ValueError(f"size is a whole number of pixels from {_SMALLEST_SIZE}, not {size!r}")


def _drawn(kind: type[_Drawn], given: _Drawn | str) -> _Drawn:
    """An arrow or a mark, from itself or from its text."""
    drawn = kind.parse(given) if isinstance(given, str) else given
    if not isinstance(drawn, kind):
        raise ValueError(f"expected {kind.__name__} or its text, found {type(given).__name__}")
    return drawn


def _turn_shown(position: Position, last_turn: Turn | str | None) -> tuple[Turn, Side]:
    """The turn whose steps are drawn, and the side whose turn it was."""
    if last_turn is None:
        return position.taken, position.side
    turn = Turn.parse(last_turn) if isinstance(last_turn, str) else last_turn
    if not isinstance(turn, Turn):
        raise ValueError(f"last_turn is a Turn or its text, not {type(last_turn).__name__}")
    is_mover = turn == position.taken or is_planned(position, turn)
    return turn, position.side if is_mover else position.side.other


def _definitions(scene: Scene, turn: Turn) -> Iterator[str]:
    """Each piece that occurs, drawn once; it is put on its squares by reference."""
    captured = [step.capture.piece for step in turn if step.capture is not None]
    used = {piece.letter: piece for piece in [*scene.position.pieces.values(), *captured]}
    yield "<defs>"
    for letter in sorted(used):
        identity, drawing = scene.definition(used[letter])
        yield f'<g id="{identity}">\n{drawing}\n</g>'
    yield "</defs>"


def _frame(scene: Scene) -> Iterator[str]:
    side = BOARD + 2 * _FRAME
    yield (
        f'<rect class="frame" x="{-_FRAME}" y="{-_FRAME}" width="{side}" height="{side}" rx="14" '
        f'fill="{scene.theme.frame}"/>'
    )
    yield from _labels(scene)
    yield from _side_to_move(scene)


def _labels(scene: Scene) -> Iterator[str]:
    yield (
        f'<g class="coordinates" fill="{scene.theme.label}" font-family="sans-serif" '
        'font-size="26" font-weight="600" text-anchor="middle" aria-hidden="true">'
    )
    for square in map(Square.at, range(8)):
        yield f'<text x="{scene.centre(square)[0]}" y="{BOARD + 29}">{square.column}</text>'
    for square in map(Square.at, range(0, 64, 8)):
        yield f'<text x="{-_FRAME // 2}" y="{scene.centre(square)[1] + 8}">{square.row}</text>'
    yield "</g>"


def _side_to_move(scene: Scene) -> Iterator[str]:
    """In the frame by the side's home rows: its token, and a dot for every step, full if left."""
    position, label = scene.position, scene.theme.label
    name = position.side.name.lower()
    at_bottom = (position.side == Side.GOLD) != scene.flip
    x, y = BOARD + _FRAME // 2, BOARD - SQUARE // 2 if at_bottom else SQUARE // 2
    yield f'<g class="to-move {name}" aria-hidden="true">'
    # A larger token in the colour of the labels behind it keeps it apart from the frame.
    backing = PieceColours(*[label] * 6)
    for colours, half in ((backing, 18), (scene.theme.of(position.side), 15)):
        yield f'<g transform="translate({x - half} {y - half}) scale({number(half / 50)})">'
        yield token(position.side, colours)
        yield "</g>"
    for i in range(_STEPS_PER_TURN):
        dot_y = y + (i * 22 + 40) * (-1 if at_bottom else 1)
        fill = label if i < position.steps_left else "none"
        yield (
            f'<circle cx="{x}" cy="{dot_y}" r="6" fill="{fill}" stroke="{label}" stroke-width="2"/>'
        )
    yield "</g>"


def _squares(scene: Scene) -> Iterator[str]:
    theme = scene.theme
    corners = [scene.corner(square) for square in map(Square.at, range(64))]
    dark = "".join(f"M{x} {y}h100v100h-100z" for x, y in corners if (x + y) // SQUARE % 2)
    grid = "".join(f"M{at} 0v{BOARD}M0 {at}h{BOARD}" for at in range(0, BOARD + 1, SQUARE))
    yield f'<rect class="squares" width="{BOARD}" height="{BOARD}" fill="{theme.light}"/>'
    yield f'<path class="squares" fill="{theme.dark}" d="{dark}"/>'
    yield f'<path class="grid" fill="none" stroke="{theme.grid}" stroke-width="2" d="{grid}"/>'
    for square in _TRAPS:
        yield from _trap(scene, square)


def _trap(scene: Scene, square: Square) -> Iterator[str]:
    """A pit: its walls are lit from below, so that it looks sunk into the board."""
    x, y = scene.corner(square)
    yield f'<g class="trap" data-square="{square.name}" transform="translate({x} {y})">'
    yield f'<path fill="{scene.theme.trap}" d="M0 0h100v100h-100z"/>'
    yield '<path fill="#000" fill-opacity=".45" d="M0 0h100l-27 27h-46z"/>'
    yield '<path fill="#000" fill-opacity=".22" d="M0 0l27 27v46l-27 27zM100 0v100l-27-27v-46z"/>'
    yield '<path fill="#fff" fill-opacity=".14" d="M0 100l27-27h46l27 27z"/>'
    yield f'<path fill="{scene.theme.pit}" d="M27 27h46v46h-46z"/>'
    yield "</g>"


def _marks(scene: Scene, marks: list[Mark]) -> Iterator[str]:
    for mark in marks:
        x, y = scene.corner(mark.square)
        yield (
            f'<rect class="mark" data-square="{mark.square}" x="{x}" y="{y}" width="{SQUARE}" '
            f'height="{SQUARE}" fill="{scene.theme.ink(mark.colour)}" fill-opacity=".55"/>'
        )


def _pieces(scene: Scene) -> Iterator[str]:
    for square, piece in sorted(scene.position.pieces.items(), key=lambda item: item[0].index):
        yield (
            f'<g class="piece {piece.name}" data-square="{square.name}">'
            f"<title>{piece.name} {square.name}</title>"
            f"{scene.use(piece, *scene.corner(square))}</g>"
        )


def _title(position: Position) -> str:
    side, left = position.side.name.lower(), position.steps_left
    steps = "" if left == _STEPS_PER_TURN else f", {left} step{'s' * (left != 1)} left"
    return f"Arimaa position, {side} to move{steps}"


def _description(
    position: Position, turn: Turn, arrows: Sequence[Arrow], marks: Sequence[Mark]
) -> str:
    """A description of the picture, for screen readers."""
    armies = f"{_army(position, Side.GOLD)}. {_army(position, Side.SILVER)}."
    steps = f" Steps shown: {turn}." if len(turn) else ""
    pointed = ", ".join(f"{arrow.start} to {arrow.end}" for arrow in arrows)
    squares = " ".join(str(mark.square) for mark in marks)
    more = (f" Arrows: {pointed}." if pointed else "") + (f" Marked: {squares}." if squares else "")
    return f"{_title(position)}. {armies}{steps}{more}"


def _army(position: Position, side: Side) -> str:
    """``Gold: elephant e2, horses a2 h2``."""
    squares: dict[Kind, list[str]] = {}
    for square, piece in sorted(position.pieces.items(), key=lambda item: item[0].index):
        if piece.side == side:
            squares.setdefault(piece.kind, []).append(square.name)
    strongest_first = sorted(squares.items(), key=lambda item: item[0].value, reverse=True)
    words = [
        f"{kind.name.lower()}{'s' * (len(names) > 1)} {' '.join(names)}"
        for kind, names in strongest_first
    ]
    return f"{side.name.capitalize()}: {', '.join(words) or 'no pieces'}"
