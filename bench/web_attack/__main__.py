"""Attacks a web server of its own as an adversary would, on 127.0.0.1 alone, and prints JSON.

    python -m bench.web_attack kills [--database sqlite|postgresql] [--kills 100]
    python -m bench.web_attack fuzz [--count 5000]
    python -m bench.web_attack slow|flood [--each 20] [--only KIND...]
    python -m bench.web_attack disk [--database sqlite|postgresql] [--times 10]
    python -m bench.web_attack read-only [--times 10]
    python -m bench.web_attack database [--database sqlite|postgresql] [--times 10]
    python -m bench.web_attack seats

From the root of the checkout. Each attack starts and ends its own servers and databases, is
bounded in number and time, and repeats with its ``--seed`` as far as threads let it. ``problems``
in the answer is empty, and the exit code 0, where nothing was lost, no stranger got in, no answer
was 5xx and no log has a traceback.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections.abc import Callable
from datetime import date

from tests.web.harness import Json

from . import flood, fuzz, kills, seats, slow, storage
from .servers import revision

_ATTACKS: dict[str, Callable[[argparse.Namespace], Json]] = {
    "kills": kills.attack,
    "fuzz": fuzz.attack,
    "slow": slow.attack,
    "flood": flood.attack,
    "disk": storage.disk,
    "read-only": storage.read_only,
    "database": storage.database,
    "seats": seats.attack,
}


def main() -> int:
    """Attack, and print what happened."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("attack", choices=_ATTACKS)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=540.0, help="begin nothing after that")
    parser.add_argument("--database", choices=("sqlite", "postgresql"), default="sqlite")
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--count", type=int, default=5000, help="of requests, and of messages")
    parser.add_argument("--each", type=float, default=20.0, help="seconds for each kind")
    parser.add_argument("--only", nargs="*", help="kinds, where an attack has several")
    parser.add_argument("--times", type=int, default=10, help="of trouble with disk or database")
    parser.add_argument("--games", type=int, default=8, help="played meanwhile")
    options = parser.parse_args()
    began_s, load = time.monotonic(), os.getloadavg()[0]
    found = {"attack": options.attack, "seed": options.seed, "revision": revision()}
    found |= {"date": str(date.today()), "load_before": load}
    found |= _ATTACKS[options.attack](options)
    found["seconds"] = round(time.monotonic() - began_s, 1)
    print(json.dumps(found, indent=1))
    return 1 if found["problems"] else 0


if __name__ == "__main__":
    sys.exit(main())
