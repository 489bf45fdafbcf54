"""How messages quote text from outside."""

from __future__ import annotations

import pytest

from gajah.errors import quoted, shown


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Ed2n", "Ed2n"),
        ("Müller", "Müller"),
        ("two\nlines", "two lines"),
        ("\x1b[2J\udc80", "?[2J?"),
        ("x" * 10, "x" * 10),
        ("x" * 11, "xxxxxxx..."),
    ],
)
def test_text_is_shown_on_one_printable_line(text: str, expected: str) -> None:
    assert shown(text, 10) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", "''"),
        ("Müller\n", r"'M\xfcller\n'"),
        ("x" * 40, f"'{'x' * 40}'"),
        ("x" * 1_000_000, f"'{'x' * 37}...'"),
    ],
)
def test_quotes_hold_the_beginning_in_ascii(text: str, expected: str) -> None:
    assert quoted(text) == expected
