"""The questions before a game that the command line has not answered."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from gajah._core import Side
from gajah.bots.names import HUMAN
from gajah.cli.play.command import SIDES
from gajah.cli.play.console import Console
from gajah.cli.play.seats import LEVELS, Seat, read_name, seat_against, seat_both, with_level
from gajah.cli.text import BadInput
from gajah.clock import TimeControl
from gajah.errors import NotationError
from gajah.match.terms import NO_TIME

T = TypeVar("T")

_OPPONENTS = """\
Arimaa in the terminal. Who is your opponent?

  gajah       the engine, from level 1 for beginners to 10
  minimax     sees the answer to each of its turns
  heuristic   plays what looks best, without looking ahead
  random      plays anything
  human       a person beside you
  watch       two bots play, and you look on

Press Enter for the answer in brackets."""
_WATCH = "watch"
DEFAULT_LEVEL = 3
_NO_CLOCK = "none"


def ask_seats(console: Console, *, seed: int | None) -> dict[Side, Seat]:
    """Ask who plays; raises EOFError if the user goes away."""
    print(_OPPONENTS)
    return _ask(console, "Opponent", "gajah", lambda text: _seats(console, text, seed))


def ask_control(console: Console) -> TimeControl | None:
    """Ask for a clock."""
    return _ask(console, "Time control, such as 30s/2m", _NO_CLOCK, parse_control)


def parse_control(text: str) -> TimeControl | None:
    """A time control, or ``none``; raises BadInput."""
    if text.lower() == _NO_CLOCK:
        return None
    try:
        control = TimeControl.parse(text)
    except NotationError as error:
        raise BadInput(str(error)) from None
    if not control.has_time:
        raise BadInput(NO_TIME)
    return control


def _seats(console: Console, opponent: str, seed: int | None) -> dict[Side, Seat]:
    if opponent.lower() == _WATCH:
        gold = _ask(console, "Gold", "gajah", read_name)
        silver = _ask(console, "Silver", "heuristic", read_name)
        return seat_both(gold, silver, seed=seed)
    name = read_name(opponent)
    if opponent == "gajah":
        level = _ask(console, f"Level, {LEVELS[0]} to {LEVELS[-1]}", str(DEFAULT_LEVEL), _level)
        name = with_level(name, level)
    if name.kind == HUMAN:
        return seat_both(name, name, seed=seed)
    side = _ask(console, f"Your side: {', '.join(SIDES)}", SIDES[0], _side)
    return seat_against(name, side, seed=seed)


def _ask(console: Console, question: str, default: str, read: Callable[[str], T]) -> T:
    """Ask until the answer can be used; Enter alone is the default."""
    while True:
        answer = console.ask(f"{question} [{default}]: ").strip() or default
        try:
            return read(answer)
        except BadInput as error:
            print(f"  {error}")


def _level(text: str) -> int:
    if not text.isascii() or not text.isdigit() or int(text[:9]) not in LEVELS:
        raise BadInput(f"a level is a number from {LEVELS[0]} to {LEVELS[-1]}")
    return int(text)


def _side(text: str) -> str:
    found = [side for side in SIDES if side.startswith(text.lower())]
    if len(found) != 1:
        raise BadInput(f"a side is {', '.join(SIDES[:-1])} or {SIDES[-1]}")
    return found[0]
