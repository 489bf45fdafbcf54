from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import pytest

from gajah._core import Position, Setup, Side, Turn
from gajah.bots.names import PlayerNameError
from gajah.game import Game
from gajah.train.__main__ import main
from gajah.train.checkpoint import NET
from gajah.train.export import export
from gajah.train.match import MatchScore, play_games
from gajah.train.network import Network, fold
from gajah.train.players import BotPlayer, NetPlayer, make_player
from gajah.train.run import Trainer
from gajah.train.settings import NetworkShape, Run, tiny_run
from gajah.train.starts import draw_opening


def race(chance: random.Random) -> Position:
    """Three rabbits and a cat of each side at their own edge: who runs best wins."""
    gold = chance.sample([column + row for row in "12" for column in "abcdefgh"], 4)
    silver = chance.sample([column + row for row in "78" for column in "abcdefgh"], 4)
    return Position(dict(zip(gold + silver, "RRRCrrrc", strict=True)))


def race_run() -> Run:
    """Learns to run in seconds: small network, short games, every sample used often."""
    run = tiny_run()
    return replace(
        run,
        shape=NetworkShape.parse("1x16"),
        games=64,
        search=replace(run.search, position_share=1.0, max_turns=24, opening_share=0.0),
        learning=replace(
            run.learning,
            batch=128,
            rate=2.5e-3,  # more and its few units may die, all at once
            reuse=6.0,
            warm_up_steps=20,
            first_samples=600,
            buffer=20_000,
            average=0.96,
            publish_every=10,
        ),
    )


def test_a_tiny_network_learns_to_win_races_against_its_untrained_self(tmp_path: Path) -> None:
    chance = random.Random(5)
    trainer = Trainer(race_run(), tmp_path, starts=[race(chance) for _ in range(400)])
    untrained = tmp_path / "untrained.npz"
    export(trainer.learner.layers(), race_run().shape, untrained)
    trainer.go(minutes=5.0, stop=lambda: trainer.learner.steps >= 900)

    unseen = [race(chance) for _ in range(20)]
    first, second = (
        NetPlayer(net, simulations=8, rows=40, seed=1) for net in (tmp_path / NET, untrained)
    )
    score = play_games(first, second, unseen, max_turns=20)
    # By chance alone, 28 or more of 40 come about once in a hundred times.
    assert score.wins >= 28, str(score)


def test_a_match_is_counted_in_pairs_and_by_how_games_end() -> None:
    # The side that moves first has a goal at hand.
    gold_first = Position({"a7": "R", "h2": "r", "d4": "E", "e5": "e"})
    player = BotPlayer("heuristic", seed=1)
    score = play_games(player, BotPlayer("heuristic", seed=2), [gold_first] * 3)
    assert score == MatchScore((1.0, 1.0, 1.0), {"goal": 3}, {"goal": 3}, 0, 1.0)
    assert "score 0.500" in str(score)
    assert "3 won (3 by goal), 3 lost (3 by goal), 0 unfinished" in str(score)


def test_a_stopped_game_is_half_a_point() -> None:
    opening = draw_opening(random.Random(1))
    score = play_games(BotPlayer("random"), BotPlayer("random"), [opening], max_turns=1)
    assert score == MatchScore((1.0,), {}, {}, 2, 2.0)


def test_an_opening_is_two_whole_armies_with_gold_to_move() -> None:
    opening = draw_opening(random.Random(3))
    sides = [piece.side for piece in opening.pieces.values()]
    assert opening.side is Side.GOLD
    assert sides.count(Side.GOLD) == sides.count(Side.SILVER) == 16
    assert Game(start=opening).needs_setup is False


@pytest.mark.parametrize(
    "name", ["heuristic", "minimax:depth=1", "gajah:search=alphabeta,nodes=50,hash=1"]
)
def test_any_bot_may_be_the_opponent(name: str) -> None:
    game = Game(start=race(random.Random(1)))
    turns = make_player(name, simulations=1, rows=1, seed=1).choose({0: game, 7: game})
    assert set(turns) == {0, 7}
    assert all(game.why_not(turn) is None for turn in turns.values())


def test_an_unknown_opponent_is_refused_before_the_first_game() -> None:
    with pytest.raises(PlayerNameError, match="did you mean heuristic"):
        make_player("heuristik", simulations=1, rows=1, seed=1)


def test_each_game_gets_the_turn_a_search_of_it_alone_would_give(tmp_path: Path) -> None:
    shape = NetworkShape.parse("1x16")
    export(fold(Network(shape).eval()), shape, tmp_path / NET)
    chance = random.Random(2)
    games = {i: Game(start=race(chance)) for i in range(3)}

    def choose(chosen: dict[int, Game]) -> dict[int, Setup | Turn]:
        return NetPlayer(tmp_path / NET, simulations=4, rows=3).choose(chosen)

    together = choose(games)
    assert together == {i: choose({i: game})[i] for i, game in games.items()}


def test_the_command_reports_a_match(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shape = NetworkShape.parse("1x16")
    export(fold(Network(shape).eval()), shape, tmp_path / NET)
    arguments = ["--games", "2", "--simulations", "2", "--max-turns", "2"]
    assert main(["match", str(tmp_path / NET), "random", *arguments]) == 0
    assert "0 won, 0 lost, 2 unfinished; 4.0 turns a game" in capsys.readouterr().out
    for setups in ("own", "first"):
        assert main(["match", str(tmp_path / NET), "random", *arguments, "--setups", setups]) == 0
        assert "2 unfinished; 4.0 turns a game" in capsys.readouterr().out
    assert main(["match", str(tmp_path / NET), "nobody", *arguments]) == 1
    assert "unknown player 'nobody'" in capsys.readouterr().err
