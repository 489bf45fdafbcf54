"""What bad input gets: errors that are all ``ValueError``, and how they quote it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gajah._core import Rule, Step


class NotationError(ValueError):
    """Text that is not notation.

    ``reason`` says what was expected and what was found, ``line`` where (from 1 in the text).
    """

    def __init__(self, reason: str, *, line: int = 1) -> None:
        super().__init__(reason)
        self.reason = reason
        self.line = line

    def __str__(self) -> str:
        return self.reason if self.line == 1 else f"line {self.line}: {self.reason}"

    def at_line(self, line: int) -> NotationError:
        """The same error for a text that starts at ``line`` of a larger one."""
        return NotationError(self.reason, line=self.line + line - 1)


class IllegalTurn(ValueError):  # noqa: N818 - it names what happened, like the rules do
    """A turn that the rules refuse; the game is unchanged.

    ``rule`` is the rule, ``step_number`` counts from 1 (0: the turn as a whole), ``step`` is the
    refused step or ``None``.
    """

    def __init__(
        self, message: str, rule: Rule, step_number: int = 0, step: Step | None = None
    ) -> None:
        # All of it as arguments, so that the error can be pickled.
        super().__init__(message, rule, step_number, step)
        self.message = message
        self.rule = rule
        self.step_number = step_number
        self.step = step

    def __str__(self) -> str:
        return self.message


def shown(text: str, most: int = 200) -> str:
    """Text from outside for a message: one printable line of at most ``most`` characters."""
    line = "".join(
        char if char.isprintable() else " " if char.isspace() else "?" for char in text[: most + 1]
    )
    return line if len(line) <= most else line[: most - 3] + "..."


def quoted(text: str) -> str:
    """The beginning of a text from outside, in quotes and ASCII: ``'Ed2n Ed3n'``."""
    most = 40
    return f"'{shown(ascii(text[: most + 1])[1:-1], most)}'"
