"""The official rules on frozen pieces and trap squares, sentence by sentence."""

from __future__ import annotations

from itertools import product

import pytest

from gajah._core import Rule, Side, Square
from gajah.errors import IllegalTurn
from gajah.notation import take_steps
from tests.helpers import (
    assert_leads_to,
    assert_refused,
    assert_steps,
    gold,
    steps_of,
    taken_so_far,
)

LETTERS = "RCDHME"  # weakest first
# Far from everything: keeps a test's position undecided.
BYSTANDERS = " Rh1 ra8"


@pytest.mark.parametrize(("mine", "yours"), list(product(LETTERS, LETTERS)))
def test_stronger_piece_and_no_other_freezes(mine: str, yours: str) -> None:
    position = gold(f"{mine}d4 {yours.lower()}d5 Rh1 ra8")
    is_frozen = LETTERS.index(yours) > LETTERS.index(mine)
    assert (Square("d4") in position.frozen(Side.GOLD)) == is_frozen
    if is_frozen:
        assert_steps(position, "d4", "")
        assert_refused(position, f"{mine}d4e", Rule.FROZEN, at=1)
    else:
        assert_leads_to(position, f"{mine}d4e", f"{mine}e4 {yours.lower()}d5 Rh1 ra8")


def test_piece_is_frozen_from_every_side_but_not_diagonally() -> None:
    for square in ("d5", "e4", "d3", "c4"):
        assert gold(f"Cd4 d{square} Rh1").frozen(Side.GOLD) == [Square("d4")]
    for square in ("e5", "c5", "e3", "d6"):
        assert gold(f"Cd4 d{square} Rh1").frozen(Side.GOLD) == []


def test_frozen_piece_can_be_pushed_or_pulled_by_opponents_stronger_pieces() -> None:
    position = gold(f"Ed4 rd5{BYSTANDERS}")
    assert position.frozen(Side.SILVER) == [Square("d5")]
    assert_leads_to(position, "rd5e Ed4n", f"Ed5 re5{BYSTANDERS}")
    assert_leads_to(position, "Ed4s rd5s", f"Ed3 rd4{BYSTANDERS}")


def test_frozen_piece_cannot_push_or_pull() -> None:
    position = gold(f"Dd4 rd5 hc4{BYSTANDERS}")
    assert_refused(position, "rd5n Dd4n", Rule.NO_PUSHER, at=1)
    assert_refused(position, "Dd4e rd5s", Rule.FROZEN, at=1)


@pytest.mark.parametrize("friend", ["Re4", "Cc4", "Rd3"])
def test_friendly_piece_next_to_it_unfreezes_a_piece(friend: str) -> None:
    position = gold(f"Dd4 hd5 {friend}{BYSTANDERS}")
    assert position.frozen(Side.GOLD) == []
    assert any(text.startswith("Dd4") for text in steps_of(position))


def test_friend_diagonally_next_to_it_unfreezes_nothing() -> None:
    assert_refused(gold(f"Dd4 hd5 Cc3 Rc2{BYSTANDERS}"), "Dd4e", Rule.FROZEN, at=1)


def test_frozen_friend_unfreezes_too() -> None:
    # Cat and dog hold each other free, though each has a stronger enemy beside it.
    position = gold(f"Dd4 hd5 Ce4 he5{BYSTANDERS}")
    assert position.frozen(Side.GOLD) == []
    assert_leads_to(position, "Dd4s", f"Dd3 hd5 Ce4 he5{BYSTANDERS}")


def test_frozen_piece_can_freeze_a_still_weaker_piece() -> None:
    position = gold(f"Ed6 hd5 Dd4{BYSTANDERS}")
    assert position.frozen(Side.SILVER) == [Square("d5")]
    assert position.frozen(Side.GOLD) == [Square("d4")]


def test_freezing_is_judged_anew_after_each_step() -> None:
    # The cat arrives and frees the dog; the dog walks and leaves the cat alone but free.
    position = gold(f"Dd4 hd5 Cf4{BYSTANDERS}")
    assert_refused(position, "Dd4w Cf4w", Rule.FROZEN, at=1)
    assert_leads_to(position, "Cf4w Dd4w", f"Dc4 hd5 Ce4{BYSTANDERS}")


