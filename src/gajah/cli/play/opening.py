"""From the options to a game with players, and to the session."""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path
from types import FrameType

import click

from gajah._core import Side
from gajah.bots.names import HUMAN
from gajah.cli.interrupt import Interrupted, exit_code
from gajah.cli.play.command import PlayOptions
from gajah.cli.play.console import Console
from gajah.cli.play.files import holds_one_game, load_game
from gajah.cli.play.keeper import Keeper
from gajah.cli.play.looks import Looks, looks_of
from gajah.cli.play.questions import DEFAULT_LEVEL, ask_control, ask_seats, parse_control
from gajah.cli.play.seated import SeatedGame
from gajah.cli.play.seats import Seat, read_name, seat_against, seat_both, with_level
from gajah.cli.play.session import Preferences, Session
from gajah.cli.text import STDIN, BadInput, read_position
from gajah.clock import parse_duration
from gajah.errors import NotationError
from gajah.game import Game
from gajah.handicap import Handicap
from gajah.match.running import RunningGame
from gajah.match.terms import Terms

_WATCHING_PACE_S = 1.0


def start(options: PlayOptions) -> int:
    """Play as chosen; the program's exit code. Raises BadInput for what cannot be."""
    _refuse_contradictions(options)
    if options.save is not None and options.save.exists():
        _refuse_to_lose(options.save, options.load)
    signal.signal(signal.SIGTERM, _terminate)
    console = Console()
    chess = options.pieces == "chess"
    settings = Preferences(_looks(console, chess=chess), _pace_s(options.pace, console))
    try:
        seated = _seated(options, console)
    except (EOFError, KeyboardInterrupt) as ended:
        print()
        return 0 if isinstance(ended, EOFError) else exit_code(ended)
    keeper = Keeper(options.save)
    if options.load is not None and options.save is None:
        keeper.follow(options.load)
    return Session(seated, console, keeper, settings).run()


def _terminate(number: int, frame: FrameType | None) -> None:
    del frame
    raise Interrupted(number)


def _refuse_contradictions(options: PlayOptions) -> None:
    by_side = options.gold is not None or options.silver is not None
    if by_side and (options.opponent or options.level or options.side):
        raise click.BadParameter("--gold and --silver name both players; leave the others out")
    if options.load is not None and (options.position or options.time):
        raise click.BadParameter("a game that is loaded brings its own position and clock")
    if options.handicap and (options.load is not None or options.position):
        raise click.BadParameter("a handicap is for games that begin with the setups")
    if options.number and options.load is None:
        raise click.BadParameter("--game says which game of a file; --load names the file")


def _refuse_to_lose(save: Path, load: Path | None) -> None:
    """A file that exists is written anew only with the game that it holds."""
    if load is None or not load.exists() or not load.samefile(save):
        raise BadInput(f"the file {save} exists already; --load {save} takes up a game in it")
    if not holds_one_game(save):
        raise BadInput(f"the file {save} holds more than this game; --save needs a new file")


def _seated(options: PlayOptions, console: Console) -> SeatedGame:
    seats = _seats(options)
    if options.load is not None:
        return load_game(options.load, options.number, seats=seats)
    game = _game(options.position, options.handicap)
    control = parse_control(options.time) if options.time else None
    if seats is None:
        seats = ask_seats(console, seed=options.seed)
        control = control if options.time else ask_control(console)
    return SeatedGame(RunningGame(Terms.for_people(control), game), seats)


def _seats(options: PlayOptions) -> dict[Side, Seat] | None:
    """The players, or ``None`` where the options say nothing of them."""
    if options.gold is not None or options.silver is not None:
        gold, silver = (read_name(name or HUMAN) for name in (options.gold, options.silver))
        return seat_both(gold, silver, seed=options.seed)
    if not (options.opponent or options.level or options.side):
        return None
    opponent = read_name(options.opponent or "gajah")
    if options.level or not options.opponent:
        opponent = with_level(opponent, options.level or DEFAULT_LEVEL)
    return seat_against(opponent, options.side or "gold", seed=options.seed)


def _game(position: str | None, handicap: str | None) -> Game:
    if position is None:
        try:
            return Game(handicap=Handicap.parse(handicap or ""))
        except NotationError as error:
            raise BadInput(str(error)) from None
    if position == STDIN:
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
