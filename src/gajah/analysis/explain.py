"""What a turn does, as exact facts in a player's words; nothing here is an opinion.

>>> position = Position({"b2": "E", "b4": "h", "a1": "R", "h8": "r", "g7": "e"})
>>> for fact in explain_turn(position, "Eb2n"):
...     print(fact.text)
Threatens to capture the horse on b4.
Holds the horse on b4 hostage near the trap on c3.
Freezes the horse on b4.
"""

from __future__ import annotations

import enum
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from gajah._core import Kind, Position, Side, Square, Turn, VerdictReason
from gajah.analysis.proofs import threatened_goal
from gajah.analysis.stances import defenders, frames, hostages, open_traps
from gajah.analysis.threats import CaptureThreat, Followed, capture_threats, follow, passed

Arrow = tuple[Square, Square]


class FactKind(enum.StrEnum):
    """What a fact is about, the most important first."""

    GOAL = "goal"
    WINS = "wins"
    CAPTURE = "capture"
    LOSES = "loses"
    THREATENS_GOAL = "threatens_goal"
    STOPS_GOAL = "stops_goal"
    THREATENS_CAPTURE = "threatens_capture"
    SAVES = "saves"
    HOSTAGE = "hostage"
    FRAME = "frame"
    FREEZES = "freezes"
    FREES = "frees"
    OPENS_TRAP = "opens_trap"


@dataclass(frozen=True)
class TurnFact:
    """Something that a turn does: one sentence, the squares it is about, and arrows for it."""

    kind: FactKind
    text: str
    squares: tuple[Square, ...]
    arrows: tuple[Arrow, ...] = ()


def explain_turn(position: Position, turn: Turn | str) -> list[TurnFact]:
    """Everything that a turn does from the position at its start, the most important first.

    A threat is what the mover would do if the opponent passed. Takes less than 0.1 s. Raises
    ``NotationError`` or ``IllegalTurn`` for what is no turn there.
    """
    complete, after = position.resolve(turn)
    played = _Played(position, complete, after, follow(complete))
    facts = [*_end(played), *_losses(played)]
    if after.verdict() is None:
        goals = (*_goal_threats(played), *_stopped_goals(played))
        captures = (*_capture_threats(played), *_saved_pieces(played))
        facts += (*goals, *captures, *_stances(played))
    order = list(FactKind)
    return sorted(facts, key=lambda fact: order.index(fact.kind))


def arrows_of(turn: Turn) -> tuple[Arrow, ...]:
    """An arrow for each step."""
    return tuple((step.square, step.to) for step in turn.steps if step.to is not None)


def goal_square(position: Position, side: Side) -> Square:
    """Where a rabbit of that side has reached the goal; there is one."""
    row = 8 if side is Side.GOLD else 1
    return next(
        square
        for square, piece in position.pieces.items()
        if square.row == row and piece.side is side and piece.kind is Kind.RABBIT
    )


def in_words(position: Position, squares: Iterable[Square], whose: str = "the") -> str:
    """The pieces on these squares, the strongest first: ``the camel on f6 and the cat on c6``."""
    ordered = sorted(squares, key=lambda square: -_kind(position, square))
    words = [f"{whose} {_kind(position, square).name.lower()} on {square}" for square in ordered]
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


@dataclass(frozen=True)
class _Played:
    """A turn with the positions before and after it, and where its pieces went."""

    before: Position
    turn: Turn
    after: Position
    followed: Followed

    @property
    def mover(self) -> Side:
        return self.before.side

    def gained(self, before: Iterable[Square], after: Iterable[Square]) -> list[Square]:
        """The squares of ``after`` whose pieces did not stand on those of ``before``."""
        known = set(before)
        return [square for square in after if self.followed.origin(square) not in known]

    def fact(self, kind: FactKind, text: str, *squares: Square) -> TurnFact:
        """A fact that this turn itself shows."""
        return TurnFact(kind, text, squares, arrows_of(self.turn))


def _end(played: _Played) -> Iterator[TurnFact]:
    verdict = played.after.verdict()
    if verdict is None:
        return
    won = verdict.winner is played.mover
    loser = verdict.winner.other.name.lower()
    if verdict.reason is VerdictReason.GOAL:
        square = goal_square(played.after, verdict.winner)
        if won:
            yield played.fact(FactKind.GOAL, f"Reaches the goal on {square}.", square)
        else:
            yield played.fact(FactKind.LOSES, f"Gives the opponent a goal on {square}.", square)
        return
    lacks = "rabbit left" if verdict.reason is VerdictReason.ELIMINATION else "legal turn"
    kind, word = (FactKind.WINS, "Wins") if won else (FactKind.LOSES, "Loses")
    yield played.fact(kind, f"{word} the game: {loser} has no {lacks}.")


