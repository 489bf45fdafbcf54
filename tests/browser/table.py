"""A game page under a hand: what a player does with mouse, finger or keys."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import CDPSession, Locator, Page, WebSocketRoute, expect

from gajah._core import Pending, Position, Side, Step, Turn
from tests.web.harness import Server

# A page of the server that asks for nothing more: where secrets are kept before a game is opened.
BLANK = "/static/icon.svg"

_KEEP_SEATS = """kept => {
    const known = JSON.parse(localStorage.getItem("gajah.seats") ?? "{}");
    localStorage.setItem("gajah.seats", JSON.stringify({ ...known, ...kept }));
}"""

Gesture = Callable[[Step], None]

_ARROWS = {"n": "ArrowUp", "s": "ArrowDown", "e": "ArrowRight", "w": "ArrowLeft"}


def sit_down(page: Page, made: dict[str, Any], *sides: str) -> None:
    """Keep the secrets of these seats in the page's browser and go to the game."""
    game, tokens = made["game"]["id"], made["tokens"]
    kept = {game: {side: tokens[side] for side in sides or tokens}}
    page.evaluate(_KEEP_SEATS, kept)
    page.goto(f"/game/{game}")


def make_game(server: Server, gold: str = "human", silver: str = "human", **more: object) -> Any:
    """A new game, with the secrets of its seats."""
    wanted = {"gold": {"player": gold}, "silver": {"player": silver}, **more}
    return server.post("/games", wanted, 201)


