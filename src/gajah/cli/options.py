"""Options and arguments that several commands share, and how to share more."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import field, fields
from difflib import get_close_matches
from functools import wraps
from pathlib import Path
from typing import Any

import click

from gajah.errors import quoted
from gajah.game import Rules


class OneOf(click.Choice[str]):
    """Accepts some words only, and says which one is near to another."""

    def get_metavar(self, param: click.Parameter, ctx: click.Context) -> str:
        """The words, as the help shows them."""
        del param, ctx
        return "|".join(self.choices)

    def get_invalid_choice_message(self, value: str, ctx: click.Context | None) -> str:
        """What is wrong with another word."""
        del ctx
        near = get_close_matches(value, self.choices, n=1)
        choice = f"did you mean {near[0]}?" if near else f"choose {' or '.join(self.choices)}"
        return f"there is no {quoted(value)}; {choice}"


class Integer(click.IntRange):
    """A whole number within bounds, called so in help and messages."""

    name = "integer"


class Number(click.FloatRange):
    """A number within bounds, called so in help and messages."""

    name = "number"


PATH = click.Path(path_type=Path)
JSON: dict[str, Any] = {"is_flag": True, "help": "Write JSON, for machines."}

json_option = click.option("--json", "as_json", **JSON)
rules_option = click.option(
    "--rules",
    type=OneOf([each.value for each in Rules]),
    default=Rules.OFFICIAL.value,
    help="Whose rules.",
)
out_option = click.option("--out", "-o", type=PATH, help="The file to write, instead of stdout.")
data_option = click.option("--data", type=PATH, metavar="FOLDER", help="Where games are kept.")
database_option = click.option(
    "--database", metavar="URL", help="postgresql://... in place of a file there."
)
position_argument = click.argument(
    "position",
    help='A short form ("g [rrrr...]") or a diagram, a file that holds one, or - for stdin.',
)
games_argument = click.argument(
    "files",
    nargs=-1,
    required=True,
    metavar="FILE...",
    help="Records, the server's archive (TSV) or JSON lines; - is stdin.",
)


def option(*names: str, default: Any = None, **settings: Any) -> Any:
    """A field of a dataclass that is an option of each command ``with_options`` of that class."""
    return field(default=default, metadata={"names": names, "settings": settings})


def with_options(**groups: type[Any]) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Give a command the fields of dataclasses as options.

    The command gets one value of each dataclass, under the name that it has here.
    """

    def decorate(command: Callable[..., None]) -> Callable[..., None]:
        @wraps(command)
        def run(**given: Any) -> None:
            for name, group in groups.items():
                own = {each.name: given.pop(each.name) for each in fields(group)}
                given[name] = group(**own)
            command(**given)

        # As with any stack of decorators, the last comes first.
        for each in reversed([each for group in groups.values() for each in fields(group)]):
            names, settings = each.metadata["names"], each.metadata["settings"]
            click.option(*names, each.name, default=each.default, **settings)(run)
        return run

    return decorate
