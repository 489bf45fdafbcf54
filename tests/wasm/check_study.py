"""The coach and the judge of puzzles in WebAssembly answer as the server does."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from importlib import resources
from itertools import islice
from typing import Any

import pytest

from gajah._core import Position
from gajah.analysis.coach import hint_at, warn
from gajah.analysis.explain import explain_turn
from gajah.analysis.puzzle_judge import solution
from gajah.analysis.puzzles import Puzzle, PuzzleTheme, find_puzzles
from gajah.web.lessons.puzzles import Attempt, answer, first_hint, show_solution
from gajah.web.wire.boards import check_playing, refusing, replay
from gajah.web.wire.coach import (
    TurnChecked,
    TurnExplained,
    show_facts,
    show_hint,
    show_warning,
)
from gajah.web.wire.errors import Refusal
from gajah.web.wire.shapes import Shape
from tests.samples import sample_games
from tests.wasm.asking import Ask, Question, compare


def _weights(name: str) -> Any:
    text = resources.files("gajah.engine").joinpath(name).read_text("utf-8")
    return json.loads(text)["weights"]


def compare_study(ask: Ask, questions: list[Question], expected: list[Any]) -> None:
    """The same with the weights loaded first."""
    load = {
        "ask": "weights",
        "weights": _weights("weights.json"),
        "stepWeights": _weights("step_weights.json"),
    }
    compare(ask, [load, *questions], [None, *expected])


def sent(make: Callable[[], Shape]) -> Any:
    """What the server sends, or the refusal that it sends."""
    try:
        return make().model_dump(mode="json", by_alias=True)
    except Refusal as refusal:
        return {"code": refusal.code, "text": refusal.text}


def _check(position: Position, turn: str) -> TurnChecked:
    found = warn(position, turn)
    return TurnChecked(warning=None if found is None else show_warning(found))


COACH: dict[str, Callable[[Position, str], Shape]] = {
    "check": _check,
    "explain": lambda position, turn: TurnExplained(facts=show_facts(explain_turn(position, turn))),
    "hint": lambda position, turn: show_hint(hint_at(position, turn)),
}


def some_turns(count: int, seed: int) -> list[tuple[str, str]]:
    """Turns of the sample games, and turns by chance, which more often lose something."""
    chance = random.Random(seed)
    turns = list[tuple[str, str]]()
    while len(turns) < count:
        position, played = chance.choice(list(chance.choice(sample_games()).positions()))
        if position.verdict() is None:
            by_chance = str(chance.choice(position.legal_turns()))
            turns += [(position.short, played), (position.short, by_chance)]
    return turns


def _coached(kind: str, position: str, turn: str) -> Any:
    def make() -> Shape:
        game = replay(position, [])
        check_playing(game)
        with refusing():
            complete = game.position.complete(turn)
        return COACH[kind](game.position, str(complete))

    return sent(make)


@pytest.mark.parametrize("kind", COACH)
def test_the_coach_says_the_same(ask: Ask, kind: str) -> None:
    turns = some_turns(80, seed=1)
    start = turns[0][0]
    turns += [(start, "hello"), (start, "Ra1s"), ("", "Ed2n"), ("g [x]", "Ed2n"), (start, "")]
    turns += [(f"g [R{' ' * 62}r]", "Ra8e")]
    questions = [{"ask": kind, "asked": {"position": p, "turn": t}} for p, t in turns]
    expected = [_coached(kind, p, t) for p, t in turns]
    assert kind != "check" or any(answer.get("warning") for answer in expected)
    compare_study(ask, questions, expected)


def _columns(puzzle: Puzzle) -> dict[str, Any]:
    return {
        "position": puzzle.position.short,
        "theme": puzzle.theme.value,
        "solution": str(puzzle.solution),
        "margin": puzzle.margin_cr,
    }


def _attempts(puzzle: Puzzle, chance: random.Random) -> list[list[str]]:
    """Right and wrong answers to a puzzle, and what is no answer to it."""
    whole = [str(turn) for turn in solution(puzzle)]
    turns = puzzle.position.legal_turns()
    by_chance = [[str(turn)] for turn in chance.sample(turns, min(3, len(turns)))]
    too_long = [*whole, "Ra1n"][-3:]
    return [whole, whole[:1], whole[:2], too_long, ["Ra1"], ["Ed9n"], *by_chance]


def _core_knows(answer: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in answer.items() if key not in ("counted", "run")}


@pytest.mark.parametrize("theme", PuzzleTheme)
def test_answers_to_puzzles_are_judged_the_same(ask: Ask, theme: PuzzleTheme) -> None:
    chance = random.Random(theme.value)
    questions, expected = list[Question](), list[Any]()
    for puzzle in islice(find_puzzles(theme), 0, None, 30):
        for turns in _attempts(puzzle, chance):
            questions.append({"ask": "judge", "puzzle": _columns(puzzle), "turns": turns})
            judged = sent(lambda p=puzzle, t=turns: answer(p, Attempt(turns=t)))  # type: ignore[misc]
            expected.append(_core_knows(judged))
    compare_study(ask, questions, expected)


def test_what_a_page_shows_of_a_puzzle_is_the_same(ask: Ask) -> None:
    questions, expected = list[Question](), list[Any]()
    for puzzle in islice(find_puzzles(), 0, None, 20):
        questions.append({"ask": "puzzle", "puzzle": _columns(puzzle)})
        hint = first_hint(puzzle)
        expected.append(
            {
                "text": puzzle.text,
                "hint": {"square": hint.square, "text": hint.text},
                "solution": show_solution(puzzle).turns,
            }
        )
    compare_study(ask, questions, expected)


def test_without_its_weights_it_says_so(ask: Ask) -> None:
    position, turn = some_turns(1, seed=2)[0]
    questions: list[Question] = [{"ask": "check", "asked": {"position": position, "turn": turn}}]
    said = {"code": "no_weights", "text": "The weights have not been loaded."}
    compare(ask, questions, [said])
