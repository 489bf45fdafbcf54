"""Bot objects play matches in this process, as in a notebook."""

from __future__ import annotations

import asyncio
import threading

from gajah._core import Setup, Side, Turn
from gajah.bots.simple import HeuristicBot, RandomBot
from gajah.engine.limits import UNLIMITED, Limits
from gajah.game import Game, Reason, Result
from gajah.match import Opening, Terms, play
from tests.helpers import GOLD_SETUP, SILVER_SETUP

SETUPS = Opening(turns=(GOLD_SETUP, SILVER_SETUP))


class Failing(RandomBot):
    """A bot with a mistake in it."""

    def choose(self, game: Game, limits: Limits = UNLIMITED) -> Setup | Turn:
        raise ZeroDivisionError(f"no idea in {game.label}, {limits}")


class Silent(RandomBot):
    """A bot that thinks until it is stopped."""

    def __init__(self) -> None:
        super().__init__(seed=1)
        self.was_stopped = threading.Event()

    def choose(self, game: Game, limits: Limits = UNLIMITED) -> Setup | Turn:
        while not limits.is_stopped:
            pass
        self.was_stopped.set()
        return super().choose(game, limits)


def test_bot_objects_play_to_a_result() -> None:
    played = play(HeuristicBot(seed=1), RandomBot(seed=1))
    assert (played.gold, played.silver) == ("heuristic", "random")
    assert played.result.winner is Side.GOLD
    assert played.record(Terms()).game().result == played.result


def test_match_can_be_played_where_an_event_loop_runs() -> None:
    async def cell() -> Result:
        return play(RandomBot(seed=1), "heuristic", terms=Terms(max_turns=3), seed=1).result

    assert asyncio.run(cell()) == Result(Side.SILVER, Reason.SCORE)


def test_two_objects_of_the_same_kind_are_told_apart() -> None:
    played = play(RandomBot(seed=1), RandomBot(seed=2), terms=Terms(max_turns=2))
    assert (played.gold, played.silver) == ("random", "random-2")


def test_object_and_a_player_of_that_name_are_told_apart() -> None:
    played = play(RandomBot(seed=1), "random", terms=Terms(max_turns=2))
    assert (played.gold, played.silver) == ("random-2", "random")


def test_object_with_a_mistake_in_it_loses_and_the_record_says_which() -> None:
    played = play(Failing(seed=1), RandomBot(seed=1), opening=SETUPS)
    assert played.result == Result(Side.SILVER, Reason.FORFEIT)
    assert played.detail.startswith("gold crashed: ZeroDivisionError: no idea in 2g")


def test_object_that_does_not_answer_in_time_is_stopped_and_loses() -> None:
    silent = Silent()
    played = play(silent, RandomBot(seed=1), opening=SETUPS, terms=Terms(patience_s=0.05))
    assert played.result == Result(Side.SILVER, Reason.TIME)
    assert silent.was_stopped.is_set()


def test_object_that_returns_no_turn_loses() -> None:
    class Wordless(RandomBot):
        def choose(self, *_: object) -> Setup | Turn:
            return None  # type: ignore[return-value]

    played = play(Wordless(seed=1), RandomBot(seed=1), opening=SETUPS)
    assert played.result == Result(Side.SILVER, Reason.ILLEGAL)
    assert "found None" in played.detail
