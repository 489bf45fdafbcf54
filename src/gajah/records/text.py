"""Text of records: checked for half characters, with and without its escapes."""

from __future__ import annotations

import re

from gajah.errors import NotationError

_SURROGATE = re.compile("[\ud800-\udfff]")


def check_unicode(text: str) -> str:
    """The text itself; raises NotationError for half a character, which no file can hold."""
    if not text.isascii() and (found := _SURROGATE.search(text)):
        raise NotationError(
            f"expected Unicode text, found half a character, U+{ord(found[0]):04X}",
            line=text.count("\n", 0, found.start()) + 1,
        )
    return text


def unescape(text: str, signs: str) -> str:
    """The text without the backslashes before a backslash or one of the signs."""
    if "\\" not in text:
        return text
    parts = text.split("\\\\")
    for sign in signs:
        parts = [part.replace("\\" + sign, sign) for part in parts]
    return "\\".join(parts)


def escape(text: str, signs: str) -> str:
    """The text with a backslash before every backslash and before the signs."""
    text = text.replace("\\", "\\\\")
    for sign in signs:
        text = text.replace(sign, "\\" + sign)
    return text
