"""Properties of every position, checked on generated ones."""

from __future__ import annotations

import copy
import pickle
from collections import Counter
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from gajah._core import (
    Direction,
    Pending,
    Piece,
    Position,
    Rule,
    Setup,
    Side,
    Square,
    Step,
    Turn,
    VerdictReason,
    pack_features,
    planes_batch,
)
from tests.helpers import (
    OPENING,
    SQUARES,
    board_of,
    boards_after_turns,
    gold,
    has_goal,
    mirrored_text,
    pieces_of,
    refused,
    silver,
    steps_of,
    swapped_text,
)
from tests.strategies import (
    any_positions,
    examples,
    in_mid_turn,
    near_goal_positions,
    perturbed_sample_positions,
    setups,
    small_positions,
)

mid_turn_positions = in_mid_turn(any_positions())
small_mid_turn_positions = in_mid_turn(small_positions())


def mirrored_board(board: str) -> str:
    """The 64 squares of the short form with left and right exchanged."""
    return "".join(board[row : row + 8][::-1] for row in range(0, 64, 8))


def swapped_board(board: str) -> str:
    """The 64 squares of the short form with colours and rows exchanged."""
    return "".join(board[row : row + 8].swapcase() for row in range(56, -1, -8))


def boards_reached_step_by_step(position: Position) -> set[str]:
    """The slow twin of ``turns()``: every order of steps, one at a time."""
    reached: set[str] = set()
    seen = {position}
    waiting = [position]
    while waiting:
        here = waiting.pop()
        if here.why_not_end() is None:
            reached.add(board_of(here.end_turn()))
        for step in here.steps():
            after = here.after(step)
            if after not in seen:
                seen.add(after)
                waiting.append(after)
    return reached


def reaches_goal_by_trying_all(position: Position) -> bool:
    """The slow twin of ``find_goal``: does any turn end with a rabbit of the mover on goal?"""
    return any(has_goal(position.play(turn), position.side) for turn in position.legal_turns())


def turn_start(position: Position) -> Position:
    """The position in which the turn began."""
    pieces = position.pieces
    for step in reversed(position.taken.steps):
        if step.capture:
            pieces[step.capture.square] = step.capture.piece
        assert step.to is not None
        pieces[step.square] = pieces.pop(step.to)
    return Position(pieces, position.side)


def beside(position: Position, square: Square) -> list[tuple[Square, Piece]]:
    """The pieces on the neighbouring squares."""
    around = (square.toward(direction) for direction in Direction)
    return [(s, piece) for s in around if s is not None and (piece := position[s]) is not None]


def toward(square: Square, step: Step) -> Direction:
    """The way from a neighbouring square to the one that the step has left."""
    return next(direction for direction in Direction if square.toward(direction) == step.square)


@given(in_mid_turn(any_positions()))
def test_hash_equals_the_hash_from_scratch_after_any_steps(position: Position) -> None:
    assume(position.why_not_end() is None)
    assert position.end_turn().key == Position(position.pieces, position.side.other).key


@given(in_mid_turn(any_positions()))
def test_key_does_not_depend_on_how_the_position_was_made(position: Position) -> None:
    assert Position.parse(position.diagram()).key == position.key


@given(small_mid_turn_positions)
def test_different_orders_to_the_same_situation_give_equal_positions(position: Position) -> None:
    found: dict[Position, set[str]] = {}
    for first in position.steps():
        for second in position.after(first).steps():
            after = position.after(first).after(second)
            assert found.setdefault(after, steps_of(after)) == steps_of(after)
            twin = next(other for other in found if other == after)
            assert (hash(twin), twin.key) == (hash(after), after.key)


@given(mid_turn_positions)
def test_playing_the_taken_steps_again_gives_the_same_position(position: Position) -> None:
    again = turn_start(position)
    for step in position.taken:
        again = again.after(step)
    assert again == position
    if position.why_not_end() is None:
        assert turn_start(position).play(position.taken) == position.end_turn()


@given(mid_turn_positions)
def test_position_values_survive_pickling(position: Position) -> None:
    assert pickle.loads(pickle.dumps(position)) == position
    assert pickle.loads(pickle.dumps(position.taken)) == position.taken
    assert pickle.loads(pickle.dumps(position.steps())) == position.steps()
    assert copy.deepcopy(position) == position


