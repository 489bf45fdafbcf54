"""Networks from files: ``gajah.net``, which ships (checkpoints/README.md), or a user's own."""

from __future__ import annotations

import os
from functools import lru_cache
from importlib import resources
from pathlib import Path

from gajah._core import Network

# Engines share what was read last; a network takes 10 MB.
_MOST_KEPT = 4


def network_file(path: str | os.PathLike[str] | None = None) -> bytes:
    """A network's file, the shipped one by default; raises ``ValueError`` if it is no network."""
    if path is None:
        return resources.files("gajah.engine").joinpath("gajah.net").read_bytes()
    try:
        file = Path(path).read_bytes()
        parse_network(file)
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) else error
        raise ValueError(f"the network {str(path)!r} cannot be used: {why}") from None
    return file


@lru_cache(_MOST_KEPT)
def parse_network(file: bytes) -> Network:
    """The network that a file contains; raises ``ValueError``."""
    return Network.parse(file)


def shipped_network() -> Network:
    """The network that ships."""
    return parse_network(network_file())
