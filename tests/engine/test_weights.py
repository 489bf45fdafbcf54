"""The evaluation's weights by their names."""

from __future__ import annotations

import pytest

from gajah._core import FEATURES, Side, Weights, material
from gajah.engine.weights import explain, tuned_weights
from tests.helpers import OPENING, gold
from tests.samples import sample_positions


def test_every_weight_has_a_name_of_its_own() -> None:
    named = tuned_weights().by_name
    assert len(named) == FEATURES
    assert list(named.values()) == tuned_weights().values
    assert Weights.named(named).values == tuned_weights().values


def test_weights_that_are_not_named_weigh_nothing() -> None:
    rabbits = Weights.named({"frozen horse": -1600})
    assert rabbits.evaluate(OPENING) == 0
    # The elephant freezes the horse.
    frozen = gold("Hb4 Ra1 eb5 rh8")
    assert rabbits.evaluate(frozen) == material(frozen) - 100


def test_a_name_of_no_feature_is_refused() -> None:
    with pytest.raises(ValueError, match="that of a feature"):
        Weights.named({"frozen unicorn": 1})


def test_what_the_features_add_is_the_evaluation() -> None:
    for position in sample_positions()[5::900]:
        total = sum(explain(position).values())
        for_gold = tuned_weights().evaluate(position) * (1 if position.side is Side.GOLD else -1)
        assert total == pytest.approx(for_gold, abs=1)
