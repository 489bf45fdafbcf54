"""A command that has commands: ``gajah`` itself, ``gajah arena`` and others."""

from __future__ import annotations

from typing import Any

import click


class Group(click.Group):
    """Lists its commands in the order in which they were added; without one, asks for one."""

    def __init__(self, *args: Any, **settings: Any) -> None:
        super().__init__(*args, **settings)
        self.no_args_is_help = False

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names of the commands."""
        del ctx
        return list(self.commands)
