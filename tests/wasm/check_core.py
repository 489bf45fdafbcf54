"""Core in WebAssembly answers as core in the library does, in Node.js and in Chromium.

Not named ``test_*``: it needs Emscripten and a minute to compile. ``make wasm-tests`` runs it.
"""

from __future__ import annotations

import random
from itertools import islice
from typing import Any

import pytest

from gajah._core import Network, Setup, Side, Square, pack_features
from gajah.bots.engine import GajahBot
from gajah.engine.networks import network_file
from gajah.game import Game
from gajah.setups import SETUPS, named_setup
from gajah.web.wire.boards import drafted, find_problems, show_board
from gajah.web.wire.errors import Refusal
from gajah.web.wire.routes import find_routes
from gajah.web.wire.shapes import Place
from tests.samples import sample_games
from tests.wasm.asking import Ask, Question, compare
from tests.wasm.places import asked, some_places, some_searches


def board_of(place: Place) -> dict[str, Any]:
    """What the server tells a page about a place, and the state of the game."""
    try:
        game, position = drafted(place)
    except Refusal as refusal:
        return {"code": refusal.code, "text": refusal.text}
    result = game.result
    return show_board(game, position).model_dump() | {
        "label": str(game.label),
        "needs_setup": game.needs_setup,
        "result": result
        and result.winner
        and {
            "winner": result.winner.letter,
            "reason": result.reason.value,
            "text": f"{str(result).capitalize()}.",
        },
    }


def test_boards_are_those_of_the_server(ask: Ask) -> None:
    places = [Place(), *some_places(200, seed=1)]
    places += [Place(turns=list(game.turns)) for game in islice(sample_games(), 20)]
    compare(ask, [asked("board", place) for place in places], [board_of(p) for p in places])


def test_refusals_have_the_same_code_and_words(ask: Ask) -> None:
    chance = random.Random(2)
    places = list[Place]()
    for place in some_places(300, seed=2):
        _, position = drafted(place)
        square, piece = chance.choice(list(position.pieces.items()))
        words = [f"{piece}{square}", str(square), f"{chance.choice('EMHDCRemhdcr')}{square}"]
        step = chance.choice(words) + chance.choice("nesw")
        places.append(place.model_copy(update={"steps": [*place.steps, step]}))
    start = list(sample_games()[0].turns)
    places += [
        Place(turns=[start[0], start[0]]),
        Place(turns=["Ra1 Rb1"]),
        Place(turns=["Ed2n"]),
        Place(turns=[*start[:2], "7s Ed2n"]),
        Place(turns=[*start[:2], "hello"]),
        Place(turns=start[:2], steps=["e9n"]),
        Place(turns=start[:2], steps=["a1c3"]),
        Place(steps=["Ed2n"]),
        Place(position="g [nothing]"),
        Place(handicap={"g": "EE", "s": ""}),
        Place(turns=[*start, "Ed2n"]),
    ]
    compare(ask, [asked("board", place) for place in places], [board_of(p) for p in places])


def test_a_third_occurrence_is_refused_in_the_same_words(ask: Ask) -> None:
    there, back = ["Ee2n", "ed7s"], ["Ee3s", "ed6n"]
    gold = named_setup("classic", Side.GOLD)
    silver = named_setup("classic", Side.SILVER, mirror=True)
    turns = [str(gold), str(silver)] + (there + back) * 2
    place = Place(turns=turns[:-1], steps=["ed6n"])
    board = board_of(place)
    assert not board["can_end"]
    assert "third time" in board["why_not"]
    compare(ask, [asked("board", place)], [board])


def test_routes_turns_and_goals_are_the_same(ask: Ask) -> None:
    questions, expected = list[Question](), list[Any]()
    for place in some_places(60, seed=3):
        game, position = drafted(place)
        for square in list(position.pieces)[::5]:
            questions.append(asked("routes", place, square=square.name))
            expected.append([r.model_dump() for r in find_routes(position, Square(square.name))])
        banned = game.banned_positions()
        turns = [t for t in position.legal_turns() if position.play(t) not in banned]
        questions.append(asked("turns", place))
        expected.append({"count": len(turns), "turns": [str(turn) for turn in turns[:5]]})
        goal = position.find_goal()
        questions.append(asked("goal", place))
        expected.append(None if goal is None else str(goal))
    compare(ask, questions, expected)


def test_setups_and_problems_are_the_same(ask: Ask) -> None:
    odds = Place(handicap={"g": "MH", "s": ""})
    gold = [{"name": n, "setup": str(named_setup(n, Side.GOLD))} for n in SETUPS]
    questions: list[Question] = [asked("setups", Place())]
    expected: list[Any] = [gold]
    missing = Game(handicap=drafted(odds)[0].handicap).handicap.missing(Side.GOLD)
    questions.append(asked("setups", odds))
    expected.append(
        [{"name": n, "setup": str(named_setup(n, Side.GOLD, missing=missing))} for n in SETUPS]
    )
    for text in ["g [x]", "", f"g [{' ' * 64}]", f"g [R{' ' * 62}r]", f"s [{' ' * 63}r]"]:
        questions.append({"ask": "problems", "position": text})
        expected.append(find_problems(text) if text else find_problems(f"g [{' ' * 64}]"))
    compare(ask, questions, expected)


def test_evaluations_are_the_same_to_the_last_bit(ask: Ask) -> None:
    places = some_places(80, seed=4)
    network = Network.parse(network_file(None))
    logits, values = network.answer(pack_features([drafted(p)[1] for p in places]))
    expected = [[*map(float, row), float(value)] for row, value in zip(logits, values, strict=True)]
    compare(ask, [asked("opinion", place) for place in places], expected)


def test_searches_find_the_same_turns_with_the_same_nodes(ask: Ask) -> None:
    compare(ask, *some_searches(16, seed=5))


@pytest.mark.parametrize("level", range(1, 9))
def test_a_level_plays_the_same_turns_with_the_same_seed(ask: Ask, level: int) -> None:
    seeds, turns = (10 + level, 20 + level), 14
    game = Game()
    players = [GajahBot(level=level, seed=seed) for seed in seeds]
    while game.result is None and len(game.turns) < turns:
        game.play(players[len(game.turns) % 2].choose(game))
    expected = {"turns": [str(turn) for turn in game.turns], "result": None}
    assert isinstance(game.turns[0], Setup)
    compare(ask, [{"ask": "game", "level": level, "seeds": seeds, "turns": turns}], [expected])


def test_an_analysis_ends_when_it_is_stopped(ask: Ask) -> None:
    place = some_places(1, seed=6)[0]
    (answer,) = ask([asked("stopped", place)])
    assert answer["begun"] is False
    assert answer["ended"]["done"] is True
    assert answer["ended"]["lines"]