class Table:
    """The board of a page, its pieces and buttons."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self._touch: CDPSession | None = None

    @property
    def status(self) -> Locator:
        """Whose turn it is, or how the game ended."""
        return self.page.locator("#status")

    @property
    def drafted(self) -> Locator:
        """The steps taken so far."""
        return self.page.get_by_label("Steps so far")

    @property
    def message(self) -> Locator:
        """Steps left, or why something was refused."""
        return self.page.locator(".entry-status")

    def cell(self, square: str) -> Locator:
        """A square."""
        return self.page.locator(f"[role=gridcell][data-square={square}]")

    def piece(self, name: str) -> Locator:
        """A square by what stands there: ``gold elephant e2``."""
        return self.page.get_by_role("gridcell", name=name)

    def point(self, square: str) -> tuple[float, float]:
        """The middle of a square on the screen."""
        self.cell(square).wait_for()
        box = self.cell(square).bounding_box()
        assert box is not None, "the board is not shown"
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def point_beside(self, square: str, beside: str, part: float) -> tuple[float, float]:
        """This part of the way from the middle of a square to the middle of another."""
        (x, y), (to_x, to_y) = self.point(square), self.point(beside)
        return x + (to_x - x) * part, y + (to_y - y) * part

    def is_selected(self, square: str) -> bool:
        """Is the piece there picked up?"""
        return self.cell(square).get_attribute("aria-selected") == "true"

    def drag(self, *squares: str) -> None:
        """Lead a piece over squares with the mouse and let go on the last."""
        self.hold(*squares)
        self.page.mouse.up()

    def hold(self, *squares: str) -> None:
        """The same without letting go."""
        self.page.mouse.move(*self.point(squares[0]))
        self.page.mouse.down()
        for square in squares[1:]:
            self.page.mouse.move(*self.point(square), steps=4)

    def click(self, *squares: str) -> None:
        """Click one square after the other, in the middle, where no arrow is."""
        for square in squares:
            self.page.mouse.click(*self.point(square))

    def touch_drag(self, *squares: str) -> None:
        """Lead a piece with a finger."""
        self._touch_at("touchStart", squares[0])
        for square in squares[1:]:
            self._touch_at("touchMove", square)
        self._touch_at("touchEnd", None)

    def _touch_at(self, kind: str, square: str | None) -> None:
        if self._touch is None:
            self._touch = self.page.context.new_cdp_session(self.page)
        points = []
        if square:
            x, y = self.point(square)
            points = [{"x": x, "y": y}]
        self._touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    def step_by_keys(self, step: Step) -> None:
        """Put the focus on the piece, pick it up with Enter, walk, put it down with Enter."""
        self.cell(step.square.name).focus()
        if not self.is_selected(step.square.name):
            self.page.keyboard.press("Enter")
        self.page.keyboard.press(_ARROWS[step.direction.letter])
        self.page.keyboard.press("Enter")

    def choose(self, answer: str) -> None:
        """Answer the question over the board."""
        self.page.get_by_role("dialog").get_by_role("button", name=answer).click()

    def expect_draft(self, steps: str) -> None:
        """Wait until exactly these steps are drafted."""
        expect(self.drafted).to_have_text(steps)

    def play(self) -> None:
        """Press the button that plays the turn."""
        self.page.get_by_role("button", name="Play turn").click()


class Line:
    """Between the page of a game and the server: while it is held, no answer gets through.

    Pongs do: the server is slow then, not lost.
    """

    def __init__(self, page: Page, path: str = "/ws/games/") -> None:
        self.page = page
        self._is_held = False
        self._waiting: list[str | bytes] = []
        page.route_web_socket(re.compile(path), self._stand_between)

    def _stand_between(self, socket: WebSocketRoute) -> None:
        def pass_on(message: str | bytes) -> None:
            if self._is_held and '"type":"pong"' not in str(message):
                self._waiting.append(message)
            else:
                socket.send(message)

        self._socket = socket
        socket.connect_to_server().on_message(pass_on)

    def hold(self) -> None:
        """Let nothing through from now on."""
        self._is_held = True

    def open(self) -> None:
        """Let through what has come, and what comes from now on."""
        self._is_held = False
        for message in self._waiting:
            self._socket.send(message)
        self._waiting.clear()


class Entry:
    """Enters whole turns with one kind of gesture: from a square to one beside it."""

    def __init__(self, table: Table, gesture: Gesture) -> None:
        self._table = table
        self._gesture = gesture

    def enter(self, position: Position, turn: Turn) -> None:
        """Every step of the turn, a push as one gesture, with an answer to each question."""
        drafted: list[str] = []
        for first, second in moves_of(turn, position.side):
            # What looks like a push may complete a pull, before another step.
            is_push = position.after(first).pending is Pending.PUSH
            parts = [[first]] if second is None else [[first], [second]]
            if second is not None and is_push:
                parts = [[first, second]]
            for taken in parts:
                self._move(position, taken)
                for step in taken:
                    drafted += [str(step), *([str(step.capture)] if step.capture else [])]
                    position = position.after(step)
                self._table.expect_draft(" ".join(drafted))

    def _move(self, position: Position, taken: list[Step]) -> None:
        mover = taken[-1]
        assert mover.to is not None
        self._gesture(mover)
        if len(taken) == 2 and _push_ways(position, mover) > 1:
            pushed = taken[0]
            self._table.choose(f"{pushed.square} to {pushed.to}")
        captures = [step.capture for step in taken if step.capture is not None]
        if any(capture.piece.side is position.side for capture in captures):
            self._table.choose("Do it anyway")


def moves_of(turn: Turn, side: Side = Side.GOLD) -> list[tuple[Step, Step | None]]:
    """The steps of that side's turn; a push is one move, with the step that completes it."""
    moves: list[tuple[Step, Step | None]] = []
    steps = list(turn.steps)
    while steps:
        step = steps.pop(0)
        is_push = step.piece.side is not side and bool(steps)
        is_push = is_push and steps[0].piece.side is side and steps[0].to == step.square
        moves.append((step, steps.pop(0) if is_push else None))
    return moves


def _push_ways(position: Position, mover: Step) -> int:
    """In how many directions can the piece that is in the way be pushed?"""
    ways = [step for step in position.steps() if step.square == mover.to]
    return sum(mover in position.after(way).steps() for way in ways)
