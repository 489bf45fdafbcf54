"""The official rules, "Material" to "Play": a test for each sentence about setting up and steps.

Pushing and pulling, freezing, traps and the ends of a game have files of their own beside this.
"""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gajah._core import Kind, Piece, Position, Rule, Setup, Side
from tests.helpers import (
    GOLD_SETUP,
    OPENING,
    SILVER_SETUP,
    SQUARES,
    assert_leads_to,
    assert_refused,
    assert_steps,
    gold,
    refused,
    silver,
    taken_so_far,
)

NO_RABBITS = "EMHDC"
# Far from everything: keeps a test's position undecided and gives neither side a spare step.
BYSTANDERS = " Rh1 ra8"


def placed(setup: str, after: Position | None = None) -> Position:
    """The position after a setup on the empty board, or after the one given."""
    return (after or Position()).place(Setup.parse(setup))


def test_elephant_is_strongest_followed_by_camel_horse_dog_cat_and_rabbit() -> None:
    order = [Kind.ELEPHANT, Kind.CAMEL, Kind.HORSE, Kind.DOG, Kind.CAT, Kind.RABBIT]
    assert sorted(order, reverse=True) == order


def test_traps_are_c3_f3_c6_and_f6() -> None:
    assert {str(square) for square in SQUARES if square.is_trap} == {"c3", "f3", "c6", "f6"}


def test_game_starts_with_an_empty_board() -> None:
    assert Position().pieces == {}


def test_gold_sets_up_first() -> None:
    assert Position().side is Side.GOLD
    assert refused(placed, SILVER_SETUP).rule is Rule.SETUP_PIECES


def test_gold_sets_up_on_the_two_rows_closest_to_gold() -> None:
    position = placed(GOLD_SETUP)
    assert {square.row for square in position.pieces} == {1, 2}
    assert position.side is Side.SILVER


@pytest.mark.parametrize("square", ["a3", "e4", "e7", "h8"])
def test_gold_may_not_set_up_beyond_the_first_two_rows(square: str) -> None:
    wrong = GOLD_SETUP.replace("Ee2", "E" + square)
    assert refused(placed, wrong).rule is Rule.SETUP_SQUARES


def test_silver_sets_up_once_gold_has_finished_on_the_two_rows_closest_to_silver() -> None:
    position = placed(SILVER_SETUP, placed(GOLD_SETUP))
    assert position == OPENING
    assert {
        square.row for square, piece in position.pieces.items() if piece.side is Side.SILVER
    } == {7, 8}


@pytest.mark.parametrize("square", ["a6", "e5", "e2", "h1"])
def test_silver_may_not_set_up_beyond_its_two_closest_rows(square: str) -> None:
    wrong = SILVER_SETUP.replace("ed7", "e" + square)
    assert refused(placed, wrong, placed(GOLD_SETUP)).rule is Rule.SETUP_SQUARES


@given(st.permutations(GOLD_SETUP.split()), st.permutations(SILVER_SETUP.split()))
def test_pieces_may_be_placed_in_any_arrangement(ours: list[str], theirs: list[str]) -> None:
    def rearranged(order: list[str], squares: str) -> str:
        words = zip(order, squares.split(), strict=True)
        return " ".join(piece[0] + square[1:] for piece, square in words)

    mine, yours = rearranged(ours, GOLD_SETUP), rearranged(theirs, SILVER_SETUP)
    position = placed(yours, placed(mine))
    for word in f"{mine} {yours}".split():
        assert str(position[word[1:]]) == word[0]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Ee2", ""),  # fifteen pieces
        ("Ee2", "Me2"),  # two camels, no elephant
        ("Ra1", "Ra1 Ra1"),  # nine rabbits
        ("Ra1", "Ca1"),  # three cats
        ("Ra1", "ra1"),  # the opponent's rabbit
    ],
)
def test_setup_is_exactly_the_sixteen_pieces_of_the_side(old: str, new: str) -> None:
    wrong = GOLD_SETUP.replace(old, new)
    assert refused(placed, wrong).rule is Rule.SETUP_PIECES


def test_only_one_piece_may_stand_on_a_square_at_a_time() -> None:
    wrong = GOLD_SETUP.replace("Ee2", "Ed2")
    assert refused(placed, wrong).rule is Rule.SETUP_SQUARES


def test_setup_happens_once() -> None:
    assert refused(placed, GOLD_SETUP, OPENING).rule is Rule.SETUP_OVER
    advanced = gold("Ed4 Rd5 rh8")  # nothing stands in the way, and still
    assert refused(placed, GOLD_SETUP, advanced).rule is Rule.SETUP_OVER


def test_each_side_has_one_elephant_one_camel_two_each_of_the_middle_and_eight_rabbits() -> None:
    army = {"E": 1, "M": 1, "H": 2, "D": 2, "C": 2, "R": 8}
    for letter, number in army.items():
        for piece in (Piece(letter), Piece(letter.lower())):
            assert OPENING.count(piece.side, piece.kind) == number


def test_gold_goes_first_and_the_players_take_turns() -> None:
    assert OPENING.side is Side.GOLD
    position = OPENING.play("Ee2n")
    assert position.side is Side.SILVER
    assert position.play("ed7s").side is Side.GOLD


def test_player_cannot_step_with_the_opponents_pieces() -> None:
    assert_refused(OPENING, "ed7s", Rule.NO_PUSHER, at=1)


