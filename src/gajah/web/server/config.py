"""The file ``config.toml`` in the data folder: what its owner does not want to type every time.

names = ["arimaa.example.org"]     # by which others reach this server

[engines]                          # AEI engines to play against, by name
mybot = "./mybot --fast"
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from gajah.bots.names import PlayerName, PlayerNameError
from gajah.errors import quoted

CONFIG_FILE = "config.toml"
_NAME_CHARS = 40


class BadConfig(Exception):  # noqa: N818 - it says what was found
    """An unusable setting; the text is a sentence."""


@dataclass(frozen=True)
class Config:
    """The settings of the file."""

    names: tuple[str, ...] = ()
    engines: Mapping[str, str] = field(default_factory=dict)


def read_config(folder: Path) -> Config:
    """The file in that folder, or nothing; raises BadConfig."""
    path = folder / CONFIG_FILE
    try:
        found = tomllib.loads(path.read_text(encoding="utf-8"))
    except (FileNotFoundError, NotADirectoryError):
        return Config()
    except (OSError, ValueError) as error:
        raise BadConfig(f"{path}: {error}") from None
    names, engines = found.pop("names", []), found.pop("engines", {})
    if found:
        raise BadConfig(f"{path}: expected names and engines, found {quoted(next(iter(found)))}")
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise BadConfig(f"{path}: names is a list of host names")
    if not isinstance(engines, dict):
        raise BadConfig(f"{path}: engines is a table of names and commands")
    for name, command in engines.items():
        check_engine(name, command)
    return Config(tuple(name.lower() for name in names), engines)


def check_engine(name: str, command: object) -> None:
    """Raise BadConfig for an engine that can neither be named nor started."""
    if not 0 < len(name) <= _NAME_CHARS or not name.isprintable():
        raise BadConfig(f"an engine's name has 1 to {_NAME_CHARS} characters, found {quoted(name)}")
    if not isinstance(command, str):
        raise BadConfig(f"the engine {name} needs the command that starts it")
    try:
        PlayerName.parse(f"aei:{command}")
    except PlayerNameError as error:
        raise BadConfig(f"the engine {name}: {error}") from None