@given(setups())
def test_setups_survive_pickling(setup: Setup) -> None:
    assert pickle.loads(pickle.dumps(setup)) == copy.deepcopy(setup) == setup


def test_a_step_that_names_a_capture_which_does_not_happen_is_refused_by_itself() -> None:
    step = Step.parse("Ee2n Ee3x")
    assert OPENING.why_not(step) is Rule.WRONG_CAPTURE
    assert OPENING.explain(step) == "the capture Ee3x does not happen there"
    assert refused(OPENING.after, step).rule is Rule.WRONG_CAPTURE


def test_refusals_survive_pickling() -> None:
    error = refused(OPENING.play, "Ee2n Ee3x")
    again = pickle.loads(pickle.dumps(error))
    assert (str(again), again.rule, again.step_number, again.step) == (
        str(error),
        Rule.WRONG_CAPTURE,
        1,
        Step.parse("Ee2n Ee3x"),
    )


@given(mid_turn_positions)
def test_mirroring_twice_and_swapping_twice_change_nothing(position: Position) -> None:
    assert position.mirrored().mirrored() == position
    assert position.swapped().swapped() == position
    assert position.mirrored().swapped() == position.swapped().mirrored()


@given(mid_turn_positions)
def test_mirrored_position_has_mirrored_steps(position: Position) -> None:
    mirrored = position.mirrored()
    assert steps_of(mirrored) == {mirrored_text(text) for text in steps_of(position)}
    assert set(pieces_of(mirrored).split()) == set(mirrored_text(pieces_of(position)).split())


@given(mid_turn_positions)
def test_swapped_position_has_swapped_steps(position: Position) -> None:
    swapped = position.swapped()
    assert swapped.side is position.side.other
    assert steps_of(swapped) == {swapped_text(text) for text in steps_of(position)}
    assert set(pieces_of(swapped).split()) == set(swapped_text(pieces_of(position)).split())


@examples(30)
@given(mid_turn_positions)
def test_mirrored_and_swapped_boards_have_mirrored_and_swapped_turns(position: Position) -> None:
    boards = boards_after_turns(position)
    assert boards_after_turns(position.mirrored()) == {mirrored_board(board) for board in boards}
    assert boards_after_turns(position.swapped()) == {swapped_board(board) for board in boards}


@examples(50)
@given(mid_turn_positions)
def test_turns_are_legal_distinct_and_as_many_as_counted(position: Position) -> None:
    turns = position.legal_turns()
    assert len(set(turns)) == len(turns) == position.count_turns()
    assert len(boards_after_turns(position)) == len(turns)


@examples(30)
@given(mid_turn_positions)
def test_turns_write_each_capture_that_happens(position: Position) -> None:
    taken = position.taken.steps
    for turn in position.legal_turns():
        assert position.complete(list(turn)) == Turn([*taken, *turn])


@given(small_mid_turn_positions)
def test_turns_reach_what_single_steps_reach(position: Position) -> None:
    assert boards_after_turns(position) == boards_reached_step_by_step(position)


@examples(40)
@given(in_mid_turn(perturbed_sample_positions(least_removed=12), least=2))
def test_turns_reach_what_single_steps_reach_in_positions_of_real_games(
    position: Position,
) -> None:
    assert boards_after_turns(position) == boards_reached_step_by_step(position)


@given(small_positions())
def test_turns_use_the_fewest_steps(position: Position) -> None:
    fewest: dict[str, int] = {}
    level = {position}
    for spent in range(5):
        for here in level:
            if here.pending is not Pending.PUSH:
                fewest.setdefault(board_of(here), spent)
        level = {here.after(step) for here in level for step in here.steps()}
    for turn in position.legal_turns():
        assert len(turn) == fewest[board_of(position.play(turn))]


@given(mid_turn_positions)
def test_every_step_is_either_legal_or_refused_for_a_reason(position: Position) -> None:
    offered = steps_of(position)
    start = board_of(turn_start(position))
    for square in SQUARES:
        for text in (f"{position[square] or 'R'}{square}{way}" for way in "nesw"):
            allowed = position.why_not(text) is None
            assert allowed == (position.explain(text) is None)
            if text in offered:
                assert allowed
            elif allowed:  # left out only because the turn could not end there
                after = position.after(text)
                assert after.steps_left == 0
                assert board_of(after) == start