def test_piece_that_steps_beside_a_stronger_enemy_is_frozen_for_the_rest_of_the_turn() -> None:
    position = gold(f"Dd3 hd5{BYSTANDERS}")
    assert_leads_to(position, "Dd3n", f"Dd4 hd5{BYSTANDERS}")
    assert_refused(position, "Dd3n Dd4w", Rule.FROZEN, at=2)


def test_leaving_a_friend_alone_freezes_it() -> None:
    position = gold(f"Dd4 hd5 Cd3{BYSTANDERS}")
    assert_refused(position, "Cd3w Dd4w", Rule.FROZEN, at=2)


def test_horse_pushes_dog_and_moves_into_its_place_and_the_dog_is_now_frozen() -> None:
    position = gold(f"Hd3 dd4{BYSTANDERS}")
    assert position.play("dd4n Hd3n").frozen(Side.SILVER) == [Square("d5")]
    assert_leads_to(position, "dd4n Hd3n", f"Hd4 dd5{BYSTANDERS}")


def test_cat_moves_adjacent_to_dog_unfreezing_it_and_allowing_it_to_move_away() -> None:
    position = gold(f"Dd4 hd5 Cd2{BYSTANDERS}")
    assert_leads_to(position, "Cd2n Dd4e De4e", f"Df4 hd5 Cd3{BYSTANDERS}")


def test_elephant_cannot_be_frozen_but_can_be_blockaded() -> None:
    position = gold("Ea1 ra2 cb2 rb1 cc1 ra3 Rh1 ra8")
    assert position.frozen(Side.GOLD) == []
    assert_steps(position, "a1", "")


@pytest.mark.parametrize(
    ("trap", "turn"), [("c3", "Cc2n"), ("f3", "Cf2n"), ("c6", "Cc5n"), ("f6", "Cf5n")]
)
def test_piece_on_any_of_the_four_traps_is_removed(trap: str, turn: str) -> None:
    position = gold(f"{turn[:3]}{BYSTANDERS}")
    assert_leads_to(position, f"{turn} C{trap}x", BYSTANDERS)


@pytest.mark.parametrize("letter", LETTERS)
def test_any_piece_on_a_trap_square_is_removed(letter: str) -> None:
    assert_leads_to(gold(f"{letter}c5 Rh1 ra8"), f"{letter}c5n {letter}c6x", "Rh1 ra8")


@pytest.mark.parametrize(("before", "after"), [("Cd3", "Ce3"), ("Cc4", "Cd4"), ("Cb2", "Cc2")])
def test_piece_beside_a_trap_needs_no_friend(before: str, after: str) -> None:
    assert_leads_to(gold(before + BYSTANDERS), f"{before}e", after + BYSTANDERS)


def test_piece_on_a_trap_is_removed_immediately() -> None:
    position = gold(f"Cb3 Ea1{BYSTANDERS}")
    after = taken_so_far(position, "Cb3e")
    assert after["c3"] is None
    assert after.taken[0].capture is not None
    assert_refused(position, "Cb3e Cc3e", Rule.NO_SUCH_PIECE, at=2)


@pytest.mark.parametrize("friend", ["Rc2", "Rb3", "Rd3", "Rc4"])
def test_friendly_piece_next_to_the_trap_keeps_it_safe(friend: str) -> None:
    origin, step = ("Cc4", "Cc4s") if friend != "Rc4" else ("Cc2", "Cc2n")
    position = gold(f"{origin} {friend}{BYSTANDERS}")
    assert_leads_to(position, step, f"Cc3 {friend}{BYSTANDERS}")


def test_friend_diagonally_next_to_the_trap_saves_nobody() -> None:
    assert_leads_to(gold(f"Cc2 Rd4{BYSTANDERS}"), "Cc2n Cc3x", f"Rd4{BYSTANDERS}")


def test_opponents_piece_next_to_the_trap_saves_nobody() -> None:
    assert_leads_to(gold(f"Ec2 cd3{BYSTANDERS}"), "Ec2n Ec3x", f"cd3{BYSTANDERS}")


def test_piece_on_a_trap_is_removed_when_the_last_friend_beside_it_leaves() -> None:
    assert_leads_to(gold(f"Cc3 Rd3{BYSTANDERS}"), "Rd3n Cc3x", f"Rd4{BYSTANDERS}")


def test_piece_on_a_trap_stays_while_one_of_two_friends_remains() -> None:
    assert_leads_to(gold(f"Cc3 Rd3 Rc4{BYSTANDERS}"), "Rd3n", f"Cc3 Rd4 Rc4{BYSTANDERS}")


