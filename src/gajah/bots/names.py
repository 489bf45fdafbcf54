"""Players by name: ``minimax:depth=2``, ``old@gajah:time=5s``, ``aei(hash=64):./mybot --x``.

The same names serve the terminal, matches, the arena, training and the web app. A bot's options
stand after a colon; their values may contain anything but a comma. ``LABEL@`` in front gives a
player the name it has in tables and records. A foreign engine is ``aei:`` with the command that
starts it; ``aei-socket:`` with the command of one that connects to a socket, or ``aei-listen:``
with the address at which it is awaited. Its options stand in parentheses.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches
from itertools import chain, count

from gajah.bots.base import Bot
from gajah.bots.engine import GajahBot
from gajah.bots.evaluation import load_evaluate
from gajah.bots.levels import FULL_STRENGTH, find_level
from gajah.bots.minimax import MinimaxBot
from gajah.bots.simple import HeuristicBot, RandomBot
from gajah.clock import parse_duration
from gajah.engine.engine import DEFAULT_SEARCH, Device, SearchKind, check_settings
from gajah.engine.limits import Limits
from gajah.engine.networks import network_file
from gajah.errors import quoted, shown

HUMAN = "human"
_LABEL = re.compile(r"([\w.+-]{1,60})@")
_NO_LABEL = re.compile(r"[^\w.+-]+")
# What tells engines of one command apart.
_NUMBERED = re.compile(r"(?:aei|aei-socket)-[0-9]+")
_ENGINE = re.compile(r"(aei|aei-socket|aei-listen)(?:\(([^()]*)\))?:(.*)", re.DOTALL)
# An engine's name that is malformed, should the above not fit.
_ENGINE_START = re.compile(r"(aei|aei-socket|aei-listen)\s*\(")
# What bots' names never have, and files and commands often do.
_PROGRAM = re.compile(r"[./\\]")
_ADDRESS = re.compile(r"(?:([\w.-]+):)?([0-9]{1,5})")
_MOST_LABEL_CHARS = 60
# Room for what tells players of the same name apart.
_NUMBER_CHARS = 6
_MOST_PORT = 65535


class PlayerNameError(ValueError):
    """A name that no player has."""


@dataclass(frozen=True)
class PlayerName:
    """A player's name taken apart.

    ``kind`` is ``human``, a bot's kind such as ``minimax``, or ``aei``, ``aei-socket`` or
    ``aei-listen``. ``target`` is an engine's command or address, ``given_label`` the label that
    the user wrote, if any.
    """

    kind: str
    options: tuple[tuple[str, str], ...] = ()
    target: str = ""
    given_label: str = ""

    @classmethod
    def parse(cls, text: str) -> PlayerName:
        """Read and check a name; no bot is made. Raises PlayerNameError.

        >>> PlayerName.parse("old@aei(hash=64):./mybot --x").options
        (('hash', '64'),)
        """
        text = text.strip()
        label = ""
        if (found := _LABEL.match(text)) and found.end() < len(text):
            label, text = found[1], text[found.end() :]
        if engine := _ENGINE.fullmatch(text):
            name = _engine(engine[1], engine[2] or "", engine[3].strip())
        else:
            _refuse_malformed(text)
            name = _bot_or_human(text)
        return replace(name, given_label=label)

    @property
    def is_bot(self) -> bool:
        """Whether this is one of gajah's own bots."""
        return self.kind in _BOTS

    @property
    def is_engine(self) -> bool:
        """Whether this is a foreign engine, driven through AEI."""
        return bool(self.target)

    @property
    def label(self) -> str:
        """The player's name in tables and records."""
        if self.given_label:
            return self.given_label
        return f"{self.kind}:{self.target}"[:_MOST_LABEL_CHARS] if self.is_engine else self.body

    @property
    def threads(self) -> int:
        """The number of cores it thinks with, as far as its options say."""
        found = dict(self.options).get("threads", "1")
        return max(1, int(found)) if found.isdigit() else 1

    @property
    def body(self) -> str:
        """The name without its label."""
        options = ",".join(f"{key}={value}" for key, value in self.options)
        if self.is_engine:
            return (
                f"{self.kind}({options}):{self.target}" if options else f"{self.kind}:{self.target}"
            )
        return f"{self.kind}:{options}" if options else self.kind

    def __str__(self) -> str:
        return f"{self.given_label}@{self.body}" if self.given_label else self.body


