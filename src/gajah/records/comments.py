"""Comments on turns, and what they say to programs: times, scores, arrows, marked squares."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import TypeVar

from gajah._core import Turn
from gajah.errors import NotationError
from gajah.notation import Arrow, Mark
from gajah.records.text import check_unicode

_T = TypeVar("_T")

# No bracket may stand inside a command, so that a comment full of open ones costs one look each.
_COMMAND = re.compile(r"\[%([A-Za-z]+)\s([^\[\]]*)\]")
_CLOCK = re.compile(r"(?:([0-9]{1,6}):)?([0-9]{1,6}):([0-9]{1,2})(\.[0-9]{1,6})?")
_EVALUATION = re.compile(r"([+-]?[0-9]{1,9}(?:\.[0-9]{1,9})?)(?:,([0-9]{1,6}))?")
_WIN_IN = re.compile(r"#([+-]?[0-9]{1,6})(?:,([0-9]{1,6}))?")


@dataclass(frozen=True)
class Evaluation:
    """What ``[%eval ...]`` says, seen from gold: a score in rabbits, or a win in some turns.

    One of ``rabbits`` and ``win_in`` is set; ``win_in`` is negative when silver wins.
    """

    rabbits: float | None = None
    win_in: int | None = None
    depth: int | None = None

    def __str__(self) -> str:
        score = f"#{self.win_in}" if self.rabbits is None else f"{self.rabbits:.2f}"
        return score if self.depth is None else f"{score},{self.depth}"


@dataclass(frozen=True)
class Comment:
    """A comment: its text, kept to the letter, and what stands in it for programs.

    >>> comment = Comment("Too early. [%emt 0:00:12] [%cal Ge2e5]")
    >>> comment.used_s, comment.prose
    (12.0, 'Too early.')

    Only line ends are changed, to ``\\n``. A command that cannot be read is just text.
    """

    text: str

    def __post_init__(self) -> None:
        check_unicode(self.text)
        if "\r" in self.text:
            text = self.text.replace("\r\n", "\n").replace("\r", "\n")
            object.__setattr__(self, "text", text)

    @classmethod
    def of(
        cls,
        prose: str = "",
        *,
        used_s: float | None = None,
        clock_s: float | None = None,
        evaluation: Evaluation | None = None,
        best: Turn | None = None,
        arrows: Iterable[Arrow] = (),
        marks: Iterable[Mark] = (),
    ) -> Comment:
        """A comment made of words and of what programs read."""
        arrow_texts = ",".join(map(str, arrows))
        mark_texts = ",".join(map(str, marks))
        parts = [
            prose,
            "" if used_s is None else f"[%emt {format_clock(used_s)}]",
            "" if clock_s is None else f"[%clk {format_clock(clock_s)}]",
            "" if evaluation is None else f"[%eval {evaluation}]",
            "" if best is None else f"[%best {best}]",
            f"[%cal {arrow_texts}]" if arrow_texts else "",
            f"[%csl {mark_texts}]" if mark_texts else "",
        ]
        return cls(" ".join(part for part in parts if part))

    @property
    def prose(self) -> str:
        """The comment without its commands."""
        return _COMMAND.sub("", self.text).strip()

    @property
    def commands(self) -> tuple[tuple[str, str], ...]:
        """Every ``[%name value]`` as name and value, known or not."""
        return tuple((match[1], match[2].strip()) for match in _COMMAND.finditer(self.text))

    def without(self, *names: str) -> Comment:
        """The comment less its commands of these names; everything else is kept to the letter."""
        text = _COMMAND.sub(lambda found: "" if found[1] in names else found[0], self.text)
        return self if text == self.text else Comment(text.strip())

    @property
    def used_s(self) -> float | None:
        """``[%emt h:mm:ss]``: the time this turn took."""
        return _first(map(_find_seconds, self._values("emt")))

    @property
    def clock_s(self) -> float | None:
        """``[%clk h:mm:ss]``: the time left on the clock after this turn."""
        return _first(map(_find_seconds, self._values("clk")))

    @property
    def evaluation(self) -> Evaluation | None:
        """``[%eval 0.42]``, or ``[%eval #3]`` for a win in three turns, with ``,depth`` or not."""
        return _first(map(_find_evaluation, self._values("eval")))

    @property
    def best(self) -> Turn | None:
        """``[%best Ed2n Ed3n]``: the turn that would have been better."""
        return _first(map(_find_turn, self._values("best")))

    @property
    def arrows(self) -> tuple[Arrow, ...]:
        """``[%cal Ge2e5,Rd4d5]``: arrows on the board."""
        return tuple(self._each(Arrow.parse, "cal"))

    @property
    def marks(self) -> tuple[Mark, ...]:
        """``[%csl Re4,Gd5]``: coloured squares."""
        return tuple(self._each(Mark.parse, "csl"))

    def _values(self, name: str) -> Iterator[str]:
        return (value for found, value in self.commands if found == name)

    def _each(self, parse: Callable[[str], _T], name: str) -> Iterator[_T]:
        for word in ",".join(self._values(name)).split(","):
            with suppress(NotationError):
                yield parse(word.strip())

    def __str__(self) -> str:
        return self.text


def format_clock(seconds: float) -> str:
    """``h:mm:ss``, with milliseconds where there are any."""
    if not 0 <= seconds < 10**9:
        raise NotationError(f"expected a time on a clock, found {seconds} seconds")
    whole, milliseconds = divmod(round(seconds * 1000), 1000)
    minutes, second = divmod(whole, 60)
    hours, minute = divmod(minutes, 60)
    fraction = f".{milliseconds:03}".rstrip("0") if milliseconds else ""
    return f"{hours}:{minute:02}:{second:02}{fraction}"


def _first(found: Iterable[_T | None]) -> _T | None:
    return next((value for value in found if value is not None), None)


def _find_seconds(text: str) -> float | None:
    if not (match := _CLOCK.fullmatch(text)):
        return None
    hours, minutes, seconds = int(match[1] or 0), int(match[2]), int(match[3])
    return hours * 3600 + minutes * 60 + seconds + float(match[4] or 0)


def _find_evaluation(text: str) -> Evaluation | None:
    if match := _EVALUATION.fullmatch(text):
        return Evaluation(rabbits=float(match[1]), depth=_find_int(match[2]))
    if match := _WIN_IN.fullmatch(text):
        return Evaluation(win_in=int(match[1]), depth=_find_int(match[2]))
    return None


def _find_turn(text: str) -> Turn | None:
    with suppress(NotationError):
        return Turn.parse(text)
    return None


def _find_int(text: str | None) -> int | None:
    return None if text is None else int(text)
