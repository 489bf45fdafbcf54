"""What a running game decides, told what happened; nothing is waited for here."""

from __future__ import annotations

import pytest

from gajah._core import Position, Side
from gajah.clock import TimeControl
from gajah.engine.score import Score
from gajah.errors import IllegalTurn, NotationError
from gajah.game import Game, Reason, Result
from gajah.match.playing import Opening
from gajah.match.running import RunningGame
from gajah.match.terms import Adjudication, Terms, check_official
from tests.helpers import GOLD_SETUP, SILVER_SETUP, gold

SETUPS = (GOLD_SETUP, SILVER_SETUP)


def after_setups(control: str = "", **terms: object) -> RunningGame:
    clock = TimeControl.parse(control) if control else None
    return RunningGame(Terms(clock, **terms), Opening(turns=SETUPS).game())  # type: ignore[arg-type]


def test_given_setups_cost_no_time() -> None:
    game = after_setups("10s/1m")
    assert game.clock is not None
    assert (game.clock.reserve_s(Side.GOLD), game.clock.reserve_s(Side.SILVER)) == (60, 60)
    assert [turn.used_s for turn in game.turns] == [0, 0]


def test_every_turn_is_kept_with_its_time_and_the_reserve_after_it() -> None:
    game = after_setups("10s/1m")
    game.answer("Ee2n", 4.0, score=Score(17))
    game.answer("ed7s", 25.0)
    assert [(turn.text, turn.used_s, turn.reserve_s, turn.score) for turn in game.turns[2:]] == [
        ("Ee2n", 4.0, 66.0, Score(17)),
        ("ed7s", 25.0, 45.0, None),
    ]


def test_answer_after_move_time_and_reserve_loses_on_time_and_is_not_played() -> None:
    game = after_setups("10s/1m")
    assert game.allowed_s() == 70
    game.answer("Ee2n", 70.001)
    assert game.result == Result(Side.SILVER, Reason.TIME)
    assert len(game.turns) == len(SETUPS)


def test_answer_in_the_last_moment_is_in_time() -> None:
    game = after_setups("10s/1m")
    game.answer("Ee2n", 70.0)
    assert game.result is None


def test_answer_within_the_margin_is_in_time() -> None:
    game = after_setups("10s/1m", margin_s=0.5)
    assert game.allowed_s() == 70.5
    game.answer("Ee2n", 70.4)
    assert game.result is None
    assert game.turns[-1].reserve_s == 0


def test_without_a_clock_only_patience_ends_a_turn() -> None:
    game = after_setups(patience_s=5)
    assert game.allowed_s() == 5
    game.answer("Ee2n", 5.0)
    assert game.result is None
    game.answer("ed7s", 5.1)
    assert game.result == Result(Side.GOLD, Reason.TIME)


def test_setup_has_at_least_a_minute() -> None:
    game = RunningGame(Terms(TimeControl.parse("1s")))
    assert game.allowed_s() == 60


def test_game_limit_stops_a_turn_under_way_and_the_game_is_scored() -> None:
    game = after_setups("10s/1h/100/0/1m")
    game.answer("Ee2n", 40.0)
    assert game.allowed_s() == 20
    game.run_out(20.0)
    assert game.result == Result(Side.SILVER, Reason.SCORE)
    assert game.detail == "the game limit of 1m"


def test_turn_after_the_game_limit_does_not_count() -> None:
    game = after_setups("10s/1h/100/0/1m")
    game.answer("Ee2n", 60.5)
    assert game.result == Result(Side.SILVER, Reason.SCORE)
    assert len(game.turns) == len(SETUPS)


def test_flag_that_falls_before_the_game_limit_loses_on_time() -> None:
    game = after_setups("10s/0/100/0/1m")
    game.run_out(10.0)
    assert game.result == Result(Side.SILVER, Reason.TIME)


@pytest.mark.parametrize("terms", [{"control": "10s/0/0/0/3t"}, {"max_turns": 3}])
def test_game_is_scored_after_the_limit_of_turns(terms: dict[str, object]) -> None:
    game = after_setups(**terms)  # type: ignore[arg-type]
    for turn in ("Ee2n", "ed7s", "Ee3s"):
        game.answer(turn, 1.0)
        assert game.result is None
    game.answer("ed6n", 1.0)
    assert game.result == Result(Side.SILVER, Reason.SCORE)


