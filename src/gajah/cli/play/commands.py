"""What each command does. Refusals are raised; the session puts them into words."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from gajah._core import Rule, Setup, Square
from gajah.advice import describe_square
from gajah.cli.play import texts
from gajah.cli.play.board import Marks
from gajah.cli.play.endings import Leave
from gajah.cli.play.entry import Entry
from gajah.cli.play.files import load_game
from gajah.cli.play.seated import SeatedGame
from gajah.cli.play.view import turn_lines
from gajah.cli.text import BadInput
from gajah.clock import parse_duration
from gajah.engine.engine import Engine
from gajah.errors import IllegalTurn, NotationError, quoted, shown
from gajah.game import Game
from gajah.match.running import RunningGame
from gajah.setups import SETUPS

if TYPE_CHECKING:
    from gajah.cli.play.session import Session

_HINT_S = 1.0
_HINT_HASH_MB = 16
_LONGEST_S = 600.0
_SQUARES = re.compile(r"([a-h][1-8])[\s,-]*([a-h][1-8])")
COMMANDS_WHILE_WATCHING = frozenset(
    {"flip", "go", "help", "pace", "pause", "quit", "redraw", "save", "turns"}
)


def run_command(session: Session, entry: Entry) -> None:
    """Do what was asked; raises NotationError, IllegalTurn or BadInput where that cannot be."""
    if not session.seated.humans and entry.name not in COMMANDS_WHILE_WATCHING:
        raise BadInput(f"two bots are playing. {texts.WATCHING}")
    _COMMANDS[entry.name](session, entry.text)


def _steps(session: Session, text: str) -> None:
    session.seated.running.take_steps(text)
    session.say_what_is_next()


def _place(session: Session, text: str) -> None:
    session.seated.arranging().place(Setup.parse(text).placements)
    session.say(texts.HOW_TO_END_SETUP)


def _turn(session: Session, text: str) -> None:
    session.finish_turn(text)


def _end(session: Session, _: str) -> None:
    session.finish_turn(session.seated.prepared)


def _show(session: Session, text: str) -> None:
    seated = session.seated
    square = Square(text)
    if seated.setup:
        piece = seated.position[square]
        session.say(f"{f'The {piece.name}' if piece else 'No piece'} stands on {square}.")
        return
    _refuse_when_over(seated)
    sentence, targets = describe_square(square, seated.position)
    session.say(sentence)
    session.marks = Marks(targets=targets)


def _undo(session: Session, text: str) -> None:
    if text.lower() == "all":
        session.seated.running.reset()
    elif text:
        raise NotationError(f"expected undo or undo all, found {quoted(text)}")
    else:
        session.seated.running.undo()
    session.say_what_is_next()


def _takeback(session: Session, _: str) -> None:
    count = session.seated.take_back()
    gone = {0: "The game goes on.", 1: "One turn is taken back."}
    session.go_on(gone.get(count, f"{count} turns are taken back."))


def _resign(session: Session, _: str) -> None:
    running = session.seated.running
    running.resign(running.side, session.used_s)
    session.go_on()


def _hint(session: Session, text: str) -> None:
    seated = session.seated
    _refuse_when_over(seated)
    seconds = _seconds(text) if text else _HINT_S
    if not seconds:
        raise NotationError("a hint needs more than 0 seconds")
    if seated.setup:
        session.say("The setup that you began with is the hint: end takes it.")
    elif not seated.position.steps_left:
        session.say(texts.HOW_TO_END)
    elif not seated.position.has_turn(seated.game.banned_positions()):
        session.say(texts.NO_WAY_TO_END)
    else:
        engine, game, draft = Engine(hash_mb=_HINT_HASH_MB), seated.game, seated.position
        analysis = session.think(
            "gajah", lambda stop: engine.search(game, time=seconds, draft=draft, stop=stop)
        )
        best = analysis.lines[0]
        session.say(f"Hint: {best.turn if len(best.turn) else 'end'} ({best.score} for you).")


def _setup(session: Session, text: str) -> None:
    draft = session.seated.arranging()
    if text:
        draft.use(text.lower())
        session.say(texts.HOW_TO_END_SETUP)
    else:
        session.say(f"Setups: {', '.join(SETUPS)}. setup NAME shows one.")


def _swap(session: Session, text: str) -> None:
    squares = _SQUARES.fullmatch(text.strip())
    if not squares:
        raise NotationError(f"expected two squares, as in swap a1 b2, found {quoted(text)}")
    session.seated.arranging().swap(Square(squares[1]), Square(squares[2]))
    session.say(texts.HOW_TO_END_SETUP)


def _mirror(session: Session, _: str) -> None:
    session.seated.arranging().mirror()
    session.say(texts.HOW_TO_END_SETUP)


def _save(session: Session, text: str, *, replace: bool = False) -> None:
    if not text:
        raise BadInput("save needs a file's name, as in save game.txt")
    path = _file(text)
    session.keeper.save_as(session.seated, path, replace=replace, under_way_s=session.under_way_s)
    session.say(f"Saved in {path}; from now on the game is kept there.")


def _load(session: Session, text: str) -> None:
    words = text.split()
    if not words:
        raise BadInput("load needs a file's name, as in load game.txt")
    number = 0
    if len(words) > 1 and words[-1].isascii() and words[-1].isdigit():
        number = int(words[-1][:9])
        text = text.removesuffix(words[-1]).rstrip()
    path = _file(text)
    seated = load_game(path, number)
    for seat in session.seated.seats.values():
        seat.leave()
    session.keeper.follow(path)
    session.sit_down(seated)
    session.say(f"{shown(str(path))} is loaded.", *session.messages)


def _file(text: str) -> Path:
    if not text.isprintable():
        raise BadInput(f"no file is called {shown(text)}")
    try:
        return Path(text).expanduser()
    except RuntimeError:
        raise BadInput(f"there is no such home as in {text}") from None


def _turns(session: Session, _: str) -> None:
    turns = turn_lines(session.seated, session.console.space.columns - 1)
    session.console.page([line for lines in turns for line in lines] or ["No turn yet."])


def _help(session: Session, _: str) -> None:
    session.console.page(texts.HELP.splitlines())


def _flip(session: Session, _: str) -> None:
    session.settings.flip = not session.settings.flip


def _redraw(session: Session, _: str) -> None:
    session.console.forget_screen()


def _again(session: Session, _: str) -> None:
    seated = session.seated
    if seated.game.result is None:
        raise BadInput("the game is not over; resign ends it")
    session.keeper.forget()
    seats = {side: seated.seats[side.other] for side in seated.seats}
    for seat in seats.values():
        seat.new_game()
    played = seated.game
    handicap = played.handicap.swapped()
    # Handicaps belong to games that begin with the setups.
    start = None if handicap else played.start
    game = Game(start=start, rules=played.rules, handicap=handicap)
    session.sit_down(SeatedGame(RunningGame(seated.running.terms, game), seats))


def _pace(session: Session, text: str) -> None:
    _refuse_with_humans(session)
    session.settings.pace_s = _seconds(text)
    session.say(f"A turn is shown for {session.settings.pace_s:g} seconds.")


def _pause(session: Session, _: str) -> None:
    _refuse_with_humans(session)
    session.settings.is_paused = True
    session.say(texts.PAUSED)


def _go(session: Session, _: str) -> None:
    _refuse_with_humans(session)
    session.settings.is_paused = False
    session.say(texts.WATCHING)


def _quit(_session: Session, _: str) -> None:
    raise Leave


def _seconds(text: str) -> float:
    seconds = parse_duration(text, bare_unit="s")
    if seconds > _LONGEST_S:
        raise NotationError(f"at most {_LONGEST_S:g} seconds")
    return seconds


def _refuse_when_over(seated: SeatedGame) -> None:
    if seated.game.result is not None:
        raise IllegalTurn(Rule.GAME_OVER.text, Rule.GAME_OVER)


def _refuse_with_humans(session: Session) -> None:
    if session.seated.humans:
        raise BadInput("that is for watching two bots")


_COMMANDS: dict[str, Callable[[Session, str], None]] = {
    "again": _again,
    "end": _end,
    "flip": _flip,
    "go": _go,
    "help": _help,
    "hint": _hint,
    "load": _load,
    "mirror": _mirror,
    "pace": _pace,
    "pause": _pause,
    "place": _place,
    "quit": _quit,
    "redraw": _redraw,
    "resign": _resign,
    "save": _save,
    "save!": lambda session, text: _save(session, text, replace=True),
    "setup": _setup,
    "show": _show,
    "steps": _steps,
    "swap": _swap,
    "takeback": _takeback,
    "turn": _turn,
    "turns": _turns,
    "undo": _undo,
}
