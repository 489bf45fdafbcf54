"""Refusals as clients see them: a code for programs, a sentence for people."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gajah._core import sentence
from gajah.errors import IllegalTurn, shown


class Refusal(Exception):  # noqa: N818 - it says what happened to a request
    """A request that is refused; nothing has changed. ``status`` is its HTTP status."""

    def __init__(self, code: str, text: str, *, status: int = 400) -> None:
        super().__init__(text)
        self.code = code
        self.text = text
        self.status = status


class UnreadableGame(Refusal):
    """A stored game cannot be read: it is damaged, or of another version."""

    def __init__(self, game_id: str) -> None:
        text = f"What is stored of the game {game_id} cannot be read."
        super().__init__("unreadable_game", text, status=500)


def refuse_turn(refusal: ValueError) -> Refusal:
    """The refusal of a turn or of text that is none; the rule's name is the code."""
    code = refusal.rule.name.lower() if isinstance(refusal, IllegalTurn) else "bad_notation"
    return Refusal(code, sentence(str(refusal)), status=422)


def explain(problem: Mapping[str, Any]) -> str:
    """What pydantic finds wrong with a field; people see this where they have typed too much."""
    names = [str(part) for part in problem["loc"]]
    field = next((name for name in reversed(names) if not name.isdigit()), "text")
    if problem["type"] == "string_too_long":
        return f"Too long ({field}): at most {problem['ctx']['max_length']} characters."
    if problem["type"] == "string_pattern_mismatch":
        return f"It has characters that cannot be used ({field})."
    words = f"{problem['msg'].rstrip('.')}."
    return shown(f"{'.'.join(names)}: {words}" if names else words)


class NoGame(Refusal):
    """There is no game of that id."""

    def __init__(self) -> None:
        super().__init__("no_game", "There is no such game.", status=404)


class Restarting(Refusal):
    """The server is about to end, and another one comes in its place."""

    def __init__(self) -> None:
        text = "The server restarts. Try again in a moment; games go on."
        super().__init__("restarting", text, status=503)


def our_mistake() -> Refusal:
    """An internal error; the server's log has the traceback."""
    return Refusal("our_mistake", "Something went wrong in the server.", status=500)


def not_stored() -> Refusal:
    """What was done could not be kept."""
    return Refusal("not_stored", "The game could not be stored.", status=500)


def watching() -> Refusal:
    """A page without a seat wants to do what players do."""
    return Refusal("no_seat", "You are watching: only the players can do that.", status=403)
