"""A page without a server counts puzzles and marks turns as the server does."""

from __future__ import annotations

import asyncio
import json
import random
import subprocess
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from gajah._core import Side, Turn
from gajah.analysis.puzzles import PuzzleTheme, all_puzzles, find_puzzles
from gajah.analysis.review import Look, Review
from gajah.arena.glicko2 import GlickoRating, GlickoResult, rate
from gajah.engine.score import Score
from gajah.game import Game
from gajah.web.games.opening import open_database
from gajah.web.games.rows import TurnJudgement
from gajah.web.games.server_time import ServerTime
from gajah.web.games.show import show_judgement, show_score
from gajah.web.games.store import GameStore
from gajah.web.lessons import solvers as solvers_module
from gajah.web.lessons.puzzles import show_puzzle
from gajah.web.lessons.solvers import Solvers
from gajah.web.settings import ClientLimits
from gajah.web.wire.errors import Refusal
from gajah.web.wire.shapes import Shape
from tests.samples import SampleGame, sample_games

IN_NODE = Path(__file__).parent / "tab-answers.js"
Json = Any


def ask(*questions: Json) -> list[Json]:
    """The answers of the page's modules, in Node.js."""
    done = subprocess.run(
        ["node", str(IN_NODE)], input=json.dumps(questions), capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    answers: list[Json] = json.loads(done.stdout)
    return answers


def told(shape: Shape) -> Json:
    """A shape as a page gets it."""
    return shape.model_dump(mode="json", by_alias=True)


def texts() -> Json:
    """The task of each theme and side, which core words."""
    return {f"{p.theme.value} {p.position.side.letter}": p.text for p in all_puzzles().values()}


def near(expected: float) -> Any:
    """That number; the last bits of exponential functions differ."""
    return pytest.approx(expected, rel=1e-9)


def assert_same_rating(found: Json, expected: GlickoRating) -> None:
    assert found == {name: near(value) for name, value in asdict(expected).items()}


def test_ratings_are_the_same() -> None:
    chance = random.Random(1)

    def some_rating() -> GlickoRating:
        uniform = chance.uniform
        return GlickoRating(uniform(0, 3500), uniform(30, 350), uniform(0.03, 0.1))

    cases = [
        (some_rating(), [(some_rating(), chance.choice((0.0, 0.5, 1.0))) for _ in range(count % 5)])
        for count in range(300)
    ]
    questions = [
        {
            "ask": "rate",
            "player": asdict(player),
            "results": [{"opponent": asdict(o), "score": score} for o, score in results],
        }
        for player, results in cases
    ]
    for found, (player, results) in zip(ask(*questions), cases, strict=True):
        assert_same_rating(found, rate(player, [GlickoResult(*result) for result in results]))


def test_puzzles_are_shown_alike() -> None:
    (found,) = ask({"ask": "puzzles", "texts": texts()})
    assert found == [told(show_puzzle(puzzle)) for puzzle in all_puzzles().values()]


class Dice(random.Random):
    """Chance that is told, drawn from as a page draws."""

    def __init__(self, numbers: Sequence[float]) -> None:
        super().__init__()
        self._numbers = iter(numbers)

    def choice(self, seq: Any) -> Any:
        return seq[int(next(self._numbers) * len(seq))]


def some_steps(chance: random.Random, began: int) -> Iterator[Json]:
    """What a solver might do in half a year: training, a theme until all is known, help, runs."""
    # From before account was kept; in the order of the file, as their times may be equal.
    ids = [puzzle.id for puzzle in find_puzzles()]
    yield {"at": began, "step": "known", "ids": [*ids[40:60], "gone-1"]}
    at = began
    hardest = ("goal", 5)
    while True:
        at += chance.choice((10, 20, 300, 86_400))
        right = chance.random() < 0.7
        kind = chance.randrange(10)
        if kind < 4:
            theme, level = chance.choice([(None, None), ("capture", None), ("defend", 2), hardest])
            yield {"at": at, "step": "train", "theme": theme, "level": level, "right": right}
        elif kind < 6:
            step = chance.choice(("answer", "help"))
            id_ = chance.choice(ids[:60])
            yield {
                "at": at,
                "step": step,
                "id": id_,
                **({"right": right} if step == "answer" else {}),
            }
        elif kind < 7:
            yield {"at": at, "step": "begin", "mode": chance.choice(("streak", "timed"))}
            for _ in range(chance.randrange(12)):
                at += chance.choice((1, 5, 40))
                yield {"at": at, "step": "run", "right": chance.random() < 0.8}
        else:
            yield {"at": at, "step": chance.choice(("skip", "run", "me")), "right": right}


async def server_told(solvers: Solvers, steps: Sequence[Json], clock: list[float]) -> list[Json]:
    """What the server says to each step."""
    token = await solvers.enrol(None, "here")
    assert token is not None
    answers: list[Json] = []
    after: str | None = None

    async def answer(id_: str, *, right: bool) -> Json:
        return told(await solvers.decide(token, all_puzzles()[id_], right=right))

    async def take(step: Json) -> Json:
        nonlocal after
        match step["step"]:
            case "known":
                return told(await solvers.take_over(token, step["ids"]))
            case "train":
                theme = step["theme"] and PuzzleTheme(step["theme"])
                chosen = await solvers.choose(
                    token, list(find_puzzles(theme, step["level"])), after
                )
                assert chosen is not None
                after = chosen.id
                return [after, await answer(after, right=step["right"])]
            case "answer" | "help":
                return await answer(step["id"], right=step.get("right", False))
            case "begin":
                return told(await solvers.begin_run(token, step["mode"]))
            case "skip":
                return told(await solvers.skip(token))
            case "run":
                puzzle = await solvers.run_puzzle(token)
                return told(await solvers.decide_run(token, puzzle, right=step["right"]))
        return told(await solvers.standing(token))

    for step in steps:
        clock[0] = step["at"]
        try:
            answers.append(await take(step))
        except Refusal as refusal:
            answers.append({"code": refusal.code, "text": refusal.text})
    return answers


@pytest.mark.parametrize("seed", range(3))
def test_a_solver_is_rated_and_led_alike(
    seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    chance = random.Random(seed)
    began = int(time.time())
    clock = [float(began)]
    some = some_steps(chance, began)
    steps = [next(some) for _ in range(150)]
    dice = [chance.random() for _ in range(400)]
    monkeypatch.setattr(
        solvers_module, "time", SimpleNamespace(time=lambda: clock[0], monotonic=time.monotonic)
    )
    store = GameStore(open_database(f"sqlite:///{tmp_path / 'games.sqlite3'}"))
    store.time = ServerTime(float(began), lambda: clock[0])
    solvers = Solvers(store, ClientLimits())
    solvers._rng = Dice(dice)
    expected = asyncio.run(server_told(solvers, steps, clock))
    store.close()
    (found,) = ask({"ask": "solve", "texts": texts(), "dice": dice, "steps": steps})
    for step, one, other in zip(steps, found, expected, strict=True):
        assert one == other, step
    kinds = {answer["code"] for answer in expected if isinstance(answer, dict) and "code" in answer}
    assert "run_over" in kinds, "the steps are meant to reach refusals"


def some_score(chance: random.Random) -> int:
    """Mostly of games that are open, sometimes proven, sometimes just not."""
    kind = chance.random()
    if kind < 0.8:
        return round(chance.gauss(0, 400))
    if kind < 0.9:
        return chance.choice((1, -1)) * (30_000 - chance.randrange(60))
    return chance.choice((1, -1)) * chance.choice((28_999, 29_000, 5000, 0))


def some_look(chance: random.Random, side: Side, best_turn: Turn) -> Look:
    best, played = some_score(chance), some_score(chance)
    if chance.random() < 0.7:
        played = best - chance.choice((0, 3, 30, 70, 71, 72, 150, 600))
    return Look(side, best_turn, Score(best), Score(played))


def test_turns_get_the_same_marks_and_scores() -> None:
    chance = random.Random(2)
    questions, expected = list[Json](), list[Json]()
    for sample in chance.sample(sample_games(), 16):
        game = played(sample)
        looks = [some_look(chance, before.side, turn) for before, turn in Review(game).stages]
        questions.append(question(game, looks))
        expected.append(judged(game, looks))
    found = ask(*questions)
    assert found == expected
    marks = [turn["mark"] for answer in found for turn in answer]
    assert len(marks) > 500
    assert set(marks) == {"", "?!", "?", "??"}


def played(sample: SampleGame) -> Game:
    game = Game()
    for turn in sample.turns:
        game.play(turn)
    return game


def question(game: Game, looks: Sequence[Look]) -> Json:
    """Asks a page to review the game with these looks."""
    line = {"position": None, "handicap": None, "turns": [str(turn) for turn in game.turns]}
    asked = [
        {
            "best": str(look.best),
            "bestScore": look.best_score.raw,
            "playedScore": look.played_score.raw,
        }
        for look in looks
    ]
    return {"ask": "review", "line": line, "looks": asked}


def judged(game: Game, looks: Sequence[Look]) -> list[Json]:
    """What the server makes of these looks."""
    review = Review(game)
    turns = [*map(review.add, looks), review.finish()]
    return [
        {"number": turn.number}
        | told(
            show_judgement(
                TurnJudgement(
                    turn.score, None if turn.best is None else str(turn.best), turn.loss, turn.mark
                )
            )
        )
        for turn in turns
        if turn is not None
    ]


def test_a_camel_lost_in_a_decided_game_is_marked_alike() -> None:
    questions, expected = list[Json](), list[Json]()
    for game in map(played, sample_games()[:20]):
        stages = Review(game).stages
        looks = [Look(before.side, turn, Score(2000), Score(1900)) for before, turn in stages]
        questions.append(question(game, looks))
        expected.append(judged(game, looks))
    found = ask(*questions)
    assert found == expected
    assert any(turn["mark"] for answer in found for turn in answer)


def test_scores_are_shown_alike() -> None:
    scores = [*range(-30_000, 30_001, 13), *range(-30_000, -28_990), *range(28_990, 30_001)]
    found, read = ask({"ask": "scores", "scores": scores}, {"ask": "readScores", "scores": scores})
    assert found == [told(show_score(Score(raw), Side.GOLD)) for raw in scores]
    for raw, again in zip(scores, read, strict=True):
        if Score(raw).turns_to_end is None:
            assert again == raw
        else:
            assert Score(again).turns_to_end == Score(raw).turns_to_end
            assert Score(again).is_win == Score(raw).is_win
