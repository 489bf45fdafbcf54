"""Settings for the whole run.

``GAJAH_THOROUGH=1`` gives the property tests twenty times as many examples.
"""

from __future__ import annotations

import os

from hypothesis import HealthCheck, settings

# No deadline: the machines that run this are shared, and no test is about time.
settings.register_profile(
    "usual", deadline=None, print_blob=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile("thorough", settings.get_profile("usual"), max_examples=2000)
settings.load_profile("thorough" if os.environ.get("GAJAH_THOROUGH") else "usual")
