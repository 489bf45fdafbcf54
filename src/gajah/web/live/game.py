"""A game that is being played on the web: who sits there, what they see, what is stored.

The running game knows turns, clock, draft and result; here they are told in the words of the page
and noted down for the database. Told the time, never looking at a clock itself.
"""

from __future__ import annotations

import logging
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any

from gajah._core import Setup, Side, Step, Turn
from gajah.clock import TimeControl
from gajah.errors import IllegalTurn
from gajah.match.record import time_comment, time_of
from gajah.match.running import RunningGame, TimedTurn
from gajah.match.terms import Terms
from gajah.web.games.drafts import StoredDraft
from gajah.web.games.listing import note_rating
from gajah.web.games.loading import reading
from gajah.web.games.rows import StoredGame
from gajah.web.games.seats import StoredSeat, person_name
from gajah.web.games.show import show_clock, show_game
from gajah.web.games.store import GameStore
from gajah.web.games.tree import GameTree
from gajah.web.live.conditions import show_lines
from gajah.web.live.plans import PlanOutcome, follow
from gajah.web.wire.accounts import Member
from gajah.web.wire.boards import letter, refusing, show_board, side_of
from gajah.web.wire.errors import Refusal, UnreadableGame
from gajah.web.wire.shapes import Asked, Board, ClockShape, GameShape
from gajah.web.wire.table import TurnPlan

_log = logging.getLogger(__name__)


def _take_up(stored: StoredGame, tree: GameTree) -> RunningGame:
    """The game as it was stored: turns with their times, the end, the draft."""
    # What an imported record says about its clock may be anything, and no clock runs in it.
    control = None if stored.imported else stored.control
    terms = Terms.for_people(TimeControl.parse(control) if control else None)
    game = tree.game(tree.end)
    if stored.result is not None and game.result is None:
        game.end(stored.result)
    nodes = zip(game.turns, tree.played_nodes(), strict=True)
    turns = [TimedTurn(turn, time_of(node)) for turn, node in nodes]
    running = RunningGame(terms, game, turns=turns)
    running.detail, draft = stored.detail, stored.draft
    if draft.left is not None:
        running.left_at_end = {side_of(side): left_s for side, left_s in draft.left.items()}
    try:
        running.restore_draft(_parse(draft.steps), _parse(draft.undone))
    except ValueError as error:
        # A draft is worth less than the game: the player takes its steps again.
        note = {"event": "draft_damaged", "game": stored.id}
        _log.error("the draft of game %s cannot be read: %s", stored.id, error, extra=note)
        stored.draft = draft.model_copy(update={"steps": (), "undone": ()})
    return running


def find_damage(store: GameStore, game_id: str) -> str | None:
    """What is wrong with a stored game; ``None`` if it can be shown and played on."""
    try:
        with reading(game_id):
            LiveGame(*store.load(game_id)).shape(())
    except UnreadableGame as unreadable:
        return str(unreadable.__cause__ or unreadable).splitlines()[0]
    return None


def _parse(steps: Sequence[str]) -> list[Step]:
    return [Step.parse(step) for step in steps]