@examples(30)
@given(mid_turn_positions)
def test_perft_counts_the_sequences_of_steps(position: Position) -> None:
    assert position.perft(0) == 1
    assert position.perft(1) == len(position.steps())
    by_hand = sum(position.after(step).perft(1) for step in position.steps())
    assert position.perft(2) == by_hand


def assert_find_goal_is_right(position: Position) -> None:
    """``find_goal`` agrees with trying every turn, and what it finds is legal."""
    found = position.find_goal()
    assert (found is not None) == reaches_goal_by_trying_all(position)
    if found is not None:
        assert has_goal(position.play(found), position.side)
        assert position.complete(list(found)) == Turn([*position.taken, *found])


@examples(60)
@given(mid_turn_positions)
def test_find_goal_agrees_with_trying_every_turn(position: Position) -> None:
    assume(not has_goal(turn_start(position), position.side))
    assert_find_goal_is_right(position)


@given(in_mid_turn(perturbed_sample_positions(least_removed=5)))
def test_find_goal_agrees_with_plain_search_on_perturbed_positions(position: Position) -> None:
    assume(not has_goal(turn_start(position), position.side))
    assert_find_goal_is_right(position)


@given(in_mid_turn(near_goal_positions()))
def test_find_goal_agrees_with_plain_search_where_rabbits_are_nearly_home(
    position: Position,
) -> None:
    assume(not has_goal(turn_start(position), position.side))
    assert_find_goal_is_right(position)


@given(small_mid_turn_positions)
def test_find_goal_agrees_with_plain_search_where_pieces_stand_close(position: Position) -> None:
    assume(not has_goal(turn_start(position), position.side))
    assert_find_goal_is_right(position)


def test_find_goal_finds_none_where_a_rabbit_has_won_already() -> None:
    assert gold("Rd8 Rd7 Ed4 ra5").find_goal() is None
    assert silver("rd1 rd2 ed4 Ra5").find_goal() is None


@given(any_positions())
def test_side_is_immobile_exactly_when_it_has_no_turn(position: Position) -> None:
    verdict = position.verdict()
    immobile = position.count_turns() == 0
    assert position.has_turn() == (not immobile)
    if verdict is None:
        assert not immobile
    elif verdict.reason is VerdictReason.IMMOBILIZATION:
        assert immobile


@given(small_positions(), st.data())
def test_has_turn_leaves_out_the_banned_positions(position: Position, data: st.DataObject) -> None:
    afters = [position.play(turn) for turn in position.legal_turns()]
    assert not position.has_turn(afters)
    if afters:
        spared = data.draw(st.sampled_from(afters))
        assert position.has_turn([after for after in afters if after != spared])


@given(mid_turn_positions)
def test_who_may_complete_a_push_is_the_same_before_and_after_its_first_step(
    position: Position,
) -> None:
    # A push is atomic, so its piece must be free when the push begins. No first step of a push
    # frees or freezes one that could complete it: only the loss of a piece on a trap could, and
    # no two squares beside a trap are beside each other.
    for step in position.steps():
        after = position.after(step)
        if after.pending is not Pending.PUSH:
            continue
        for square, piece in beside(position, step.square):
            if piece.side is position.side and piece.kind > step.piece.kind:
                free = square not in position.frozen(position.side)
                assert free == (square not in after.frozen(position.side))
                assert free == (after.why_not(Step(piece, square, toward(square, step))) is None)


@given(any_positions())
def test_frozen_pieces_have_a_stronger_enemy_and_no_friend_beside_them(position: Position) -> None:
    for side in (Side.GOLD, Side.SILVER):
        frozen = set(position.frozen(side))
        for square, piece in position.pieces.items():
            if piece.side is not side:
                continue
            others = [other for _, other in beside(position, square)]
            held = any(o.side is not side and o.kind > piece.kind for o in others)
            free = any(o.side is side for o in others)
            assert (square in frozen) == (held and not free)


@given(mid_turn_positions)
def test_piece_counts_agree_with_the_pieces(position: Position) -> None:
    counts = Counter(position.pieces.values())
    for piece, number in counts.items():
        assert position.count(piece.side, piece.kind) == number
    assert position.count(Side.GOLD) + position.count(Side.SILVER) == sum(counts.values())


def test_none_is_no_position() -> None:
    nothing: Any = [OPENING, None]
    for take in (planes_batch, pack_features, OPENING.has_turn):
        with pytest.raises(TypeError):
            take(nothing)
