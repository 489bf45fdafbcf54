"""The first turn: setups that the network chooses, and named ones where it cannot."""

from __future__ import annotations

import random

import pytest

from gajah._core import NetworkEngine, Position, Setup, Side, Stop
from gajah.bots.names import make_bot
from gajah.engine.engine import Engine, SearchKind
from gajah.engine.limits import Limits
from gajah.engine.networks import shipped_network
from gajah.errors import IllegalTurn
from gajah.game import Game
from gajah.handicap import Handicap
from gajah.setups import SETUPS, choose_setup, named_setup
from tests.helpers import GOLD_SETUP, OPENING, SILVER_SETUP

WINGS = [
    GOLD_SETUP,
    GOLD_SETUP.replace("Md2 Ee2", "Ed2 Me2"),
    "Ea2 Mb2 Hc2 Hd2 De2 Df2 Cg2 Ch2 Ra1 Rb1 Rc1 Rd1 Re1 Rf1 Rg1 Rh1",
    "Eh2 Mg2 Hf2 He2 Dd2 Dc2 Cb2 Ca2 Ra1 Rb1 Rc1 Rd1 Re1 Rf1 Rg1 Rh1",
]
SIMULATIONS = 16
NO_TIME_S = 1e-9
UNLIMITED_S = 1e9


@pytest.fixture(scope="module")
def engine() -> Engine:
    return Engine(search=SearchKind.NET, hash_mb=8)


def after(*setups: str, handicap: str = "") -> Game:
    game = Game(handicap=Handicap.parse(handicap))
    for setup in setups:
        game.play(setup)
    return game


def names_of(setup: Setup, side: Side) -> set[str]:
    """Which named setups it is, either way round."""
    return {
        name
        for name in SETUPS
        for mirror in (False, True)
        if set(named_setup(name, side, mirror=mirror)) == set(setup)
    }


@pytest.mark.parametrize("temperature", [0.0, 0.5, 1.0, 5.0])
def test_the_network_sets_up_legally_for_both_sides(engine: Engine, temperature: float) -> None:
    for seed in range(5):
        game, variety = Game(), random.Random(seed)
        for _ in Side:
            game.play(engine.set_up(game, variety=variety, temperature=temperature))
        assert not game.needs_setup


def test_a_setup_depends_on_the_seed_and_on_nothing_before(engine: Engine) -> None:
    game = after(GOLD_SETUP)
    first = engine.set_up(game, variety=random.Random(4))
    engine.search(OPENING, nodes=50)
    engine.set_up(Game(), variety=random.Random(1))
    assert engine.set_up(game, variety=random.Random(4)) == first
    fresh = Engine(search=SearchKind.NET, hash_mb=8)
    assert fresh.set_up(game, variety=random.Random(4)) == first


def test_without_variety_there_is_one_setup(engine: Engine) -> None:
    assert len({engine.set_up(Game()) for _ in range(3)}) == 1
    assert len({engine.set_up(Game(), variety=random.Random(i)) for i in range(12)}) > 3


def test_silver_answers_golds_setup(engine: Engine) -> None:
    assert len({engine.set_up(after(setup)) for setup in WINGS}) > 1


def test_the_network_makes_setups_that_have_no_name(engine: Engine) -> None:
    setups = [engine.set_up(Game(), variety=random.Random(seed)) for seed in range(8)]
    assert any(not names_of(setup, Side.GOLD) for setup in setups)


def test_the_alpha_beta_engine_uses_named_setups() -> None:
    alphabeta = Engine(search=SearchKind.ALPHABETA, hash_mb=1)
    for seed in range(5):
        assert names_of(alphabeta.set_up(Game(), variety=random.Random(seed)), Side.GOLD)


def test_without_time_pieces_stand_where_the_policy_says(engine: Engine) -> None:
    core = NetworkEngine(1, 1, shipped_network())
    for game in (Game(), *(after(setup) for setup in WINGS)):
        at_first_sight = Setup(core.set_up(game.position, 0, 0.0, 0, UNLIMITED_S))
        assert engine.set_up(game, time=NO_TIME_S) == at_first_sight


def test_a_setup_that_is_stopped_is_legal(engine: Engine) -> None:
    stop = Stop()
    stop.set()
    Game().play(engine.set_up(Game(), Limits(stop=stop)))


@pytest.mark.parametrize("handicap", ["M", "h", "HrrD"])
@pytest.mark.parametrize("name", ["gajah", "gajah:level=2"])
def test_at_odds_named_setups_have_gaps(name: str, handicap: str) -> None:
    game = after(handicap=handicap)
    bot = make_bot(name, seed=6)
    for side in Side:
        setup = bot.choose(game)
        assert isinstance(setup, Setup)
        assert setup.why_not(side, game.handicap.missing(side)) is None
        game.play(setup)


def test_a_board_that_no_game_begins_with_gets_a_named_setup(engine: Engine) -> None:
    # Gold's pieces have moved on before silver has set up.
    pieces = {square: piece for square, piece in OPENING.pieces.items() if piece.side is Side.GOLD}
    moved = {str(square).replace("2", "3"): str(piece) for square, piece in pieces.items()}
    game = Game(start=Position(moved, Side.SILVER))
    assert names_of(engine.set_up(game), Side.SILVER)


def test_setups_are_over_when_both_sides_stand(engine: Engine) -> None:
    with pytest.raises(ValueError, match="both sides have set up"):
        engine.set_up(after(GOLD_SETUP, SILVER_SETUP))
    with pytest.raises(IllegalTurn):
        NetworkEngine(1, 1, shipped_network()).set_up(OPENING, SIMULATIONS, 0.0, 0, UNLIMITED_S)


def test_a_named_setup_of_silver_faces_golds_camel_with_its_elephant() -> None:
    for gold in WINGS[:2]:
        game = after(gold)
        game.play(choose_setup(game, random.Random(3)))
        where = {piece.letter: square for square, piece in game.position.pieces.items()}
        assert where["e"].column == where["M"].column
