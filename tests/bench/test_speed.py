"""Each number is measured, held against its target, and told with what it was measured on."""

from __future__ import annotations

from importlib.metadata import version

import pytest

from gajah.bench.data import sample_positions
from gajah.bench.environment import describe_environment
from gajah.bench.speed import Measure, measure

RATIOS = {"count_turns()", "list(turns())"}


def test_every_number_is_measured_and_every_position_ticked() -> None:
    ticks: list[None] = []
    measures = list(measure(sample_positions()[:1], tick=lambda: ticks.append(None)))
    assert len(ticks) == 1
    assert {measure.name for measure in measures} >= RATIOS | {"step perft", "find_goal()"}
    assert all(measure.value is not None and measure.value > 0 for measure in measures)


@pytest.mark.parametrize(
    ("value", "at_least", "is_met"),
    [(5, True, True), (4.9, True, False), (5, False, False), (4.9, False, True)],
)
def test_target_is_a_least_or_an_upper_bound(value: float, at_least: bool, is_met: bool) -> None:
    assert Measure("n", value, "s", 5, at_least=at_least).is_met is is_met


def test_what_was_not_measured_neither_meets_nor_misses_its_target() -> None:
    assert Measure("n", None, "s", 5).is_met is None
    assert Measure("n", 5, "s").is_met is None


def test_environment_names_revision_compiler_and_machine() -> None:
    environment = describe_environment()
    assert environment["revision"].startswith(version("gajah"))
    assert set(environment) == {"revision", "compiler", "python", "machine"}
    assert all(environment.values())
