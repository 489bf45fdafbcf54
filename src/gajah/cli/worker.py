"""``gajah worker``: cores of this machine for the searches of a server."""

from __future__ import annotations

import os
from contextlib import suppress

import click

from gajah.cli.interrupt import Interrupted, run_until_interrupted
from gajah.cli.options import Integer
from gajah.cli.text import BadInput


@click.command()
@click.option(
    "--ray", required=True, metavar="HOST:PORT", help="The Ray cluster that the server uses."
)
@click.option("--threads", type=Integer(1, 256), help="Searches at once; else one for each core.")
def worker(ray: str, threads: int | None) -> None:
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
