"""What a typed line means. Syntax only: whether a step is legal is asked elsewhere."""

from __future__ import annotations

import re
from dataclasses import dataclass
from difflib import get_close_matches

from gajah._core import is_step
from gajah.errors import NotationError, quoted
from gajah.notation import split_label

# Every command with the other words that mean it.
COMMANDS: dict[str, tuple[str, ...]] = {
    "again": ("new", "rematch"),
    "end": ("done", "ok", "send"),
    "flip": (),
    "go": ("continue",),
    "help": ("?", "h"),
    "hint": (),
    "load": ("open",),
    "mirror": (),
    "pace": (),
    "pause": (),
    "quit": ("q", "exit", "bye"),
    "redraw": (),
    "resign": (),
    "save": (),
    "save!": (),
    "setup": ("setups",),
    "swap": (),
    "takeback": (),
    "turns": ("moves", "history"),
    "undo": ("u", "back"),
}
# The commands that words may follow. Others are refused with words behind them: "resign now or
# not" is no resignation.
_WITH_WORDS = frozenset({"hint", "load", "pace", "save", "save!", "setup", "swap", "undo"})
_NAMES = {word: name for name, words in COMMANDS.items() for word in (name, *words)}

_SQUARE = re.compile(r"[a-h][1-8]")
_PLACEMENT = re.compile(r"[EMHDCRemhdcr][a-h][1-8]")
# What a slip in a step still looks like: then the answer is about steps, not about commands.
_STEP_LIKE = re.compile(r"[a-z]?[a-z][0-9][a-z]?", re.IGNORECASE)


@dataclass(frozen=True)
class Entry:
    """One thing asked for: a command with its words, or ``steps``, ``place``, ``turn``, ``show``.

    ``turn`` is a whole turn or setup with its number; it ends the turn. ``text`` is what follows.
    """

    name: str
    text: str = ""


def read_entries(line: str) -> list[Entry]:
    """What a line asks for, in order; a pasted text may hold several lines.

    Raises NotationError for a line that means nothing.
    """
    return [entry for part in line.splitlines() for entry in _read_line(part.strip())]


def _read_line(line: str) -> list[Entry]:
    words = line.split()
    if not words:
        return []
    command = _NAMES.get(words[0].lower())
    if command is not None:
        rest = line[len(words[0]) :].strip()
        if rest and command not in _WITH_WORDS:
            raise NotationError(f"no words follow {words[0].lower()}, found {quoted(rest)}")
        return [Entry(command, rest)]
    if split_label(line)[0] is not None:
        return [Entry("turn", line)]
    if len(words) == 1 and _SQUARE.fullmatch(words[0]):
        return [Entry("show", words[0])]
    ending = []
    if _NAMES.get(words[-1].lower()) == "end":
        ending = [Entry("end")]
        words.pop()
    if all(_PLACEMENT.fullmatch(word) for word in words):
        return [Entry("place", " ".join(words)), *ending]
    if all(is_step(word) for word in words):
        return [Entry("steps", " ".join(words)), *ending]
    raise NotationError(_complaint(words))


def _complaint(words: list[str]) -> str:
    wrong = next(word for word in words if not is_step(word))
    if (len(words) > 1 and is_step(words[0])) or _STEP_LIKE.fullmatch(wrong):
        return f"expected a step like Ed2n, found {quoted(wrong)}"
    near = get_close_matches(words[0].lower(), _NAMES, n=1)
    hint = f"did you mean {near[0]}?" if near else "help lists what can be typed"
    return f"{quoted(words[0])} is no step and no command; {hint}"
