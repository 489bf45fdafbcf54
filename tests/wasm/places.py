"""Places in the sample games, and questions about them."""

from __future__ import annotations

import random
from typing import Any

from gajah.engine.engine import Engine
from gajah.game import Game
from gajah.web.games.show import show_score
from gajah.web.wire.boards import check_playing, drafted
from gajah.web.wire.shapes import Place
from tests.samples import sample_games
from tests.wasm.asking import Question


def some_places(count: int, seed: int) -> list[Place]:
    """Places in the sample games, many of them in the middle of a turn."""
    chance = random.Random(seed)
    places = list[Place]()
    while len(places) < count:
        turns = chance.choice(sample_games()).turns
        turns = turns[: chance.randrange(3, len(turns))]
        game = Game()
        for turn in turns:
            game.play(turn)
        if game.result is not None:
            continue
        position, steps = game.position, []
        for _ in range(chance.randrange(4)):
            step = chance.choice(position.steps())
            position = position.after(step)
            steps.append(str(step))
            if not position.steps():
                break
        places.append(Place(turns=list(turns), steps=steps))
    return places


def asked(kind: str, place: Place, **more: object) -> Question:
    """A question about a place."""
    return {"ask": kind, "place": place.model_dump(), **more}


def some_searches(count: int, seed: int) -> tuple[list[Question], list[Any]]:
    """Searches of different sizes, and what the library finds by them in one thread."""
    questions, expected = list[Question](), list[Any]()
    for i, place in enumerate(some_places(count, seed)):
        game, position = drafted(place)
        check_playing(game)
        nodes, lines = 60 + 20 * i, 1 + i % 3
        found = Engine(hash_mb=96).search(game, nodes=nodes, lines=lines, draft=position)
        questions.append(asked("search", place, nodes=nodes, lines=lines))
        expected.append(
            {
                "done": True,
                "depth": found.depth,
                "nodes": found.nodes,
                "lines": [
                    {
                        "turn": str(line.turn),
                        "continuation": [str(turn) for turn in line.continuation],
                        "score": show_score(line.score, position.side).model_dump(),
                    }
                    for line in found.lines
                ],
                "turn": str(found.turn),
            }
        )
    return questions, expected
