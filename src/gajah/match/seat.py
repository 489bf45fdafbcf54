"""A seat at the board: starts its player when needed, keeps it between games, replaces it."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TextIO

from gajah._core import Position, Side
from gajah.aei.client import HANDSHAKE_S, QUIT_S, READY_S, AeiEngine, Answer
from gajah.aei.link import Link
from gajah.aei.process import start_process
from gajah.aei.sockets import await_engine, start_socket_engine
from gajah.bots.names import PlayerName, parse_address, split_command
from gajah.clock import Clock, TimeControl

# How long somebody has to start an engine that calls us.
_LISTEN_S = 600.0


class Seat:
    """Where a player sits. One game at a time; the same engine plays the next one too.

    ``cores`` are those the player may think on. A player that has failed is replaced by a fresh
    one at the next `new_game`.
    """

    def __init__(
        self,
        spec: PlayerName,
        *,
        cores: Sequence[int] = (),
        handshake_s: float = HANDSHAKE_S,
        ready_s: float = READY_S,
        quit_s: float = QUIT_S,
    ) -> None:
        self.spec = spec
        self._cores = tuple(cores)
        self._handshake_s, self._ready_s, self._quit_s = handshake_s, ready_s, quit_s
        self._engine: AeiEngine | None = None
        self._log: TextIO | None = None

    async def new_game(
        self,
        *,
        control: TimeControl | None = None,
        start: Position | None = None,
        turns: Sequence[str] = (),
        seed: int | None = None,
        opponent: str = "",
        log: Path | None = None,
    ) -> None:
        """Make the player ready for a game; raises EngineFailure.

        ``log`` is a file that the conversation and what the engine writes to stderr go to; raises
        OSError if it cannot be opened.
        """
        self._open_log(log)
        if self._engine is not None and self._engine.link.failure is not None:
            await self.dismiss()
        if self._engine is None:
            self._engine = await self._seat()
        self._engine.link.log_to(self._log)
        options = dict(self.spec.options)
        if self.spec.is_bot and seed is not None:
            options["seed"] = str(seed)
        elif opponent and not self.spec.is_bot:
            options.setdefault("opponent", opponent)
        await self._engine.new_game(
            control=control, start=start, turns=turns, options=options, timeout_s=self._ready_s
        )

    async def choose(
        self, *, clock: Clock | None, used_s: Mapping[Side, float], timeout_s: float
    ) -> Answer:
        """The player's answer; raises EngineFailure."""
        assert self._engine is not None, "new_game comes first"
        return await self._engine.go(clock=clock, used_s=used_s, timeout_s=timeout_s)

    def observe(self, turn: str) -> None:
        """A turn has been played, by either side."""
        assert self._engine is not None, "new_game comes first"
        # A bot of ours does nothing about it but note it down, which can wait.
        self._engine.make_move(turn, with_go=self.spec.is_bot)

    def set_control(self, control: TimeControl) -> None:
        """The game goes on by another time control."""
        assert self._engine is not None, "new_game comes first"
        self._engine.set_control(control)

    async def dismiss(self) -> None:
        """End the player's process, if there is one."""
        engine, self._engine = self._engine, None
        if engine is not None:
            await engine.close(patience_s=self._quit_s)

    async def close(self) -> None:
        """Leave nothing behind."""
        await self.dismiss()
        self._open_log(None)

    async def _seat(self) -> AeiEngine:
        link = await self._connect()
        try:
            return await AeiEngine.greet(link, timeout_s=self._handshake_s)
        except BaseException:
            await link.close(0)
            raise

    async def _connect(self) -> Link:
        kind, target = self.spec.kind, self.spec.target
        if kind == "aei-listen":
            host, port = parse_address(target)
            return await await_engine(host, port, timeout_s=_LISTEN_S, log=self._log)
        if self.spec.is_bot:
            command = [sys.executable, "-m", "gajah.aei", self.spec.body]
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
