"""A program as a player: told the game as it goes, started when needed, replaced when it fails.

Matches, the terminal and the web play through this class; `gajah.aei.driver` is its blocking face.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import TextIO

from gajah._core import Position, Setup, Side, Turn
from gajah.aei.client import HANDSHAKE_S, QUIT_S, READY_S, AeiEngine, Answer, Identity
from gajah.aei.link import EngineFailure, Link
from gajah.aei.process import start_process
from gajah.aei.sockets import await_engine, start_socket_engine
from gajah.bots.names import PlayerName, parse_address, split_command
from gajah.clock import Clock, TimeControl
from gajah.game import Game
from gajah.setups import choose_setup

USUAL_S = 5.0
"""The time for a turn in a game without a clock."""

# How long a user has to start an engine that connects to us.
_LISTEN_S = 600.0
# How much longer than its time an engine is waited for where no clock runs.
_GRACE_S = 60.0
_PATIENCE_S = 120.0
_UNUSED: Mapping[Side, float] = MappingProxyType({})


@dataclass(frozen=True)
class _Told:
    """What an engine knows: where the game began, what was played, the time control."""

    start: Position
    turns: tuple[Setup | Turn, ...]
    control: TimeControl | None

    @classmethod
    def of(cls, game: Game, control: TimeControl | None) -> _Told:
        # AEI has no word for a handicap: the game begins with what stands after the setups.
        if game.handicap:
            skipped = sum(isinstance(turn, Setup) for turn in game.turns)
            return cls(game.positions[skipped], game.turns[skipped:], control)
        return cls(game.start, game.turns, control)

    def find_new(self, told: _Told | None) -> tuple[Setup | Turn, ...] | None:
        """The turns that an engine told that much does not know; ``None`` if it knows others."""
        if told is None or told.start != self.start:
            return None
        known = len(told.turns)
        return self.turns[known:] if told.turns == self.turns[:known] else None


class AeiPlayer:
    """One of gajah's bots in a process of its own, or a foreign engine.

    It plays one game at a time, and the same process plays the next one too. Every method that
    asks raises EngineFailure when the program fails; a fresh one then takes its place. ``cores``
    are those that it may think on.
    """

    def __init__(
        self,
        name: PlayerName,
        *,
        cores: Sequence[int] = (),
        handshake_s: float = HANDSHAKE_S,
        ready_s: float = READY_S,
        quit_s: float = QUIT_S,
    ) -> None:
        self.name = name
        self._options = {} if name.is_bot else dict(name.options)
        self._game_options: dict[str, str] = {}
        self._cores = tuple(cores)
        self._handshake_s, self._ready_s, self._quit_s = handshake_s, ready_s, quit_s
        self._engine: AeiEngine | None = None
        self._told: _Told | None = None
        self._log: TextIO | None = None

    @property
    def label(self) -> str:
        """Its name in records."""
        return self.name.label

    async def start(self) -> Identity:
        """Start the program unless it runs; return what it says about itself."""
        if self._engine is not None and self._engine.link.failure is not None:
            await self.dismiss()
        if self._engine is None:
            link = await self._connect()
            try:
                self._engine = await AeiEngine.greet(link, timeout_s=self._handshake_s)
            except BaseException:
                await link.close(0)
                raise
        return self._engine.identity

    async def begin(
        self,
        game: Game,
        *,
        control: TimeControl | None = None,
        seed: int | None = None,
        opponent: str = "",
        log: Path | None = None,
    ) -> None:
        """Make the program ready for a game.

        ``log`` is a file for the conversation and for what the program writes to stderr; raises
        OSError if it cannot be opened.
        """
        self._open_log(log)
        self._game_options = {}
        if self.name.is_bot and seed is not None:
            self._game_options["seed"] = str(seed)
        elif opponent and not self.name.is_bot:
            self._game_options["opponent"] = opponent
        wanted = _Told.of(game, control)
        try:
            await self._begin(wanted)
        except EngineFailure:
            await self.dismiss()
            raise
        self._told = wanted

    async def play(
        self,
        game: Game,
        *,
        clock: Clock | None = None,
        time_s: float | None = None,
        used_s: Mapping[Side, float] = _UNUSED,
        under_way_s: float = 0.0,
        timeout_s: float | None = None,
    ) -> Answer:
        """Ask for a turn; the program is told what it does not know of the game yet.

        ``clock`` is the game's, ``used_s`` what both sides have used in all their turns, and
        ``under_way_s`` what this turn has taken already; where there is no clock, ``time_s`` is
        the time for this turn. An answer later than ``timeout_s`` is a
        failure, ``HANG``.
        """
        if game.handicap and game.needs_setup:
            return Answer(choose_setup(game), 0.0)
        shown = clock
        if clock is None and time_s is not None:
            shown = Clock.start(TimeControl.per_move(time_s))
        if timeout_s is None:
            timeout_s = _PATIENCE_S
            if shown is not None:
                left_s = shown.time_left_s(game.side, is_setup=game.needs_setup)
                grace_s = _GRACE_S if clock is None else 0.0
                timeout_s = min(left_s + grace_s, shown.game_time_left_s())
        wanted = _Told.of(game, shown.control if shown else None)
        try:
            answer = await self._ask(wanted, shown, used_s, under_way_s, timeout_s)
        except EngineFailure:
            await self.dismiss()
            raise
        self._told = wanted
        return answer

    def tell(self, game: Game) -> None:
        """Tell the new turns of a game at once, so that they cost the program no time.

        Only notes them for a bot of ours, which does nothing about them before its turn: it is
        told with the next question, which wakes it less often.
        """
        if self._engine is None or self._told is None or self.name.is_bot:
            return
        wanted = _Told.of(game, self._told.control)
        if new := wanted.find_new(self._told):
            self._engine.make_moves(new)
            self._told = wanted

    def set_option(self, name: str, value: str) -> None:
        """Set an option of the program; the game under way is told anew with it."""
        self._options[name] = value
        self._told = None

    async def dismiss(self) -> None:
        """End the program, if it runs."""
        engine, self._engine = self._engine, None
        self._told = None
        if engine is not None:
            await engine.close(patience_s=self._quit_s)

    async def close(self) -> None:
        """End the program and close its log."""
        await self.dismiss()
        self._open_log(None)

    async def _begin(self, wanted: _Told) -> AeiEngine:
        self._told = None
        await self.start()
        assert self._engine is not None
        self._engine.link.log_to(self._log)
        await self._engine.new_game(
            control=wanted.control,
            start=wanted.start,
            turns=wanted.turns,
            options={**self._game_options, **self._options},
            timeout_s=self._ready_s,
        )
        return self._engine

    async def _ask(
        self,
        wanted: _Told,
        clock: Clock | None,
        used_s: Mapping[Side, float],
        under_way_s: float,
        timeout_s: float,
    ) -> Answer:
        # None until it has answered: one that is interrupted may still be thinking, and begins
        # anew.
        told, self._told = self._told, None
        new = wanted.find_new(told)
        control: TimeControl | None = None
        if self._engine is None or told is None or new is None:
            engine, new = await self._begin(wanted), ()
        else:
            engine = self._engine
            control = wanted.control if wanted.control != told.control else None
        return await engine.go(
            control=control,
            turns=new,
            clock=clock,
            used_s=used_s,
            under_way_s=under_way_s,
            timeout_s=timeout_s,
        )

    async def _connect(self) -> Link:
        kind, target = self.name.kind, self.name.target
        if kind == "aei-listen":
            host, port = parse_address(target)
            return await await_engine(host, port, timeout_s=_LISTEN_S, log=self._log)
        if self.name.is_bot:
            command = [sys.executable, "-m", "gajah.aei", self.name.body]
        else:
            command = split_command(target)
        if kind == "aei-socket":
            return await start_socket_engine(
                command, timeout_s=self._handshake_s, cores=self._cores, log=self._log
            )
        return await start_process(command, cores=self._cores, log=self._log)

    def _open_log(self, path: Path | None) -> None:
        if self._log is not None:
            # What a full disk did not take is lost.
            with suppress(OSError):
                self._log.close()
        self._log = None
        if path is not None:
            path.parent.mkdir(parents=True, exist_ok=True)
            # Line by line, so that the log of a game that ends badly has its end.
            self._log = path.open("a", encoding="utf-8", buffering=1)
