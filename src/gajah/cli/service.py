"""``gajah service``: analysis for programs in any language, by lines of JSON."""

from __future__ import annotations

from contextlib import suppress

import click

from gajah.cli.options import Number, with_options
from gajah.cli.text import open_stdin
from gajah.cli.thinking import EngineOptions, jobs_option

_DEFAULT_S = 5.0


@click.command()
@click.option(
    "--time",
    "-t",
    type=Number(min=0.001),
    default=_DEFAULT_S,
    help="Seconds to think where a request sets no limit.",
)
@jobs_option
@with_options(engine=EngineOptions)
def service(time: float, jobs: int, engine: EngineOptions) -> None:
    """Answer requests for analysis: a line of JSON on stdin each, answers as lines on stdout.

    Requests have ids and are answered as they are done, several at once; each can be cancelled.
    docs/service.md has the protocol. Ends when stdin does and all is answered.
    """
    # Imported here: other commands need not wait for it.
    from gajah.analysis.service import Service

    def write(line: str) -> None:
        print(line, flush=True)

    serving = Service(engine.engines(jobs), write, default_s=time)
    try:
        for line in open_stdin():
            if not serving.handle(line):
                break
        serving.finish()
    except BaseException:
        # The threads must not be in a search when the program ends.
        serving.cancel()
        with suppress(OSError):
            serving.finish()
        raise
