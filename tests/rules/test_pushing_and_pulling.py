"""The official rules on moving the opponent's pieces, sentence by sentence."""

from __future__ import annotations

from itertools import product

import pytest

from gajah._core import Kind, Pending, Piece, Rule, Side, Square
from tests.helpers import (
    assert_leads_to,
    assert_refused,
    assert_steps,
    gold,
    steps_of,
    taken_so_far,
)

LETTERS = "RCDHME"
KINDS = (Kind.RABBIT, Kind.CAT, Kind.DOG, Kind.HORSE, Kind.CAMEL, Kind.ELEPHANT)
STRENGTH = dict(zip(LETTERS, KINDS, strict=True))
# Far from everything: keeps a test's position undecided.
BYSTANDERS = " Rh1 ra8"


@pytest.mark.parametrize(("mine", "yours"), list(product(LETTERS, LETTERS)))
def test_stronger_pieces_and_no_others_can_move_weaker_pieces(mine: str, yours: str) -> None:
    # A friend beside it keeps our piece from being frozen: only strength decides.
    victim = yours.lower()
    position = gold(f"{mine}d4 Rc4 {victim}d5 Rh1 ra8")
    push, pull = f"{victim}d5n {mine}d4n", f"{mine}d4e {victim}d5s"
    if STRENGTH[mine] > STRENGTH[yours]:
        assert_leads_to(position, push, f"{mine}d5 Rc4 {victim}d6 Rh1 ra8")
        assert_leads_to(position, pull, f"{mine}e4 Rc4 {victim}d4 Rh1 ra8")
    else:
        assert_refused(position, push, Rule.NO_PUSHER, at=1)
        assert_refused(position, pull, Rule.NO_PUSHER, at=2)


@pytest.mark.parametrize("victim", "cr")
def test_dog_can_move_the_opponents_cat_or_rabbit(victim: str) -> None:
    position = gold(f"Dd4 {victim}d5{BYSTANDERS}")
    assert_leads_to(position, f"{victim}d5n Dd4n", f"Dd5 {victim}d6{BYSTANDERS}")


@pytest.mark.parametrize("victim", "dhme")
def test_dog_cannot_move_the_opponents_dog_or_any_stronger_piece(victim: str) -> None:
    position = gold(f"Dd4 Cc4 {victim}d5{BYSTANDERS}")
    assert_refused(position, f"{victim}d5n Dd4n", Rule.NO_PUSHER, at=1)


def test_opponents_piece_must_be_orthogonally_adjacent() -> None:
    for square in ("e5", "c3", "d6", "b4"):
        position = gold(f"Ed4 r{square} cc2{BYSTANDERS}")
        assert_refused(position, f"r{square}e", Rule.NO_PUSHER, at=1)


def test_push_moves_the_opponents_piece_first_and_then_ours_into_its_place() -> None:
    position = gold(f"Dd4 re4{BYSTANDERS}")
    assert_leads_to(position, "re4n Dd4e", f"De4 re5{BYSTANDERS}")
    assert_leads_to(position, "re4e Dd4e", f"De4 rf4{BYSTANDERS}")
    assert_leads_to(position, "re4s Dd4e", f"De4 re3{BYSTANDERS}")


def test_push_goes_only_to_an_empty_square() -> None:
    position = gold(f"Dd4 re4 ce5 Rf4{BYSTANDERS}")
    assert_steps(position, "e4", "re4s")
    assert_refused(position, "re4n Dd4e", Rule.OCCUPIED, at=1)
    assert_refused(position, "re4e Dd4e", Rule.OCCUPIED, at=1)
    assert_refused(position, "re4w Dd4e", Rule.OCCUPIED, at=1)


def test_push_ends_in_the_square_of_the_pushed_piece_and_nowhere_else() -> None:
    position = gold(f"Dd4 re4{BYSTANDERS}")
    assert_refused(position, "re4n Dd4n", Rule.PUSH_UNFINISHED, at=2)
    assert taken_so_far(position, "re4n").pending is Pending.PUSH
    assert taken_so_far(position, "re4n").pending_square == Square("e4")
    assert steps_of(taken_so_far(position, "re4n")) == {"Dd4e"}


def test_any_stronger_neighbour_may_complete_a_push() -> None:
    position = taken_so_far(gold(f"Dd4 Ce3 Rf4 re4{BYSTANDERS}"), "re4n")
    assert steps_of(position) == {"Dd4e", "Ce3n"}


