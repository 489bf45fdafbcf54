"""Players as users write them: ``gajah:time=1s``, ``aei(hash=64):./mybot --x``, ``new@minimax``.

``LABEL@`` in front gives a player the name it has in tables and records. Options of an engine
stand in parentheses after ``aei``. An engine that is reached over a socket is ``aei-socket:``
with the command that starts it, or ``aei-listen:`` with the address to wait for it at.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from itertools import chain, count

from gajah.aei.options import ENGINE_RANGES
from gajah.aei.process import split_command
from gajah.bots.names import PlayerName, PlayerNameError, make_bot
from gajah.errors import quoted

_LABEL = re.compile(r"([\w.+-]{1,60})@")
_ENGINE = re.compile(r"(aei|aei-socket|aei-listen)(?:\(([^()]*)\))?:(.*)", re.DOTALL)
# What somebody wrote who meant one, should the above not fit.
_ENGINE_START = re.compile(r"(aei|aei-socket|aei-listen)\s*\(")
_ADDRESS = re.compile(r"(?:([\w.-]+):)?([0-9]{1,5})")
_MOST_LABEL_CHARS = 60
# Room for what tells players of the same name apart.
_NUMBER_CHARS = 6
_MOST_PORT = 65535
_SMALL_HASH = "1"


@dataclass(frozen=True)
class PlayerSpec:
    """A player who is a program: one of our bots, or an engine that speaks AEI.

    ``kind`` is ``bot``, ``aei``, ``aei-socket`` or ``aei-listen``; ``target`` is the bot's name,
    the command or the address; ``options`` are set before every game.
    """

    label: str
    kind: str
    target: str
    options: tuple[tuple[str, str], ...] = ()

    @classmethod
    def parse(cls, text: str) -> PlayerSpec:
        """Read a player's name; raises PlayerNameError, also for one that nobody answers to.

        >>> PlayerSpec.parse("old@aei(hash=64):./mybot --x").options
        (('hash', '64'),)
        """
        text = text.strip()
        label = ""
        if (found := _LABEL.match(text)) and found.end() < len(text):
            label, text = found[1], text[found.end() :]
        if engine := _ENGINE.fullmatch(text):
            return cls._engine(label, engine[1], engine[2] or "", engine[3].strip())
        if found := _ENGINE_START.match(text):
            raise PlayerNameError(
                f"expected {found[1]}(option=value,...):..., found {quoted(text)}"
            )
        before, at, after = text.partition(":")[0].partition("@")
        if at and not after and _LABEL.fullmatch(text):
            raise PlayerNameError(f"expected a player after the label {text!r}")
        if at:
            raise PlayerNameError(
                f"no label {quoted(before)}: up to {_MOST_LABEL_CHARS} letters, digits and ._+-"
            )
        name = PlayerName.parse(text)
        _check_bot(name)
        return cls(label or str(name), "bot", str(name))

    @classmethod
    def _engine(cls, label: str, kind: str, options: str, target: str) -> PlayerSpec:
        try:
            if kind == "aei-listen":
                parse_address(target)
            else:
                split_command(target)
        except ValueError as error:
            raise PlayerNameError(f"{kind}: {error}") from None
        pairs = []
        for part in filter(None, (word.strip() for word in options.split(","))):
            key, equals, value = part.partition("=")
            if not equals or not key.strip():
                raise PlayerNameError(f"expected {kind}(option=value):..., found {quoted(part)}")
            pairs.append((key.strip(), value.strip()))
        spec = cls(label, kind, target, tuple(pairs))
        return spec if label else replace(spec, label=spec._own_label)

    @property
    def threads(self) -> int:
        """How many cores it thinks with, as far as its options say."""
        pairs = self.options if self.kind != "bot" else PlayerName.parse(self.target).options
        found = dict(pairs).get("threads", "1")
        return max(1, int(found)) if found.isdigit() else 1

    @property
    def short_name(self) -> str:
        """A name that with a number behind it is still a label that users can write."""
        if self.label != self._own_label:
            return self.label[: _MOST_LABEL_CHARS - _NUMBER_CHARS]
        return PlayerName.parse(self.target).kind if self.kind == "bot" else self.kind

    def __str__(self) -> str:
        if self.kind == "bot":
            text = self.target
        else:
            options = ",".join(f"{key}={value}" for key, value in self.options)
            text = f"{self.kind}({options}):" if options else f"{self.kind}:"
            text += self.target
        return text if self.label == self._own_label else f"{self.label}@{text}"

    @property
    def _own_label(self) -> str:
        """What it is called when the user does not say."""
        if self.kind == "bot":
            return self.target
        return f"{self.kind}:{self.target}"[:_MOST_LABEL_CHARS]


def _check_bot(name: PlayerName) -> None:
    """Raise PlayerNameError if nobody answers to that name."""
    if name.kind == "human":
        raise PlayerNameError("a match is for programs; people play with gajah play or gajah web")
    make_bot(str(_to_be_looked_at(name)))


def _to_be_looked_at(name: PlayerName) -> PlayerName:
    """The same player without the memory and the graphics card that it would take to play."""
    options = [
        (key, _SMALL_HASH if key == "hash" and _is_hash(value) else value)
        for key, value in name.options
    ]
    if name.kind == "gajah" and "device" not in dict(options):
        options.append(("device", "cpu"))
    return replace(name, options=tuple(options))


def _is_hash(text: str) -> bool:
    low, high = ENGINE_RANGES["hash"]
    return text.isascii() and text.isdigit() and low <= int(text) <= high


def parse_address(text: str) -> tuple[str, int]:
    """``HOST:PORT``, or a port of this machine; raises ValueError."""
    found = _ADDRESS.fullmatch(text.strip())
    if not found or not 0 < int(found[2]) <= _MOST_PORT:
        raise ValueError(f"expected HOST:PORT or PORT, found {quoted(text)}")
    return found[1] or "127.0.0.1", int(found[2])


def parse_players(texts: list[str]) -> list[PlayerSpec]:
    """Several players, each with a label of its own: a second ``gajah`` becomes ``gajah-2``."""
    specs: list[PlayerSpec] = []
    for text in texts:
        spec = PlayerSpec.parse(text)
        taken = {other.label for other in specs}
        names = chain([spec.label], (f"{spec.short_name}-{number}" for number in count(2)))
        specs.append(replace(spec, label=next(name for name in names if name not in taken)))
    return specs
