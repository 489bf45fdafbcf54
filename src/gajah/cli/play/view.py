"""The screen as lines of text: the board, and beside it players, clocks and turns."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import chain
from textwrap import wrap

from gajah._core import Piece, Setup, Side, Turn
from gajah.cli.play.board import Marks, board_width, draw_board
from gajah.cli.play.looks import Looks
from gajah.cli.play.seated import SeatedGame
from gajah.clock import SETUP_S
from gajah.errors import shown
from gajah.handicap import FULL_ARMY

_GAP = 2
_LEAST_PANEL = 30
# Lines that a player's name, clock and losses take in the panel.
_PLAYER_LINES = 2
# At least; where there are more rows there is more room.
_MESSAGE_LINES = 4
# The prompt, and the line to which Enter moves the cursor without scrolling the screen.
_PROMPT_LINES = 2
_LARGE_BOARD = 17
_SMALL_BOARD = 9
_MINUTE_S = 60
_HOUR_S = 3600


@dataclass(frozen=True)
class Space:
    """How much room there is; ``rows`` is 0 where lines just follow each other."""

    columns: int = 80
    rows: int = 0

    @property
    def has_panel(self) -> bool:
        """Whether there is room beside the small board."""
        return self.columns >= board_width(large=False) + _GAP + _LEAST_PANEL

    def fits(self, *, large: bool) -> bool:
        """Whether the board, the panel, the messages and the prompt fit into one screen."""
        board = _LARGE_BOARD if large else _SMALL_BOARD
        wide = board_width(large=large) + _GAP + _LEAST_PANEL
        return self.columns >= wide and self.rows >= board + 1 + _MESSAGE_LINES + _PROMPT_LINES

    def message_lines(self, board: int) -> int:
        """The number of lines between a board of ``board`` lines and the prompt."""
        return self.rows - board - 1 - _PROMPT_LINES


@dataclass(frozen=True)
class View:
    """How the game is looked at."""

    looks: Looks
    space: Space
    flip: bool = False
    marks: Marks | None = None

    @property
    def is_large(self) -> bool:
        """Whether the large board is drawn."""
        looks = self.looks
        return looks.colours > 0 and looks.unicode and self.space.fits(large=True)

    def lines(self, seated: SeatedGame, used_s: float) -> list[str]:
        """The board with its panel, or above it where there is no room beside it."""
        marks = self.marks or last_marks(seated)
        board = draw_board(seated.position, self.looks, marks, flip=self.flip, large=self.is_large)
        panel = self._panel(seated, used_s, len(board))
        if not self.space.has_panel:
            return [*board, "", *panel]
        return [f"{left}{' ' * _GAP}{right}" for left, right in zip(board, panel, strict=True)]

    def clock_spots(self, seated: SeatedGame, used_s: float) -> list[tuple[int, int, str]]:
        """Row and column, from 1, and text of each clock in ``lines``: to be written over."""
        if seated.running.clock is None or not self.space.has_panel:
            return []
        rows = {self._top: 1, self._top.other: _LARGE_BOARD - 1 if self.is_large else 8}
        spots = []
        for side, row in rows.items():
            text = clock_text(seated, side, used_s)
            spots.append((row, self.space.columns - len(text), text))
        return spots

    @property
    def _top(self) -> Side:
        return Side.GOLD if self.flip else Side.SILVER

    @property
    def _panel_width(self) -> int:
        if not self.space.has_panel:
            return self.space.columns - 1
        return self.space.columns - board_width(large=self.is_large) - _GAP - 1

    def _panel(self, seated: SeatedGame, used_s: float, height: int) -> list[str]:
        top = self._player(seated, self._top, used_s)
        bottom = self._player(seated, self._top.other, used_s)
        room = height - 2 * _PLAYER_LINES - 2
        middle = self._turns(seated, room)
        middle += [""] * (room - len(middle))
        return [*top, "", *middle, "", *bottom]

    def _player(self, seated: SeatedGame, side: Side, used_s: float) -> list[str]:
        is_to_move = seated.game.result is None and seated.game.side is side
        who = f"{'>' if is_to_move else ' '} {side.name.capitalize():6} {_name(seated, side)}"
        clock = clock_text(seated, side, used_s)
        width = self._panel_width
        who = f"{who[: width - len(clock) - 1]:{width - len(clock)}}"
        losses = " ".join(
            self.looks.piece(piece) * count for piece, count in lost_pieces(seated, side)
        )
        line = (self.looks.bold(who) if is_to_move else who) + clock
        return [line, f"  lost {losses}" if losses else ""]

    def _turns(self, seated: SeatedGame, room: int) -> list[str]:
        """The last turns that fit, and the one being prepared."""
        width = self._panel_width
        last: list[str] = []
        if seated.game.result is not None:
            last = wrap(f"{seated.game.result.score}  {seated.game.result}", width)
        elif not seated.game.needs_setup:
            last = self._prepared(seated)
        lines = list(chain.from_iterable(turn_lines(seated, width)))
        kept = max(0, room - len(last))
        return ([*lines[len(lines) - min(kept, len(lines)) :], *last])[-room:]

    def _prepared(self, seated: SeatedGame) -> list[str]:
        taken = str(Turn(seated.running.taken))
        left = seated.position.steps_left
        text = f"{seated.game.label} {taken}{' ' if taken else ''}({left} left)"
        lines = [self.looks.bold(line) for line in wrap(text, self._panel_width)]
        frozen = " ".join(str(square) for square in seated.position.frozen(seated.game.side))
        return [*lines, *wrap(f"    frozen: {frozen}", self._panel_width)] if frozen else lines


def last_marks(seated: SeatedGame) -> Marks:
    """The traces of the steps being prepared, or else of the last turn."""
    last = seated.game.last_turn
    return Marks.of_steps(seated.running.taken or (last.steps if last else ()), seated.position)


def turn_lines(seated: SeatedGame, width: int) -> list[list[str]]:
    """Every turn played, each as the lines it takes at that width."""
    return [
        wrap(f"{label} {_short(turn)}", width, subsequent_indent="     ")
        for label, turn in zip(seated.game.labels, seated.game.turns, strict=True)
    ]


def clock_text(seated: SeatedGame, side: Side, used_s: float) -> str:
    """A side's clock: what is left of the move time, and of the reserve that this turn may use.

    Empty without a clock. As wide as it can get in this turn, so that a later text covers an
    earlier one.
    """
    clock, left = seated.running.clock, seated.running.left_s(used_s)
    if clock is None or left is None:
        return ""
    left_s = left[side]
    is_setup = seated.running.has_to_set_up(side)
    reserve_s = min(clock.usable_reserve_s(side, is_setup=is_setup), left_s)
    widest = max(clock.control.move_s, SETUP_S, *(clock.reserve_s(each) for each in Side))
    text = f"{_clock_face(left_s - reserve_s)}+{_clock_face(reserve_s)}"
    return text.rjust(2 * len(_clock_face(widest)) + 1)


def _clock_face(seconds: float) -> str:
    whole = int(seconds)
    minutes, second = divmod(whole, _MINUTE_S)
    if whole < _HOUR_S:
        return f"{minutes}:{second:02}"
    return f"{minutes // 60}:{minutes % 60:02}:{second:02}"


def _name(seated: SeatedGame, side: Side) -> str:
    seat = seated.seats[side]
    return "you" if seat.is_human and len(seated.humans) == 1 else shown(seat.name)


def _short(turn: Turn | Setup) -> str:
    return "setup" if isinstance(turn, Setup) else str(turn) or "pass"


def lost_pieces(seated: SeatedGame, side: Side) -> list[tuple[Piece, int]]:
    """What a side no longer has of its army, and how often, the strongest first."""
    position = seated.position
    if position.count(side) == 0:
        return []
    never_had = Counter(seated.game.handicap.missing(side))
    army = {Piece(side, kind): count for kind, count in reversed(FULL_ARMY.items())}
    lost = {
        piece: count - never_had[piece] - position.count(side, piece.kind)
        for piece, count in army.items()
    }
    return [(piece, count) for piece, count in lost.items() if count]
