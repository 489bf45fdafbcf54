"""``gajah train``: handed on to ``gajah.train``, which also runs where little else is installed."""

from __future__ import annotations

import click
from click.exceptions import Exit

from gajah.cli.text import BadInput

#: Everything after ``train`` belongs to the parser of ``gajah.train``, help included.
_CONTEXT = {"allow_extra_args": True, "ignore_unknown_options": True, "help_option_names": []}


@click.command(context_settings=_CONTEXT)
@click.pass_context
def train(context: click.Context) -> None:
    """Train a network by self-play, export it, let it play matches."""
    try:
        from gajah.train.__main__ import main
    except ModuleNotFoundError as missing:
        if missing.name not in ("torch", "numpy"):
            raise
        raise BadInput("training needs PyTorch: pip install 'gajah[train]'") from None
    try:
        code = main(context.args)
    except SystemExit as ended:  # the parser's, after help or a complaint
        code = ended.code if isinstance(ended.code, int) else 1
    raise Exit(code)
