"""A machine that offers its cores to servers: ``gajah worker``.

It is a node of the Ray cluster for as long as this process lives, without processors: matches and
training find no room on it. The servers start the workers on it (`gajah.web.analysis.workers`).
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable

from gajah.aei.link import EngineFailure
from gajah.aei.process import start_process
from gajah.cluster import ClusterError, check_installed, check_reachable
from gajah.web.analysis.workers import RESOURCE

_JOIN_S = 60.0
_LEAVE_S = 0.0
# What is asked and answered is small; the usual share would be a third of the memory.
_STORE_BYTES = 100 * 1024 * 1024


async def offer_searches(address: str, searches: int, on_joined: Callable[[], None]) -> None:
    """Be part of the cluster at ``address`` until cancelled; raises ClusterError."""
    check_installed("gajah worker")
    check_reachable(address)
    ray = [sys.executable, "-m", "ray.scripts.scripts", "start", "--block", "--address", address]
    plainly = ["--log-style", "pretty", "--log-color", "false"]
    offer = ["--num-cpus", "0", "--num-gpus", "0", "--resources", json.dumps({RESOURCE: searches})]
    link = await start_process([*ray, *offer, *plainly, "--object-store-memory", str(_STORE_BYTES)])
    try:
        # "Ray runtime started."
        await link.ask(expected="Ray", timeout_s=_JOIN_S)
        on_joined()
        await link.ended.wait()
        raise ClusterError(f"the cluster at {address!r} has gone")
    except EngineFailure as failure:
        raise ClusterError(f"Ray cannot join {address!r}: it {failure}") from None
    finally:
        await link.close(_LEAVE_S)
