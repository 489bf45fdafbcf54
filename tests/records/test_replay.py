"""Records are replayed by the rules, to the result they tell."""

from __future__ import annotations

import pickle

import pytest

from gajah._core import Position, Rule, Side
from gajah.clock import TimeControl
from gajah.errors import NotationError
from gajah.game import Game, Reason, Result, Rules
from gajah.records import Record, RefusedTurn
from tests.helpers import GOLD_SETUP, SILVER_SETUP
from tests.records.texts import ANNOTATED, SETUPS, read_one

# One step from goal for gold, and silver has a piece that can move.
NEAR_GOAL = "g [" + " " * 7 + "r" + "R" + " " * 55 + "]"
OUTSIDE_CODES = "trisfa"


def test_annotated_game_is_replayed_to_its_result() -> None:
    record = read_one(ANNOTATED)
    game = record.game()
    assert game.result == record.result == Result(Side.GOLD, Reason.RESIGNATION)
    assert [str(turn) for turn in game.turns[2:]] == ["Ee2n Ee3n Ee4n Ee5n", "ed7s ed6s"]


def test_missing_captures_are_found() -> None:
    start = Position.parse(
        """
        2g
        8| . . . . . . . r |
        7| . . . . . . . . |
        6| . . x . . x . . |
        5| . . . . . . . . |
        4| . . . . . . . . |
        3| . r x . . x . . |
        2| . H . . . . . . |
        1| . . . . . . . R |
        """
    )
    record = read_one(f'[Position "{start.short}"]\n\n2g rb3e Hb2n\n')
    assert str(record.game().turns[0]) == "rb3e rc3x Hb2n"


def test_takeback_undoes_the_last_turn() -> None:
    record = read_one(f"{SETUPS}\n2g Ee2n\n2s ed7s\n3g takeback\n2s takeback\n2g Md2n\n2s\n")
    game = record.game()
    assert [str(turn) for turn in game.turns[2:]] == ["Md2n"]


def test_takeback_of_nothing_is_refused() -> None:
    with pytest.raises(RefusedTurn, match="line 1, turn 1g: there is no turn to take back"):
        read_one("1g takeback\n").game()


def test_resigns_ends_the_game() -> None:
    game = read_one(f"{SETUPS}\n2g resigns\n").game()
    assert game.result == Result(Side.SILVER, Reason.RESIGNATION)


def test_lost_ends_the_game_for_the_reason_recorded() -> None:
    game = read_one(f'[ResultCode "t"]\n\n{SETUPS}\n2g lost\n0-1\n').game()
    assert game.result == Result(Side.SILVER, Reason.TIME)


def test_lost_without_a_reason_is_a_forfeit() -> None:
    game = read_one(f"{SETUPS}\n2g lost\n0-1\n").game()
    assert game.result == Result(Side.SILVER, Reason.FORFEIT)


@pytest.mark.parametrize("code", OUTSIDE_CODES)
@pytest.mark.parametrize(("score", "winner"), [("1-0", Side.GOLD), ("0-1", Side.SILVER)])
def test_result_that_no_turn_decides_is_taken_from_the_record(
    code: str, score: str, winner: Side
) -> None:
    game = read_one(f'[ResultCode "{code}"]\n\n{SETUPS}\n{score}\n').game()
    assert game.result == Result(winner, Reason(code))


@pytest.mark.parametrize("code", sorted({reason.value for reason in Reason} - set(OUTSIDE_CODES)))
def test_result_that_turns_must_decide_is_not_taken_on_trust(code: str) -> None:
    with pytest.raises(NotationError, match=r"the record says gold wins.*; its turns do not"):
        read_one(f'[ResultCode "{code}"]\n\n{SETUPS}\n1-0\n').game()


def test_winner_without_a_reason_leaves_an_open_game_open() -> None:
    record = read_one(f"{SETUPS}\n1-0\n")
    assert record.result is None
    assert record.game().result is None


@pytest.mark.parametrize(
    ("tags", "score", "reason"),
    [
        ("", "0-1", "the record says 0-1; its turns say gold wins: a rabbit reached goal"),
        ('[ResultCode "r"]\n', "1-0", "the record says gold wins: silver resigned; its"),
        ('[Result "0-1"]\n', "1-0", "the tag Result says 0-1, the result line 1-0"),
    ],
)
def test_result_against_the_turns_is_refused(tags: str, score: str, reason: str) -> None:
    text = f'{tags}[Position "{NEAR_GOAL}"]\n\n2g Ra7n\n{score}\n'
    with pytest.raises(NotationError) as caught:
        read_one("# one line above\n" + text).game()
    assert reason in caught.value.reason
    assert caught.value.line == 2


def test_result_that_the_turns_decide_needs_no_tags() -> None:
    for score in ("1-0", "*"):
        game = read_one(f'[Position "{NEAR_GOAL}"]\n\n2g Ra7n\n{score}\n').game()
        assert game.result == Result(Side.GOLD, Reason.GOAL)


