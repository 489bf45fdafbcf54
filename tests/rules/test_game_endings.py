"""The official rules that need a game: turns in order, repetition, and every way to end.

The match rules' sentences on stopped games and resigning are here too.
"""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gajah._core import Position, Rule, Side
from gajah.game import Game, Reason, Result, Rules
from tests.helpers import GOLD_SETUP, OPENING, SILVER_SETUP, board_of, gold, refused, silver
from tests.strategies import any_positions

OUT_AND_BACK = ("Ee2n", "ed7s", "Ee3s", "ed6n")
# The silver dog has one turn, from a8 to a7 or back; the gold elephant has to make room for it.
SHUTTLE = """g
 +-----------------+
8| . D . . . . . . |
7| d D . . . . . . |
6| r R x . . x . . |
5| R . . . . . . . |
4| . . . . . . . . |
3| . . x . . x . . |
2| . . . . . . . . |
1| . . . . . . . E |
 +-----------------+
   a b c d e f g h"""


def after_setups(rules: Rules = Rules.OFFICIAL) -> Game:
    """A game in which both sides have set up."""
    game = Game(rules=rules)
    game.play(GOLD_SETUP)
    game.play(SILVER_SETUP)
    return game


def play_all(game: Game, *turns: str) -> Game:
    """The game after these turns."""
    for turn in turns:
        game.play(turn)
    return game


def ended(start: Position, turn: str, rules: Rules = Rules.OFFICIAL) -> Result | None:
    """The result after one turn."""
    return play_all(Game(start=start, rules=rules), turn).result


def test_gold_sets_up_then_silver_then_gold_moves() -> None:
    game = Game()
    assert refused(game.play, "Ee2n").rule is Rule.SETUP_EXPECTED
    assert refused(game.play, SILVER_SETUP).rule is Rule.SETUP_PIECES
    game.play(GOLD_SETUP)
    assert refused(game.play, GOLD_SETUP).rule is Rule.SETUP_PIECES
    game.play(SILVER_SETUP)
    assert refused(game.play, GOLD_SETUP).rule is Rule.SETUP_OVER
    assert (game.position, str(game.label), game.result) == (OPENING, "2g", None)


def test_refused_turn_leaves_the_game_as_it_was() -> None:
    game = play_all(after_setups(), "Ee2n")
    before = (game.position, game.turns, game.label, game.result)
    assert refused(game.play, "ed7s ed6s rd8e").rule is Rule.OCCUPIED
    assert (game.position, game.turns, game.label, game.result) == before


def test_third_occurrence_of_a_position_is_illegal_and_another_move_must_be_selected() -> None:
    game = play_all(after_setups(), *OUT_AND_BACK, *OUT_AND_BACK[:3])
    error = refused(game.play, OUT_AND_BACK[3])
    assert (error.rule, error.step_number) == (Rule.REPETITION, 0)
    assert str(error) == "the position after 1s and 3s would occur a third time"
    game.play("ed6e")
    assert game.result is None


def test_position_after_the_setups_counts_as_an_occurrence() -> None:
    game = after_setups()
    assert game.occurrences(OPENING) == 1
    assert play_all(game, *OUT_AND_BACK).occurrences(OPENING) == 2


def test_second_occurrence_of_a_position_is_legal() -> None:
    assert play_all(after_setups(), *OUT_AND_BACK).result is None


def test_same_board_with_the_other_side_to_move_is_another_position() -> None:
    game = play_all(after_setups(), *OUT_AND_BACK, "Ee2n Ee3w", "ed7s", "Ed3e", "ed6n", "Ee3s")
    boards = [board_of(position) for position in game.positions]
    assert boards.count(board_of(OPENING)) == 3
    assert game.occurrences(OPENING) == 2
    assert game.occurrences(game.position) == 1


def test_only_positions_at_the_end_of_a_turn_count_as_occurrences() -> None:
    # Each turn of silver passes through a position that has stood twice.
    game = play_all(after_setups(), *OUT_AND_BACK, *OUT_AND_BACK[:3])
    game.play("ed6n ed7s ed6s")
    assert game.result is None


def test_legal_turns_leave_out_third_occurrences() -> None:
    game = play_all(after_setups(), *OUT_AND_BACK, *OUT_AND_BACK[:3])
    afters = {game.position.play(turn) for turn in game.legal_turns()}
    assert OPENING not in afters
    assert len(afters) == game.position.count_turns() - 1


def test_player_whose_only_moves_are_third_repetitions_loses() -> None:
    game = Game(start=Position.parse(SHUTTLE))
    play_all(game, "Eh1n", "da7n", "Eh2s", "da8s", "Eh1n", "da7n")
    assert game.result is None
    assert len(game.position.play("Eh2s").legal_turns()) == 1
    game.play("Eh2s")
    assert game.result == Result(Side.GOLD, Reason.IMMOBILIZATION)
    assert game.legal_turns() == []


def test_goal_ends_the_game() -> None:
    assert ended(gold("Rd7 Ed4 ra7"), "Rd7n") == Result(Side.GOLD, Reason.GOAL)
    assert ended(silver("rd2 Ed4 Ra2"), "rd2s") == Result(Side.SILVER, Reason.GOAL)


def test_opponents_rabbit_left_on_its_goal_row_ends_the_game() -> None:
    assert ended(gold("Ed3 rd2 Rh4"), "rd2s Ed3s") == Result(Side.SILVER, Reason.GOAL)


