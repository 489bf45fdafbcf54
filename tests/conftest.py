"""Settings for the whole run.

``GAJAH_THOROUGH=20`` gives the property tests twenty times as many examples.
"""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, settings

from tests.strategies import EFFORT

# No deadline: the machines that run this are shared, and no test is about time.
settings.register_profile(
    "gajah",
    deadline=None,
    max_examples=100 * EFFORT,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("gajah")

# So long that a worker which came to them last would keep all the others waiting.
_LONGEST = ("test_play_whole_games.py", "test_ray.py")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """pytest: the longest tests are the first."""
    items.sort(key=lambda item: item.path.name not in _LONGEST)
