"""Ways in which waiting for a player ends without an answer."""

from __future__ import annotations

import os
import sys


class Leave(Exception):  # noqa: N818 - not an error
    """The user goes, or there is nothing left to see."""


class OutOfTime(Exception):  # noqa: N818 - not an error: a rule of the clock
    """The side to move has used up its time."""


class Resized(Exception):  # noqa: N818 - not an error: the user looks at it in another size
    """The terminal has another size than when the screen was drawn."""


def leave_at_once(code: int) -> None:
    """End the process without waiting for a bot that does not stop thinking.

    Python would tear down what such a thread still uses.
    """
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)
