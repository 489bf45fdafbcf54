"""One game between two players, led to a result even if the players fail."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

from gajah._core import Position, Setup, Side, Turn
from gajah.aei.link import EngineFailure, FailureKind
from gajah.aei.player import AeiPlayer
from gajah.bots.base import Bot
from gajah.bots.names import parse_players
from gajah.game import Game, Result, Rules
from gajah.handicap import NO_HANDICAP, Handicap
from gajah.match.local_player import LocalPlayer
from gajah.match.record import make_record
from gajah.match.running import RunningGame, TimedTurn
from gajah.match.terms import Terms
from gajah.records.record import Record

# A clock counts milliseconds: an answer in the last one is in time.
_TICK_S = 0.002


@dataclass(frozen=True)
class Opening:
    """How a game begins: a position, and turns (setups first) that are given to both players.

    ``handicap`` are the pieces that setups still to come leave out.
    """

    start: Position | None = None
    turns: tuple[Setup | Turn | str, ...] = ()
    handicap: Handicap = NO_HANDICAP

    def game(self, rules: Rules = Rules.OFFICIAL) -> Game:
        """The game after these turns; raises IllegalTurn or NotationError."""
        game = Game(start=self.start, rules=rules, handicap=self.handicap)
        for turn in self.turns:
            game.play(turn)
        return game


@dataclass(frozen=True)
class Played:
    """A finished game: ``detail`` says more about its end where there is more to say."""

    gold: str
    silver: str
    result: Result
    detail: str
    turns: tuple[TimedTurn, ...]
    start: Position | None = None
    handicap: Handicap = NO_HANDICAP

    def record(self, terms: Terms, tags: Mapping[str, str] = MappingProxyType({})) -> Record:
        """The record of this game, played under these terms; ``tags`` come first."""
        turns = tuple(timed.turn for timed in self.turns)
        game = Opening(self.start, turns, self.handicap).game(terms.rules)
        if game.result is None:
            game.end(self.result)
        running = RunningGame(terms, game, turns=self.turns)
        running.detail = self.detail
        return make_record(running, {Side.GOLD: self.gold, Side.SILVER: self.silver}, tags)


MatchPlayer = AeiPlayer | LocalPlayer
"""A program in a process of its own, or a bot object in this one."""


def play(
    gold: str | Bot,
    silver: str | Bot,
    *,
    terms: Terms | None = None,
    opening: Opening | None = None,
    seed: int | None = None,
) -> Played:
    """Play one game between two players: names such as ``minimax:depth=1``, or bot objects.

    >>> played = play("random", "heuristic", terms=Terms(max_turns=3), seed=1)
    >>> str(played.result)
    'silver wins: stopped by a game limit and scored'

    A named player gets a process of its own and ``seed``; an object plays in this process. It
    works inside a running event loop, such as a notebook's. An unknown name raises ValueError;
    nothing that a player does raises, it only loses the game.
    """
    players = _players(gold, silver)

    async def run() -> Played:
        try:
            return await play_game(
                players[0], players[1], terms or Terms(), opening=opening, seeds=(seed, seed)
            )
        finally:
            for player in players:
                await player.close()

    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return asyncio.run(run())
    # A loop runs in this thread and cannot run another; a thread of its own can.
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, run()).result()


def _players(gold: str | Bot, silver: str | Bot) -> list[MatchPlayer]:
    names = iter(parse_players([each for each in (gold, silver) if isinstance(each, str)]))
    players: list[MatchPlayer] = [
        AeiPlayer(next(names)) if isinstance(each, str) else LocalPlayer(each, each.name)
        for each in (gold, silver)
    ]
    if players[0].label == players[1].label:
        # Two names are told apart already: the last object gets another label.
        last = next(each for each in reversed(players) if isinstance(each, LocalPlayer))
        last.label += "-2"
    return players


async def play_game(
    gold: MatchPlayer,
    silver: MatchPlayer,
    terms: Terms,
    *,
    opening: Opening | None = None,
    seeds: tuple[int | None, int | None] = (None, None),
    logs: tuple[Path | None, Path | None] = (None, None),
) -> Played:
    """Play one game. Nothing that a player does raises here; it only loses the game.

    Raises OSError if one of the ``logs`` cannot be opened.
    """
    opening = opening or Opening()
    running = RunningGame(terms, opening.game(terms.rules))
    players = {Side.GOLD: gold, Side.SILVER: silver}
    if running.result is None:
        await _begin(running, players, seeds, logs)
    while running.result is None:
        await _play_turn(running, players)
    return Played(
        gold.label,
        silver.label,
        running.result,
        running.detail,
        tuple(running.turns),
        opening.start,
        opening.handicap,
    )


async def _begin(
    running: RunningGame,
    players: dict[Side, MatchPlayer],
    seeds: Sequence[int | None],
    logs: Sequence[Path | None],
) -> None:
    beginnings = [
        player.begin(
            running.game,
            control=running.terms.control,
            seed=seed,
            opponent=players[side.other].label,
            log=log,
        )
        for (side, player), seed, log in zip(players.items(), seeds, logs, strict=True)
    ]
    failures: dict[Side, EngineFailure] = {}
    ends = await asyncio.gather(*beginnings, return_exceptions=True)
    for side, error in zip(players, ends, strict=True):
        if isinstance(error, EngineFailure):
            failures[side] = error
        elif error is not None:
            # A log that cannot be opened is no player's fault.
            raise error
    if len(failures) == len(players):
        running.abandon("; ".join(f"{s.name.lower()} {why}" for s, why in failures.items()))
    elif failures:
        ((side, failure),) = failures.items()
        running.fail(side, str(failure))


async def _play_turn(running: RunningGame, players: dict[Side, MatchPlayer]) -> None:
    side = running.side
    allowed_s = running.allowed_s()
    try:
        answer = await players[side].play(
            running.game,
            clock=running.clock,
            used_s=running.used_s,
            timeout_s=allowed_s + _TICK_S,
        )
    except EngineFailure as failure:
        if failure.kind is FailureKind.HANG:
            running.run_out(allowed_s)
        else:
            running.fail(side, str(failure))
        return
    played = running.answer(answer.turn, answer.used_s, score=answer.score)
    if played and running.result is None:
        for player in players.values():
            player.tell(running.game)
