"""What every bot must do, whatever it thinks of the game."""

from __future__ import annotations

import re
import threading

import pytest

from gajah._core import Setup, Stop, Turn
from gajah.bots.base import Bot
from gajah.bots.names import BOT_NAMES, PlayerName, PlayerNameError, make_bot
from gajah.engine.limits import Limits
from gajah.game import Game
from tests.helpers import gold

NAMES = [
    "random",
    "heuristic",
    "minimax:depth=1",
    "gajah:search=alphabeta,nodes=2000",
    "gajah:search=net,nodes=20",
] + [f"gajah:level={level}" for level in range(1, 11)]
# Few pieces, so that even minimax answers at once.
SMALL = "Ed4 Ra5 Rb2 eg6 rh4 rg3 dc5"
BRIEF = Limits(0.01, 0.02)


@pytest.fixture(params=NAMES)
def bot(request: pytest.FixtureRequest) -> Bot:
    return make_bot(request.param, seed=1)


def test_every_bot_sets_up_legally_for_both_sides(bot: Bot) -> None:
    game = Game()
    for _ in range(2):
        setup = bot.choose(game, BRIEF)
        assert isinstance(setup, Setup)
        game.play(setup)
    assert not game.needs_setup


def test_every_bot_plays_only_legal_turns(bot: Bot) -> None:
    game = Game(start=gold(SMALL))
    while game.result is None and len(game.turns) < 8:
        turn = bot.choose(game, BRIEF)
        assert isinstance(turn, Turn)
        game.play(turn)
    assert game.turns


def test_every_bot_answers_legally_when_stopped_at_once(bot: Bot) -> None:
    game = Game(start=gold(SMALL))
    stop = Stop()
    stop.set()
    game.play(bot.choose(game, Limits(stop=stop)))


def test_every_bot_that_thinks_answers_when_stopped_on_the_way(bot: Bot) -> None:
    game, stop = Game(start=gold(SMALL)), Stop()
    answers: list[Setup | Turn] = []
    thinking = threading.Thread(target=lambda: answers.append(bot.choose(game, Limits(stop=stop))))
    thinking.start()
    stop.set()
    thinking.join()
    game.play(answers[0])


def test_every_bot_leaves_the_game_as_it_was(bot: Bot) -> None:
    game = Game(start=gold(SMALL))
    bot.choose(game, BRIEF)
    assert game.position == gold(SMALL)
    assert game.turns == ()


def test_the_same_seed_chooses_the_same_turns() -> None:
    for name in (
        "random",
        "heuristic",
        "minimax",
        "gajah:search=alphabeta,nodes=3000",
        "gajah:search=net,nodes=20",
        "gajah:level=2",
    ):
        first, second = (make_bot(name, seed=5) for _ in range(2))
        game = Game(start=gold("Ed4 Ra2 Rb2 eg6 rh7 rg7 dc5"))
        for _ in range(3):
            turn = first.choose(game)
            assert turn == second.choose(game)
            game.play(turn)


@pytest.mark.parametrize(
    "name", ["heuristic", "minimax:depth=1", "gajah:search=alphabeta,nodes=500", "gajah:level=1"]
)
def test_a_bot_that_looks_takes_the_goal(name: str) -> None:
    game = Game(start=gold("Ra6 Rh2 Eh3 ec7 rb5 rg7"))
    game.play(make_bot(name, seed=1).choose(game))
    assert game.result is not None
    assert game.result.reason.value == "g"


def test_names_are_taken_apart_and_put_together_again() -> None:
    for text in (*BOT_NAMES, "minimax:depth=2", "gajah:time=5s,threads=2", "aei:./bot --x"):
        assert str(PlayerName.parse(text)) == text


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("gajh", "did you mean gajah?"),
        ("minimax:dept=2", "did you mean depth?"),
        ("gajah:level=11", "levels are 1 to 10"),
        ("gajah:level=3,search=alphabeta", "levels below 10 need the network's search"),
        ("gajah:search=nett", "a search is alphabeta or net"),
        ("gajah:hash=0", "1 to 65536"),
        ("gajah:time=0", "more than 0 seconds"),
        ("gajah:depth=0", "1 to 64 steps"),
        ("minimax:depth=x", "whole number"),
        ("minimax:depth", "option=value"),
        ("aei:", "needs the command"),
        ("aei:./bot", "unknown player"),
    ],
)
def test_a_name_of_no_player_says_what_is_wrong(text: str, words: str) -> None:
    with pytest.raises(PlayerNameError, match=re.escape(words)):
        make_bot(text)


@pytest.mark.parametrize("name", ["heuristic", "gajah:search=alphabeta", "gajah", "gajah:level=1"])
def test_setups_vary_with_the_seed_and_only_then(name: str) -> None:
    fixed = {str(make_bot(name, seed=7).choose(Game())) for _ in range(3)}
    varied = {str(make_bot(name, seed=seed).choose(Game())) for seed in range(20)}
    assert len(fixed) == 1
    assert len(varied) > 3
