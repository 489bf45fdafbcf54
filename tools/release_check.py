"""Refuse a release whose version, changelog, citation, docs or tag disagree.

    python tools/release_check.py [FOLDER]

Prints what is wrong, a line each, and exits with 1; says nothing when all is well. The version is
that of ``src/gajah/__init__.py``. A release is a clean commit with the tag ``vVERSION``.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path


def find_problems(root: Path) -> Iterator[str]:
    """What keeps the commit in a folder from being a release, in sentences."""

    def find(path: str, pattern: str) -> str | None:
        found = re.search(pattern, (root / path).read_text(encoding="utf-8"), re.MULTILINE)
        return found and found[1]

    number = find("src/gajah/__init__.py", r'^__version__ = "(.+)"$')
    heading = find("CHANGELOG.md", r"^## (.+)$")
    day = find("CITATION.cff", r'^date-released: "(.+)"$')
    if heading != f"{number}, {day}":
        yield f"CHANGELOG.md begins with {heading!r}, not with '{number}, {day}'."
    for path, pattern in (
        ("CITATION.cff", r"^version: (.+)$"),
        ("docs/aei.md", r"id version (.+)$"),
    ):
        if (said := find(path, pattern)) != number:
            yield f"{path} names version {said}, not {number}."
    if f"v{number}" not in _git(root, "tag", "--points-at", "HEAD").split():
        yield f"The commit has no tag v{number}."
    if changed := _git(root, "status", "--porcelain"):
        yield f"There are changes that are not committed:\n{changed}"


def _git(root: Path, *words: str) -> str:
    done = subprocess.run(["git", "-C", root, *words], check=True, capture_output=True, text=True)
    return done.stdout.strip()


if __name__ == "__main__":
    problems = list(find_problems(Path(sys.argv[1] if len(sys.argv) > 1 else ".")))
    print("\n".join(problems), file=sys.stderr)
    sys.exit(1 if problems else 0)
