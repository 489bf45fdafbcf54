"""A game that is being played: what may happen in it, and how it looks.

Told the time, never looking at a clock itself. The referee knows the rules and the clock; this
knows seats, drafts and what has to be stored.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from typing import Any

from gajah._core import Position, Side
from gajah.clock import TimeControl
from gajah.game import Game
from gajah.match.running import RunningGame
from gajah.match.terms import Terms
from gajah.records.comments import Comment
from gajah.web.games.rows import StoredDraft, StoredGame
from gajah.web.games.seats import StoredSeat, person_name
from gajah.web.games.show import show_clock, show_game, show_left
from gajah.web.games.tree import GameTree
from gajah.web.wire.boards import check_playing, show_board, take
from gajah.web.wire.errors import Refusal, refuse_turn
from gajah.web.wire.shapes import Asked, Board, ClockShape, GameShape, SideLetter

# Nobody is waited for longer than this in a game without a clock: some thirty years.
_PATIENCE_S = 1e9


def _terms(game: StoredGame) -> Terms:
    # What an imported record says about its clock may be anything, and no clock runs in it.
    if game.control is None or game.imported:
        return Terms(patience_s=_PATIENCE_S)
    return Terms(control=TimeControl.parse(game.control), patience_s=_PATIENCE_S)


class LiveGame:
    """One game with its referee, its tree and its draft."""

    def __init__(self, stored: StoredGame, tree: GameTree) -> None:
        self.stored = stored
        self.tree = tree
        self.referee = self._new_referee(_terms(stored))
        self._replay(len(tree.played))
        if stored.result is not None and self.referee.result is None:
            self.referee.game.end(stored.result)
        self.referee.detail = stored.detail
        #: When the turn under way began to count; ``None`` while no clock runs.
        self.began_s: float | None = None
        self._drafted = self._restore_draft()

    @property
    def side(self) -> Side:
        """The side to move."""
        return self.referee.side

    @property
    def is_over(self) -> bool:
        """Has the game ended?"""
        return self.stored.state == "over"

    @property
    def is_running(self) -> bool:
        """Can somebody play a turn now?"""
        return self.stored.state in ("setup", "playing")

    @property
    def has_running_clock(self) -> bool:
        """Is somebody's time getting less?"""
        return self.began_s is not None and self.referee.clock is not None

    @property
    def mover(self) -> StoredSeat:
        """Who is to move."""
        return self.stored.seats[self.side]

    def used_s(self, now_s: float) -> float:
        """How long the turn under way has taken."""
        return 0.0 if self.began_s is None else round(max(0.0, now_s - self.began_s), 3)

    def sit(self, sides: Collection[Side]) -> bool:
        """Somebody has come with these seats' secrets; is that news?"""
        seats = self.stored.seats
        news = [side for side in sides if not seats[side].taken]
        for side in news:
            self.stored.seat(side, replace(seats[side], taken=True))
        return bool(news)

    def rename(self, side: Side, name: str) -> None:
        """The person on that side is called that from now on."""
        seat = self.stored.seats[side]
        self.stored.seat(side, replace(seat, name=person_name(name, side)))

    def note(self, **changes: Any) -> None:
        """Change fields of what is stored with the draft."""
        self.stored.draft = self.stored.draft.model_copy(update=changes)

    def begin_if_ready(self) -> bool:
        """Let the game begin once everybody is there; has it begun?"""
        if self.stored.state != "waiting" or not self._everybody_has_come():
            return False
        self._set_state()
        return True

    def start_clock(self, now_s: float, *, used_s: float = 0.0) -> None:
        """The time of the side to move runs from now, ``used_s`` being gone already."""
        self.began_s = now_s - used_s

    def time_left_s(self, now_s: float) -> float | None:
        """When the side to move will have lost on time, if a clock runs."""
        if self.began_s is None or self.referee.clock is None:
            return None
        return self.referee.allowed_s() - self.used_s(now_s)

    def draft_steps(self, steps: list[str]) -> None:
        """More steps in the draft; all of them, or a Refusal."""
        check_playing(self.referee.game)
        position = take(self._drafted, steps)
        self._drafted = position
        self._note_steps(undone=())

    def undo(self) -> None:
        """The last step goes, and can come back."""
        draft = self.stored.draft
        if not draft.steps:
            raise Refusal("nothing_to_undo", "There is no step to undo.", status=409)
        *steps, last = draft.steps
        self._drafted = take(self.referee.game.position, steps)
        self._note_steps(undone=(*draft.undone, last))

    def redo(self) -> None:
        """The step undone last comes back."""
        undone = self.stored.draft.undone
        if not undone:
            raise Refusal("nothing_to_redo", "There is no step to bring back.", status=409)
        self._drafted = take(self._drafted, [undone[-1]])
        self._note_steps(undone=undone[:-1])

    def reset(self) -> None:
        """The draft is empty again; redo brings the steps back one by one."""
        draft = self.stored.draft
        self._drafted = self.referee.game.position
        self._note_steps(undone=draft.undone + draft.steps[::-1])

    def draft_setup(self, setup: str) -> None:
        """Keep an unsent setup. It may be incomplete: only playing it is checked."""
        self.note(setup=self.checked_setup(setup))

    def checked_setup(self, setup: str) -> str:
        """The setup itself, if this is the time for one."""
        if not self.referee.game.needs_setup:
            raise Refusal("setup_over", "The pieces are on the board already.", status=409)
        return setup

    def drafted_turn(self) -> str:
        """The drafted turn as text; a Refusal if it may not be played."""
        check_playing(self.referee.game)
        return str(self._drafted.taken)

    def play(self, turn: str, used_s: float) -> int | None:
        """The side to move plays; the node, or ``None`` if that ended the game without a turn.

        A turn that the rules refuse raises Refusal: people may try again.
        """
        self._check_legal(turn)
        return self.answer(turn, used_s)

    def answer(self, turn: str, used_s: float) -> int | None:
        """The same for a program, which loses by a turn that the rules refuse."""
        before, left = len(self.referee.turns), self._left(used_s)
        self.referee.answer(turn, round(used_s, 3))
        node = None
        if len(self.referee.turns) > before:
            played = self.referee.turns[-1]
            comment = Comment.of(used_s=round(used_s, 3), clock_s=played.reserve_s)
            node = self.tree.play(played.text, comment)
        self._settle(stopped=left if node is None else None)
        return node

    def run_out(self, used_s: float) -> None:
        """The time of the side to move is over."""
        left = self._left(used_s)
        self.referee.run_out(used_s)
        self._settle(stopped=left)

    def resign(self, side: Side, used_s: float) -> None:
        """A side gives up, so far into the turn under way."""
        if self.is_over:
            raise Refusal("game_over", "The game is over.", status=409)
        left = self._left(used_s)
        self.referee.game.resign(side)
        self._settle(stopped=left)

    def fail(self, why: str, used_s: float) -> None:
        """The program whose turn it is cannot go on."""
        left = self._left(used_s)
        self.referee.fail(self.side, why)
        self._settle(stopped=left)

    def turns_to_take_back(self, side: Side, *, alone: bool) -> int:
        """How many turns go when that side wants its last one back; ``alone`` at one screen."""
        played = len(self.referee.turns)
        count = 1 if alone or side is not self.side else 2
        if self.is_over or played < count:
            raise Refusal("nothing_to_take_back", "There is no turn to take back.", status=409)
        return count

    def take_back(self, count: int) -> None:
        """The last turns have not been; the clock is as it was before them."""
        self.tree.take_back(count)
        self.referee = self._new_referee(self.referee.terms)
        self._replay(len(self.tree.played))
        self._settle()

    def follow_tree(self) -> None:
        """The tree of a study has changed: its first line is the game."""
        self.referee = self._new_referee(self.referee.terms)
        self._replay(len(self.tree.played))
        self.stored.turn_count = len(self.tree.played)
        self.stored.position = self.referee.game.position.short

    def board(self, sides: Collection[Side]) -> Board:
        """The board as the holder of these seats may see it: with the draft, or without."""
        game = self.referee.game
        if self.side in sides and not self.is_over:
            return show_board(game, self._drafted, undone=len(self.stored.draft.undone))
        return show_board(game)

    def setup_draft(self, sides: Collection[Side]) -> str | None:
        """The unsent setup, for whoever may see it."""
        return self.stored.draft.setup if self.side in sides else None

    def drafted(self) -> Position:
        """The position after the drafted steps."""
        return self._drafted

    def clock(self, now_s: float, moment: float) -> ClockShape | None:
        """Both clocks at a moment; those of a game that is over stand still."""
        left = self.stored.draft.left or self._left(self.used_s(now_s))
        if self.referee.clock is None or left is None:
            return None
        running = None if self.began_s is None else self.side
        return show_clock(self.referee.clock, left, running, moment)

    def shape(self, online: Collection[Side]) -> GameShape:
        """The game without its turns."""
        return show_game(self.stored, online)

    def asked(self) -> Asked:
        """Who has asked for a takeback or a rematch."""
        draft = self.stored.draft
        return Asked(takeback=draft.takeback_by, rematch=draft.rematch_by)

    def _left(self, used_s: float) -> dict[SideLetter, float] | None:
        """What both sides have left so far into the turn under way."""
        if self.referee.clock is None:
            return None
        is_setup = self.referee.game.needs_setup
        return show_left(self.referee.clock, self.side, used_s, is_setup=is_setup)

    def _new_referee(self, terms: Terms) -> RunningGame:
        record = self.tree.record
        return RunningGame(terms, Game(start=record.start, handicap=record.handicap))

    def _check_legal(self, turn: str) -> None:
        if self.is_over:
            raise Refusal("game_over", "The game is over.", status=409)
        # Setting up needs nobody else, and no clock runs yet.
        if not self.is_running and not self.referee.game.needs_setup:
            raise Refusal("waiting", "The opponent has not come yet.", status=409)
        try:
            refusal: ValueError | None = self.referee.game.why_not(turn)
        except ValueError as error:
            refusal = error
        if refusal is not None:
            raise refuse_turn(refusal)

    def _note_steps(self, *, undone: tuple[str, ...]) -> None:
        self.note(steps=tuple(map(str, self._drafted.taken.steps)), undone=undone)

    def _restore_draft(self) -> Position:
        position = self.referee.game.position
        draft = self.stored.draft
        return take(position, draft.steps) if draft.steps else position

    def _replay(self, count: int) -> None:
        """Play the stored turns, so that the clock is what it was."""
        shapes = [self.tree.shape(number) for number in self.tree.played[:count]]
        for shape in shapes:
            self.referee.answer(shape.turn, shape.used_s or 0.0)

    def _settle(self, stopped: dict[SideLetter, float] | None = None) -> None:
        """Bring what is stored in line with the referee, after anything has happened.

        ``stopped`` are the clocks of a game that has ended before the turn was played.
        """
        stored, game = self.stored, self.referee.game
        stored.result = self.referee.result
        stored.detail = self.referee.detail
        stored.turn_count = len(self.tree.played)
        stored.position = game.position.short
        stored.draft = StoredDraft(rematch_by=stored.draft.rematch_by, left=stopped)
        self._drafted = game.position
        self.began_s = None
        self._set_state()

    def _set_state(self) -> None:
        if self.stored.result is not None:
            self.stored.state = "over"
        elif not self._everybody_has_come():
            self.stored.state = "waiting"
        else:
            self.stored.state = "setup" if self.referee.game.needs_setup else "playing"

    def _everybody_has_come(self) -> bool:
        return all(seat.taken or not seat.is_human for seat in self.stored.seats.values())


def side_of(text: SideLetter) -> Side:
    """The side written ``g`` or ``s``."""
    return Side.GOLD if text == "g" else Side.SILVER