def test_score_counts_pieces() -> None:
    start = gold("Ra1 Ed4 rh8")
    game = RunningGame(Terms(max_turns=1), Game(start=start))
    game.answer("Ed4n", 0.1)
    game.answer("rh8s", 0.1)
    assert game.result == Result(Side.GOLD, Reason.SCORE)


@pytest.mark.parametrize("word", ["resign", "resigns", " RESIGN "])
def test_resignation_ends_the_game(word: str) -> None:
    game = after_setups()
    game.answer(word, 1.0)
    assert game.result == Result(Side.SILVER, Reason.RESIGNATION)


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        ("Ee2n Ee3n Ee4n Ee5n Ee6n", "answered 'Ee2n Ee3n Ee4n Ee5n Ee6n'"),
        ("ed7s", "step 1, ed7s"),
        ("pass", "answered 'pass'"),
        ("", "answered ''"),
        (GOLD_SETUP, "answered 'Ra1"),
        ("\x1b[2J\n" * 1000, "answered '"),
    ],
)
def test_answer_that_is_no_legal_turn_loses_and_says_why(answer: str, why: str) -> None:
    game = after_setups()
    game.answer(answer, 1.0)
    assert game.result == Result(Side.SILVER, Reason.ILLEGAL)
    assert game.detail.startswith("gold ")
    assert why in game.detail
    assert game.detail.isprintable()
    assert len(game.detail) < 400


def test_third_repetition_is_an_illegal_turn() -> None:
    game = after_setups()
    for turn in ["Ee2n", "ed7s", "Ee3s", "ed6n"] * 2 + ["Ee2n", "ed7s", "Ee3s"]:
        if game.result is None:
            game.answer(turn, 0.1)
    assert game.result is not None
    assert game.result.reason is Reason.ILLEGAL
    assert "third time" in game.detail


def test_player_that_is_gone_loses_even_when_it_is_not_its_turn() -> None:
    game = after_setups()
    game.fail(Side.SILVER, "crashed: exit status 3\nmore")
    assert game.result == Result(Side.GOLD, Reason.FORFEIT)
    assert game.detail == "silver crashed: exit status 3 more"


def test_goal_ends_the_game() -> None:
    game = RunningGame(Terms(), Game(start=gold("Ra7 rh8 Ee2")))
    game.answer("Ra7n", 0.1)
    assert game.result == Result(Side.GOLD, Reason.GOAL)


def test_position_that_is_over_is_over_at_once() -> None:
    start = Position({"a8": "R", "h5": "r", "e2": "E"}, Side.SILVER)
    game = RunningGame(Terms(), Game(start=start))
    assert game.result == Result(Side.GOLD, Reason.GOAL)


@pytest.mark.parametrize("control", ["30s/2m/100/5m/8h", "1m/5m/100/10m/80t", "2m"])
def test_control_that_reaches_80_turns_is_official(control: str) -> None:
    check_official(TimeControl.parse(control))


@pytest.mark.parametrize("control", ["2m/2m/100/10m/2h", "1m/5m/100/10m/79t"])
def test_official_match_refuses_a_control_that_cannot_reach_80_turns(control: str) -> None:
    with pytest.raises(ValueError, match="80 turns") as refused:
        check_official(TimeControl.parse(control))
    assert str(TimeControl.parse(control)) in str(refused.value)


def test_official_match_needs_a_clock() -> None:
    with pytest.raises(ValueError, match="time control"):
        check_official(None)


@pytest.mark.parametrize(
    ("bad", "what"),
    [
        ({"patience_s": 0}, "patience"),
        ({"margin_s": -1}, "margin"),
        ({"margin_s": float("inf")}, "margin"),
        ({"max_turns": -1}, "limit of turns"),
    ],
)
def test_impossible_terms_are_refused(bad: dict[str, float], what: str) -> None:
    with pytest.raises(ValueError, match=what):
        Terms(**bad)  # type: ignore[arg-type]


SHUFFLE = ("Ee2n", "ed7s", "Ee3n", "ed6s", "Ee4w", "ed5e")


@pytest.mark.parametrize(
    ("scores", "winner"),
    [
        ((500, -500, 600, -700), Side.GOLD),
        ((-500, 500, -600, 700), Side.SILVER),
        ((500, -500, 600, -499), None),
        ((500, 500, 500, 500), None),
        ((500, None, 600, -700), None),
        ((0, 0, 500, -500, 600, -700), Side.GOLD),
    ],
)
def test_game_is_decided_once_both_players_agree_for_long_enough(
    scores: tuple[int | None, ...], winner: Side | None
) -> None:
    game = after_setups(adjudication=Adjudication(Score(500), 2))
    for turn, score in zip(SHUFFLE, scores, strict=False):
        assert game.result is None
        game.answer(turn, 0.1, score=None if score is None else Score(score))
    expected = None if winner is None else Result(winner, Reason.RESIGNATION)
    assert game.result == expected
    assert game.detail.startswith("adjudicated") == (winner is not None)