def test_pull_moves_our_piece_first_and_then_the_opponents_into_the_square_left() -> None:
    position = gold(f"Dd4 re4{BYSTANDERS}")
    assert_leads_to(position, "Dd4n re4w", f"Dd5 rd4{BYSTANDERS}")
    assert_leads_to(position, "Dd4w re4w", f"Dc4 rd4{BYSTANDERS}")
    assert_leads_to(position, "Dd4s re4w", f"Dd3 rd4{BYSTANDERS}")


def test_pulling_piece_goes_only_to_an_unoccupied_square() -> None:
    assert_refused(gold(f"Dd4 re4 Cd5{BYSTANDERS}"), "Dd4n re4w", Rule.OCCUPIED, at=1)


def test_pulled_piece_goes_into_the_square_just_left_and_nowhere_else() -> None:
    position = gold(f"Dd4 re4{BYSTANDERS}")
    for elsewhere in ("re4n", "re4e", "re4s"):
        assert_refused(position, f"Dd4w {elsewhere}", Rule.NO_PUSHER, at=2)
    assert taken_so_far(position, "Dd4w").pending is Pending.PULL
    assert taken_so_far(position, "Dd4w").pending_square == Square("d4")


def test_piece_that_was_not_beside_the_puller_cannot_be_pulled() -> None:
    # The cat stands beside the square the dog goes to, not beside the one it leaves.
    position = gold(f"Dd4 Rd3 cd6{BYSTANDERS}")
    assert_refused(position, "Dd4n cd6s", Rule.OCCUPIED, at=2)
    assert_refused(position, "Dd4n cd6e", Rule.PUSH_UNFINISHED, at=2)
    assert taken_so_far(position, "Dd4n").pending is Pending.NONE


def test_stepping_away_does_not_oblige_to_pull() -> None:
    assert_leads_to(gold(f"Dd4 re4{BYSTANDERS}"), "Dd4w Dc4w", f"Db4 re4{BYSTANDERS}")


def test_rabbits_may_be_pushed_or_pulled_back() -> None:
    assert_leads_to(gold(f"Dd4 rd5{BYSTANDERS}"), "rd5n Dd4n", f"Dd5 rd6{BYSTANDERS}")
    assert_leads_to(gold(f"Dd4 rd3{BYSTANDERS}"), "Dd4n rd3n", f"Dd5 rd4{BYSTANDERS}")


def test_rabbits_move_nothing() -> None:
    position = gold(f"Rd4 Rc4 rd5{BYSTANDERS}")
    assert_refused(position, "rd5n Rd4n", Rule.NO_PUSHER, at=1)
    assert_refused(position, "Rd4e rd5s", Rule.NO_PUSHER, at=2)


def test_friendly_pieces_may_not_be_dislodged() -> None:
    # The rabbit cannot be drawn back by the camel, which is stronger but of its own side.
    assert_refused(gold("Md4 Rd5 ra8"), "Md4s Rd5s", Rule.RABBIT_BACKWARD, at=2)


def test_push_requires_two_consecutive_steps() -> None:
    position = gold(f"Dd4 re4 Ca2{BYSTANDERS}")
    assert_refused(position, "re4n Ca2n Dd4e", Rule.PUSH_UNFINISHED, at=2)
    assert_refused(position, "re4n re5n Dd4e", Rule.PUSH_UNFINISHED, at=2)


def test_pull_requires_two_consecutive_steps() -> None:
    position = gold(f"Dd4 re4 Ca2{BYSTANDERS}")
    assert_refused(position, "Dd4w Ca2n re4w", Rule.NO_PUSHER, at=3)
    assert_refused(position, "Dd4w Dc4w re4w", Rule.NO_PUSHER, at=3)


def test_push_must_be_completed_within_the_same_turn() -> None:
    position = gold(f"Dd4 re4{BYSTANDERS}")
    assert_refused(position, "re4n", Rule.PUSH_UNFINISHED, at=1)
    assert_refused(position, "Dd4n Dd5s re4n", Rule.PUSH_UNFINISHED, at=3)


def test_push_cannot_begin_on_the_last_step() -> None:
    position = gold(f"Dd4 re4 Ca2{BYSTANDERS}")
    assert_refused(position, "Ca2n Ca3n Ca4n re4n", Rule.PUSH_ON_LAST_STEP, at=4)
    assert not any(text[0] == "r" for text in steps_of(taken_so_far(position, "Ca2n Ca3n Ca4n")))


def test_pull_must_be_completed_within_the_same_turn() -> None:
    position = gold(f"Dd4 re4 Ca2{BYSTANDERS}").play("Ca2n Ca3n Ca4n Dd4w").play("ra8s")
    assert position.side is Side.GOLD
    assert position.pending is Pending.NONE
    assert position.why_not("re4w") is Rule.NO_PUSHER


