"""Build the documentation site from docs/: pages, notebooks, the reference, gajah in the browser.

    python tools/docs_site.py FOLDER [ROOT]

Writes FOLDER from the source tree at ROOT, this one if none is named, in place of an older
site. A link that leads nowhere, a page that the navigation lacks, a public name without a
docstring or a notebook that fails ends it with a message and 1.

1. Pages are copied: docs/ and what is beside it (``BESIDE``), with their links changed to fit.
2. The notebooks are executed and become pages.
3. Zensical makes a site of them, by docs/zensical.toml.
4. Where core has been compiled for pages (``make wasm``), gajah itself is in ``play/``.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator
from pathlib import Path

from docstrings import find_undocumented
from nbclient.exceptions import CellExecutionError
from notebooks import run_notebook

ROOT = Path(__file__).resolve().parent.parent
CONFIG = Path("docs", "zensical.toml")
ICON = Path("src", "gajah", "web", "static", "icon.svg")
WASM = Path("src", "gajah", "web", "static", "wasm", "gajah.wasm")
#: What the site has besides docs/.
BESIDE = (
    "CHANGELOG.md",
    "CODE_OF_CONDUCT.md",
    "CONTRIBUTING.md",
    "SECURITY.md",
    "checkpoints/README.md",
    "examples",
    "lab",
)
_LINK = re.compile(r"\[([^\]]*)\]\(([^)\s]+)\)")
_REFERENCE = re.compile(r"^::: (\S+)$", re.MULTILINE)
_PLAY = re.compile(r'^.*"play/index.html".*\n', re.MULTILINE)


class NoSite(Exception):  # noqa: N818 - it says what came of it
    """The pages do not make a site; the message says why."""


def build(root: Path, folder: Path) -> None:
    """Write the site of a source tree into a folder. Raises NoSite."""
    check_navigation(root)
    check_docstrings(root)
    with tempfile.TemporaryDirectory() as name:
        workshop = Path(name)
        write_pages(root, workshop / "pages")
        shutil.copyfile(root / ICON, workshop / "pages" / ICON.name)
        (workshop / "src").symlink_to(root / "src")
        config = (root / CONFIG).read_text(encoding="utf-8")
        if not (root / WASM).is_file():
            config = _PLAY.sub("", config)
        (workshop / CONFIG.name).write_text(config, encoding="utf-8")
        run_zensical(workshop)
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(workshop / "site", folder)
    if (root / WASM).is_file():
        # Imported here: without core for pages the app is not needed.
        from gajah.web.server.static_site import build_site

        build_site(folder / "play")


def sources(root: Path) -> Iterator[Path]:
    """All pages and the files that they show, relative to the source tree."""
    for name in ("docs", *BESIDE):
        found = [root / name] if (root / name).is_file() else sorted((root / name).rglob("*"))
        paths = (path.relative_to(root) for path in found if path.is_file())
        yield from (path for path in paths if path != CONFIG)


def place_of(path: Path) -> Path:
    """Where a file of the source tree is on the site; both paths are relative."""
    if path.suffix == ".ipynb":
        path = path.with_suffix(".md")
    return path.relative_to("docs") if path.parts[0] == "docs" else path


def write_pages(root: Path, folder: Path) -> None:
    """Write all pages, and the files that they show, into a folder."""
    known = set(sources(root))
    for path in sorted(known):
        place = folder / place_of(path)
        place.parent.mkdir(parents=True, exist_ok=True)
        if path.suffix == ".ipynb":
            try:
                text = run_notebook(root / path, place.parent)
            except CellExecutionError as error:
                raise NoSite(f"{path}: {error}") from None
        elif path.suffix == ".md":
            text = (root / path).read_text(encoding="utf-8")
        else:
            shutil.copyfile(root / path, place)
            continue
        place.write_text(with_links_of_the_site(text, path, root, known), encoding="utf-8")


def with_links_of_the_site(text: str, page: Path, root: Path, known: set[Path]) -> str:
    """A page's text with links that fit the site; a file's name as text becomes its title."""

    def change(link: re.Match[str]) -> str:
        words, target = link[1], link[2]
        name, mark, anchor = target.partition("#")
        # Pictures of a notebook have just been written beside its page.
        if not name or "://" in name or (page.suffix == ".ipynb" and name.endswith(".svg")):
            return link[0]
        there = Path(os.path.normpath(page.parent / name))
        if there not in known:
            raise NoSite(f"{page}: {target} leads to no page of the site")
        if words in (name, there.name, str(there)):
            words = title_of(root / there)
        way = os.path.relpath(place_of(there), place_of(page).parent)
        return f"[{words}]({Path(way).as_posix()}{mark}{anchor})"

    return _LINK.sub(change, text)


def title_of(page: Path) -> str:
    """A page's first heading."""
    found = re.search(r"^# (.+)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return found[1] if found else page.stem


def run_zensical(workshop: Path) -> None:
    """Make ``site`` of ``pages``; anything that Zensical warns about raises NoSite."""
    # The reference is read with the extension in docstrings.py, beside this file.
    variables = {**os.environ, "PYTHONPATH": str(Path(__file__).parent), "NO_COLOR": "1"}
    command = [sys.executable, "-m", "zensical", "build", "--strict"]
    done = subprocess.run(command, cwd=workshop, env=variables, capture_output=True, text=True)
    if done.returncode:
        raise NoSite(f"{done.stdout}{done.stderr}")


def check_navigation(root: Path) -> None:
    """Refuse a navigation that lacks a page of docs/."""
    nav = tomllib.loads((root / CONFIG).read_text(encoding="utf-8"))["project"]["nav"]
    pages = {
        place_of(path).as_posix()
        for path in sources(root)
        if path.parts[0] == "docs" and path.suffix in (".md", ".ipynb")
    }
    if missing := sorted(pages - set(_pages_in(nav))):
        raise NoSite(f"{CONFIG}: nav lacks {', '.join(missing)}")


def _pages_in(entry: object) -> Iterator[str]:
    if isinstance(entry, str):
        yield entry
    else:
        assert isinstance(entry, dict | list)
        for value in entry.values() if isinstance(entry, dict) else entry:
            yield from _pages_in(value)


def check_docstrings(root: Path) -> None:
    """Refuse public names without a docstring: what the reference shows."""
    pages = sorted((root / "docs" / "api").glob("*.md"))
    public = [name for page in pages for name in _REFERENCE.findall(page.read_text("utf-8"))]
    if missing := list(find_undocumented("gajah", root / "src", public)):
        raise NoSite(f"without a docstring: {', '.join(missing)}")


if __name__ == "__main__":
    try:
        build(Path(sys.argv[2]) if len(sys.argv) > 2 else ROOT, Path(sys.argv[1]))
    except NoSite as error:
        sys.exit(str(error))
