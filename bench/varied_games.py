"""Games of an engine against itself that differ: from varied setups and a varied opening."""

from __future__ import annotations

import random
from collections.abc import Iterator

from gajah.engine.analysis import AnalysisLine
from gajah.engine.engine import Engine
from gajah.engine.weights import tuned_weights
from gajah.game import Game
from gajah.setups import choose_setup

_OPENING_TURNS = 10  # in which a random good-looking turn may be played instead
_OPENING_CHANCE = 0.35
_OPENING_CHOICE = 80  # drawn from this many best-looking turns
_LONGEST_GAME = 160  # turns


def play_varied(game: Game, engine: Engine, *, seed: int, nodes: int) -> Iterator[AnalysisLine]:
    """Plays on to the end, or for long enough; gives what the engine finds before it is played."""
    rng = random.Random(seed)
    engine.clear()
    while game.result is None and len(game.turns) < _LONGEST_GAME:
        if game.needs_setup:
            game.play(choose_setup(game, rng))
        elif len(game.turns) < _OPENING_TURNS and rng.random() < _OPENING_CHANCE:
            scored = tuned_weights().evaluate_turns(game.position, game.banned_positions())
            scored.sort(key=lambda pair: -pair[1])
            game.play(rng.choice(scored[:_OPENING_CHOICE])[0])
        else:
            found = engine.search(game, nodes=nodes).lines[0]
            yield found
            game.play(found.turn)
