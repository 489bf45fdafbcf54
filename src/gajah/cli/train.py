"""``gajah train``: handed on to ``gajah.train``, which also runs where little else is installed."""

from __future__ import annotations

import typer

from gajah.cli.text import BadInput

#: Everything after ``train`` belongs to the parser of ``gajah.train``, help included.
CONTEXT = {"allow_extra_args": True, "ignore_unknown_options": True, "help_option_names": []}


def train(context: typer.Context) -> None:
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
    raise typer.Exit(code)
