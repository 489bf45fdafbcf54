"""From the options to a game with players, and to the session."""

from __future__ import annotations

import os
import signal
import sys
from dataclasses import dataclass
from pathlib import Path
from types import FrameType

import typer

from gajah._core import Side
from gajah.bots.names import HUMAN
from gajah.cli.play.console import Console
from gajah.cli.play.endings import Leave
from gajah.cli.play.files import SavedGame, holds_one_game, load_game
from gajah.cli.play.keeper import Keeper
from gajah.cli.play.looks import Looks, looks_of
from gajah.cli.play.questions import DEFAULT_LEVEL, ask_control, ask_seats, parse_control
from gajah.cli.play.seated import SeatedGame
from gajah.cli.play.seats import Seat, seat_against, seat_both, with_level
from gajah.cli.play.session import Preferences, Session
from gajah.cli.text import BadInput, read_position
from gajah.clock import parse_duration
from gajah.errors import NotationError
from gajah.game import Game
from gajah.handicap import Handicap
from gajah.match.running import RunningGame
from gajah.match.terms import Terms

_WATCHING_PACE_S = 1.0
# What a shell reports for a program that was asked to end, or was interrupted.
_TERMINATED = 143
_INTERRUPTED = 130
_STDIN = "-"


@dataclass(frozen=True)
class Choices:
    """The options that name the players; ``None`` is left open."""

    opponent: str | None = None
    level: int | None = None
    side: str | None = None
    gold: str | None = None
    silver: str | None = None
    time: str | None = None
    position: str | None = None
    handicap: str | None = None
    load: Path | None = None
    number: int = 0
    seed: int | None = None


def start(choices: Choices, *, save: Path | None, chess: bool, pace: str | None) -> int:
    """Play as chosen; the program's exit code. Raises BadInput for what cannot be."""
    _refuse_contradictions(choices)
    if save is not None and save.exists():
        _refuse_to_lose(save, choices.load)
    signal.signal(signal.SIGTERM, _terminate)
    console = Console()
    settings = Preferences(_looks(console, chess=chess), _pace_s(pace, console))
    try:
        seated = _seated(choices, console)
    except EOFError:
        print()
        return 0
    except KeyboardInterrupt:
        print()
        return _INTERRUPTED
    except Leave as leaving:
        return leaving.code
    keeper = Keeper(save)
    if choices.load is not None and save is None:
        keeper.follow(choices.load)
    return Session(seated, console, keeper, settings).run()


def _terminate(number: int, frame: FrameType | None) -> None:
    del number, frame
    raise Leave(_TERMINATED)


def _refuse_contradictions(choices: Choices) -> None:
    by_side = choices.gold is not None or choices.silver is not None
    if by_side and (choices.opponent or choices.level or choices.side):
        raise typer.BadParameter("--gold and --silver name both players; leave the others out")
    if choices.load is not None and (choices.position or choices.time):
        raise typer.BadParameter("a game that is loaded brings its own position and clock")
    if choices.handicap and (choices.load is not None or choices.position):
        raise typer.BadParameter("a handicap is for games that begin with the setups")
    if choices.number and choices.load is None:
        raise typer.BadParameter("--game says which game of a file; --load names the file")


def _refuse_to_lose(save: Path, load: Path | None) -> None:
    """A file that exists is written anew only with the game that it holds."""
    if load is None or not load.exists() or not load.samefile(save):
        raise BadInput(f"the file {save} exists already; --load {save} takes up a game in it")
    if not holds_one_game(save):
        raise BadInput(f"the file {save} holds more than this game; --save needs a new file")


def _seated(choices: Choices, console: Console) -> SeatedGame:
    seats = _seats(choices)
    if choices.load is not None:
        return load_game(SavedGame(choices.load, choices.number), seats=seats)
    game = _game(choices.position, choices.handicap)
    control = parse_control(choices.time) if choices.time else None
    if seats is None:
        seats = ask_seats(console, seed=choices.seed)
        control = control if choices.time else ask_control(console)
    return SeatedGame(RunningGame(Terms.for_people(control), game), seats)


def _seats(choices: Choices) -> dict[Side, Seat] | None:
    """The players, or ``None`` where the options say nothing of them."""
    seed = choices.seed
    if choices.gold is not None or choices.silver is not None:
        return seat_both(choices.gold or HUMAN, choices.silver or HUMAN, seed=seed)
    if not (choices.opponent or choices.level or choices.side):
        return None
    opponent = choices.opponent or "gajah"
    if choices.level or not choices.opponent:
        opponent = with_level(opponent, choices.level or DEFAULT_LEVEL)
    return seat_against(opponent, choices.side or "gold", seed=seed)


def _game(position: str | None, handicap: str | None) -> Game:
    if position is None:
        try:
            return Game(handicap=Handicap.parse(handicap or ""))
        except NotationError as error:
            raise BadInput(str(error)) from None
    if position == _STDIN:
        raise BadInput("the position cannot come from stdin: what you type does")
    start = read_position(position)
    if start.taken:
        raise BadInput("a game begins between two turns; this position is inside one")
    return Game(start=start)


def _looks(console: Console, *, chess: bool) -> Looks:
    encoding = (sys.stdout.encoding if sys.stdout is not None else "") or "ascii"
    looks = looks_of(os.environ, is_terminal=console.is_terminal, encoding=encoding, chess=chess)
    if chess and not looks.unicode:
        raise BadInput(f"the encoding here, {encoding}, has no chess pieces; letters always work")
    return looks


def _pace_s(pace: str | None, console: Console) -> float:
    if pace is None:
        # Output to a file or a pipe needs no time to be looked at.
        return _WATCHING_PACE_S if console.is_terminal else 0.0
    return parse_duration(pace, bare_unit="s")
