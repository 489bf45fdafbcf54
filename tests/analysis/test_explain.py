"""Facts about turns: one drawn position for each kind, and positions of real games."""

from __future__ import annotations

import re
from itertools import islice

import pytest

from gajah._core import Position, Square
from gajah.analysis.explain import FactKind, TurnFact, explain_turn
from gajah.analysis.proofs import threatened_goal
from gajah.analysis.threats import capture_threats, passed
from gajah.errors import IllegalTurn, NotationError
from tests.helpers import OPENING, gold, reflections
from tests.samples import sample_games, sample_positions

SENTENCE = re.compile(r"[A-Z][a-z0-9:, ]+\.")


def assert_says(position: Position, turn: str, *texts: str) -> None:
    """The turn does exactly this; its reflections do the same on the reflected squares."""
    facts = explain_turn(position, turn)
    assert [fact.text for fact in facts] == list(texts)
    for reflected, text in reflections(position):
        found = explain_turn(reflected, text(turn))
        expected = [(fact.kind, [text(f"E{s}")[1:] for s in fact.squares]) for fact in facts]
        assert sorted(_told(fact) for fact in found) == sorted(map(_sorted, expected))


def _told(fact: TurnFact) -> tuple[FactKind, list[str]]:
    return fact.kind, sorted(square.name for square in fact.squares)


def _sorted(told: tuple[FactKind, list[str]]) -> tuple[FactKind, list[str]]:
    return told[0], sorted(told[1])


def test_a_goal_is_reached() -> None:
    assert_says(gold("Ra7 rh8 ee5"), "Ra7n", "Reaches the goal on a8.")


def test_capturing_the_last_rabbit_wins() -> None:
    assert_says(
        gold("Ra1 Ec8 rc7 ee1"),
        "rc7s rc6x Ec8s",
        "Wins the game: silver has no rabbit left.",
        "Captures the rabbit on c6.",
    )


def test_freezing_the_last_piece_wins() -> None:
    assert_says(gold("Ra1 Dg7 rh8"), "Dg7n", "Wins the game: silver has no legal turn.")


def test_a_pushed_rabbit_gives_the_game_away() -> None:
    assert_says(gold("Ed3 rd2 Ra1 eh8"), "rd2s Ed3s", "Gives the opponent a goal on d1.")


def test_leaving_a_trap_undefended_loses_the_piece_there() -> None:
    assert_says(gold("Rc3 Cb3 Ra1 rh8"), "Cb3w", "Loses the rabbit on c3.")


def test_a_goal_is_threatened() -> None:
    assert_says(gold("Ra3 Rh1 rh8 eh7"), "Ra3n", "Threatens a goal on a8.")


def test_a_goal_that_was_there_before_is_still_threatened() -> None:
    assert_says(gold("Ra5 Rh1 rh8 eh7"), "Rh1w", "Still threatens a goal on a8.")


def test_a_goal_is_stopped() -> None:
    assert_says(
        gold("ra3 Cc2 Rh1 ee8"),
        "Cc2w Cb2n",
        "Stops the goal on a1.",
        "Threatens to capture the rabbit on a3.",
        "Freezes the rabbit on a3.",
    )


def test_a_horse_is_frozen_held_hostage_and_threatened() -> None:
    assert_says(
        gold("Eb2 hb4 Ra1 rh8 eg7"),
        "Eb2n",
        "Threatens to capture the horse on b4.",
        "Holds the horse on b4 hostage near the trap on c3.",
        "Freezes the horse on b4.",
    )


def test_an_old_threat_is_told_as_such() -> None:
    assert_says(gold("Eb3 hb4 Rg1 rh8 eg7"), "Rg1w", "Still threatens to capture the horse on b4.")


def test_two_defenders_of_the_trap_make_it_no_hostage() -> None:
    facts = explain_turn(gold("Eb2 hb4 ec4 dd3 Ra1 rh8"), "Eb2n")
    assert FactKind.HOSTAGE not in {fact.kind for fact in facts}


def test_a_frozen_piece_far_from_the_holder_s_traps_is_no_hostage() -> None:
    assert_says(gold("Ea5 ha7 Ra1 rh8 eg7"), "Ea5n", "Freezes the horse on a7.")


def test_a_piece_is_saved_by_a_defender_of_the_trap() -> None:
    assert_says(gold("Hb6 ea6 Cd5 Rh1 rh8"), "Cd5n", "Saves the horse on b6 from capture.")


def test_a_piece_that_may_still_be_captured_is_not_saved() -> None:
    assert_says(gold("Hb6 ea6 Cd5 Rh1 rh8"), "Cd5e")


def test_a_piece_is_framed() -> None:
    assert_says(
        gold("hc3 ec4 Eb3 Md3 Hd2 Ra1 rh8"),
        "Hd2w",
        "Frames the horse on c3: it cannot leave the trap.",
    )


def test_a_piece_that_can_push_its_way_out_is_not_framed() -> None:
    assert_says(gold("hc3 ec4 Eb3 Md3 Cd2 Ra1 rh8"), "Cd2w")


