"""The lessons of the tutorial, played through the rules."""

from __future__ import annotations

import json
from importlib import resources
from typing import Any

import pytest

from gajah._core import Piece, Placement, Position, Setup, Side, Square, Step, Turn
from gajah.analysis.captures import score_after, search_fixed
from gajah.analysis.explain import explain_turn
from gajah.analysis.stances import defenders, frames
from gajah.analysis.threats import capture_threats, capturing_turns
from gajah.engine.score import Score
from gajah.errors import IllegalTurn
from gajah.game import Game

Task = dict[str, Any]

# A model solution may be this much worse than the engine's best turn, in centi-rabbits.
_MARGIN = 75
# Explaining a turn takes up to 0.1 s: a task that asks for facts is tried with a sample of turns.
_SAMPLE = 12


def _load(name: str) -> list[dict[str, Any]]:
    path = resources.files("gajah.web").joinpath("static/js/learn", name)
    lessons: list[dict[str, Any]] = json.loads(path.read_text("utf-8"))["lessons"]
    return lessons


RULES = _load("lessons.json")
STRATEGY = _load("strategy.json")
LESSONS = RULES + STRATEGY


def _tasks(kind: str, lessons: list[dict[str, Any]] = LESSONS) -> list[Any]:
    return [
        pytest.param(task, id=f"{lesson['id']}-{number}")
        for lesson in lessons
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
        case "two_guards":
            side = Side.GOLD if value[0] == "g" else Side.SILVER
            return len(defenders(after, Square(value[1:]), side)) >= 2
        case "fact":
            return _does(game.position, turn, value)
    raise AssertionError(f"an unknown condition: {kind}")


def _does(position: Position, turn: Turn, value: str) -> bool:
    """Does a turn do what ``saves d4`` or ``stops_goal`` says? Exact: every reply is searched."""
    kind, _, square = value.partition(" ")
    return any(
        fact.kind == kind and (not square or Square(square) in fact.squares)
        for fact in explain_turn(position, turn)
    )


def _needs_facts(task: Task) -> bool:
    return any("fact" in want for want in task["want"])


def _fulfilled(wants: list[dict[str, Any]], game: Game, turn: Turn) -> bool:
    return all(_holds(want, game, turn) for want in wants)


def test_there_are_twice_ten_lessons_with_names_of_their_own() -> None:
    assert len(RULES) == len(STRATEGY) == 10
    assert len({lesson["id"] for lesson in LESSONS}) == 20
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
    if _needs_facts(task):
        legal = [*legal[:: len(legal) // _SAMPLE + 1], Turn.parse(task["solution"])]
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


@pytest.mark.parametrize("task", _tasks("turn", STRATEGY))
def test_every_strategic_solution_is_about_as_good_as_the_best_turn(task: Task) -> None:
    position = _game(task).position
    best = search_fixed(position).turn
    assert _worth(task, str(best)) - _worth(task, task["solution"]) <= _MARGIN


@pytest.mark.parametrize("task", _tasks("turn", STRATEGY))
def test_every_turn_that_is_warned_of_is_worse_than_the_solution(task: Task) -> None:
    for warning in task.get("wrong", []):
        assert _worth(task, task["solution"]) - _worth(task, warning["example"]) >= _MARGIN


def _worth(task: Task, turn: str) -> Score:
    return score_after(_game(task).position.play(turn))


# What the words of a task say that its model solution does, beyond what is wanted.
_SAID = {
    "trap-attack-2": ["freezes d6", "freezes e7"],
    "hostages-1": ["threatens_capture b4"],
    "elephant-camel-2": ["freezes g4"],
    "goal-defence-1": ["freezes h3", "threatens_capture h3"],
    "goal-defence-2": ["stops_goal"],
    "trades-1": ["threatens_capture c5"],
}


@pytest.mark.parametrize(("name", "said"), _SAID.items())
def test_what_is_said_about_a_solution_is_so(name: str, said: list[str]) -> None:
    task = _task(name)
    turn = Turn.parse(task["solution"])
    assert all(_does(_game(task).position, turn, fact) for fact in said)


def test_the_frame_stands_when_its_reward_is_taken() -> None:
    task = _task("frames-2")
    position = _game(task).position
    assert frames(position, Side.GOLD) == [Square("f3")]
    assert frames(position.play(task["solution"]), Side.GOLD) == [Square("f3")]


@pytest.mark.parametrize("name", ["trap-attack-2", "hostages-1", "elephant-camel-2"])
def test_where_a_threat_is_asked_for_nothing_can_be_captured_at_once(name: str) -> None:
    assert capture_threats(_game(_task(name)).position) == {}


def test_a_rabbit_and_a_horse_can_be_captured_but_not_both() -> None:
    position = _game(_task("trades-1")).position
    assert {square.name for square in capture_threats(position)} == {"c5", "d6"}
    assert all(len(captures) == 1 for captures in capturing_turns(position))


def test_the_camel_that_ends_on_c4_is_lost() -> None:
    task = _task("hostages-3")
    (warning,) = task["wrong"]
    silver = _game(task).position.play(warning["example"])
    assert Square("c4") in capture_threats(silver)
    silver = _game(task).position.play(task["solution"])
    assert capture_threats(silver) == {}


def _task(name: str) -> Task:
    """The task that pytest calls ``frames-2``."""
    lesson, _, number = name.rpartition("-")
    tasks = next(known["tasks"] for known in LESSONS if known["id"] == lesson)
    task: Task = tasks[int(number) - 1]
    return task


@pytest.mark.parametrize("task", _tasks("setup", STRATEGY))
def test_no_advice_on_setups_makes_them_worse(task: Task) -> None:
    gold = _pieces(task["board"])
    one, other = map(Square, task["solution"].split())
    advised = gold | {one: gold[other], other: gold[one]}
    assert search_fixed(_against_usual(advised)).score >= search_fixed(_against_usual(gold)).score


def _against_usual(gold: dict[Square, Piece]) -> Position:
    """Gold to move against a usual setup of silver."""
    silver = _pieces("ra8 rb8 rc8 dd8 de8 rf8 rg8 rh8 ra7 hb7 cc7 md7 ee7 cf7 hg7 rh7")
    return Position(gold | silver, Side.GOLD)


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
