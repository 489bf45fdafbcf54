"""One game between two seats, led to a result whatever the players do."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from gajah._core import Position, Side
from gajah.aei.link import EngineFailure, FailureKind
from gajah.game import Result
from gajah.match.referee import Referee, Terms, TimedTurn
from gajah.match.seat import Seat
from gajah.match.spec import parse_players

# A clock counts milliseconds: an answer in the last one is in time.
_TICK_S = 0.002


@dataclass(frozen=True)
class Opening:
    """How a game begins: a position, and turns (setups first) that are given to both players."""

    start: Position | None = None
    turns: tuple[str, ...] = ()


@dataclass(frozen=True)
class Played:
    """A finished game: ``detail`` says more about its end where there is more to say."""

    gold: str
    silver: str
    result: Result
    detail: str
    turns: tuple[TimedTurn, ...]
    start: Position | None = None


def play(
    gold: str,
    silver: str,
    *,
    terms: Terms | None = None,
    opening: Opening | None = None,
    seed: int | None = None,
) -> Played:
    """Play one game between two players, named as everywhere: ``minimax:depth=1``, ``aei:...``.

    >>> played = play("random", "heuristic", terms=Terms(max_turns=3), seed=1)
    >>> str(played.result)
    'silver wins: stopped by a game limit and scored'

    A name that nobody answers to raises ValueError; whatever a player does only decides the game.
    """
    seats = [Seat(spec) for spec in parse_players([gold, silver])]

    async def run() -> Played:
        try:
            seeds = (seed, seed)
            return await play_game(
                seats[0], seats[1], terms or Terms(), opening=opening, seeds=seeds
            )
        finally:
            for seat in seats:
                await seat.close()

    return asyncio.run(run())


async def play_game(
    gold: Seat,
    silver: Seat,
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
    referee = Referee(terms, start=opening.start, opening=opening.turns)
    seats = {Side.GOLD: gold, Side.SILVER: silver}
    if referee.result is None:
        await _begin(referee, seats, opening, seeds, logs)
    while referee.result is None:
        await _play_turn(referee, seats)
    return Played(
        gold.spec.label,
        silver.spec.label,
        referee.result,
        referee.detail,
        tuple(referee.turns),
        opening.start,
    )


async def _begin(
    referee: Referee,
    seats: dict[Side, Seat],
    opening: Opening,
    seeds: Sequence[int | None],
    logs: Sequence[Path | None],
) -> None:
    failures: dict[Side, EngineFailure] = {}

    async def begin(side: Side, seed: int | None, log: Path | None) -> None:
        try:
            await seats[side].new_game(
                control=referee.terms.control,
                start=opening.start,
                turns=[turn.text for turn in referee.turns],
                seed=seed,
                opponent=seats[side.other].spec.label,
                log=log,
            )
        except EngineFailure as failure:
            failures[side] = failure
            await seats[side].dismiss()

    sides = (Side.GOLD, Side.SILVER)
    try:
        async with asyncio.TaskGroup() as group:
            for side, seed, log in zip(sides, seeds, logs, strict=True):
                group.create_task(begin(side, seed, log))
    except* OSError as errors:
        # A log that cannot be opened is nobody's fault at the board.
        raise errors.exceptions[0] from None
    if len(failures) == len(sides):
        referee.abandon("; ".join(f"{side.name.lower()} {failures[side]}" for side in sides))
    for side, failure in failures.items():
        if referee.result is None:
            referee.fail(side, str(failure))


async def _play_turn(referee: Referee, seats: dict[Side, Seat]) -> None:
    side = referee.side
    allowed_s = referee.allowed_s()
    try:
        answer = await seats[side].choose(
            clock=referee.clock, used_s=referee.used_s, timeout_s=allowed_s + _TICK_S
        )
    except EngineFailure as failure:
        if failure.kind is FailureKind.HANG:
            referee.no_answer(allowed_s)
        else:
            referee.fail(side, str(failure))
        # A player that thinks on would disturb the next game: a fresh one takes its place.
        await seats[side].dismiss()
        return
    before = len(referee.turns)
    referee.answer(answer.text, answer.used_s, score=answer.score)
    if len(referee.turns) > before and referee.result is None:
        for seat in seats.values():
            seat.observe(referee.turns[-1].text)