def _losses(played: _Played) -> Iterator[TurnFact]:
    for loss in played.followed.losses:
        own = loss.piece.side is played.mover
        kind, verb = (FactKind.LOSES, "Loses") if own else (FactKind.CAPTURE, "Captures")
        text = f"{verb} the {loss.piece.kind.name.lower()} on {loss.trap}."
        yield played.fact(kind, text, loss.trap)


def _goal_threats(played: _Played) -> Iterator[TurnFact]:
    again = passed(played.after)
    goal = again.find_goal()
    if goal is not None:
        square = goal_square(again.play(goal), played.mover)
        verb = "Still threatens" if played.before.find_goal() else "Threatens"
        text = f"{verb} a goal on {square}."
        yield TurnFact(FactKind.THREATENS_GOAL, text, (square,), arrows_of(goal))


def _stopped_goals(played: _Played) -> Iterator[TurnFact]:
    goal = threatened_goal(played.before)
    if goal is not None and played.after.find_goal() is None:
        enemy = passed(played.before)
        square = goal_square(enemy.play(goal), enemy.side)
        text = f"Stops the goal on {square}."
        yield TurnFact(FactKind.STOPS_GOAL, text, (square,), arrows_of(goal))


def _capture_threats(played: _Played) -> Iterator[TurnFact]:
    known = capture_threats(played.before)
    threats = _strongest_first(capture_threats(passed(played.after)))
    is_old = [played.followed.origin(threat.square) in known for threat in threats]
    for verb, old in (("Threatens", False), ("Still threatens", True)):
        for threat in (t for t, was in zip(threats, is_old, strict=True) if was is old):
            text = f"{verb} to capture {in_words(played.after, [threat.square])}."
            yield _of_threat(FactKind.THREATENS_CAPTURE, text, threat)


def _saved_pieces(played: _Played) -> Iterator[TurnFact]:
    left = {played.followed.origin(square) for square in capture_threats(played.after)}
    gone = {loss.square for loss in played.followed.losses}
    for threat in _strongest_first(capture_threats(passed(played.before))):
        if threat.square not in left | gone:
            text = f"Saves {in_words(played.before, [threat.square])} from capture."
            yield _of_threat(FactKind.SAVES, text, threat)


def _stances(played: _Played) -> Iterator[TurnFact]:
    before, after, mover = played.before, played.after, played.mover
    enemy = mover.other
    held = hostages(after, mover)
    for square in played.gained(hostages(before, mover), held):
        holder, trap = held[square]
        text = f"Holds {in_words(after, [square])} hostage near the trap on {trap}."
        yield TurnFact(FactKind.HOSTAGE, text, (square, trap), ((holder, square), (square, trap)))
    for square in played.gained(frames(before, mover), frames(after, mover)):
        text = f"Frames {in_words(after, [square])}: it cannot leave the trap."
        yield TurnFact(FactKind.FRAME, text, (square,))
    if frozen := played.gained(before.frozen(enemy), after.frozen(enemy)):
        yield TurnFact(FactKind.FREEZES, f"Freezes {in_words(after, frozen)}.", tuple(frozen))
    own = [square for square, piece in after.pieces.items() if piece.side is mover]
    stuck = before.frozen(mover)
    was_stuck = [square for square in own if played.followed.origin(square) in stuck]
    if freed := [square for square in was_stuck if square not in after.frozen(mover)]:
        yield TurnFact(FactKind.FREES, f"Unfreezes {in_words(after, freed)}.", tuple(freed))
    for trap in open_traps(after, mover):
        if defenders(before, trap, mover):
            text = f"Leaves the trap on {trap} without a defender."
            yield TurnFact(FactKind.OPENS_TRAP, text, (trap,))


def _strongest_first(threats: dict[Square, CaptureThreat]) -> list[CaptureThreat]:
    return sorted(threats.values(), key=lambda threat: -threat.piece.kind)


def _of_threat(kind: FactKind, text: str, threat: CaptureThreat) -> TurnFact:
    squares = tuple(dict.fromkeys((threat.square, threat.trap)))
    return TurnFact(kind, text, squares, arrows_of(threat.turn))


def _kind(position: Position, square: Square) -> Kind:
    piece = position[square]
    assert piece is not None, f"{square} is empty"
    return piece.kind
