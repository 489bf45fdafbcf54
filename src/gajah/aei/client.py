"""AEI driven: a controller for one engine, with a deadline on everything.

Engines differ in what they understand of ``setposition``, so a game is led by ``newgame`` and one
``makemove`` for every turn; only a game that starts from a position of its own uses
``setposition``. Every answer is text: whether it is a legal turn is for the referee to say.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from types import MappingProxyType

from gajah._core import Position, Setup, Side, Turn
from gajah.aei.link import EngineFailure, FailureKind, Link
from gajah.clock import Clock, TimeControl
from gajah.engine.score import Score

HANDSHAKE_S = 15.0
"""How long an engine may take to start and to introduce itself."""

READY_S = 15.0
"""How long an engine may take to be ready, for instance after it was told to forget a game."""

QUIT_S = 2.0
"""How long an engine may take to leave."""

_NOTHING: Mapping[str, str] = MappingProxyType({})
_RESIGNATIONS = ("resign", "resigns")


def is_resignation(answer: Setup | Turn | str) -> bool:
    """Whether an engine gives up with this answer."""
    return isinstance(answer, str) and answer.strip().lower() in _RESIGNATIONS


@dataclass(frozen=True)
class Answer:
    """What a player answered, how long it took, and what it said about it on the way.

    ``turn`` is text where it came as text; no rule has checked it. ``info`` holds the last ``info``
    line of each type, such as ``score`` or ``nodes``.
    """

    turn: Setup | Turn | str
    used_s: float
    info: Mapping[str, str] = field(default_factory=dict)

    @property
    def is_resignation(self) -> bool:
        """Whether the engine gives up."""
        return is_resignation(self.turn)

    @property
    def score(self) -> Score | None:
        """The engine's score for itself, if it gave one."""
        try:
            return Score(int(self.info["score"]))
        except (KeyError, ValueError):
            return None


@dataclass
class Identity:
    """What an engine said about itself."""

    protocol: int = 0
    name: str = ""
    author: str = ""
    version: str = ""


class AeiEngine:
    """One engine that has introduced itself. Every method raises EngineFailure when it fails."""

    def __init__(self, link: Link, identity: Identity) -> None:
        self.link = link
        self.identity = identity
        self._whole_seconds = True

    @classmethod
    async def greet(cls, link: Link, *, timeout_s: float = HANDSHAKE_S) -> AeiEngine:
        """The engine at the other end of a link, after ``aei`` and ``aeiok``."""
        identity = Identity()

        def listen(line: str) -> None:
            word, _, rest = line.partition(" ")
            key, _, value = rest.strip().partition(" ")
            if word == "protocol-version":
                identity.protocol = 1
            elif word == "id" and key in ("name", "author", "version"):
                setattr(identity, key, value.strip())

        with _hang_as(FailureKind.NO_HANDSHAKE):
            await link.ask("aei", expected="aeiok", timeout_s=timeout_s, on_other=listen)
        return cls(link, identity)

    async def new_game(
        self,
        *,
        control: TimeControl | None = None,
        start: Position | None = None,
        turns: Sequence[object] = (),
        options: Mapping[str, str] = _NOTHING,
        timeout_s: float = READY_S,
    ) -> None:
        """Begin a game in which these turns have been played, and wait until it is ready.

        Lines of the engine about an earlier game are dropped.
        """
        lines = [_option(name, value) for name, value in options.items()]
        lines += [*self._control_lines(control), "newgame"]
        if start is not None and start != Position():
            lines.append(f"setposition {start.short}")
        lines += _moves(turns)
        # Once to hear the end of an earlier search, once more after the orders.
        await self._ready("stop", timeout_s=timeout_s)
        await self._ready(*lines, timeout_s=timeout_s)

    async def go(
        self,
        *,
        control: TimeControl | None = None,
        turns: Iterable[object] = (),
        clock: Clock | None = None,
        used_s: Mapping[Side, float] | None = None,
        under_way_s: float = 0.0,
        timeout_s: float,
    ) -> Answer:
        """The engine's ``bestmove`` for the side to move, ``HANG`` if it takes too long.

        ``turns`` were played since it was told of the game, which goes on by another ``control``
        if there is one. This turn has taken ``under_way_s`` already.
        """
        info: dict[str, str] = {}

        def listen(line: str) -> None:
            word, _, rest = line.partition(" ")
            if word == "info":
                key, _, value = rest.strip().partition(" ")
                info[key] = value.strip()

        lines = [*self._control_lines(control), *_moves(turns)]
        lines += [*self._clock_lines(clock, used_s or {}, under_way_s), "go"]
        text, took_s = await self.link.ask(
            *lines, expected="bestmove", timeout_s=timeout_s, on_other=listen
        )
        return Answer(text.removeprefix("bestmove").strip(), took_s, info)

    def make_moves(self, turns: Iterable[object]) -> None:
        """Tell the engine turns now, so that what it does about them costs it no time."""
        self.link.send(*_moves(turns))

    async def close(self, *, patience_s: float = QUIT_S) -> None:
        """Let the engine leave, or make it."""
        await self.link.close(patience_s)

    async def _ready(self, *lines: str, timeout_s: float) -> None:
        with _hang_as(FailureKind.NOT_READY):
            await self.link.ask(*lines, "isready", expected="readyok", timeout_s=timeout_s)

    def _control_lines(self, control: TimeControl | None) -> list[str]:
        if control is None:
            return []
        times = (control.move_s, control.reserve_s, control.max_turn_s, control.max_reserve_s)
        self._whole_seconds = all(time_s == int(time_s) for time_s in times)
        return [
            _option("tcmove", self._seconds(control.move_s)),
            _option("tcreserve", self._seconds(control.reserve_s)),
            _option("tcpercent", str(control.percent)),
            _option("tcmax", self._seconds(control.max_reserve_s)),
            _option("tctotal", self._seconds(control.game_limit_s)),
            _option("tcturns", str(control.game_limit_turns)),
            _option("tcturntime", self._seconds(control.max_turn_s)),
        ]

    def _clock_lines(
        self, clock: Clock | None, used_s: Mapping[Side, float], under_way_s: float
    ) -> list[str]:
        if clock is None:
            return []
        lines = [
            _option("greserve", self._seconds(clock.reserve_s(Side.GOLD))),
            _option("sreserve", self._seconds(clock.reserve_s(Side.SILVER))),
            _option("moveused", self._seconds(under_way_s)),
        ]
        for side, name in ((Side.GOLD, "gused"), (Side.SILVER, "sused")):
            if side in used_s:
                lines.append(_option(name, self._seconds(used_s[side])))
        return lines

    def _seconds(self, time_s: float) -> str:
        """Seconds as engines read them.

        Many read whole numbers only, which is what the server sends; so fractions are sent only
        where the control itself has some.
        """
        return str(int(time_s)) if self._whole_seconds else f"{time_s:.3f}"


@contextmanager
def _hang_as(kind: FailureKind) -> Iterator[None]:
    """Say what an engine that does not answer was waited for."""
    try:
        yield
    except EngineFailure as failure:
        if failure.kind is FailureKind.HANG:
            raise EngineFailure(kind, failure.detail) from None
        raise


def _moves(turns: Iterable[object]) -> list[str]:
    return [f"makemove {turn}" for turn in turns]


def _option(name: str, value: str) -> str:
    return f"setoption name {name} value {value}" if value else f"setoption name {name}"
