"""Positions as the page sees them, and positions that the page describes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from gajah._core import Position, Side, board_json, sentence
from gajah.game import Game
from gajah.handicap import NO_HANDICAP, Handicap
from gajah.notation import split_label, take_steps
from gajah.web.wire.errors import Refusal, refuse_turn
from gajah.web.wire.handicaps import read_handicap
from gajah.web.wire.shapes import Board, Place, SideLetter


def letter(side: Side) -> SideLetter:
    """``g`` or ``s``."""
    return "g" if side is Side.GOLD else "s"


def side_of(text: SideLetter) -> Side:
    """The side written ``g`` or ``s``."""
    return Side.GOLD if text == "g" else Side.SILVER


def show_board(game: Game, drafted: Position | None = None, *, undone: int = 0) -> Board:
    """The board of a game, with the steps that have been drafted on it."""
    position = drafted or game.position
    refusal = game.why_not(position.taken)
    shown = board_json(
        game.position,
        position,
        may_step=game.result is None and not game.needs_setup,
        refusal=None if refusal is None else str(refusal),
        undone=undone,
    )
    return Board.model_validate_json(shown)


def replay(position: str | None, turns: Sequence[str], handicap: Handicap = NO_HANDICAP) -> Game:
    """The game from a position through turns; a Refusal says what is wrong."""
    with refusing():
        game = Game(start=Position.parse(position) if position else None, handicap=handicap)
        for turn in turns:
            game.play(turn)
    return game


def drafted(place: Place) -> tuple[Game, Position]:
    """The game that a page describes, and the position after the drafted steps."""
    game = replay(place.position, place.turns, read_handicap(place.handicap))
    if place.steps:
        check_playing(game)
    return game, take(game.position, place.steps)


@contextmanager
def refusing() -> Iterator[None]:
    """Turn what the rules or the notation refuse into a Refusal."""
    try:
        yield
    except ValueError as error:
        raise refuse_turn(error) from None


def take(position: Position, steps: Sequence[str]) -> Position:
    """The position after steps as the page or a person writes them; a Refusal says why not."""
    with refusing():
        return take_steps(" ".join(steps), position)


def take_typed(game: Game, position: Position, text: str) -> Position:
    """The position after what is being typed; the label of the turn may stand before it."""
    label, body = split_label(text)
    if label not in (None, game.label):
        raise Refusal("wrong_side", f"This is turn {game.label}, not {label}.", status=422)
    return take(position, body.split())


def check_playing(game: Game) -> None:
    """Refuse to draft steps where none can be played."""
    if game.result is not None:
        raise Refusal("game_over", "The game is over.", status=409)
    if game.needs_setup:
        raise Refusal("setup_expected", "The pieces have to be set up first.", status=409)


def find_problems(text: str) -> list[str]:
    """What is wrong with a position to be played from, in sentences."""
    try:
        game = Game(start=Position.parse(text))
    except ValueError as error:
        return [sentence(str(error))]
    if game.needs_setup:
        return ["There are no pieces to move yet: the game would begin with a setup."]
    return [sentence(f"the game is over here: {game.result}")] if game.result else []
