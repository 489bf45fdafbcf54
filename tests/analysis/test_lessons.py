"""The lessons of the tutorial, played through the rules."""

from __future__ import annotations

import json
from importlib import resources
from typing import Any

import pytest

from gajah._core import Piece, Placement, Position, Setup, Side, Square, Step, Turn
from gajah.errors import IllegalTurn
from gajah.game import Game

Task = dict[str, Any]

LESSONS = json.loads(
    resources.files("gajah.web").joinpath("static/js/learn/lessons.json").read_text("utf-8")
)["lessons"]


def _tasks(kind: str) -> list[Any]:
    return [
        pytest.param(task, id=f"{lesson['id']}-{number}")
        for lesson in LESSONS
        for number, task in enumerate(lesson["tasks"], start=1)
        if task.get("kind", "turn") == kind
    ]


def _pieces(text: str) -> dict[Square, Piece]:
    return {Square(word[1:]): Piece(word[0]) for word in text.split()}


def _game(task: Task) -> Game:
    side = Side.SILVER if task.get("side") == "s" else Side.GOLD
    game = Game(start=Position(_pieces(task["board"]), side))
    for turn in task.get("turns", []):
        game.play(turn)
    return game


def _holds(want: dict[str, Any], game: Game, turn: Turn) -> bool:
    """Is a condition of a task fulfilled after a turn? The page's conditions.js says the same."""
    after = game.position.play(turn)
    steps = game.position.complete(turn).steps
    captures = [str(step.capture) for step in steps if step.capture]
    frozen = {square.name for side in Side for square in after.frozen(side)}
    ((kind, value),) = want.items()
    match kind:
        case "at":
            return after[value[1:]] == Piece(value[0])
        case "empty_of":
            return after[value[1:]] != Piece(value[0])
        case "moved":
            return after[value[1:]] is None and steps[0].square.name == value[1:]
        case "steps":
            return len(steps) == int(value)
        case "free":
            return value not in frozen
        case "frozen":
            return value in frozen
        case "captured":
            return f"{value}x" in captures
        case "captured_piece":
            return any(capture[0] == value for capture in captures)
        case "wins":
            verdict = after.verdict()
            return verdict is not None and verdict.winner.letter == value
    raise AssertionError(f"an unknown condition: {kind}")


def _fulfilled(wants: list[dict[str, Any]], game: Game, turn: Turn) -> bool:
    return all(_holds(want, game, turn) for want in wants)


def test_there_are_ten_lessons_with_names_of_their_own() -> None:
    assert len(LESSONS) == 10
    assert len({lesson["id"] for lesson in LESSONS}) == 10
    assert all(lesson["tasks"] for lesson in LESSONS)


@pytest.mark.parametrize("task", _tasks("turn"))
def test_every_task_begins_in_a_game_that_goes_on(task: Task) -> None:
    assert _game(task).result is None


@pytest.mark.parametrize("task", _tasks("turn"))
def test_every_model_solution_is_legal_and_fulfils_its_task(task: Task) -> None:
    game = _game(task)
    turn = Turn.parse(task["solution"])
    assert game.why_not(turn) is None
    assert _fulfilled(task["want"], game, turn)


@pytest.mark.parametrize("task", _tasks("turn"))
def test_no_task_is_fulfilled_by_chance(task: Task) -> None:
    game = _game(task)
    legal = game.legal_turns()
    assert legal
    right = sum(_fulfilled(task["want"], game, turn) for turn in legal)
    # "Play any turn that keeps the elephant" is the one task that most turns fulfil.
    most = 1.0 if task["want"] == [{"at": "Ed4"}] else 0.5
    assert 0 < right <= most * len(legal)


@pytest.mark.parametrize("task", _tasks("turn"))
def test_no_turn_that_wins_is_called_wrong(task: Task) -> None:
    game = _game(task)
    win = [{"wins": game.position.side.letter}]
    winning = [turn for turn in game.legal_turns() if _fulfilled(win, game, turn)]
    assert all(_fulfilled(task["want"], game, turn) for turn in winning)


@pytest.mark.parametrize("task", _tasks("turn"))
def test_every_warning_fits_its_example(task: Task) -> None:
    game = _game(task)
    for warning in task.get("wrong", []):
        turn = Turn.parse(warning["example"])
        assert game.why_not(turn) is None
        assert _fulfilled(warning["when"], game, turn)
        assert not _fulfilled(task["want"], game, turn)


@pytest.mark.parametrize("task", _tasks("turn"))
def test_marked_squares_are_where_the_solution_ends(task: Task) -> None:
    game = _game(task)
    touched = {step.to for step in game.position.complete(Turn.parse(task["solution"])).steps}
    assert {Square(hint["square"]) for hint in task.get("hints", [])} <= touched


def _explain(position: Position, step: str) -> str | None:
    return position.explain(Step.parse(step))


def test_the_rabbit_that_went_too_far_cannot_return() -> None:
    task = next(t for lesson in LESSONS if lesson["id"] == "rabbits" for t in lesson["tasks"][1:])
    assert _explain(_game(task).position, "Rb3s") is not None


def test_the_step_to_and_fro_would_be_a_third_repetition() -> None:
    task = next(task for lesson in LESSONS for task in lesson["tasks"] if "turns" in task)
    refusal = _game(task).why_not("Ed4e")
    assert isinstance(refusal, IllegalTurn)
    assert refusal.rule.name == "REPETITION"


@pytest.mark.parametrize("task", _tasks("setup"))
def test_every_setup_task_is_solved_by_one_exchange(task: Task) -> None:
    pieces = _pieces(task["board"])
    one, other = map(Square, task["solution"].split())
    pieces[one], pieces[other] = pieces[other], pieces[one]
    setup = Setup([Placement(piece, square) for square, piece in pieces.items()])
    assert setup.why_not(Side.GOLD) is None
    assert all(pieces[Square(want["at"][1:])] == Piece(want["at"][0]) for want in task["want"])
