"""Players by name: ``random``, ``heuristic``, ``minimax:depth=2``, ``gajah:time=5s,threads=2``.

The same names serve the terminal, the arena and the web app. ``human`` and ``aei:COMMAND`` name
players who are not bots of ours; whoever can seat them knows them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from difflib import get_close_matches

from gajah.bots.base import Bot
from gajah.bots.engine import Device, GajahBot, SearchKind
from gajah.bots.minimax import MinimaxBot
from gajah.bots.simple import HeuristicBot, RandomBot
from gajah.clock import parse_duration
from gajah.errors import NotationError, quoted, shown


class PlayerNameError(ValueError):
    """A player's name that nobody answers to."""


@dataclass(frozen=True)
class PlayerName:
    """A player's name taken apart: ``minimax`` with the option ``depth`` = ``2``."""

    kind: str
    options: tuple[tuple[str, str], ...] = ()
    command: str = ""  # of aei:COMMAND

    @classmethod
    def parse(cls, text: str) -> PlayerName:
        """Take a name apart; whether anyone answers to it is not looked at."""
        kind, _, rest = text.strip().partition(":")
        if kind == "aei":
            if not rest.strip():
                raise PlayerNameError("aei: needs the command that starts the engine")
            return cls("aei", command=rest.strip())
        options: dict[str, str] = {}
        for part in filter(None, rest.split(",")):
            key, equals, value = (word.strip() for word in part.partition("="))
            if not equals or not value:
                raise PlayerNameError(f"expected {kind}:option=value, found {quoted(part)}")
            if key in options:
                raise PlayerNameError(f"the option {shown(key)} of {kind} is given twice")
            options[key] = value
        return cls(kind, tuple(options.items()))

    def __str__(self) -> str:
        if self.kind == "aei":
            return f"aei:{self.command}"
        if not self.options:
            return self.kind
        return self.kind + ":" + ",".join(f"{key}={value}" for key, value in self.options)


def _seconds(text: str) -> float:
    try:
        seconds = parse_duration(text, bare_unit="s")
    except NotationError as error:
        raise PlayerNameError(str(error)) from None
    if seconds <= 0:
        raise PlayerNameError("a thinking time is more than nothing")
    return float(seconds)


def _count(text: str) -> int:
    if not text.isascii() or not text.isdigit() or len(text) > 12:
        raise PlayerNameError(f"expected a whole number, found {quoted(text)}")
    return int(text)


def _one_of(find: Callable[[str], object]) -> Callable[[str], object]:
    def read(text: str) -> object:
        try:
            return find(text)
        except ValueError as error:
            raise PlayerNameError(str(error)) from None

    return read


# What each bot's options are called, and how each is read.
_OPTIONS: dict[str, dict[str, Callable[[str], object]]] = {
    "random": {"seed": _count},
    "heuristic": {"seed": _count},
    "minimax": {"depth": _count, "seed": _count},
    "gajah": {
        "search": _one_of(SearchKind),
        "device": _one_of(Device),
        "time": _seconds,
        "nodes": _count,
        "depth": _count,
        "hash": _count,
        "threads": _count,
        "level": _count,
        "seed": _count,
    },
}
_MAKERS: dict[str, Callable[..., Bot]] = {
    "random": RandomBot,
    "heuristic": HeuristicBot,
    "minimax": MinimaxBot,
    "gajah": GajahBot,
}
_ARGUMENTS = {"hash": "hash_mb"}
BOT_NAMES = tuple(_MAKERS)


def make_bot(text: str, *, seed: int | None = None) -> Bot:
    """The bot of that name; raises ``PlayerNameError`` with the nearest known name.

    ``seed`` is used unless the name itself carries one, and makes the bot repeatable.
    """
    name = PlayerName.parse(text)
    if name.kind not in _MAKERS:
        raise PlayerNameError(_unknown("player", name.kind, BOT_NAMES))
    arguments: dict[str, object] = {"seed": seed}
    for key, value in name.options:
        readers = _OPTIONS[name.kind]
        if key not in readers:
            raise PlayerNameError(_unknown(f"option of {name.kind}", key, tuple(readers)))
        arguments[_ARGUMENTS.get(key, key)] = readers[key](value)
    try:
        bot = _MAKERS[name.kind](**arguments)
    except ValueError as error:
        raise PlayerNameError(f"{name.kind}: {error}") from None
    return bot


def _unknown(what: str, found: str, known: tuple[str, ...]) -> str:
    near = get_close_matches(found, known, n=1)
    hint = f"did you mean {near[0]}?" if near else f"known: {', '.join(known)}"
    return f"unknown {what} {quoted(found)}; {hint}"
