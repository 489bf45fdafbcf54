"""Settings for the whole run.

``GAJAH_THOROUGH=20`` gives the property tests twenty times as many examples.
"""

from __future__ import annotations

import signal

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


def pytest_configure() -> None:
    """pytest: programs under test hear signals, however this run was started itself.

    What a shell runs in the background ignores Ctrl-C, and its children inherit that.
    """
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    if signal.getsignal(signal.SIGHUP) is signal.SIG_IGN:
        signal.signal(signal.SIGHUP, signal.SIG_DFL)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """pytest: the longest tests are the first."""
    items.sort(key=lambda item: item.path.name not in _LONGEST)