@pytest.mark.parametrize("text", ["", "5", "0,4", "500,0", "x,y", "1,2,3"])
def test_text_that_is_no_adjudication_is_refused(text: str) -> None:
    with pytest.raises(NotationError, match="SCORE,TURNS"):
        Adjudication.parse(text)


def test_steps_are_undone_and_brought_back_one_by_one() -> None:
    game = after_setups()
    game.take_steps("e2n e3n")
    game.undo()
    assert (str(game.drafted.taken), [str(step) for step in game.undone]) == ("Ee2n", ["Ee3n"])
    game.reset()
    assert (game.taken, len(game.undone)) == ((), 2)
    game.redo()
    game.redo()
    assert str(game.drafted.taken) == "Ee2n Ee3n"
    with pytest.raises(IllegalTurn, match="undone"):
        game.redo()


def test_new_step_forgets_what_was_undone() -> None:
    game = after_setups()
    game.take_steps("Ee2n")
    game.undo()
    game.take_steps("Md2n")
    assert game.undone == ()


def test_refused_steps_leave_the_draft_as_it_was() -> None:
    game = after_setups()
    game.take_steps("Ee2n")
    with pytest.raises(IllegalTurn):
        game.take_steps("Ee3n Ee4s Ee3s Ee2s")
    assert str(game.drafted.taken) == "Ee2n"


def test_no_step_is_taken_before_the_setup_or_after_the_end() -> None:
    setting_up = RunningGame(Terms())
    with pytest.raises(IllegalTurn):
        setting_up.take_steps("Ee2n")
    over = after_setups()
    over.take_steps("Ee2n")
    over.resign(Side.GOLD)
    assert over.taken == ()
    with pytest.raises(IllegalTurn):
        over.take_steps("Ee2n")


def test_refused_turn_of_a_person_changes_nothing() -> None:
    game = after_setups("10s/1m")
    before = game.clock
    with pytest.raises(IllegalTurn):
        game.play("ed7s", 1.0)
    assert (game.result, game.clock, len(game.turns)) == (None, before, len(SETUPS))


def test_takeback_restores_the_clock_and_drops_the_end() -> None:
    game = after_setups("10s/1m")
    before = game.clock
    game.play("Ee2n", 4.0)
    game.play("ed7s", 25.0)
    game.run_out(70.1)
    assert game.detail == "gold made no turn in 1m10s"
    game.take_back(2)
    assert (game.result, game.detail, game.clock, game.used_s[Side.GOLD]) == (None, "", before, 0)
    assert game.left_s(4.0) == {Side.GOLD: 66, Side.SILVER: 70}


def test_clocks_of_a_game_that_ended_inside_a_turn_stand_still() -> None:
    game = after_setups("10s/1m")
    game.play("Ee2n", 4.0)
    game.resign(Side.SILVER, 12.5)
    assert game.left_s(100.0) == {Side.GOLD: 76, Side.SILVER: 57.5}


@pytest.mark.parametrize(
    ("sides", "count"), [((Side.GOLD,), 2), ((Side.SILVER,), 1), (tuple(Side), 1)]
)
def test_takeback_goes_to_the_last_choice_of_a_side(sides: tuple[Side, ...], count: int) -> None:
    assert after_setups().count_back(sides) == count


def test_end_that_no_turn_decided_is_taken_back_alone() -> None:
    game = after_setups()
    game.resign(Side.GOLD)
    assert game.count_back((Side.GOLD,)) == 0
    with pytest.raises(IllegalTurn, match="take back"):
        RunningGame(Terms()).count_back((Side.GOLD,))


def test_a_side_that_has_set_up_waits_with_the_time_of_a_turn() -> None:
    game = RunningGame(Terms(control=TimeControl.parse("30s/2m")))
    assert game.left_s() == {Side.GOLD: 180, Side.SILVER: 180}
    game.play(GOLD_SETUP, 5)
    assert game.left_s() == {Side.GOLD: 150, Side.SILVER: 180}