def parse_players(texts: Iterable[str]) -> list[PlayerName]:
    """Read the players of a match, each with a label of its own: a second ``gajah`` becomes
    ``gajah-2``. Raises PlayerNameError, also for a person."""
    names: list[PlayerName] = []
    for text in texts:
        name = PlayerName.parse(text)
        if name.kind == HUMAN:
            raise PlayerNameError(
                "a match is for programs; people play with gajah play or gajah web"
            )
        names.append(_unlike(name, names))
    return names


def name_engines(names: Sequence[PlayerName], said: Sequence[str]) -> list[PlayerName]:
    """The players with engines labelled by what they call themselves, if the user did not.

    ``said`` has the name that each player gave itself, empty where it is not known.
    """
    named: list[PlayerName] = []
    for name, text in zip(names, said, strict=True):
        label = _NO_LABEL.sub("-", text).strip("-")
        is_ours = not name.given_label or _NUMBERED.fullmatch(name.given_label)
        if name.is_engine and label and is_ours:
            name = replace(name, given_label=label[: _MOST_LABEL_CHARS - _NUMBER_CHARS])
        named.append(_unlike(name, named))
    return named


def _unlike(name: PlayerName, others: Iterable[PlayerName]) -> PlayerName:
    """The player with a label that none of the others has."""
    taken = {other.label for other in others}
    # Short enough to be a label with a number behind it.
    short = (name.given_label or name.kind)[: _MOST_LABEL_CHARS - _NUMBER_CHARS]
    labels = chain([name.given_label], (f"{short}-{number}" for number in count(2)))
    labelled = (replace(name, given_label=label) for label in labels)
    return next(each for each in labelled if each.label not in taken)


def make_bot(name: str | PlayerName, *, seed: int | None = None) -> Bot:
    """Return the bot of that name; raises PlayerNameError with the nearest known name.

    ``seed`` is used unless the name itself carries one, and makes the bot repeatable.
    """
    name = PlayerName.parse(name) if isinstance(name, str) else name
    arguments = _arguments(name)
    try:
        return _BOTS[name.kind].make(**({"seed": seed} | arguments))
    except ValueError as error:
        raise PlayerNameError(f"{name.kind}: {error}") from None


def split_command(command: str) -> list[str]:
    """Split a command line into words; raises ValueError where quotes do not match."""
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise ValueError(f"the command {quoted(command)}: {str(error).lower()}") from None
    if not words:
        raise ValueError("an engine needs the command that starts it")
    return words


def parse_address(text: str) -> tuple[str, int]:
    """Read ``HOST:PORT``, or a port of this machine; raises ValueError."""
    found = _ADDRESS.fullmatch(text.strip())
    if not found or not 0 < int(found[2]) <= _MOST_PORT:
        raise ValueError(f"expected HOST:PORT or PORT, found {quoted(text)}")
    return found[1] or "127.0.0.1", int(found[2])


def _engine(kind: str, options: str, target: str) -> PlayerName:
    try:
        if kind == "aei-listen":
            parse_address(target)
        else:
            split_command(target)
    except ValueError as error:
        raise PlayerNameError(f"{kind}: {error}") from None
    pairs = []
    for part in filter(None, (word.strip() for word in options.split(","))):
        key, equals, value = (word.strip() for word in part.partition("="))
        if not equals or not key:
            raise PlayerNameError(f"expected {kind}(option=value):..., found {quoted(part)}")
        pairs.append((key, value))
    return PlayerName(kind, tuple(pairs), target)


def _refuse_malformed(text: str) -> None:
    if found := _ENGINE_START.match(text):
        raise PlayerNameError(f"expected {found[1]}(option=value,...):..., found {quoted(text)}")
    before, at, after = text.partition(":")[0].partition("@")
    if at and not after and _LABEL.fullmatch(text):
        raise PlayerNameError(f"expected a player after the label {text!r}")
    if at:
        raise PlayerNameError(
            f"no label {quoted(before)}: up to {_MOST_LABEL_CHARS} letters, digits and ._+-"
        )


