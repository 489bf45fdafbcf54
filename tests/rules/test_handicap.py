"""Games that begin without some of the pieces."""

from __future__ import annotations

import random

import pytest

from gajah._core import Rule, Setup, Side
from gajah.bots.names import make_bot
from gajah.errors import IllegalTurn, NotationError
from gajah.game import Game
from gajah.handicap import Handicap
from gajah.records import Record
from gajah.setups import SETUPS, choose_setup, named_setup
from tests.helpers import GOLD_SETUP, SILVER_SETUP

WITHOUT_CAMEL = GOLD_SETUP.replace("Md2 ", "")
ODDS = ("M", "Hh", "E", "RRRRRRR", "rrrc", "EMHHDDCCRRRRRRR")


def test_letters_say_who_starts_without_what() -> None:
    odds = Handicap.parse("hRM")
    assert [str(p) for p in odds.missing(Side.GOLD)] == ["M", "R"]
    assert [str(p) for p in odds.missing(Side.SILVER)] == ["h"]
    assert str(odds) == "MRh"
    assert Handicap.parse("MRh") == odds


def test_players_who_change_sides_leave_out_the_same_pieces() -> None:
    assert str(Handicap.parse("MRh").swapped()) == "Hmr"
    assert not Handicap().swapped()


@pytest.mark.parametrize("text", ["EE", "HHH", "RRRRRRRR", "x", "M,H"])
def test_impossible_handicaps_are_refused(text: str) -> None:
    with pytest.raises(NotationError, match="no handicap"):
        Handicap.parse(text)


def test_a_setup_holds_exactly_what_the_handicap_leaves() -> None:
    game = Game(handicap=Handicap.parse("M"))
    refusal = game.why_not(GOLD_SETUP)
    assert refusal is not None
    assert refusal.rule is Rule.SETUP_PIECES
    assert str(refusal) == (
        "with this handicap a setup places one elephant, two horses, two dogs, two cats "
        "and eight rabbits"
    )
    game.play(WITHOUT_CAMEL)
    game.play(SILVER_SETUP)
    assert not game.needs_setup
    assert (game.position.count(Side.GOLD), game.position.count(Side.SILVER)) == (15, 16)


def test_without_a_handicap_no_piece_may_be_left_out() -> None:
    with pytest.raises(IllegalTurn):
        Game().play(WITHOUT_CAMEL)


def test_a_game_taken_up_after_golds_setup_still_waits_for_silvers() -> None:
    odds = Handicap.parse("M")
    after = Game(handicap=odds)
    after.play(WITHOUT_CAMEL)
    assert Game(start=after.position, handicap=odds).needs_setup


@pytest.mark.parametrize("odds", ODDS)
def test_every_setup_copes_with_any_handicap(odds: str) -> None:
    handicap = Handicap.parse(odds)
    for name in SETUPS:
        for side in Side:
            missing = handicap.missing(side)
            assert named_setup(name, side, missing=missing).why_not(side, missing) is None


@pytest.mark.parametrize("odds", ODDS)
@pytest.mark.parametrize("name", ["random", "heuristic", "gajah:level=3"])
def test_bots_play_at_odds(name: str, odds: str) -> None:
    game = Game(handicap=Handicap.parse(odds))
    bot = make_bot(name, seed=1)
    while game.result is None and len(game.turns) < 6:
        game.play(bot.choose(game))
    assert len(game.turns) >= 3


def test_silver_answers_a_setup_without_a_camel() -> None:
    game = Game(handicap=Handicap.parse("M"))
    game.play(WITHOUT_CAMEL)
    assert isinstance(choose_setup(game, random.Random(1)), Setup)


def test_records_keep_the_handicap() -> None:
    game = Game(handicap=Handicap.parse("M"))
    game.play(WITHOUT_CAMEL)
    game.play(SILVER_SETUP)
    game.play("Ee2n")
    record = Record.parse(str(Record.from_game(game)))
    assert record.tags["Handicap"] == "M"
    again = record.game()
    assert again.position == game.position
    assert again.handicap == game.handicap


def test_a_record_with_a_bad_handicap_names_the_line() -> None:
    record = Record.parse('[Handicap "EE"]\n\n*\n')
    with pytest.raises(NotationError) as refusal:
        record.game()
    assert refusal.value.line == 1


def test_copies_of_a_game_keep_the_handicap() -> None:
    game = Game(handicap=Handicap.parse("M")).copy()
    game.play(WITHOUT_CAMEL)
    assert game.position.count(Side.GOLD) == 15
