"""The file ``config.toml`` in the data folder: what its owner does not want to type every time.

names = ["arimaa.example.org"]     # by which others reach this server
proxies = ["127.0.0.1"]            # that stand in front of it
accounts = false                   # no names with passwords; else where others reach it
metrics = true                     # for Prometheus, at /metrics
log_format = "json"                # or "text", which is usual

[engines]                          # AEI engines to play against, by name
mybot = "./mybot --fast"

[limits]                           # instead of what ClientLimits says
sockets = 10000

[mail]                             # letters to players who want them
host = "smtp.example.org"
sender = "gajah <gajah@example.org>"
url = "https://arimaa.example.org"

[push]                             # notices in browsers
contact = "mailto:owner@example.org"
"""

from __future__ import annotations

import ipaddress
import re
import tomllib
from collections.abc import Mapping
from dataclasses import MISSING, dataclass, field, fields, replace
from email.utils import parseaddr
from pathlib import Path
from typing import Any, TypeVar, get_args, get_type_hints

from gajah.bots.names import PlayerName, PlayerNameError
from gajah.errors import quoted
from gajah.web.settings import ClientLimits, LogFormat, MailSettings, PushSettings
from gajah.web.wire.notices import MAIL_ADDRESS

CONFIG_FILE = "config.toml"
_NAME_CHARS = 40
_SECURITIES = get_args(get_type_hints(MailSettings)["security"])
_WORDS = {str: "a text", int: "a number", bool: "true or false"}
_ADDRESS = re.compile(MAIL_ADDRESS)
_T = TypeVar("_T", MailSettings, PushSettings)


class BadConfig(Exception):  # noqa: N818 - it says what was found
    """An unusable setting; the text is a sentence."""


@dataclass(frozen=True)
class Config:
    """The settings of the file."""

    names: tuple[str, ...] = ()
    proxies: tuple[str, ...] = ()
    accounts: bool | None = None
    metrics: bool = False
    log_format: LogFormat = "text"
    engines: Mapping[str, str] = field(default_factory=dict)
    limits: ClientLimits = field(default_factory=ClientLimits)
    mail: MailSettings | None = None
    push: PushSettings = field(default_factory=PushSettings)


def read_config(folder: Path) -> Config:
    """The file in that folder, or nothing; raises BadConfig."""
    path = folder / CONFIG_FILE
    try:
        found = tomllib.loads(path.read_text(encoding="utf-8"))
    except (FileNotFoundError, NotADirectoryError):
        return Config()
    except (OSError, ValueError) as error:
        raise BadConfig(f"{path}: {error}") from None
    known = [each.name for each in fields(Config)]
    for name in found:
        if name not in known:
            raise BadConfig(f"{path}: expected {', '.join(known)}, found {quoted(name)}")
    try:
        return _config(**found)
    except BadConfig as error:
        raise BadConfig(f"{path}: {error}") from None


def _config(
    names: Any = (),
    proxies: Any = (),
    accounts: Any = None,
    metrics: Any = False,
    log_format: Any = "text",
    engines: Any = None,
    limits: Any = None,
    mail: Any = None,
    push: Any = None,
) -> Config:
    if not _are_texts(names):
        raise BadConfig("names is a list of host names")
    if not _are_texts(proxies):
        raise BadConfig("proxies is a list of addresses")
    if not isinstance(accounts, bool | None):
        raise BadConfig("accounts is true or false")
    if not isinstance(metrics, bool):
        raise BadConfig("metrics is true or false")
    if log_format not in get_args(LogFormat):
        raise BadConfig(f"log_format is {' or '.join(get_args(LogFormat))}")
    if not isinstance(engines, dict | None):
        raise BadConfig("engines is a table of names and commands")
    if not isinstance(limits, dict | None):
        raise BadConfig("limits is a table of names and numbers")
    for name, command in (engines or {}).items():
        check_engine(name, command)
    for proxy in proxies:
        check_proxy(proxy)
    lower_names = tuple(name.lower() for name in names)
    return Config(
        lower_names,
        tuple(proxies),
        accounts,
        metrics,
        log_format,
        engines or {},
        _limits(limits or {}),
        None if mail is None else _mail(mail),
        PushSettings() if push is None else _read(PushSettings, "push", push),
    )


def _are_texts(found: object) -> bool:
    return isinstance(found, list | tuple) and all(isinstance(each, str) for each in found)


def _mail(given: object) -> MailSettings:
    mail = _read(MailSettings, "mail", given)
    if mail.security not in _SECURITIES:
        raise BadConfig(f"the security of mail is {', '.join(_SECURITIES)}")
    if re.fullmatch(r"https?://[^/\s]+", mail.url) is None:
        raise BadConfig("the url of mail is https:// and the name of this server")
    if _ADDRESS.fullmatch(parseaddr(mail.sender)[1]) is None:
        raise BadConfig("the sender of mail is an e-mail address")
    return mail


def _read(kind: type[_T], name: str, given: object) -> _T:
    """A table whose names are the fields of a class."""
    known = {each.name: each for each in fields(kind)}
    if not isinstance(given, dict):
        raise BadConfig(f"{name} is a table of {', '.join(known)}")
    for key, value in given.items():
        if key not in known:
            raise BadConfig(f"{name} has {', '.join(known)}, found {quoted(key)}")
        wanted = {"int": int, "bool": bool}.get(str(known[key].type), str)
        if type(value) is not wanted:
            raise BadConfig(f"{key} of {name} is {_WORDS[wanted]}, found {quoted(str(value))}")
    missing = [key for key, each in known.items() if each.default is MISSING and key not in given]
    if missing:
        raise BadConfig(f"{name} needs {' and '.join(missing)}")
    return kind(**given)


def _limits(given: dict[str, Any]) -> ClientLimits:
    usual = ClientLimits()
    for name, value in given.items():
        if not hasattr(usual, name):
            raise BadConfig(f"there is no limit {quoted(name)}")
        kinds = (int, float) if isinstance(getattr(usual, name), float) else (int,)
        if type(value) not in kinds or not value >= 0:
            raise BadConfig(f"the limit {name} is a number from 0 on, found {quoted(str(value))}")
    return replace(usual, **given)


def check_proxy(text: str) -> None:
    """Raise BadConfig for what is neither an address nor a network."""
    try:
        ipaddress.ip_network(text)
    except ValueError:
        words = f"a proxy is an address, or a network such as 10.0.0.0/8; found {quoted(text)}"
        raise BadConfig(words) from None


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
