"""A teacher beside the board: warnings before a turn is played, and hints in stages."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from gajah._core import Kind, Position, Side, Square, Turn
from gajah.analysis.captures import is_as_much, score_after, search_fixed
from gajah.analysis.explain import (
    Arrow,
    FactKind,
    TurnFact,
    arrows_of,
    explain_turn,
    goal_square,
    in_words,
)
from gajah.analysis.proofs import stops_goal
from gajah.analysis.stances import TRAPS, distance, neighbours
from gajah.analysis.threats import CaptureThreat, captures_of, capturing_turns

# What a turn loses against the best one found, in centi-rabbits, before it is worth an
# interruption. A player who is warned for nothing stops listening; lab/web.md has the count.
LOST_MUCH_CR = 175


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
    the game there is none, and it is empty. The better turn is that of a
    search of fixed size; it leaves no such goal or capture, and is worth ``LOST_MUCH_CR`` more. A
    single rabbit is no reason to warn. Takes some 50 ms. Raises ``NotationError`` or
    ``IllegalTurn`` for what is no turn in the position.
    """
    after = position.play(turn)
    verdict = after.verdict()
    if verdict is not None:
        return _warn_of_the_end(position, turn) if verdict.winner is after.side else None
    goal = after.find_goal()
    if goal is not None:
        return _warn_of_goal(position, after, goal)
    return _warn_of_capture(position, after)


def hint_at(position: Position, turn: Turn | str) -> TurnHint:
    """Tell a turn, such as the best one of an engine, in stages.

    Raises ``NotationError`` or ``IllegalTurn`` for what is no turn in the position.
    """
    complete = position.complete(turn)
    why = tuple(explain_turn(position, complete))
    first = next(step for step in complete.steps if step.piece.side is position.side)
    text = f"Your {first.piece.kind.name.lower()} on {first.square} moves first."
    return TurnHint(_look(position, complete, why), Pointer(text, (first.square,)), complete, why)


def _warn_of_the_end(position: Position, turn: Turn | str) -> TurnWarning | None:
    if search_fixed(position).score.is_loss:
        return None
    ends = (fact for fact in explain_turn(position, turn) if fact.kind is FactKind.LOSES)
    squares = tuple(square for fact in ends for square in fact.squares)
    return TurnWarning("This turn loses the game.", Turn(), squares, ())


def _warn_of_goal(position: Position, after: Position, goal: Turn) -> TurnWarning | None:
    if not stops_goal(position.play(search_fixed(position).turn)):
        return None
    square = goal_square(after.play(goal), after.side)
    text = f"This lets {_name(after.side)} reach the goal on {square} next turn."
    return TurnWarning(text, goal, (square,), arrows_of(goal))


def _warn_of_capture(position: Position, after: Position) -> TurnWarning | None:
    reply = search_fixed(after)
    lost = captures_of(after, reply.turn)
    kinds = _kinds(lost)
    if not lost or kinds == Counter({Kind.RABBIT: 1}):
        return None
    better = position.play(search_fixed(position).turn)
    if score_after(better) - -reply.score < LOST_MUCH_CR or _can_capture(better, kinds):
        return None
    squares = [capture.square for capture in lost]
    text = f"This lets {_name(after.side)} capture {in_words(after, squares, 'your')} next turn."
    shown = tuple(dict.fromkeys((*squares, *(capture.trap for capture in lost))))
    return TurnWarning(text, reply.turn, shown, arrows_of(reply.turn))


def _can_capture(position: Position, target: Counter[Kind]) -> bool:
    """Whether the side to move has a turn that captures as much."""
    if position.verdict() is not None:
        return False
    return any(is_as_much(_kinds(captures), target) for captures in capturing_turns(position))


def _kinds(captures: list[CaptureThreat]) -> Counter[Kind]:
    return Counter(capture.piece.kind for capture in captures)


def _look(position: Position, turn: Turn, why: tuple[TurnFact, ...]) -> Pointer:
    """Where to look: at the turn's most urgent fact, or around the trap where it happens."""
    for fact in why:
        square = fact.squares[0] if fact.squares else None
        match fact.kind, square:
            case FactKind.GOAL, Square():
                return Pointer("You can reach the goal in this turn.", _half_row(square))
            case FactKind.CAPTURE, Square():
                text = f"There is something to capture in the trap on {square}."
                return Pointer(text, (square, *neighbours(square)))
            case FactKind.STOPS_GOAL, Square():
                return Pointer(f"Your opponent threatens a goal on {square}.", (square,))
            case FactKind.SAVES, Square():
                text = f"{in_words(position, [square], 'Your')} is in danger."
                return Pointer(text, (square,))
    ends = [step.to for step in turn.steps if step.to is not None]
    trap = min(TRAPS, key=lambda trap: min(distance(trap, end) for end in ends))
    return Pointer(f"Look around the trap on {trap}.", (trap, *neighbours(trap)))


def _half_row(square: Square) -> tuple[Square, ...]:
    """The half of its row that a square lies in."""
    columns = "abcd" if square.column in "abcd" else "efgh"
    return tuple(Square(f"{column}{square.row}") for column in columns)


def _name(side: Side) -> str:
    return side.name.lower()
