"""Replaying records: from what is written to a game that the rules have checked."""

from __future__ import annotations

from collections.abc import Iterable

from gajah._core import Rule, Side
from gajah.errors import IllegalTurn
from gajah.game import Game, Reason, Result
from gajah.notation import TurnLabel
from gajah.records.tree import Marker, Node

# No turn decides these: a record that claims one of them is believed.
_OUTSIDE_REASONS = frozenset(
    {
        Reason.TIME,
        Reason.RESIGNATION,
        Reason.ILLEGAL,
        Reason.SCORE,
        Reason.FORFEIT,
        Reason.ABANDONED,
    }
)


class RefusedTurn(IllegalTurn):
    """A turn of a record that the rules refuse: ``line`` and ``label`` say which one.

    ``refusal`` is the error without them; ``line`` is 0 if the record comes from no file.
    """

    def __init__(self, refusal: IllegalTurn, label: TurnLabel, line: int) -> None:
        where = f"line {line}, turn {label}" if line else f"turn {label}"
        super().__init__(f"{where}: {refusal}", refusal.rule, refusal.step_number, refusal.step)
        self.refusal = refusal
        self.label = label
        self.line = line

    def __reduce__(self) -> tuple[object, ...]:
        return RefusedTurn, (self.refusal, self.label, self.line)


def play_nodes(game: Game, nodes: Iterable[Node], recorded: Result | None) -> None:
    """Play these nodes, takebacks obeyed; raises RefusedTurn.

    ``recorded`` tells how a side lost where the record just says ``lost``.
    """
    for node in nodes:
        try:
            _play(game, node, recorded)
        except IllegalTurn as refusal:
            raise RefusedTurn(refusal, node.label, node.line) from None


def _play(game: Game, node: Node, recorded: Result | None) -> None:
    turn = node.turn
    if isinstance(turn, Marker) and turn is not Marker.TO_MOVE:
        _obey(game, turn, node.label.side, recorded)
    elif node.label != game.label and game.result is None:
        raise IllegalTurn(f"expected turn {game.label}", Rule.WRONG_SIDE)
    elif not isinstance(turn, Marker):
        game.play(turn)


def _obey(game: Game, marker: Marker, side: Side, recorded: Result | None) -> None:
    """A marker that changes the game, given for a side."""
    if marker is Marker.TAKEBACK:
        try:
            game.take_back()
        except ValueError:
            raise IllegalTurn("there is no turn to take back", Rule.NO_STEP) from None
    elif marker is Marker.RESIGNS:
        game.resign(side)
    elif game.result is None:
        if recorded is None or recorded.winner is not side.other:
            recorded = Result(side.other, Reason.FORFEIT)
        game.end(recorded)


def apply_result(game: Game, score: str, recorded: Result | None) -> str | None:
    """End the game as the record says; a sentence where its turns say otherwise."""
    if game.result is None:
        if recorded is None:
            return None
        if recorded.reason not in _OUTSIDE_REASONS:
            return f"the record says {recorded}; its turns do not"
        game.end(recorded)
    elif recorded is not None and recorded != game.result:
        return f"the record says {recorded}; its turns say {game.result}"
    elif score not in ("*", game.result.score):
        return f"the record says {score}; its turns say {game.result}"
    return None
