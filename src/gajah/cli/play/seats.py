"""The players at this terminal: people, bots and engines by their names."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace

from gajah._core import Setup, Side, Stop, Turn
from gajah.aei.driver import EngineDriver
from gajah.aei.link import EngineFailure
from gajah.bots.base import Bot
from gajah.bots.levels import FULL_STRENGTH
from gajah.bots.names import BOT_NAMES, HUMAN, PlayerName, PlayerNameError, make_bot
from gajah.cli.play.command import SIDES
from gajah.cli.text import BadInput, ask_to_start
from gajah.engine.limits import UNLIMITED, Limits
from gajah.match.running import RunningGame

LEVELS = range(1, FULL_STRENGTH + 1)


@dataclass(frozen=True)
class Seat:
    """A player: a bot, a foreign engine, or a person where there is neither.

    ``name`` is the one in the record, ``full_name`` a program's with all its options.
    """

    name: str
    bot: Bot | None = None
    engine: EngineDriver | None = None
    full_name: str = ""

    @property
    def is_human(self) -> bool:
        """Whether the player is a person."""
        return self.bot is None and self.engine is None

    def choose(self, running: RunningGame) -> Callable[[Stop], Setup | Turn | str]:
        """Return what asks the program for a turn; calling it raises EngineFailure."""
        game, clock, used_s = running.game.copy(), running.clock, running.used_s
        bot, engine = self.bot, self.engine
        if engine is not None:
            return lambda stop: engine.ask(game, clock=clock, used_s=used_s, stop=stop).turn
        assert bot is not None, "a person is asked elsewhere"
        limits = Limits.of_clock(clock, game.side) if clock else UNLIMITED
        return lambda stop: bot.choose(game, replace(limits, stop=stop))

    def new_game(self) -> None:
        """Forget the game before. An engine notices by itself that another begins."""
        if self.bot is not None:
            self.bot.new_game()

    def leave(self) -> None:
        """End the engine."""
        if self.engine is not None:
            self.engine.close()


Seats = Mapping[Side, Seat]


def read_name(text: str) -> PlayerName:
    """Read a player's name; raises BadInput with what is known."""
    try:
        return PlayerName.parse(text)
    except PlayerNameError as error:
        raise BadInput(str(error)) from None


def take_seat(name: PlayerName, *, seed: int | None = None) -> Seat:
    """The player of that name; raises BadInput where it cannot play."""
    if name.kind == HUMAN:
        return Seat(HUMAN)
    try:
        if not name.is_engine:
            return Seat(name.label, make_bot(name, seed=seed), full_name=str(name))
        engine = EngineDriver(name)
        ask_to_start(name)
        engine.start()
    except PlayerNameError as error:
        raise BadInput(str(error)) from None
    except EngineFailure as failure:
        raise BadInput(f"{name.label} {failure}") from None
    return Seat(name.label, engine=engine, full_name=str(name))


def seat_both(gold: PlayerName, silver: PlayerName, *, seed: int | None) -> dict[Side, Seat]:
    """Both players. With a seed the game can be repeated, and the two still differ."""
    other = None if seed is None else seed + 1
    return {Side.GOLD: take_seat(gold, seed=seed), Side.SILVER: take_seat(silver, seed=other)}


def seat_against(opponent: PlayerName, side: str, *, seed: int | None) -> dict[Side, Seat]:
    """A person on that side, ``random`` for any, and an opponent on the other."""
    if side == "random":
        side = random.Random(seed).choice(SIDES[:2])
    players = (PlayerName(HUMAN), opponent)
    return seat_both(*(players if side == "gold" else reversed(players)), seed=seed)


def with_level(name: PlayerName, level: int) -> PlayerName:
    """The opponent's name with its level; raises BadInput for one that has none."""
    if name.kind != "gajah":
        raise BadInput(f"{name} has no levels; gajah has {LEVELS[0]} to {LEVELS[-1]}")
    return read_name(str(replace(name, options=(*name.options, ("level", str(level))))))


def seats_of_record(names: Mapping[Side, str | None]) -> dict[Side, Seat]:
    """The players that a record names: our bots as themselves, any other name as a person."""
    return {side: _seat_of_record(name or HUMAN) for side, name in names.items()}


def name_people(seats: Seats, names: Mapping[Side, str | None]) -> dict[Side, Seat]:
    """These players; people without a name get the one that a record has for a person."""
    named = dict(seats)
    for side, name in names.items():
        if name and seats[side].is_human and not _is_called_like_a_bot(name):
            named[side] = Seat(name)
    return named


def options_to_resume(seats: Seats) -> list[str]:
    """The options that seat these players again where the names in the record do not suffice."""
    programs = {side: seat for side, seat in seats.items() if not seat.is_human}
    if all(_find_bot_of_record(seat.name) for seat in programs.values()):
        return []
    named = {f"--{side.name.lower()}": seat.full_name for side, seat in programs.items()}
    return [word for pair in named.items() for word in pair]


def _seat_of_record(text: str) -> Seat:
    name = _find_bot_of_record(text)
    return Seat(text) if name is None else Seat(text, make_bot(name), full_name=text)


def _find_bot_of_record(text: str) -> PlayerName | None:
    """The bot of ours that a record names: a record starts no program and loads no module."""
    with suppress(PlayerNameError):
        name = PlayerName(HUMAN) if "evaluate=" in text else PlayerName.parse(text)
        return name if name.is_bot else None
    return None


def _is_called_like_a_bot(name: str) -> bool:
    return name.partition(":")[0] in BOT_NAMES