@pytest.mark.parametrize("letter", NO_RABBITS)
def test_all_pieces_move_forward_backward_left_and_right(letter: str) -> None:
    position = gold(f"{letter}d4{BYSTANDERS}")
    assert_steps(position, "d4", " ".join(f"{letter}d4{way}" for way in "nesw"))


@pytest.mark.parametrize(
    ("square", "ways"), [("a1", "ne"), ("h1", "nw"), ("a8", "es"), ("h8", "sw"), ("a4", "nes")]
)
def test_pieces_stay_on_the_board(square: str, ways: str) -> None:
    position = gold(f"E{square} Rd2 re7")
    assert_steps(position, square, " ".join(f"E{square}{way}" for way in ways))
    for way in set("nesw") - set(ways):
        assert_refused(position, f"E{square}{way}", Rule.OFF_BOARD, at=1)


def test_rabbits_cannot_move_backward() -> None:
    position = gold("Rd4 ra8")
    assert_steps(position, "d4", "Rd4n Rd4e Rd4w")
    assert_refused(position, "Rd4s", Rule.RABBIT_BACKWARD, at=1)
    assert_refused(silver("rd4 Rh1"), "rd4n", Rule.RABBIT_BACKWARD, at=1)


def test_step_goes_to_an_unoccupied_square() -> None:
    position = gold(f"Ed4 Cd5 ee4{BYSTANDERS}")
    assert_refused(position, "Ed4n", Rule.OCCUPIED, at=1)
    assert_refused(position, "Ed4e", Rule.OCCUPIED, at=1)
    assert_steps(position, "d4", "Ed4s Ed4w")


def test_turn_has_a_total_of_four_steps() -> None:
    position = gold(f"Ed2{BYSTANDERS}")
    assert_leads_to(position, "Ed2n Ed3n Ed4n Ed5n", f"Ed6{BYSTANDERS}")
    assert_refused(position, "Ed2n Ed3n Ed4n Ed5n Ed6n", Rule.TOO_MANY_STEPS, at=5)


def test_moving_one_piece_to_an_adjacent_square_counts_as_one_step() -> None:
    position = gold(f"Ed2{BYSTANDERS}")
    for left in (3, 2, 1, 0):
        position = position.after(position.steps()[0])
        assert position.steps_left == left
    assert position.steps() == []


def test_push_and_pull_count_as_two_steps() -> None:
    position = gold(f"Ed4 rd5{BYSTANDERS}")
    assert taken_so_far(position, "rd5n Ed4n").steps_left == 2
    assert taken_so_far(position, "Ed4s rd5s").steps_left == 2


def test_piece_can_take_multiple_steps_and_change_direction_after_each() -> None:
    assert_leads_to(gold(f"Ed2{BYSTANDERS}"), "Ed2n Ed3e Ee3n Ee4w", f"Ed4{BYSTANDERS}")


def test_steps_may_be_distributed_among_up_to_four_pieces() -> None:
    assert_leads_to(
        gold(f"Ea2 Mb2 Hd2 De2{BYSTANDERS}"),
        "Ea2n De2n Hd2n Mb2n",
        f"Ea3 Mb3 Hd3 De3{BYSTANDERS}",
    )


@pytest.mark.parametrize("steps", [1, 2, 3])
def test_player_may_pass_some_of_the_steps(steps: int) -> None:
    turn = " ".join(["Ed2n", "Ed3n", "Ed4n"][:steps])
    assert_leads_to(gold(f"Ed2{BYSTANDERS}"), turn, f"Ed{2 + steps}{BYSTANDERS}")


def test_player_may_not_pass_the_whole_turn() -> None:
    assert_refused(OPENING, "", Rule.NO_STEP, at=0)
    assert refused(OPENING.play, "pass").rule is Rule.NO_STEP
    assert refused(OPENING.end_turn).rule is Rule.NO_STEP


@pytest.mark.parametrize(
    ("pieces", "turn"),
    [
        ("Ed2", "Ed2n Ed3s"),
        ("Ed2", "Ed2n Ed3e Ee3s Ee2w"),
        ("Ed2 Ra2", "Ra2e Ed2n Rb2w Ed3s"),
        ("Ca1 Cb1", "Ca1n Cb1w Ca2e Cb2s"),  # the cats have changed places
        ("Ed4 rd5", "rd5n Ed4n Ed5s rd6s"),  # pushed away and pulled back
        ("Ed4 rd5", "Ed4s rd5s rd4n Ed3n"),  # pulled and pushed back
    ],
)
def test_player_may_not_make_a_move_equivalent_to_passing(pieces: str, turn: str) -> None:
    assert_refused(gold(pieces + BYSTANDERS), turn, Rule.NO_CHANGE, at=0)


def test_position_may_come_back_inside_a_turn_that_goes_on() -> None:
    assert_leads_to(gold(f"Ed2{BYSTANDERS}"), "Ed2n Ed3s Ed2w", f"Ec2{BYSTANDERS}")


def test_last_step_that_would_undo_the_turn_is_not_offered() -> None:
    position = taken_so_far(gold(f"Ed2{BYSTANDERS}"), "Ed2n Ed3e Ee3s")
    assert position["e2"] == Piece("E")
    assert "Ee2w" not in {str(step) for step in position.steps()}


def test_player_may_lose_a_piece_to_change_the_position() -> None:
    # The cat is back where it was, but the dog that it kept safe is gone.
    assert_leads_to(gold(f"Cc2 Dc3{BYSTANDERS}"), "Cc2w Dc3x Cb2e", f"Cc2{BYSTANDERS}")