def test_dislodging_the_last_friend_beside_a_trap_captures() -> None:
    position = gold(f"Ee3 rd3 cc3{BYSTANDERS}")
    assert_leads_to(position, "rd3n cc3x Ee3w", f"Ed3 rd4{BYSTANDERS}")
    assert_leads_to(position, "Ee3n rd3e cc3x", f"Ee4 re3{BYSTANDERS}")


def test_be_careful_not_to_lose_your_own_pieces() -> None:
    # A push can cost the pusher a piece: the horse was all that kept the cat on c3 alive.
    position = gold(f"Cc3 Hd3 rd4{BYSTANDERS}")
    assert_leads_to(position, "rd4n Hd3n Cc3x", f"Hd4 rd5{BYSTANDERS}")


def test_horse_pushes_dog_in_the_trap_dog_disappears_horse_moves_in_its_place() -> None:
    position = gold(f"Hb5 db6{BYSTANDERS}")
    assert_leads_to(position, "db6e dc6x Hb5n", f"Hb6{BYSTANDERS}")


def test_pull_into_a_trap_captures() -> None:
    position = gold(f"Hc6 Rb6 dd6{BYSTANDERS}")
    assert_leads_to(position, "Hc6n dd6w dc6x", f"Hc7 Rb6{BYSTANDERS}")


def test_pushing_through_a_trap_where_the_pusher_is_supported() -> None:
    position = gold(f"Ec4 Rb3 rc3 rc2{BYSTANDERS}")
    assert_leads_to(position, "rc3e Ec4s", f"Ec3 Rb3 rd3 rc2{BYSTANDERS}")


def test_players_may_cross_a_trap_with_a_teammate_beside_it() -> None:
    position = gold(f"Cc2 Rd3{BYSTANDERS}")
    assert_leads_to(position, "Cc2n Cc3w", f"Cb3 Rd3{BYSTANDERS}")


def test_piece_may_step_into_a_trap_of_its_own_will() -> None:
    position = gold(f"Ec2{BYSTANDERS}")
    assert "Ec2n" in steps_of(position)
    assert_leads_to(position, "Ec2n", BYSTANDERS)


def test_capture_of_the_freezer_frees_within_the_turn() -> None:
    # The elephant pushes the horse into f6; the dog that it held may move at once.
    position = gold(f"Ee5 De7 he6{BYSTANDERS}")
    assert_refused(position, "De7w", Rule.FROZEN, at=1)
    assert_leads_to(position, "he6e hf6x Ee5n De7w", f"Ee6 Dd7{BYSTANDERS}")


def test_push_or_pull_is_atomic_so_a_captured_puller_still_pulls() -> None:
    position = gold(f"Ec4 rc5{BYSTANDERS}")
    assert_leads_to(position, "Ec4s Ec3x rc5s", f"rc4{BYSTANDERS}")
    assert_leads_to(position, "Ec4s Ec3x", f"rc5{BYSTANDERS}")


def test_captured_puller_pulls_only_weaker_pieces() -> None:
    position = gold(f"Dc4 dc5{BYSTANDERS}")
    assert_refused(position, "Dc4s Dc3x dc5s", Rule.NO_PUSHER, at=2)


def test_push_is_atomic_so_its_piece_must_be_free_when_it_begins() -> None:
    # The camel holds the dog on b3. A horse pushes the cat on b2 away; the dog cannot take the
    # cat's place, the horse has to.
    position = gold(f"Db3 ma3 cb2 Ha2 Ra1{BYSTANDERS}")
    assert_refused(position, "cb2e Db3s", Rule.PUSH_UNFINISHED, at=2)
    assert_leads_to(position, "cb2e Ha2e", f"Db3 ma3 cc2 Hb2 Ra1{BYSTANDERS}")


@pytest.mark.parametrize("typed", ["Ee6e Ef6n", "e6e f6n"])
def test_step_of_a_piece_that_the_turn_lost_is_refused_with_the_step_that_lost_it(
    typed: str,
) -> None:
    with pytest.raises(IllegalTurn) as caught:
        take_steps(typed, gold("Ee6 Ra1 ra8"))
    lost = "there is no gold elephant on f6: step 1, Ee6e, lost it in the trap"
    assert str(caught.value).endswith(lost)
    assert caught.value.rule is Rule.NO_SUCH_PIECE
