"""The network that ships: ``nets/gajah.net``. How it was made is in docs/training.md."""

from __future__ import annotations

from functools import cache
from importlib import resources

from gajah._core import Network


def network_file() -> bytes:
    """What is in the file."""
    return resources.files("gajah").joinpath("nets", "gajah.net").read_bytes()


@cache
def shipped_network() -> Network:
    """Read once; engines share it."""
    return Network.parse(network_file())