def test_pull_may_end_the_turn_on_the_last_step() -> None:
    position = gold(f"Dd4 re4 Ca2{BYSTANDERS}")
    assert_leads_to(position, "Ca2n Ca3n Dd4w re4w", f"Ca4 Dc4 rd4{BYSTANDERS}")


@pytest.mark.parametrize(
    ("pieces", "turn", "after"),
    [
        ("Ed4 rd5 cc5", "rd5n Ed4n cc5s Ed5w", "Ec5 rd6 cc4"),  # push, push
        ("Ed4 rd5", "rd5n Ed4n Ed5e rd6s", "Ee5 rd5"),  # push, pull
        ("Ed4 rd5", "Ed4s rd5s rd4w Ed3n", "Ed4 rc4"),  # pull, push
        ("Ed4 rd5", "Ed4s rd5s Ed3s rd4s", "Ed2 rd3"),  # pull, pull
        ("Ed4 Mg4 rd5 cg5", "rd5n Ed4n Mg4s cg5s", "Ed5 Mg3 rd6 cg4"),  # by two pieces
    ],
)
def test_any_combination_of_pushing_and_pulling_can_be_done_in_a_turn(
    pieces: str, turn: str, after: str
) -> None:
    assert_leads_to(gold(pieces + BYSTANDERS), turn, after + BYSTANDERS)


def test_piece_completing_a_push_cannot_pull_along() -> None:
    position = gold(f"Ed4 rd5 cd3{BYSTANDERS}")
    assert_refused(position, "rd5n Ed4n cd3n", Rule.NO_PUSHER, at=3)
    assert taken_so_far(position, "rd5n Ed4n").pending is Pending.NONE
    assert not any(text.startswith("cd3") for text in steps_of(taken_so_far(position, "rd5n Ed4n")))


def test_piece_cannot_pull_two_pieces_with_one_step() -> None:
    position = gold(f"Ed4 rd5 cc4{BYSTANDERS}")
    assert_leads_to(position, "Ed4e rd5s", f"Ee4 rd4 cc4{BYSTANDERS}")
    assert_leads_to(position, "Ed4e cc4e", f"Ee4 rd5 cd4{BYSTANDERS}")
    assert_refused(position, "Ed4e rd5s cc4e", Rule.OCCUPIED, at=3)
    assert_refused(position, "Ed4e rd5s cc4n", Rule.NO_PUSHER, at=3)


def test_pushed_piece_may_be_pushed_by_another_piece_in_the_same_turn() -> None:
    position = gold(f"Ed4 Mc6 Rc5 rd5{BYSTANDERS}")
    assert_leads_to(position, "rd5n Ed4n rd6n Mc6e", f"Ed5 Md6 Rc5 rd7{BYSTANDERS}")


def test_step_of_the_enemy_that_could_be_either_completes_the_pull() -> None:
    # Elephant leaves d4, rabbit e4 follows: also the dog on e3 could have pushed it there.
    # Nothing is owed afterwards, and the dog may still take its place.
    position = gold(f"Ed4 De3 re4{BYSTANDERS}")
    assert taken_so_far(position, "Ed4w re4w").pending is Pending.NONE
    assert_leads_to(position, "Ed4w re4w", f"Ec4 De3 rd4{BYSTANDERS}")
    assert_leads_to(position, "Ed4w re4w De3n", f"Ec4 De4 rd4{BYSTANDERS}")


def test_weak_piece_leaving_a_square_lets_a_strong_one_push_into_it() -> None:
    # The cat cannot pull the dog; the elephant pushes it into the square the cat has left.
    position = gold(f"Cd4 Rc4 Ee5 de4{BYSTANDERS}")
    mid_push = taken_so_far(position, "Cd4s de4w")
    assert mid_push.pending is Pending.PUSH
    assert steps_of(mid_push) == {"Ee5s"}


def test_dog_pushes_rabbit() -> None:
    assert_leads_to(gold(f"Dd3 rd4{BYSTANDERS}"), "rd4n Dd3n", f"Dd4 rd5{BYSTANDERS}")


def test_dog_pulls_rabbit() -> None:
    assert_leads_to(gold(f"Dd3 rd4{BYSTANDERS}"), "Dd3s rd4s", f"Dd2 rd3{BYSTANDERS}")


@pytest.mark.parametrize("victim", "cdhmr")
def test_elephant_can_push_anything_but_an_elephant(victim: str) -> None:
    position = gold(f"Ed4 {victim}d5 Rh1 ra8")
    assert position.after(f"{victim}d5n")["d6"] == Piece(victim)
    assert_refused(gold(f"Ed4 ed5{BYSTANDERS}"), "ed5n Ed4n", Rule.NO_PUSHER, at=1)
