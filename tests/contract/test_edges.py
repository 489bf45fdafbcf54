"""Matches, the terminal and the web run a game the same way: one suite, three edges.

Each edge is the real thing: `gajah.match.play`, the program ``gajah play``, a room of the web app.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from gajah._core import Position, Setup, Side, Turn
from gajah.bots.names import HUMAN
from gajah.cli.play.files import save_game
from gajah.cli.play.seated import SeatedGame
from gajah.cli.play.seats import Seat
from gajah.clock import TimeControl
from gajah.game import Game, Reason
from gajah.handicap import NO_HANDICAP, Handicap
from gajah.match import Opening, Played, Terms, play
from gajah.match.running import RunningGame
from gajah.records.reader import read_records
from gajah.records.record import Record
from gajah.web.games.rows import StoredGame
from gajah.web.games.seats import StoredSeat
from gajah.web.games.tree import GameTree
from gajah.web.library.exporting import make_record
from gajah.web.live.game import LiveGame
from gajah.web.wire.handicaps import show_handicap
from gajah.web.wire.requests import NewGame, SeatWanted
from tests.aei.engines import MISBEHAVING
from tests.cli.program import gajah
from tests.cli.terminal import surroundings
from tests.helpers import GOLD_SETUP, OPENING, SILVER_SETUP
from tests.web.inside import open_lobby

NAMES = {Side.GOLD: "one", Side.SILVER: "two"}
HANDICAP = Handicap.parse("Mh")
# Each side sets up and plays one turn.
CONTROL = TimeControl.parse("1m/2m/100/0/2t")
# One turn more, so that an engine hears how its clock has changed.
LONGER = TimeControl.parse("1m/2m/100/0/3t")


@dataclass(frozen=True)
class Wanted:
    """A game between two engines, given by their commands."""

    engines: tuple[str, str]
    control: TimeControl
    start: Position | None = None
    handicap: Handicap = NO_HANDICAP


def at_a_match(wanted: Wanted, folder: Path) -> Record:  # noqa: ARG001
    """A game of `gajah.match.play`."""
    gold, silver = _names(wanted)
    terms = Terms(wanted.control)
    played = play(gold, silver, terms=terms, opening=Opening(wanted.start, (), wanted.handicap))
    return played.record(terms, {"Event": "Contract", "Date": "2026.11.16"})


def at_the_terminal(wanted: Wanted, folder: Path) -> Record:
    """A game of ``gajah play``."""
    gold, silver = _names(wanted)
    args = ["--gold", gold, "--silver", silver, "--time", str(wanted.control), "--pace", "0"]
    if wanted.start is not None:
        args += ["--position", wanted.start.short]
    if wanted.handicap:
        args += ["--handicap", str(wanted.handicap)]
    file = folder / "game.txt"
    done = gajah("play", *args, "--save", str(file), stdin=b"", env=surroundings(folder))
    assert (done.code, done.err) == (0, "")
    (record,) = read_records(file)
    return record


def on_the_web(wanted: Wanted, folder: Path) -> Record:
    """A game in a room of the web app."""

    async def run() -> Record:
        engines = dict(zip(NAMES.values(), wanted.engines, strict=True))
        gold, silver = (SeatWanted(player=f"engine:{name}", name=name) for name in engines)
        new = NewGame(
            gold=gold,
            silver=silver,
            control=str(wanted.control),
            start=None if wanted.start is None else wanted.start.short,
            handicap=show_handicap(wanted.handicap),
        )
        async with open_lobby(folder, engines=engines, bot_pace_s=0.0) as lobby:
            room, _ = await lobby.create(new)
            while not room.live.is_over:
                await asyncio.sleep(0.01)
            return make_record(room.live.stored, room.live.tree)

    return asyncio.run(run())


EDGES: dict[str, Callable[[Wanted, Path], Record]] = {
    "match": at_a_match,
    "terminal": at_the_terminal,
    "web": on_the_web,
}


def _names(wanted: Wanted) -> tuple[str, str]:
    gold, silver = wanted.engines
    return f"{NAMES[Side.GOLD]}@aei:{gold}", f"{NAMES[Side.SILVER]}@aei:{silver}"


def _engine(mode: str) -> str:
    return f"{sys.executable} {MISBEHAVING} {mode}"


@dataclass(frozen=True)
class Heard:
    """A finished game, and what its gold engine was told."""

    record: Record
    lines: list[str]


@cache
def handicap_game(edge: str) -> Heard:
    """The game of two good engines with a handicap, played once at each edge."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        heard = folder / "heard"
        engines = (f"sh -c 'tee {heard} | {_engine('good')}'", _engine("good"))
        record = EDGES[edge](Wanted(engines, LONGER, handicap=HANDICAP), folder)
        return Heard(record, heard.read_text().splitlines())


