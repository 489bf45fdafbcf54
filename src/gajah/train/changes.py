"""Other settings by their names in ``gajah.train.settings``, as commands and plans write them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields, replace
from typing import Any

from gajah.train.settings import NetworkShape, Ramp, Run

#: Names and values; a group of settings such as ``search`` holds more of them.
Changes = Mapping[str, object]


def changed(run: Run, changes: Changes) -> Run:
    """A run with other settings. Schedules are texts such as ``0:24,20:64``, by minute."""
    # First of all, because schedules among the changes stretch over it.
    planned = {name: changes[name] for name in changes if name == "planned_minutes"}
    run = _changed(run, planned, run.planned_minutes, "")
    made: Run = _changed(run, changes, run.planned_minutes, "")
    return made


def read_changes(texts: Sequence[str]) -> Changes:
    """From ``search.candidates=8``, one text for each setting."""
    changes: dict[str, Any] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals:
            raise ValueError(f"a setting is written like search.candidates=8, not {text!r}")
        *groups, last = name.split(".")
        place = changes
        for group in groups:
            place = place.setdefault(group, {})
            if not isinstance(place, dict):
                raise ValueError(f"{name}: {group} is a setting, not a group of settings")
        place[last] = value
    return changes


def _changed(settings: Any, changes: Changes, planned_minutes: float, at: str) -> Any:
    known = [field.name for field in fields(settings)]
    values: dict[str, object] = {}
    for name, value in changes.items():
        if name not in known:
            raise ValueError(f"there is no setting {at}{name}; known are {', '.join(known)}")
        values[name] = _value(getattr(settings, name), value, planned_minutes, f"{at}{name}")
    return replace(settings, **values)


def _value(old: object, new: object, planned_minutes: float, name: str) -> object:
    if isinstance(old, Ramp):
        return Ramp.parse(str(new), planned_minutes)
    if isinstance(old, NetworkShape):
        return NetworkShape.parse(str(new))
    if isinstance(old, int | float):
        try:
            return type(old)(str(new))
        except ValueError:
            raise ValueError(f"{name} is a number, not {new!r}") from None
    if not isinstance(new, Mapping):
        raise ValueError(f"{name} is a group of settings, not {new!r}")
    return _changed(old, new, planned_minutes, f"{name}.")