class LiveGame:
    """One running game with its tree and what is stored of it."""

    def __init__(self, stored: StoredGame, tree: GameTree) -> None:
        self.stored = stored
        self.tree = tree
        self.running = _take_up(stored, tree)
        #: What became of a plan by the last turn.
        self.planned: PlanOutcome | None = None

    @property
    def side(self) -> Side:
        """The side to move."""
        return self.running.side

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.stored.state == "over"

    @property
    def is_running(self) -> bool:
        """Whether a turn can be played now."""
        return self.stored.state in ("setup", "playing")

    @property
    def has_running_clock(self) -> bool:
        """Whether a side's time is running."""
        return self.stored.turn_began is not None and self.running.clock is not None

    @property
    def mover(self) -> StoredSeat:
        """The seat of the side to move."""
        return self.stored.seats[self.side]

    def used_s(self, now_s: float) -> float:
        """How long the turn under way has taken."""
        began_s = self.stored.turn_began
        return 0.0 if began_s is None else round(max(0.0, now_s - began_s), 3)

    def sit(self, sides: Collection[Side], member: Member | None = None) -> bool:
        """Seat a person with these seats' secrets; whether that changes anything."""
        seats = self.stored.seats
        news = [side for side in sides if not seats[side].taken]
        for side in news:
            seat = replace(seats[side], taken=True)
            # Two at one screen are two people.
            if member is not None and len(sides) == 1:
                seat = replace(seat, account=member.id, name=member.name)
                if self.stored.rated:
                    note_rating(self.stored, side, member.rating)
            self.stored.seat(side, seat)
        return bool(news)

    def rename(self, side: Side, name: str) -> None:
        """The person on that side is called that from now on."""
        seat = self.stored.seats[side]
        if seat.account is None:  # An account has one name.
            self.stored.seat(side, replace(seat, name=person_name(name, side)))

    def rename_accounts(self, names: Mapping[str, str]) -> bool:
        """Call players as their accounts are, by id; whether that changes anything."""
        before = self.stored.seats
        for side, seat in before.items():
            self.stored.seat(side, replace(seat, name=names.get(seat.account or "", seat.name)))
        return self.stored.seats != before

    def note(self, **changes: Any) -> None:
        """Change fields of what is stored with the draft."""
        self.stored.draft = self.stored.draft.model_copy(update=changes)

    def begin_if_ready(self) -> bool:
        """Let the game begin once both players are there; whether it has begun."""
        if self.stored.state != "waiting" or not self._both_have_come():
            return False
        self._set_state()
        return True

    def note_turn_due(self) -> bool:
        """Note that the side to move is told of its turn; whether it has not been told before."""
        count = self.stored.turn_count
        if not self.is_running or self.stored.draft.told >= count:
            return False
        self.note(told=count)
        return True

    def start_clock(self, now_s: float) -> None:
        """The time of the side to move runs from now."""
        self.stored.turn_began = now_s

    def resume_clock(self, now_s: float) -> None:
        """Go on with the turn that was under way when the game was left; a bot begins it anew."""
        began_s = self.stored.turn_began
        goes_on = began_s is not None and self.is_running and self.mover.is_remote
        self.stored.turn_began = min(began_s, now_s) if goes_on and began_s is not None else None

    def time_left_s(self, now_s: float) -> float | None:
        """When the side to move will have lost on time, if a clock runs."""
        if not self.has_running_clock:
            return None
        return self.running.allowed_s() - self.used_s(now_s)

    def draft_steps(self, steps: Sequence[str]) -> None:
        """Add steps to the draft; all of them, or a Refusal."""
        with refusing():
            self.running.take_steps(" ".join(steps))
        self._note_draft()

    def undo(self) -> None:
        """Take the last step out of the draft; it can come back."""
        if not self.running.taken:
            raise Refusal("nothing_to_undo", "There is no step to undo.", status=409)
        self.running.undo()
        self._note_draft()

    def redo(self) -> None:
        """Bring the step back that was undone last."""
        if not self.running.undone:
            raise Refusal("nothing_to_redo", "There is no step to bring back.", status=409)
        self.running.redo()
        self._note_draft()

    def reset(self) -> None:
        """Empty the draft; redo brings the steps back one by one."""
        self.running.reset()
        self._note_draft()

    def draft_setup(self, setup: str) -> None:
        """Keep an unsent setup. It may be incomplete: only playing it is checked."""
        self.note(setup=self.checked_setup(setup))

    def checked_setup(self, setup: str) -> str:
        """The setup itself, if this is the time for one."""
        if not self.running.game.needs_setup:
            raise Refusal("setup_over", "The pieces are on the board already.", status=409)
        return setup

    def drafted_turn(self) -> Turn:
        """The drafted turn; a Refusal where no steps can be played."""
        with refusing():
            self.running.check_drafting()
        return self.running.drafted.taken

    def play(self, turn: Setup | Turn | str, used_s: float) -> int | None:
        """Play a person's turn; the node, or ``None`` if that ended the game without a turn.

        A turn that the rules refuse raises Refusal: people may try again.
        """
        # Setting up needs no opponent, and no clock runs yet.
        if not (self.is_over or self.is_running or self.running.game.needs_setup):
            raise Refusal("waiting", "The opponent has not come yet.", status=409)
        with refusing():
            played = self.running.play(turn, used_s)
        return self._keep(played)

    def answer(self, turn: Setup | Turn | str, used_s: float) -> int | None:
        """Play a program's turn; it loses by one that the rules refuse."""
        return self._keep(self.running.answer(turn, used_s))

    def run_out(self, used_s: float) -> None:
        """End the game: the time of the side to move is over."""
        self.running.run_out(used_s)
        self._settle()

    def resign(self, side: Side, used_s: float) -> None:
        """End the game: a side gives up, so far into the turn under way."""
        if self.is_over:
            raise Refusal("game_over", "The game is over.", status=409)
        self.running.resign(side, used_s)
        self._settle()

    def expel(self, side: Side, used_s: float, why: str) -> None:
        """End the game: a side may not go on, and loses."""
        self.running.resign(side, used_s)
        self.running.detail = why
        self._settle()

    def fail(self, why: str, used_s: float) -> None:
        """End the game: the program whose turn it is cannot go on."""
        self.running.fail(self.side, why, used_s)
        self._settle()

    def abandon(self, why: str) -> None:
        """End the game without a winner."""
        if self.is_over:
            raise Refusal("game_over", "The game is over.", status=409)
        self.running.abandon(why)
        self._settle()

    def turns_to_take_back(self, side: Side, *, alone: bool) -> int:
        """How many turns go when that side wants its last one back; ``alone`` at one screen."""
        try:
            if not self.is_over:
                return self.running.count_back((side, side.other) if alone else (side,))
        except IllegalTurn:
            pass
        raise Refusal("nothing_to_take_back", "There is no turn to take back.", status=409)

    def take_back(self, count: int) -> None:
        """Undo the last turns; the clock is as it was before them."""
        self.tree.take_back(count)
        self.running.take_back(count)
        self.note(conditions=None)
        self._settle()

    def follow_tree(self) -> None:
        """Make the first line the game: the tree of a study has changed."""
        self.running = _take_up(self.stored, self.tree)
        self._note_turns()

    def board(self, sides: Collection[Side]) -> Board:
        """The board as the holder of these seats may see it: with the draft, or without."""
        game = self.running.game
        if self.side in sides and not self.is_over:
            return show_board(game, self.running.drafted, undone=len(self.running.undone))
        return show_board(game)

    def setup_draft(self, sides: Collection[Side]) -> str | None:
        """The unsent setup, for the side that may see it."""
        return self.stored.draft.setup if self.side in sides else None

    def plan(self, sides: Collection[Side]) -> TurnPlan | None:
        """What is planned, for the side that may see it."""
        return self.stored.draft.plan if set(sides) == {self.side.other} else None

    def conditions(self, sides: Collection[Side]) -> list[list[str]]:
        """The answers in advance of the side that may see them."""
        return show_lines(self, *sides) if len(sides) == 1 else []

    def clock(self, now_s: float) -> ClockShape | None:
        """Both clocks at a moment; those of a game that is over stand still."""
        mover = None if self.stored.turn_began is None else self.side
        return show_clock(self.running, self.used_s(now_s), mover, now_s)

    def shape(self, online: Collection[Side]) -> GameShape:
        """The game without its turns."""
        return show_game(self.stored, online)

    def asked(self) -> Asked:
        """The sides that have asked for a takeback or a rematch."""
        draft = self.stored.draft
        return Asked(takeback=draft.takeback_by, rematch=draft.rematch_by)

    def _keep(self, played: TimedTurn | None) -> int | None:
        plan = self.stored.draft.plan
        node = None if played is None else self.tree.play(played.turn, time_comment(played))
        self._settle()
        self.planned = None
        if node is not None and self.is_running:
            self.planned = follow(self, plan)
        return node

    def _note_draft(self) -> None:
        steps, undone = self.running.taken, self.running.undone
        self.note(steps=tuple(map(str, steps)), undone=tuple(map(str, undone)))

    def _note_turns(self) -> None:
        self.stored.turn_count = len(self.tree.played)
        self.stored.position = self.running.game.position.short

    def _settle(self) -> None:
        """Note what is stored, after the running game has gone on or ended."""
        stored, running = self.stored, self.running
        stored.result, stored.detail = running.result, running.detail
        left = running.left_at_end
        stored.draft = StoredDraft(
            rematch_by=stored.draft.rematch_by,
            no_engine=stored.draft.no_engine,
            told=stored.draft.told,
            conditions=None if running.result else stored.draft.conditions,
            paused=stored.draft.paused,
            turn_s=stored.draft.turn_s,
            left=None if left is None else {letter(side): left_s for side, left_s in left.items()},
        )
        stored.turn_began = None
        self._note_turns()
        self._set_state()

    def _set_state(self) -> None:
        if self.stored.result is not None:
            self.stored.state = "over"
        elif not self._both_have_come():
            self.stored.state = "waiting"
        else:
            self.stored.state = "setup" if self.running.game.needs_setup else "playing"

    def _both_have_come(self) -> bool:
        return all(seat.taken or not seat.is_remote for seat in self.stored.seats.values())
