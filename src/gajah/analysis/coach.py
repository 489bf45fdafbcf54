"""A teacher beside the board: warnings before a turn is played, and hints in stages."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from gajah._core import Position, Square, Step, Turn, moves_first, turn_hint, turn_warning
from gajah.analysis.captures import fixed_search
from gajah.analysis.explain import Arrow, TurnFact


@dataclass(frozen=True)
class TurnWarning:
    """What a turn lets the opponent do next, in one sentence, and the ``reply`` that does it."""

    text: str
    reply: Turn
    squares: tuple[Square, ...]
    arrows: tuple[Arrow, ...]


@dataclass(frozen=True)
class Pointer:
    """A part of a hint: a sentence, and the squares that it is about."""

    text: str
    squares: tuple[Square, ...]

    @classmethod
    def of(cls, text: str, squares: Sequence[Square]) -> Pointer:
        """The pointer with the fields that core gives it."""
        return cls(text, tuple(squares))


@dataclass(frozen=True)
class TurnHint:
    """A turn told in stages: where to look, which piece moves first, the turn, and why."""

    look: Pointer
    piece: Pointer
    turn: Turn
    why: tuple[TurnFact, ...]


def warn(position: Position, turn: Turn | str) -> TurnWarning | None:
    """Whether a turn lets the opponent goal or capture next turn where a better turn does not.

    The reply is exact: it is legal and does what the warning says; after a turn that itself loses
    the game there is none, and it is empty. The better turn is that of a search of fixed size; it
    leaves no such goal or capture, and is worth 1.75 rabbits more. A single rabbit is no reason to
    warn. Raises ``NotationError`` or ``IllegalTurn`` for what is no turn in the position.
    """
    found = turn_warning(fixed_search(), position, turn)
    if found is None:
        return None
    text, reply, squares, arrows = found
    return TurnWarning(text, reply, tuple(squares), tuple(arrows))


def hint_at(position: Position, turn: Turn | str) -> TurnHint:
    """Tell a turn, such as the best one of an engine, in stages.

    Raises ``NotationError`` or ``IllegalTurn`` for what is no turn in the position.
    """
    look, piece, complete, why = turn_hint(position, turn)
    facts = tuple(TurnFact.of(*fields) for fields in why)
    return TurnHint(Pointer.of(*look), Pointer.of(*piece), complete, facts)


def first_piece(position: Position, step: Step) -> Pointer:
    """Which piece makes the first step of a turn, told to the side to move."""
    return Pointer.of(*moves_first(step, position.side))