def _bot_or_human(text: str) -> PlayerName:
    if text.lower() == HUMAN:
        return PlayerName(HUMAN)
    kind, _, rest = text.partition(":")
    options: dict[str, str] = {}
    for part in filter(None, rest.split(",")):
        key, equals, value = (word.strip() for word in part.partition("="))
        if not equals or not value:
            raise PlayerNameError(f"expected {kind}:option=value, found {quoted(part)}")
        if key in options:
            raise PlayerNameError(f"the option {shown(key)} of {kind} is given twice")
        options[key] = value
    name = PlayerName(kind, tuple(options.items()))
    arguments = _arguments(name)
    try:
        _BOTS[kind].check(**arguments)
    except ValueError as error:
        raise PlayerNameError(f"{kind}: {error}") from None
    return name


def _arguments(name: PlayerName) -> dict[str, object]:
    """Read a bot's options as the arguments that it is made with."""
    if not name.is_bot and _PROGRAM.search(name.kind):
        raise PlayerNameError(f"unknown player {quoted(name.kind)}; a program is named aei:COMMAND")
    if not name.is_bot:
        raise PlayerNameError(_unknown("player", name.kind, BOT_NAMES))
    readers = _BOTS[name.kind].readers
    arguments = {}
    for key, value in name.options:
        if key not in readers:
            raise PlayerNameError(_unknown(f"option of {name.kind}", key, tuple(readers)))
        try:
            arguments[_ARGUMENTS.get(key, key)] = readers[key](value)
        except ValueError as error:
            raise PlayerNameError(str(error)) from None
    return arguments


def _unknown(what: str, found: str, known: tuple[str, ...]) -> str:
    near = get_close_matches(found, known, n=1)
    hint = f"did you mean {near[0]}?" if near else f"known: {', '.join(known)}"
    return f"unknown {what} {quoted(found)}; {hint}"


def _seconds(text: str) -> float:
    seconds = parse_duration(text, bare_unit="s")
    if seconds <= 0:
        raise ValueError("a thinking time must be more than 0 seconds")
    return float(seconds)


def _count(text: str) -> int:
    if not text.isascii() or not text.isdigit() or len(text) > 12:
        raise ValueError(f"expected a whole number, found {quoted(text)}")
    return int(text)


def _network(path: str) -> str:
    network_file(path)
    return path


def _check_gajah(
    search: SearchKind | None = None,
    device: Device = Device.AUTO,
    level: int = FULL_STRENGTH,
    hash_mb: int | None = None,
    threads: int = 1,
    nodes: int | None = None,
    depth: int | None = None,
    net: str | None = None,
    **_: object,
) -> None:
    Limits.exactly(nodes=nodes, depth=depth)
    find_level(level, by_network=search is not SearchKind.ALPHABETA)
    check_settings(search or DEFAULT_SEARCH, device, net, hash_mb, threads)


@dataclass(frozen=True)
class _BotKind:
    """How a bot is made, how each of its options is read, and what refuses their values.

    Readers and ``check`` raise ValueError; none of them makes a bot.
    """

    make: Callable[..., Bot]
    readers: Mapping[str, Callable[[str], object]]
    check: Callable[..., None] = lambda **_: None


_BOTS = {
    "random": _BotKind(RandomBot, {"seed": _count}),
    "heuristic": _BotKind(HeuristicBot, {"seed": _count, "evaluate": load_evaluate}),
    "minimax": _BotKind(MinimaxBot, {"depth": _count, "seed": _count, "evaluate": load_evaluate}),
    "gajah": _BotKind(
        GajahBot,
        {
            "search": SearchKind,
            "device": Device,
            "net": _network,
            "time": _seconds,
            "nodes": _count,
            "depth": _count,
            "hash": _count,
            "threads": _count,
            "level": _count,
            "seed": _count,
        },
        check=_check_gajah,
    ),
}
_ARGUMENTS = {"hash": "hash_mb"}
BOT_NAMES = tuple(_BOTS)
