"""``gajah worker``: cores of this machine for the searches of a server."""

from __future__ import annotations

import os
from contextlib import suppress
from typing import Annotated

import typer

from gajah.cli.interrupt import Interrupted, run_until_interrupted
from gajah.cli.text import BadInput

_Ray = Annotated[
    str, typer.Option("--ray", metavar="HOST:PORT", help="The Ray cluster that the server uses.")
]
_Threads = Annotated[
    int | None, typer.Option(min=1, max=256, help="Searches at once; else one for each core.")
]


def worker(ray: _Ray, threads: _Threads = None) -> None:
    """Think for `gajah web --workers`, on this machine. Ctrl-C or SIGTERM ends it."""
    # Imported here: other commands need not wait for it.
    from gajah.cluster import ClusterError
    from gajah.web.analysis.machine import offer_searches

    searches = threads or os.cpu_count() or 1
    at_once = "1 search" if searches == 1 else f"{searches} searches"

    def joined() -> None:
        print(f"{at_once} at once for the servers of {ray} (Ctrl-C ends it)", flush=True)

    try:
        with suppress(Interrupted):
            run_until_interrupted(offer_searches(ray, searches, joined))
    except ClusterError as error:
        raise BadInput(str(error)) from None
