"""The worked examples that the Wikibook on Arimaa and many texts after it tell of one diagram.

The diagram itself is drawn anew: any position of which every statement of the text holds.
"""

from __future__ import annotations

import pytest

from gajah._core import Position, Rule, Side, Square
from tests.helpers import OPENING, has_goal, refused, steps_of, taken_so_far

DIAGRAM = """
 +-----------------+
8| . . c . r . . r |
7| r R . . d c m r |
6| D d . H . x . . |
5| . . . e . . . . |
4| . . r . . r . . |
3| . . r E . x . H |
2| M . h r . h . R |
1| R R C D C R R R |
 +-----------------+
   a b c d e f g h
"""
GOLD_TO_MOVE = Position.parse("g" + DIAGRAM)
SILVER_TO_MOVE = Position.parse("s" + DIAGRAM)


def names(squares: list[Square]) -> set[str]:
    """Squares by their names."""
    return {str(square) for square in squares}


def test_one_possible_initial_placement_has_sixteen_pieces_on_each_side() -> None:
    assert OPENING.count(Side.GOLD) == OPENING.count(Side.SILVER) == 16


@pytest.mark.parametrize(("step", "square"), [("ed5s", "d4"), ("ed5w", "c5"), ("ed5e", "e5")])
def test_silver_elephant_could_step_to_d4_c5_or_e5_and_pull_the_horse_to_d5(
    step: str, square: str
) -> None:
    after = SILVER_TO_MOVE.play(f"{step} Hd6s")
    assert str(after[square]) == "e"
    assert str(after["d5"]) == "H"
    assert after["d6"] is None


def test_gold_elephant_could_push_the_rabbit_on_d2_to_e2_and_occupy_d2() -> None:
    after = GOLD_TO_MOVE.play("rd2e Ed3s")
    assert (str(after["e2"]), str(after["d2"]), after["d3"]) == ("r", "E", None)


@pytest.mark.parametrize("step", ["rd2s", "rd2w", "rd2n"])
def test_rabbit_on_d2_cannot_be_pushed_to_d1_c2_or_d3_which_are_not_empty(step: str) -> None:
    error = refused(GOLD_TO_MOVE.play, f"{step} Ed3s")
    assert (error.rule, error.step_number) == (Rule.OCCUPIED, 1)


def test_elephant_could_not_push_the_rabbit_on_d2_and_pull_the_one_on_c3_at_once() -> None:
    error = refused(GOLD_TO_MOVE.play, "rd2e Ed3s rc3e")
    assert (error.rule, error.step_number) == (Rule.NO_PUSHER, 3)


def test_elephant_can_never_be_dislodged() -> None:
    assert not any(text.startswith("ed5") for text in steps_of(GOLD_TO_MOVE))
    assert not any(text.startswith("Ed3") for text in steps_of(SILVER_TO_MOVE))


def test_rabbit_on_a7_is_frozen_but_the_one_on_d2_is_able_to_move() -> None:
    assert "a7" in names(SILVER_TO_MOVE.frozen(Side.SILVER))
    assert "d2" not in names(SILVER_TO_MOVE.frozen(Side.SILVER))
    assert "rd2e" in steps_of(SILVER_TO_MOVE)


def test_gold_rabbit_on_b7_is_frozen_but_the_cat_on_c1_is_not() -> None:
    assert "b7" in names(GOLD_TO_MOVE.frozen(Side.GOLD))
    assert "c1" not in names(GOLD_TO_MOVE.frozen(Side.GOLD))


def test_dogs_on_a6_and_b6_do_not_freeze_each_other() -> None:
    assert "a6" not in names(GOLD_TO_MOVE.frozen(Side.GOLD))
    assert "b6" not in names(GOLD_TO_MOVE.frozen(Side.SILVER))


def test_silver_could_capture_the_horse_on_d6_by_pushing_it_to_c6() -> None:
    after = SILVER_TO_MOVE.play("Hd6w Hc6x ed5n")
    assert after["c6"] is None
    assert str(after["d6"]) == "e"
    assert after.count(Side.GOLD) == SILVER_TO_MOVE.count(Side.GOLD) - 1


def test_rabbit_on_c3_is_captured_if_its_friends_on_c4_and_c2_move_away() -> None:
    one_gone = taken_so_far(SILVER_TO_MOVE, "rc4w")
    assert str(one_gone["c3"]) == "r"
    assert one_gone.after("hc2w")["c3"] is None


def test_rabbit_on_c3_is_captured_if_its_friends_on_c4_and_c2_are_dislodged() -> None:
    one_gone = GOLD_TO_MOVE.play("Ed3n rc4w Ed4w")
    assert str(one_gone["c3"]) == "r"
    assert one_gone.play("rh8w").play("Ma2e Mb2w hc2w rc3x")["c3"] is None


def test_horse_captured_on_f3_still_pulls_the_rabbit_from_f1_to_f2() -> None:
    after = SILVER_TO_MOVE.play("rf4e hf2n hf3x Rf1n")
    assert (after["f1"], str(after["f2"]), after["f3"]) == (None, "R", None)
    assert after.count(Side.SILVER) == SILVER_TO_MOVE.count(Side.SILVER) - 1


def test_horse_on_f3_is_safe_while_the_rabbit_stays_on_f4() -> None:
    assert str(SILVER_TO_MOVE.play("hf2n")["f3"]) == "h"


def test_gold_could_win_in_three_steps() -> None:
    assert has_goal(GOLD_TO_MOVE.play("ra7n Da6n Rb7n"), Side.GOLD)


def test_find_goal_sees_that_gold_could_win_in_three_steps_but_not_in_two() -> None:
    turn = GOLD_TO_MOVE.find_goal()
    assert turn is not None
    assert has_goal(GOLD_TO_MOVE.play(turn), Side.GOLD)
    assert GOLD_TO_MOVE.after("Ma2n").find_goal() is not None
    assert GOLD_TO_MOVE.after("Ma2n").after("Ma3s").find_goal() is None


def test_rabbit_on_b7_cannot_reach_b8_before_the_dog_unfreezes_it() -> None:
    error = refused(GOLD_TO_MOVE.play, "Rb7n")
    assert (error.rule, str(error)) == (
        Rule.FROZEN,
        "step 1, Rb7n: the gold rabbit on b7 is frozen by the silver dog on b6",
    )


def test_one_step_forward_and_one_step_back_is_not_a_turn() -> None:
    assert refused(OPENING.play, "Ee2n Ee3s").rule is Rule.NO_CHANGE


def test_opposing_rabbit_dislodged_onto_its_goal_line_and_off_again_lets_the_game_continue() -> (
    None
):
    position = Position.parse(
        """g
         +-----------------+
        8| . . . . . . . r |
        7| . . . . . . . . |
        6| . . x . . x . . |
        5| . . . . . . . . |
        4| . . . . . . . . |
        3| . . x E . x . . |
        2| R . . r . . . . |
        1| . . . . . . . . |
         +-----------------+
           a b c d e f g h
        """
    )
    assert has_goal(taken_so_far(position, "rd2s"), Side.SILVER)
    assert position.play("rd2s Ed3s Ed2w rd1n").verdict() is None