def test_unknown_result_code_is_refused_with_its_line() -> None:
    record = read_one(f'\n\n[ResultCode "z"]\n\n{SETUPS}\n1-0\n')
    with pytest.raises(NotationError, match="line 3: unknown ResultCode 'z'"):
        record.game()


@pytest.mark.parametrize(
    ("turn", "rule", "message"),
    [
        ("2g Ee3n", Rule.NO_SUCH_PIECE, "line 4, turn 2g: step 1, Ee3n: "),
        ("2g Ee2n Ee3s", Rule.NO_CHANGE, "line 4, turn 2g: "),
        ("2g pass", Rule.NO_STEP, "line 4, turn 2g: "),
        ("2s ed7s", Rule.WRONG_SIDE, "line 4, turn 2s: expected turn 2g"),
        ("3g Ee2n", Rule.WRONG_SIDE, "line 4, turn 3g: expected turn 2g"),
        ("5s", Rule.WRONG_SIDE, "line 4, turn 5s: expected turn 2g"),
        (f"2g {GOLD_SETUP}", Rule.SETUP_OVER, "line 4, turn 2g: "),
        ("2g resigns\n2s ed7s", Rule.GAME_OVER, "line 5, turn 2s: "),
    ],
)
def test_turn_the_rules_refuse_is_named_with_its_line(turn: str, rule: Rule, message: str) -> None:
    record = read_one(f"\n{SETUPS}\n{turn}\n")
    with pytest.raises(RefusedTurn) as caught:
        record.game()
    assert caught.value.rule is rule
    assert str(caught.value).startswith(message)


def test_refused_turn_survives_pickling() -> None:
    with pytest.raises(RefusedTurn) as caught:
        read_one(f"{SETUPS}\n2g Ee3n\n").game()
    again = pickle.loads(pickle.dumps(caught.value))
    assert str(again) == str(caught.value)
    assert (again.rule, again.line, again.label) == (Rule.NO_SUCH_PIECE, 3, caught.value.label)


def test_turn_that_comes_from_no_file_is_named_without_a_line() -> None:
    record = Record()
    record.add("Ee2n")
    with pytest.raises(RefusedTurn, match=r"^turn 1g: "):
        record.game()


def test_game_may_start_from_a_position() -> None:
    record = read_one(f'[Position "{NEAR_GOAL}"]\n\n17g Ra7e\n17s\n')
    game = record.game()
    assert game.start == record.start == Position.parse(NEAR_GOAL)
    assert [str(label) for label in game.labels] == ["17g"]


@pytest.mark.parametrize("value", ["", "nonsense", "g [too short]"])
def test_position_that_is_none_is_refused_with_its_line(value: str) -> None:
    record = read_one(f'# first\n[Position "{value}"]\n\n2g Ee2n\n')
    with pytest.raises(NotationError, match="line 2: in the tag Position: "):
        record.game()


def test_any_place_in_the_tree_can_be_replayed() -> None:
    record = read_one(ANNOTATED)
    for node in record.walk():
        game = record.replay(node)
        assert len(game.turns) == len(node.path)
        assert game.result is None


def test_older_rules_are_asked_for() -> None:
    turns = ["Ee2n", "ed7s", "Ee3s", "ed6n"] * 2
    lines = [f"{2 + n // 2}{'gs'[n % 2]} {turn}" for n, turn in enumerate(turns)]
    text = f'[ResultCode "p"]\n\n{SETUPS}\n' + "\n".join(lines) + "\n1-0\n"
    record = read_one(text)
    game = record.game(rules=Rules.WIKIBOOK_2006)
    assert game.result == Result(Side.GOLD, Reason.REPETITION)
    with pytest.raises(RefusedTurn, match=r"line 12, turn 5s: .* third time"):
        record.game()


@pytest.mark.parametrize("start", [None, Position.parse(NEAR_GOAL)])
@pytest.mark.parametrize("played", [0, 1, 2])
@pytest.mark.parametrize("resigned", [False, True])
def test_record_of_a_game_gives_the_game_again(
    start: Position | None, played: int, resigned: bool
) -> None:
    game = Game(start=start, start_number=None if start is None else 31)
    turns = [GOLD_SETUP, SILVER_SETUP] if start is None else ["Ra7e", "rh8w"]
    for turn in turns[:played]:
        game.play(turn)
    if resigned:
        game.resign(Side.GOLD)
    again = Record.parse(str(Record.from_game(game, {"Event": "x"}))).game()
    assert (again.start, again.turns, again.labels) == (game.start, game.turns, game.labels)
    assert (again.label, again.result) == (game.label, game.result)


def test_time_control_is_parsed_when_asked_for() -> None:
    record = read_one('[TimeControl "30s/2m"]\n\n*\n')
    assert record.time_control == TimeControl.parse("30s/2m")
    assert Record().time_control is None


def test_time_control_that_is_none_is_refused_with_its_line() -> None:
    record = read_one('\n[TimeControl "an hour or so"]\n\n*\n')
    assert record.tags["TimeControl"] == "an hour or so"
    with pytest.raises(NotationError, match="line 2: "):
        assert record.time_control
