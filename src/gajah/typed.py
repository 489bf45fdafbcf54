"""Steps as people type them: ``d2n`` and ``d2d3`` for ``Ed2n``, small letters for gold."""

from __future__ import annotations

import re

from gajah._core import Direction, Position, Square, Step
from gajah.errors import NotationError, quoted

_STEP = re.compile(r"[EMHDCRemhdcr]?([a-h][1-8])([nesw])")
_JUMP = re.compile(r"([a-h][1-8])-?([a-h][1-8])")
_CAPTURE = re.compile(r"[EMHDCRemhdcr][a-h][1-8]x")


def is_step(word: str) -> bool:
    """Whether it looks like a step, a capture or ``pass``."""
    patterns = (_STEP, _JUMP, _CAPTURE)
    return word == "pass" or any(pattern.fullmatch(word) for pattern in patterns)


def take_steps(text: str, position: Position) -> Position:
    """The position after steps as typed: ``d2n`` and ``d2d3`` are ``Ed2n`` where the gold elephant
    stands on d2, and the wrong case of a letter is forgiven.

    Raises NotationError or IllegalTurn.
    """
    words = [word for word in text.split() if word != "pass"]
    if wrong := next((word for word in words if not is_step(word)), ""):
        raise NotationError(f"expected a step like Ed2n, found {quoted(wrong)}")
    while words:
        text = _canonical(words.pop(0), position)
        while words and _CAPTURE.fullmatch(words[0]):
            text += f" {words.pop(0)}"
        position = position.after(Step.parse(text))
    return position


def _canonical(word: str, position: Position) -> str:
    if _CAPTURE.fullmatch(word):
        return word
    square, direction = _square_and_direction(word)
    piece = position[square]
    typed = word[0] if word[1].isalpha() else ""
    if piece is not None and typed.lower() in ("", piece.letter.lower()):
        typed = piece.letter
    if not typed:
        raise NotationError(f"there is no piece on {square}")
    return f"{typed}{square}{direction.letter}"


def _square_and_direction(word: str) -> tuple[Square, Direction]:
    if step := _STEP.fullmatch(word):
        letters = {direction.letter: direction for direction in Direction}
        return Square(step[1]), letters[step[2]]
    jump = _JUMP.fullmatch(word)
    assert jump is not None, "only what is_step accepts comes here"
    start, end = Square(jump[1]), Square(jump[2])
    for direction in Direction:
        if start.toward(direction) == end:
            return start, direction
    raise NotationError(f"a step goes to the next square, and {end} is not beside {start}")
