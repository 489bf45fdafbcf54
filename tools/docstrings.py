"""Docstrings as the documentation site shows them, and the public names that lack one.

The site's reference is read from the sources by Griffe, which loads ``Docstrings`` as an extension:
examples become code blocks, and ``#:`` comments above a value its docstring.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import griffe

# From the first prompt to the empty line after the example.
_EXAMPLE = re.compile(r"^>>> .+?(?=\n\n|\Z)", re.MULTILINE | re.DOTALL)


class Docstrings(griffe.Extension):
    """Fences examples, which Markdown would take for quotations, and reads ``#:`` comments."""

    def on_instance(self, *, obj: griffe.Object, **_: Any) -> None:
        """Called by Griffe for everything that it has read."""
        if obj.docstring is not None:
            obj.docstring.value = _EXAMPLE.sub(_fence, obj.docstring.value)

    def on_attribute_instance(self, *, attr: griffe.Attribute, **_: Any) -> None:
        """Called by Griffe for every value and field."""
        if attr.docstring is None and (text := _comment_above(attr)):
            attr.docstring = griffe.Docstring(text, parent=attr)


def _fence(example: re.Match[str]) -> str:
    return f"```pycon\n{example[0]}\n```"


def _comment_above(attr: griffe.Attribute) -> str:
    if attr.lineno is None or not isinstance(attr.filepath, Path):
        return ""
    lines = attr.filepath.read_text(encoding="utf-8").splitlines()[: attr.lineno - 1]
    found: list[str] = []
    while lines and (line := lines.pop().strip()).startswith("#:"):
        found.insert(0, line.removeprefix("#:").strip())
    return " ".join(found)


def find_undocumented(package: str, sources: Path, public: list[str]) -> Iterator[str]:
    """Public names without a docstring, each as a dotted path.

    ``public`` are modules, and names in them, as the reference lists them. In a module without
    ``__all__`` the names that it defines count. Fields, an enum's members and special methods may
    do without: their class explains them.
    """
    loaded = griffe.load(
        package, search_paths=[sources], extensions=griffe.Extensions(Docstrings())
    )
    seen: set[str] = set()
    for path in public:
        inside = path.removeprefix(package).removeprefix(".")
        try:
            found = loaded[inside] if inside else loaded
        except KeyError:
            yield f"{path} (which does not exist)"
        else:
            yield from _without_docstring(found, seen)


def _without_docstring(found: griffe.Object | griffe.Alias, seen: set[str]) -> Iterator[str]:
    target = found.final_target if isinstance(found, griffe.Alias) else found
    if target.path in seen:
        return
    seen.add(target.path)
    is_field = target.is_attribute and target.parent is not None and target.parent.is_class
    if target.docstring is None and not is_field:
        yield target.path
    if target.is_module or target.is_class:
        for member in target.members.values():
            if member.is_public and not member.is_special and not member.is_module:
                yield from _without_docstring(member, seen)