def test_several_pieces_are_frozen_in_one_sentence() -> None:
    facts = explain_turn(gold("Ee4 hd5 rf5 Ra1 rh8 eh7"), "Ee4n")
    assert facts[-1].text == "Freezes the horse on d5 and the rabbit on f5."


def test_a_piece_is_freed() -> None:
    assert_says(gold("Ha2 ea3 Cc1 Rh1 rh8"), "Cc1w Cb1n", "Unfreezes the horse on a2.")


def test_a_trap_is_opened_where_an_enemy_is_close() -> None:
    text = "Leaves the trap on c3 without a defender."
    assert_says(gold("Cc2 Ra1 rh8 hc5"), "Cc2w", text)
    assert_says(gold("Cc2 Ra1 rh8 hc6 rc5"), "Cc2w")


def test_a_quiet_turn_does_nothing() -> None:
    assert explain_turn(OPENING, "Ee2n Ee3n") == []


def test_arrows_show_the_threat() -> None:
    (threat, *_) = explain_turn(gold("Eb2 hb4 Ra1 rh8 eg7"), "Eb2n")
    assert threat.squares == (Square("b4"), Square("c3"))
    assert len(threat.arrows) == 4
    assert threat.arrows[0] == (Square("b4"), Square("c4"))


@pytest.mark.parametrize("turn", ["", "nonsense", "Ee2n Ee3n Ee4n Ee5n Ee6n"])
def test_what_is_no_turn_is_refused(turn: str) -> None:
    with pytest.raises((IllegalTurn, NotationError)):
        explain_turn(OPENING, turn)


def test_turns_of_real_games_are_told_as_they_were_played() -> None:
    played = {turn: position for game in sample_games() for position, turn in game.positions()}
    told = {
        "Rg6w Rf6x eh6w eg6w ef6w": [
            "Captures the rabbit on f6.",
            "Threatens to capture the camel on d6.",
            "Threatens to capture the dog on e5.",
            "Threatens to capture the cat on g5.",
            "Still threatens to capture the rabbit on g3.",
            "Holds the camel on d6 hostage near the trap on c6.",
            "Freezes the camel on d6.",
        ],
        "Rh4w Ce3s Rc2e Ce2s": [
            "Saves the cat on e3 from capture.",
            "Leaves the trap on f3 without a defender.",
        ],
        "Dd3s Dd2e De2e Df2e": ["Stops the goal on g1."],
        "Mh5n Rg5e dg6w df6x Mh6w": [
            "Captures the dog on f6.",
            "Still threatens to capture the rabbit on a3.",
            "Saves the cat on f5 from capture.",
        ],
    }
    for turn, texts in told.items():
        assert [fact.text for fact in explain_turn(played[turn], turn)] == texts


def test_facts_about_real_games_are_sentences_and_true() -> None:
    every = ((position, turn) for game in sample_games() for position, turn in game.positions())
    for position, turn in islice(every, 0, None, 131):
        facts = explain_turn(position, turn)
        after = position.play(turn)
        kinds = {fact.kind for fact in facts}
        assert all(SENTENCE.fullmatch(fact.text) for fact in facts)
        if after.verdict() is None:
            assert (FactKind.THREATENS_GOAL in kinds) == (threatened_goal(after) is not None)
        assert (FactKind.CAPTURE in kinds) == (after.count(after.side) < position.count(after.side))


@pytest.mark.parametrize(
    "position",
    [
        gold("Eb3 hb4 Ra1 rh8"),
        gold("Hb6 ea6 Cd5 Rh1"),
        gold("Cc4 Md4 rc5 hd5"),
        gold("Ef5 cf6 dg6 Rf4"),
    ],
    ids=lambda position: position.short,
)
def test_threats_agree_with_a_plain_search(position: Position) -> None:
    for reflected, _ in reflections(position):
        for board in (reflected, passed(reflected)):
            assert set(capture_threats(board)) == _captured_by_any_steps(board)


def test_threats_in_real_games_can_be_carried_out() -> None:
    for position in sample_positions()[::173]:
        for square, threat in capture_threats(position).items():
            assert position[square] == threat.piece
            after = position.play(threat.turn)
            enemy, kind = position.side.other, threat.piece.kind
            assert after.count(enemy, kind) < position.count(enemy, kind)


def _captured_by_any_steps(position: Position) -> set[Square]:
    """The enemy pieces that some order of steps captures without a loss of its own.

    Every kind stands on the board at most once for a side, so a piece is known by its letter.
    """
    found: set[Square] = set()
    enemies = {p: square for square, p in position.pieces.items() if p.side is not position.side}
    own = position.count(position.side)
    boards = {position}
    for _ in range(4):
        boards = {board.after(step) for board in boards for step in board.steps()}
        for board in boards:
            if board.why_not_end() is None and board.count(position.side) == own:
                left = set(board.pieces.values())
                found |= {square for piece, square in enemies.items() if piece not in left}
    return found
