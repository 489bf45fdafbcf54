"""A Ray cluster, for what one machine is too small for: connecting to it, or saying why not."""

from __future__ import annotations

import logging
import re
import socket
from collections.abc import Mapping
from importlib.util import find_spec
from typing import Any

_HOST_AND_PORT = re.compile(r"(?:ray://)?([^/:]+):([0-9]{1,5})")
#: The address of a cluster that begins and ends with this process.
LOCAL = "local"
# Ray itself would go on trying for minutes.
_CONNECT_S = 5.0


class ClusterError(ValueError):
    """A cluster that cannot be used; the text says why."""


def connect(
    address: str, *, option: str = "--ray", resources: Mapping[str, float] | None = None
) -> Any:
    """The module ``ray``, connected to the cluster at ``address``; raises ClusterError.

    A cluster that begins here, ``local``, has these ``resources`` besides processors.
    """
    check_installed(option)
    check_reachable(address)
    # Only now: it takes seconds.
    import ray

    try:
        ray.init(
            address=address,
            include_dashboard=False,
            log_to_driver=False,
            logging_level=logging.ERROR,
            resources=dict(resources or {}) if address == LOCAL else None,
        )
    except (ConnectionError, ValueError, RuntimeError, TimeoutError) as error:
        raise ClusterError(f"no Ray cluster at {address!r}: {error}") from None
    return ray


def check_installed(option: str) -> None:
    """Raise ClusterError if Ray is not installed, which ``option`` needs."""
    if find_spec("ray") is None:
        raise ClusterError(f"{option} needs Ray: pip install 'gajah[ray]'")


def check_reachable(address: str) -> None:
    """Raise ClusterError if the address is a machine's and nothing listens there."""
    if found := _HOST_AND_PORT.fullmatch(address):
        try:
            socket.create_connection((found[1], int(found[2])), timeout=_CONNECT_S).close()
        except (OSError, OverflowError) as error:
            raise ClusterError(f"no Ray cluster at {address!r}: {error}") from None
