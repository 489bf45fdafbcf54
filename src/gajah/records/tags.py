"""The tags of a record: names with values, in their order, none lost."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from gajah.errors import NotationError, quoted
from gajah.records.text import check_unicode

_NAME = re.compile(r"[A-Za-z0-9_]+")
# What other tools call the players; we write one name for each.
_ALIASES = {"white": "Gold", "black": "Silver"}


class Tags:
    """Names with values, in order. A name may occur twice: then its first value is the one found.

    >>> tags = Tags({"Event": "Casual", "White": "you"})
    >>> tags["Gold"], tags.get("Silver"), dict(tags)
    ('you', None, {'Event': 'Casual', 'Gold': 'you'})

    ``White`` and ``Black`` are other names for ``Gold`` and ``Silver``. A name is made of letters,
    digits and underscores, a value of anything but line ends; others raise NotationError.
    """

    __slots__ = ("_found", "_pairs")

    def __init__(self, pairs: Tags | Mapping[str, str] | Iterable[tuple[str, str]] = ()) -> None:
        self._pairs: list[tuple[str, str]] = []
        # Where the first of each name stands.
        self._found: dict[str, int] = {}
        for name, value in pairs.items() if isinstance(pairs, Mapping) else pairs:
            self.add(name, value)

    def add(self, name: str, value: str) -> None:
        """Put a tag at the end, even if the name is there already."""
        pair = _checked(name, value)
        self._found.setdefault(pair[0], len(self._pairs))
        self._pairs.append(pair)

    def get(self, name: str, default: str | None = None) -> str | None:
        """The first value of that name, or the default."""
        index = self._found.get(_canonical(name))
        return default if index is None else self._pairs[index][1]

    def __getitem__(self, name: str) -> str:
        value = self.get(name)
        if value is None:
            raise KeyError(name)
        return value

    def __setitem__(self, name: str, value: str) -> None:
        index = self._found.get(_canonical(name))
        if index is None:
            self.add(name, value)
        else:
            self._pairs[index] = _checked(name, value)

    def __delitem__(self, name: str) -> None:
        if name not in self:
            raise KeyError(name)
        kept = [pair for pair in self._pairs if pair[0] != _canonical(name)]
        self._pairs, self._found = [], {}
        for pair in kept:
            self.add(*pair)

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and self.get(name) is not None

    def __iter__(self) -> Iterator[tuple[str, str]]:
        return iter(self._pairs)

    def __len__(self) -> int:
        return len(self._pairs)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Tags) and self._pairs == other._pairs

    __hash__ = None  # type: ignore[assignment]  # tags change

    def __repr__(self) -> str:
        return f"Tags({self._pairs!r})"


def _canonical(name: str) -> str:
    return _ALIASES.get(name.lower(), name)


def _checked(name: str, value: str) -> tuple[str, str]:
    if not _NAME.fullmatch(name):
        raise NotationError(f"expected a tag's name, found {quoted(name)}")
    if "\n" in value or "\r" in value:
        raise NotationError(f"the value of the tag {quoted(name)} goes over a line's end")
    return _canonical(name), check_unicode(value)
