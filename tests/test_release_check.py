"""A release whose version, changelog, citation, docs or tag disagree is refused."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

TOOL = Path(__file__).parent.parent / "tools" / "release_check.py"
FILES = {
    "src/gajah/__init__.py": '__version__ = "1.2.0"\n',
    "CHANGELOG.md": "# Changelog\n\n## 1.2.0, 2026-12-01\n\n## 1.1.0, 2026-11-30\n",
    "CITATION.cff": 'version: 1.2.0\ndate-released: "2026-12-01"\n',
    "docs/aei.md": "< id version 1.2.0\n",
}


def git(root: Path, *words: str) -> None:
    who = ("-c", "user.name=A", "-c", "user.email=a@example.org")
    subprocess.run(["git", "-C", root, *who, *words], check=True, capture_output=True)


def released(root: Path, tag: str = "v1.2.0", **changed: str) -> Path:
    for path, text in {**FILES, **changed}.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text, encoding="utf-8")
    git(root, "init")
    git(root, "add", ".")
    git(root, "commit", "-m", "A release")
    git(root, "tag", tag)
    return root


def check(root: Path) -> tuple[int, str]:
    done = subprocess.run([sys.executable, TOOL, root], capture_output=True, text=True, timeout=60)
    return done.returncode, done.stderr.strip()


def test_release_whose_parts_agree_passes(tmp_path: Path) -> None:
    assert check(released(tmp_path)) == (0, "")


@pytest.mark.parametrize(
    ("path", "text", "why"),
    [
        ("CHANGELOG.md", "# Changelog\n\n## Unreleased\n", "begins with 'Unreleased'"),
        ("CHANGELOG.md", "## 1.2.0, 2026-11-30\n", "not with '1.2.0, 2026-12-01'"),
        ("CITATION.cff", 'version: 1.1.0\ndate-released: "2026-12-01"\n', "names version 1.1.0"),
        ("docs/aei.md", "< id version 1.1.0\n", "docs/aei.md names version 1.1.0, not 1.2.0."),
    ],
)
def test_page_that_disagrees_is_named(tmp_path: Path, path: str, text: str, why: str) -> None:
    status, said = check(released(tmp_path, **{path: text}))
    assert status == 1
    assert why in said


def test_commit_without_the_version_s_tag_is_refused(tmp_path: Path) -> None:
    assert check(released(tmp_path, tag="v1.1.0")) == (1, "The commit has no tag v1.2.0.")


def test_changes_that_are_not_committed_are_refused(tmp_path: Path) -> None:
    root = released(tmp_path)
    (root / "docs/aei.md").write_text("< id version 1.2.0\nmore\n", encoding="utf-8")
    status, said = check(root)
    assert status == 1
    assert "not committed" in said
