"""The official rules on winning and losing, as far as one position decides it.

A position here stands between two turns: the side that is *not* to move has just moved, and is
player A of the rules' order of checks. Repetition needs a game and has its tests there.
"""

from __future__ import annotations

import pytest

from gajah._core import Position, Side, VerdictReason
from tests.helpers import OPENING, gold, reflections, silver

GOAL = VerdictReason.GOAL
RABBITS, IMMOBILE = VerdictReason.ELIMINATION, VerdictReason.IMMOBILIZATION


def assert_verdict(position: Position, reason: VerdictReason, *, mover_wins: bool) -> None:
    """The side that has just moved wins, or the other one does, for that reason."""
    for reflected, _ in reflections(position):
        verdict = reflected.verdict()
        assert verdict is not None
        assert verdict.reason is reason
        assert (verdict.winner is reflected.side.other) == mover_wins


def assert_undecided(position: Position) -> None:
    """No side has won yet."""
    for reflected, _ in reflections(position):
        assert reflected.verdict() is None


def test_game_is_undecided_after_the_setups() -> None:
    assert_undecided(OPENING)


@pytest.mark.parametrize("column", "abcdefgh")
def test_rabbit_on_the_other_side_of_the_board_wins(column: str) -> None:
    assert_verdict(silver(f"R{column}8 Ed4 rd7 ed5"), GOAL, mover_wins=True)


def test_rabbit_one_row_short_of_the_other_side_does_not_win() -> None:
    assert_undecided(silver("Rd7 Ed4 ra7 ee4"))


def test_only_a_rabbit_wins_by_reaching_the_other_side() -> None:
    for letter in "EMHDC":
        assert_undecided(silver(f"{letter}d8 Rd4 ra7 ee4"))


def test_rabbit_on_its_own_back_row_wins_nothing() -> None:
    assert_undecided(silver("Rd1 re8 Ed4"))


def test_rabbit_stepping_onto_the_goal_row_wins() -> None:
    assert_verdict(gold("Rd6 ra5").play("Rd6n Rd7n"), GOAL, mover_wins=True)


def test_player_loses_by_leaving_the_opponents_rabbit_on_its_goal_row() -> None:
    after_push = gold("Ed3 rd2 Rh4").play("rd2s Ed3s")
    assert_verdict(after_push, GOAL, mover_wins=False)
    after_pull = gold("Ec1 rc2 Rh4").play("Ec1w rc2s")
    assert_verdict(after_pull, GOAL, mover_wins=False)


def test_player_does_not_lose_if_the_rabbit_is_moved_back_out_before_the_turn_ends() -> None:
    pushed_in_and_pulled_out = gold("Ed3 rd2 Rh4 ra5").play("rd2s Ed3s Ed2w rd1n")
    assert_undecided(pushed_in_and_pulled_out)
    pushed_in_and_along_the_row = gold("Ed3 Mc1 Rh4 rd2 ra5").play("rd2s Ed3s rd1e Mc1e")
    assert_verdict(pushed_in_and_along_the_row, GOAL, mover_wins=False)


def test_own_rabbit_has_to_be_on_the_goal_row_when_the_turn_ends() -> None:
    # Nothing takes it away from there again: rabbits cannot go back by themselves.
    position = gold("Rd7 ra5").after("Rd7n")
    assert {str(step) for step in position.steps()} == {"Rd8e", "Rd8w"}


def test_player_with_all_pieces_frozen_loses() -> None:
    assert_verdict(silver("Ed4 rd5 Ra2 Hg7 rh7"), IMMOBILE, mover_wins=True)


def test_player_whose_pieces_have_no_place_to_move_loses() -> None:
    # The rabbit on a2 can go neither forward nor aside, and rabbits do not go back.
    assert_verdict(silver("ra2 Ra1 Rb2"), IMMOBILE, mover_wins=True)


def test_player_with_frozen_and_blocked_pieces_only_loses() -> None:
    assert_verdict(silver("ra2 Ra1 Rb2 rg5 Hg6"), IMMOBILE, mover_wins=True)


def test_player_who_can_only_push_is_not_immobile() -> None:
    # Both neighbours of the elephant are occupied, but it can push them away.
    position = silver("ea8 Ra7 Cb8 ra3 Ra2 Rb3")
    assert {str(step)[:3] for step in position.steps()} == {"Ra7", "Cb8"}
    assert_undecided(position)


def test_player_who_can_only_step_into_a_trap_is_not_immobile() -> None:
    assert_undecided(silver("rc7 Rb7 Rd7"))


def test_immobility_counts_only_for_the_side_to_move() -> None:
    assert_undecided(gold("Ed4 rd5 Ra2 Hg7 rh7"))


def test_player_who_loses_all_rabbits_loses() -> None:
    assert_verdict(silver("Ra2 Ed4 ee7 mh7"), RABBITS, mover_wins=True)
    capture = "rc4s rc3x Ec5s"
    assert_verdict(gold("Ec5 Ra2 rc4 ee7").play(capture), RABBITS, mover_wins=True)
    assert_undecided(gold("Ec5 Ra2 rc4 ee7 ra7").play(capture))


def test_player_who_gives_away_the_last_own_rabbit_loses() -> None:
    after = gold("Rc5 Ee2 ra7 ee7").play("Rc5n")
    assert after.count(Side.GOLD) == 1
    assert_verdict(after, RABBITS, mover_wins=False)


def test_player_making_the_move_wins_if_both_lose_all_rabbits_on_it() -> None:
    # One push: the last silver rabbit falls into c3, and the horse that kept the last gold
    # rabbit on c6 alive has gone from b6.
    position = gold("Rc6 Hb6 ee8 rb3 Ea3")
    after = position.play("rb3e rc3x Ea3e Hb6w Rc6x")
    assert not any(str(piece) in "Rr" for piece in after.pieces.values())
    assert_verdict(after, RABBITS, mover_wins=True)


def test_order_of_checks_goal_of_the_mover_comes_before_goal_of_the_opponent() -> None:
    assert_verdict(silver("Rd8 rd1 Eb2 eg7"), GOAL, mover_wins=True)


def test_order_of_checks_goal_of_the_opponent_comes_before_its_loss_of_rabbits() -> None:
    # All of the mover's rabbits are gone too; the rabbit on goal is looked at first.
    assert_verdict(silver("rd1 Eb2 eg7"), GOAL, mover_wins=False)


def test_order_of_checks_goal_of_the_mover_comes_before_the_opponents_loss_of_rabbits() -> None:
    assert_verdict(silver("Rd8 Eb2 eg7"), GOAL, mover_wins=True)


def test_order_of_checks_loss_of_the_opponents_rabbits_comes_before_the_movers() -> None:
    assert_verdict(silver("Eb2 eg7"), RABBITS, mover_wins=True)


def test_order_of_checks_loss_of_the_movers_rabbits_comes_before_immobility() -> None:
    # Silver, to move, is immobile; but gold has no rabbit left.
    assert_verdict(silver("Ed4 rd5"), RABBITS, mover_wins=False)


def test_order_of_checks_loss_of_the_opponents_rabbits_comes_before_its_immobility() -> None:
    assert_verdict(silver("Ed4 cd5 Rh1"), RABBITS, mover_wins=True)


def test_mover_without_a_move_for_the_next_turn_has_not_lost_yet() -> None:
    # Gold has walled itself in; it is silver's turn and silver can move.
    assert_undecided(silver("Ra7 ra8 rb7 ee4"))
