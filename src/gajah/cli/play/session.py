"""One sitting: whose turn it is, what is typed, what the bots answer, and how it ends."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from time import monotonic
from typing import TypeVar

from gajah._core import Pending, Setup, Side, Stop, Turn, sentence
from gajah.advice import explain_refusal
from gajah.aei.link import EngineFailure
from gajah.bots.thought import Thought
from gajah.cli.interrupt import exit_code
from gajah.cli.play import texts
from gajah.cli.play.board import Marks
from gajah.cli.play.commands import run_command
from gajah.cli.play.console import Console
from gajah.cli.play.endings import Leave, OutOfTime, Resized, leave_at_once
from gajah.cli.play.entry import Entry, read_entries
from gajah.cli.play.keeper import Keeper
from gajah.cli.play.looks import Looks
from gajah.cli.play.seated import SeatedGame
from gajah.cli.play.view import View
from gajah.cli.text import BadInput
from gajah.errors import IllegalTurn, NotationError

T = TypeVar("T")

# An answer that comes sooner needs no sign of thinking.
_PATIENCE_S = 0.15
_SIGN_EVERY_S = 0.1


@dataclass
class Preferences:
    """What the user can change on the way."""

    looks: Looks
    pace_s: float
    flip: bool = False
    is_paused: bool = False


class Session:
    """A game at a terminal, until the user leaves or the bots have finished."""

    def __init__(
        self, seated: SeatedGame, console: Console, keeper: Keeper, settings: Preferences
    ) -> None:
        self.seated = seated
        self.console = console
        self.keeper = keeper
        self.settings = settings
        self.marks: Marks | None = None
        self.messages: list[str] = []
        self._queue: list[Entry] = []
        self._began_s = monotonic()
        self._is_stuck = False
        self.sit_down(seated)

    def run(self) -> int:
        """Play until the end; the program's exit code."""
        code = 0
        try:
            while True:
                self._go_on()
        except (Leave, EOFError):
            pass
        except KeyboardInterrupt as interrupt:
            code = exit_code(interrupt)
        self._say_goodbye()
        for seat in self.seated.seats.values():
            seat.leave()
        if self._is_stuck:
            leave_at_once(code)
        return code

    @property
    def used_s(self) -> float:
        """How long the turn has taken so far."""
        return monotonic() - self._began_s

    @property
    def under_way_s(self) -> float:
        """What this turn has taken from a person's clock. A bot would think anew."""
        seated, running = self.seated, self.seated.running
        runs = running.clock is not None and running.result is None and seated.seat.is_human
        return self.used_s if runs else 0.0

    def say(self, *messages: str) -> None:
        """Show these under the board from now on."""
        self.messages = [message for message in messages if message]

    def sit_down(self, seated: SeatedGame) -> None:
        """Begin to play, or go on, in a game."""
        self.seated = seated
        humans = seated.humans
        self.settings.flip = humans == [Side.SILVER]
        self.begin_turn()
        self._began_s -= seated.running.under_way_s

    def begin_turn(self, *messages: str) -> None:
        """A turn has been played or taken back: the next one begins now."""
        self._began_s = monotonic()
        self.marks = None
        self.say(*messages, self._how_to_go_on())

    def finish_turn(self, turn: Setup | Turn | str) -> None:
        """Play a person's turn, keep the game, begin the next."""
        self.check_time()
        self.seated.running.play(turn, self.used_s)
        self.go_on()

    def go_on(self, *messages: str) -> None:
        """Keep the game as it stands now, and begin the next turn or show the end."""
        self.begin_turn(*messages, self.keeper.keep(self.seated))

    def check_time(self) -> None:
        """Raise OutOfTime if the time of the side to move, or that of the game, is over."""
        if self.seated.running.is_late(self.used_s):
            raise OutOfTime

    def think(self, what: str, think: Callable[[Stop], T]) -> T:
        """Let something think, with a sign of life, while the clock is watched."""
        thought = Thought(think)
        try:
            wait_s = _PATIENCE_S
            while not thought.is_ready(wait_s):
                wait_s = _SIGN_EVERY_S
                if self.console.is_outdated:
                    self.show()
                self.console.sign_of_life(f"{what} is thinking")
                self._tick()
            return thought.answer()
        except BaseException:
            # Before it is asked to stop: a second Ctrl-C may come while it does.
            self._is_stuck = True
            self._is_stuck = not thought.give_up()
            raise
        finally:
            self.console.end_sign_of_life()

    def _go_on(self) -> None:
        seated = self.seated
        try:
            if seated.game.result is not None and not seated.humans:
                raise Leave
            if seated.game.result is None and not seated.seat.is_human:
                self._let_bot_play()
            elif self._queue:
                self._do(self._queue.pop(0))
            elif seated.game.result is not None:
                self._ask("over> ")
            else:
                self._ask(f"{seated.game.label}> ", self._tick)
        except Resized:
            # Asking again draws what fits.
            pass
        except OutOfTime:
            self._queue.clear()
            seated.running.run_out(self.used_s)
            self.go_on()

    def _ask(self, prompt: str, on_tick: Callable[[], None] = lambda: None) -> None:
        self.show()
        self._take(self.console.ask(prompt, on_tick))

    def _take(self, line: str) -> None:
        try:
            entries = read_entries(line)
        except NotationError as error:
            self.say(explain_refusal(error, self.seated.position))
            return
        if not entries:
            self._take_empty_line()
        self._queue += entries

    def _take_empty_line(self) -> None:
        """Enter alone: finishes a turn that has no step left, else it cleans up."""
        self.marks = None
        left = self.seated.position.steps_left
        if not self.seated.running.taken:
            self.say(self._how_to_go_on())
        elif left:
            self.say(
                f"{left} {'step is' if left == 1 else 'steps are'} left; end finishes the turn."
            )
        else:
            self._queue.append(Entry("end"))

    def _do(self, entry: Entry) -> None:
        self.marks = None
        try:
            run_command(self, entry)
        except (NotationError, IllegalTurn) as refusal:
            self._queue.clear()
            self.say(explain_refusal(refusal, self.seated.position))
        except BadInput as error:
            self._queue.clear()
            self.say(sentence(str(error)))

    def _let_bot_play(self) -> None:
        seated, seat, running = self.seated, self.seated.seat, self.seated.running
        side, label, played = running.side, running.game.label, len(running.turns)
        # Only now: the time that a turn is shown counts for neither side.
        self._began_s = monotonic()
        if self.console.space.rows:
            self.show()
        try:
            answer = self.think(seat.name, seat.choose(running))
            self.check_time()
            running.answer(answer, self.used_s)
        except EngineFailure as failure:
            # It may have failed by its clock: that is a loss on time.
            self.check_time()
            running.fail(side, str(failure), self.used_s)
        new = running.turns[played:]
        self.go_on(
            _told(seat.name, str(label), new[0].turn) if new else "",
            sentence(running.detail) if running.detail else "",
        )
        if not seated.humans:
            self._watch()

    def _watch(self) -> None:
        """Leave time to look at the turn, and listen to what the user wants."""
        self.show()
        while self.seated.game.result is None:
            try:
                if self.settings.is_paused:
                    line: str | None = self.console.ask("paused> ")
                else:
                    line = self.console.find_line(self.settings.pace_s)
            except Resized:
                self.show()
                continue
            if line is None:
                return
            if not line.strip():
                self.settings.is_paused = False
                return
            self._take(line)
            while self._queue:
                self._do(self._queue.pop(0))
            self.show()

    def _tick(self) -> None:
        self.check_time()
        self.console.overwrite(self._view().clock_spots(self.seated, self.used_s))

    def show(self) -> None:
        """Draw the game with the messages."""
        self.console.show(self._view().lines(self.seated, self.used_s), self.messages)

    def _view(self) -> View:
        settings = self.settings
        return View(settings.looks, self.console.space, settings.flip, self.marks)

    def _how_to_go_on(self) -> str:
        seated = self.seated
        if seated.game.result is not None:
            over = sentence(str(seated.game.result))
            return f"{over} {texts.AFTER_THE_GAME}" if seated.humans else over
        if not seated.humans:
            return texts.WATCHING if self.console.is_terminal else ""
        if not seated.seat.is_human:
            return ""
        if seated.setup:
            return texts.HOW_TO_SET_UP
        is_first = sum(label.side is seated.game.side for label in seated.game.labels) <= 1
        return texts.HOW_TO_PLAY if is_first else ""

    def say_what_is_next(self) -> None:
        """After steps: whether a push must be finished, or no step is left."""
        position = self.seated.position
        if position.pending is Pending.PUSH:
            self.say(position.explain_pending())
        elif not position.steps_left:
            self.say(texts.HOW_TO_END)
        else:
            self.say()

    def _say_goodbye(self) -> None:
        result = self.seated.game.result
        end = sentence(str(result)) if result else ""
        self.say(end)
        self.console.close()
        self.show()
        self.keeper.leave(self.seated, self.under_way_s)
        self.console.say(*self.keeper.farewell(self.seated))


def _told(name: str, label: str, turn: Setup | Turn) -> str:
    return f"{name} has set up." if isinstance(turn, Setup) else f"{name} played {label} {turn}."