@pytest.mark.parametrize("edge", EDGES)
def test_time_limit_of_the_game_ends_it_inside_a_turn(edge: str, tmp_path: Path) -> None:
    wanted = Wanted(
        (_engine("hang"), _engine("good")), TimeControl.parse("1h/1h/100/0/1s"), OPENING
    )
    record = EDGES[edge](wanted, tmp_path)
    game = record.game()
    assert game.result is not None
    assert (game.result.reason, game.result.winner) == (Reason.SCORE, Side.SILVER)
    assert game.turns == ()
    assert record.tags["Termination"] == "the game limit of 1s"


@pytest.mark.parametrize("edge", EDGES)
def test_pieces_are_set_up_for_engines_that_know_no_handicap(edge: str) -> None:
    game = handicap_game(edge).record.game()
    assert game.handicap == HANDICAP
    gold, silver, *turns = game.turns
    assert isinstance(gold, Setup)
    assert isinstance(silver, Setup)
    assert (len(gold), len(silver), len(turns)) == (15, 15, 4)
    assert game.result is not None
    assert game.result.reason is Reason.SCORE


@pytest.mark.parametrize("edge", EDGES)
def test_engine_is_told_the_clock_of_the_game(edge: str) -> None:
    heard = handicap_game(edge)
    for name, value in (("tcmove", 60), ("tcreserve", 120), ("tcturns", 3)):
        assert f"setoption name {name} value {value}" in heard.lines
    told = [line.rpartition(" ")[2] for line in heard.lines if " greserve " in line]
    turns = [node for node in heard.record.main_line if node.label.side is Side.GOLD]
    left_s = [node.comments[0].clock_s or 0.0 for node in turns[:2]]
    assert told == [str(int(each_s)) for each_s in left_s]


@pytest.mark.parametrize("edge", EDGES)
def test_every_turn_of_a_record_has_its_time_and_the_clock_after_it(edge: str) -> None:
    record = handicap_game(edge).record
    assert record.time_control == LONGER
    for node in record.main_line:
        (comment,) = node.comments
        assert comment.used_s is not None
        assert comment.clock_s is not None


def test_same_game_has_the_same_turns_and_tags_at_every_edge() -> None:
    records = [handicap_game(edge).record for edge in EDGES]
    assert len({record.game().turns for record in records}) == 1
    tags = [{n: v for n, v in r.tags if n not in ("Event", "Date")} for r in records]
    assert tags[0] == tags[1] == tags[2]
    assert {"Event", "Date"} <= {name for record in records for name, _ in record.tags}


TURNS = (
    (Setup.parse(GOLD_SETUP), 70.5),
    (Setup.parse(SILVER_SETUP), 1.0),
    (Turn.parse("Ee2n Ee3n"), 12.25),
    (Turn.parse("ed7s"), 40.125),
)


def _match_record() -> Record:
    terms = Terms(CONTROL)
    running = RunningGame(terms)
    for turn, used_s in TURNS:
        running.answer(turn, used_s)
    assert running.result is not None
    played = Played("one", "two", running.result, running.detail, tuple(running.turns))
    return played.record(terms)


def _terminal_record(folder: Path) -> Record:
    seats = {side: Seat(name) for side, name in NAMES.items()}
    seated = SeatedGame(RunningGame(Terms.for_people(CONTROL), Game()), seats)
    for turn, used_s in TURNS:
        seated.running.play(turn, used_s)
    save_game(seated, folder / "game.txt", now=datetime(2026, 11, 16))
    (record,) = read_records(folder / "game.txt")
    return record


def _web_record() -> Record:
    gold, silver = (StoredSeat(HUMAN, name, taken=True) for name in NAMES.values())
    stored = StoredGame(id="game", gold=gold, silver=silver, state="setup", control=str(CONTROL))
    live = LiveGame(stored, GameTree())
    for turn, used_s in TURNS:
        live.play(turn, used_s)
    return make_record(live.stored, live.tree)


def test_same_times_make_the_same_record_at_every_edge(tmp_path: Path) -> None:
    records = [_match_record(), _terminal_record(tmp_path), _web_record()]
    for record in records:
        for tag in ("Event", "Date"):
            if tag in record.tags:
                del record.tags[tag]
    assert dict(records[0].tags) == dict(records[1].tags) == dict(records[2].tags)
    turns = [str(record).partition("\n\n")[2] for record in records]
    assert turns[0] == turns[1] == turns[2]
    assert "{[%emt 0:00:40.125] [%clk 0:02:19.875]}" in turns[0]
