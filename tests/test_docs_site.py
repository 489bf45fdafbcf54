"""The documentation site: ``make docs``."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import zlib
from pathlib import Path

import pytest

import gajah

ROOT = Path(__file__).parent.parent
TOOL = ROOT / "tools" / "docs_site.py"
STATIC = Path("src", "gajah", "web", "static")
NOTEBOOKS = sorted((ROOT / "docs" / "notebooks").glob("*.ipynb"))
# A source tree that makes a site.
PAGES = {
    "docs/README.md": "# Home\n\n[One](api/one.md), [the changelog](../CHANGELOG.md)\n",
    "docs/api/one.md": "# One\n\n::: gajah.One\n",
    "docs/zensical.toml": (
        '[project]\nsite_name = "x"\ndocs_dir = "pages"\nnav = ["README.md", "api/one.md"]\n'
        '[project.plugins.mkdocstrings.handlers.python]\npaths = ["src"]\n'
    ),
    "CHANGELOG.md": "# Changelog\n",
    str(STATIC / "icon.svg"): "<svg/>",
    "src/gajah/__init__.py": (
        '"""A package."""\n\n\nclass One:\n    """A class."""\n\n    field: int\n'
        '\n    def method(self):\n        """A method."""\n'
    ),
}


def make_site(folder: Path, *root: Path) -> str:
    """What the tool has to say: nothing when it has written the site."""
    done = subprocess.run([sys.executable, TOOL, folder, *root], capture_output=True, text=True)
    assert (done.returncode == 0) == (folder / "index.html").exists()
    return done.stdout + done.stderr


def refusal_of(tree: Path, **changed: str) -> str:
    """Why a source tree with these changes makes no site."""
    for path, text in {**PAGES, **changed}.items():
        (tree / path).parent.mkdir(parents=True, exist_ok=True)
        (tree / path).write_text(text, encoding="utf-8")
    return make_site(tree / "site", tree)


def documented_names(site: Path) -> set[str]:
    """The names that the reference explains, from its list for other sites."""
    header, packed = (site / "objects.inv").read_bytes().split(b"zlib.\n")
    assert header.startswith(b"# Sphinx inventory")
    return {line.split(" ")[0] for line in zlib.decompress(packed).decode().splitlines()}


def foreign_files(page: str) -> list[str]:
    """What a page would fetch from another host: scripts, styles, fonts, pictures."""
    fetched = re.findall(r'<(?:script|img|iframe)\b[^>]*\bsrc="((?:https?:)?//[^"]+)', page)
    linked = re.findall(r'<link\b[^>]*\bhref="((?:https?:)?//[^"]+)', page)
    return [*fetched, *linked, *re.findall(r"url\([\"']?((?:https?:)?//[^)]+)", page)]


def test_site_has_all_pages_names_and_outputs_and_asks_no_other_host(tmp_path: Path) -> None:
    site = tmp_path / "site"
    assert make_site(site) == ""
    names = {f"gajah.{name}" for name in gajah.__all__}
    assert names - documented_names(site) == set()
    texts = {
        path.relative_to(site).as_posix(): path.read_text(encoding="utf-8")
        for path in site.rglob("*")
        if path.suffix in (".css", ".html") and "play" not in path.parts
    }
    assert {name: found for name, text in texts.items() if (found := foreign_files(text))} == {}
    assert "goals were missed, in" in texts["notebooks/sample-games.html"]
    assert "<svg" in (site / "notebooks" / "positions-and-pictures-3.svg").read_text("utf-8")
    assert "lab/training.html" in texts["learning.html"]
    is_playable = (ROOT / STATIC / "wasm" / "gajah.wasm").is_file()
    assert ("play/index.html" in texts["index.html"]) == is_playable
    assert (site / "play" / "index.html").exists() == is_playable


@pytest.mark.parametrize(
    ("path", "text", "reason"),
    [
        ("docs/README.md", "# Home\n\n[Two](two.md)\n", "docs/README.md: two.md leads to no page"),
        ("docs/README.md", "# Home\n\n[One](api/one.md#two)\n", "anchor does not exist"),
        ("docs/api/two.md", "# Two\n", "nav lacks api/two.md"),
        ("docs/api/one.md", "# One\n\n::: gajah.Two\n", "gajah.Two"),
        ("src/gajah/__init__.py", '"""A."""\nclass One: ...\n', "without a docstring: gajah.One"),
        (
            "src/gajah/__init__.py",
            '"""A."""\nclass One:\n    """B."""\n    def method(self): ...\n',
            "without a docstring: gajah.One.method",
        ),
    ],
)
def test_site_with_a_fault_is_refused(tmp_path: Path, path: str, text: str, reason: str) -> None:
    assert reason in refusal_of(tmp_path, **{path: text})


def test_notebook_that_fails_is_named_with_its_error(tmp_path: Path) -> None:
    notebook = json.loads(NOTEBOOKS[0].read_text(encoding="utf-8"))
    notebook["cells"] = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"][:1]
    notebook["cells"][0]["source"] = "1 / 0"
    nav = PAGES["docs/zensical.toml"].replace('"README.md"', '"README.md", "bad.md"')
    changed = {"docs/bad.ipynb": json.dumps(notebook), "docs/zensical.toml": nav}
    said = refusal_of(tmp_path, **changed)
    assert "bad.ipynb" in said
    assert "ZeroDivisionError" in said


def test_tree_without_a_fault_makes_a_site(tmp_path: Path) -> None:
    assert refusal_of(tmp_path) == ""


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.name)
def test_notebooks_are_kept_without_outputs(path: Path) -> None:
    notebook = json.loads(path.read_text(encoding="utf-8"))
    cells = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    assert all(cell["outputs"] == [] and cell["execution_count"] is None for cell in cells)
    assert set(notebook["metadata"]) == {"kernelspec", "language_info"}
