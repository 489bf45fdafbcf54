"""Options that several commands share: dataclasses whose fields Typer reads as options."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, is_dataclass
from inspect import Parameter, Signature, signature
from typing import Any, get_type_hints


def unpacked(command: Callable[..., None]) -> Callable[..., None]:
    """The command with the fields of its dataclass parameters as options of its own.

    Typer makes one option of each parameter of a function. Without this, every command would have
    to list all that it shares with another, and hand it on one by one.
    """
    groups: dict[str, Any] = {}
    options: list[Parameter] = []
    for parameter in signature(command, eval_str=True).parameters.values():
        if is_dataclass(parameter.annotation):
            groups[parameter.name] = parameter.annotation
            options += _options_of(parameter.annotation)
        else:
            options.append(parameter.replace(kind=Parameter.KEYWORD_ONLY))

    def run(**given: Any) -> None:
        for name, group in groups.items():
            own = {field.name: given.pop(field.name) for field in fields(group)}
            given[name] = group(**own)
        command(**given)

    run.__name__, run.__doc__ = command.__name__, command.__doc__
    run.__signature__ = Signature(options)  # type: ignore[attr-defined]
    return run


def _options_of(group: Any) -> list[Parameter]:
    hints = get_type_hints(group, include_extras=True)
    return [
        Parameter(
            field.name, Parameter.KEYWORD_ONLY, default=field.default, annotation=hints[field.name]
        )
        for field in fields(group)
    ]