def test_opponents_rabbit_moved_out_of_its_goal_row_in_time_lets_the_game_go_on() -> None:
    assert ended(gold("Ed3 rd2 Rh4 ra7"), "rd2s Ed3s Ed2w rd1n") is None


def test_loss_of_all_rabbits_ends_the_game() -> None:
    assert ended(gold("Ec5 Ra2 rc4 ee7"), "rc4s Ec5s") == Result(Side.GOLD, Reason.ELIMINATION)
    assert ended(gold("Rc5 Ee2 ra7"), "Rc5n") == Result(Side.SILVER, Reason.ELIMINATION)


def test_loss_of_the_last_piece_of_all_ends_the_game() -> None:
    assert ended(gold("Ec5 Ra2 rc4"), "rc4s Ec5s") == Result(Side.GOLD, Reason.ELIMINATION)
    assert ended(gold("Rc5 ra7 ee4"), "Rc5n") == Result(Side.SILVER, Reason.ELIMINATION)


def test_player_making_the_move_wins_if_both_lose_all_rabbits_on_it() -> None:
    both_lost = gold("Rc6 Hb6 ee8 rb3 Ea3"), "rb3e rc3x Ea3e Hb6w Rc6x"
    assert ended(*both_lost) == Result(Side.GOLD, Reason.ELIMINATION)


def test_player_unable_to_move_loses() -> None:
    assert ended(gold("Ed3 rd5 Ra2"), "Ed3n") == Result(Side.GOLD, Reason.IMMOBILIZATION)


def test_nobody_moves_once_the_game_is_over() -> None:
    game = play_all(Game(start=gold("Rd7 Ed4 ra7")), "Rd7n")
    assert refused(game.play, "ra7s").rule is Rule.GAME_OVER
    assert refused(game.resign, Side.SILVER).rule is Rule.GAME_OVER
    assert game.legal_turns() == []


def test_game_from_a_decided_position_is_over_at_once() -> None:
    assert Game(start=silver("Rd8 Ed4 ra7")).result == Result(Side.GOLD, Reason.GOAL)


def test_wikibook_third_repetition_loses_for_the_player_who_caused_it() -> None:
    game = play_all(after_setups(Rules.WIKIBOOK_2006), *OUT_AND_BACK, *OUT_AND_BACK)
    assert game.result == Result(Side.GOLD, Reason.REPETITION)


def test_wikibook_game_without_any_rabbit_is_a_draw() -> None:
    both_lost = gold("Rc6 Hb6 ee8 rb3 Ea3"), "rb3e rc3x Ea3e Hb6w Rc6x"
    assert ended(*both_lost, Rules.WIKIBOOK_2006) == Result(None, Reason.NO_RABBITS)


def test_wikibook_player_who_captures_all_opposing_rabbits_wins() -> None:
    capture = gold("Ec5 Ra2 rc4 ee7"), "rc4s Ec5s"
    assert ended(*capture, Rules.WIKIBOOK_2006) == Result(Side.GOLD, Reason.ELIMINATION)


@pytest.mark.parametrize("side", [Side.GOLD, Side.SILVER])
def test_player_may_resign_at_any_time(side: Side) -> None:
    for game in (Game(), after_setups(), play_all(after_setups(), "Ee2n")):
        assert game.resign(side) == game.result == Result(side.other, Reason.RESIGNATION)


@pytest.mark.parametrize("side", [Side.GOLD, Side.SILVER])
def test_player_out_of_time_loses(side: Side) -> None:
    assert after_setups().time_out(side) == Result(side.other, Reason.TIME)


def test_stopped_game_is_won_by_the_player_who_has_more_pieces() -> None:
    game = Game(start=gold("Ed4 Ra2 ra7 ee7 mh7"))
    assert game.stop_and_score() == Result(Side.SILVER, Reason.SCORE)


def test_stopped_game_with_equal_pieces_is_won_by_the_player_who_most_recently_had_more() -> None:
    game = Game(start=gold("Ec5 Ra2 Ca3 rc4 ra7 eg7"))
    play_all(game, "rc4s rc3x Ec5s", "eg7s", "Ca3e", "eg6s", "Cb3e Cc3w Ec4e", "eg5s")
    play_all(game, "Cb3e Cc3x")
    assert game.position.count(Side.GOLD) == game.position.count(Side.SILVER) == 2
    assert game.stop_and_score() == Result(Side.GOLD, Reason.SCORE)


def test_stopped_game_in_which_nothing_was_removed_is_won_by_the_second_player() -> None:
    for game in (after_setups(), play_all(after_setups(), "Ee2n"), Game()):
        assert game.stop_and_score() == Result(Side.SILVER, Reason.SCORE)


def test_setups_that_are_taken_back_leave_no_position_behind() -> None:
    game = after_setups()
    positions = game.positions
    game.take_back(2)
    assert [game.occurrences(position) for position in positions] == [0] * len(positions)


@given(any_positions(), st.integers(0, 2**32), st.integers(1, 12))
def test_playing_then_taking_back_is_the_identity(start: Position, seed: int, turns: int) -> None:
    rng = random.Random(seed)
    game = Game(start=start)
    states: list[tuple[object, ...]] = []
    while game.result is None and len(states) < turns and not game.needs_setup:
        states.append((game.position, game.turns, game.labels, game.label))
        game.play(rng.choice(game.legal_turns()))
    while states:
        game.take_back()
        assert (game.position, game.turns, game.labels, game.label) == states.pop()
        assert game.result is None
        assert game.occurrences(game.position) == game.positions.count(game.position)
