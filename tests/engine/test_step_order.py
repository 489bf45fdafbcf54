"""The features by which the alpha-beta search looks at likely steps first."""

import json
from importlib import resources
from statistics import mean

import pytest

from gajah import Position, Turn
from gajah._core import STEP_FEATURES, StepWeights, step_choices
from tests.samples import sample_games


def board() -> Position:
    return Position({"e4": "E", "a1": "R", "h2": "C", "e5": "r", "c8": "r", "b7": "e", "g6": "d"})


@pytest.mark.parametrize(
    ("turn", "moves"),
    [
        ("Ee4w Ed4w", 2),
        ("re5n Ee4n", 1),  # a push is one move
        ("Ee4s re5s", 1),  # so is a pull
        ("Ee4w Ed4n", 2),
        ("re5n Ee4n Ee5s re6s", 2),
    ],
)
def test_a_turn_is_seen_as_moves(turn: str, moves: int) -> None:
    choices = step_choices(board(), Turn.parse(turn))
    assert len(choices) == moves
    for chosen, features in choices:
        assert 0 <= chosen < len(features)
        assert all(0 <= f < STEP_FEATURES for move in features for f in move)


def test_a_turn_that_cannot_be_played_is_refused() -> None:
    with pytest.raises(ValueError, match="not legal"):
        step_choices(board(), Turn.parse("Ea4n"))


def features_of_first_moves(position: Position, turn: str) -> list[list[int]]:
    return sorted(sorted(move) for move in step_choices(position, Turn.parse(turn))[0][1])


def test_mirrored_boards_and_both_sides_are_seen_alike() -> None:
    here = features_of_first_moves(board(), "Ee4w")
    assert features_of_first_moves(board().mirrored(), "Ed4e") == here
    assert features_of_first_moves(board().swapped(), "ee5w") == here


def test_weights_of_the_wrong_number_or_size_are_refused() -> None:
    with pytest.raises(ValueError, match="one weight for every feature"):
        StepWeights([0])
    with pytest.raises(ValueError, match="out of range"):
        StepWeights([10**6] * STEP_FEATURES)


def test_what_people_play_is_among_the_likelier_moves() -> None:
    """Learned from the network alone, never from these games: by chance the mean were 0.5."""
    text = resources.files("gajah.engine").joinpath("step_weights.json").read_text("utf-8")
    weights = json.loads(text)["weights"]
    shares = []
    for sample in sample_games()[:10]:
        for position, turn in sample.positions():
            for chosen, moves in step_choices(position, Turn.parse(turn)):
                scores = [sum(weights[f] for f in features) for features in moves]
                shares.append(sum(score > scores[chosen] for score in scores) / len(scores))
    assert mean(shares) < 0.25
