"""House rules of the front end that can be read off its files."""

from __future__ import annotations

import re
from dataclasses import asdict
from importlib import resources
from pathlib import Path

import pytest

from gajah.svg import THEMES

STATIC = Path(str(resources.files("gajah.web") / "static"))
MODULES = sorted(STATIC.glob("js/**/*.js"))
PAGES = sorted(STATIC.glob("*.html"))
ROOT = Path(__file__).parent.parent.parent
# Programs that call core in WebAssembly as pages without a server will.
CALLERS = (*ROOT.glob("tests/wasm/*.js"), *ROOT.glob("bench/wasm*.js"))
_MOST_LINES = 400
# Types may point anywhere; only what is loaded can go round in a circle.
_IMPORT = re.compile(r'^(?:import|(?:import|export)\s[^;"]*\sfrom)\s"(\.[^"]+)"', re.MULTILINE)


def _imports(module: Path) -> list[Path]:
    text = module.read_text("utf-8")
    return [(module.parent / name).resolve() for name in _IMPORT.findall(text)]


def test_modules_are_short() -> None:
    lengths = {path: len(path.read_text("utf-8").splitlines()) for path in MODULES}
    assert {path.name: count for path, count in lengths.items() if count > _MOST_LINES} == {}


def test_file_names_are_words_with_dashes() -> None:
    # Two words run together are words of neither file nor class: the class shows where they part.
    joined = {
        name.lower()
        for module in MODULES
        for name in re.findall(r"^export class (\w+)", module.read_text("utf-8"), re.MULTILINE)
        if not name.istitle()
    }
    stems = [path.stem for path in (*MODULES, *PAGES, *STATIC.glob("css/*"))]
    assert [stem for stem in stems if not re.fullmatch(r"[a-z]+(-[a-z]+)*", stem)] == []
    assert [stem for stem in stems if stem in joined] == []


def test_a_method_that_only_its_class_calls_is_private() -> None:
    texts = [path.read_text("utf-8") for path in MODULES]
    method = re.compile(r"^  (?:async |get |set )?([a-z]\w*)\([^;]*\) \{$", re.MULTILINE)
    public = {name for text in texts for name in method.findall(text)}
    calling = [*texts, *(path.read_text("utf-8") for path in CALLERS)]
    called = {name for text in calling for name in re.findall(r"(?<!\bthis)\??\.(\w+)", text)}
    taken = {
        name
        for text in texts
        for names in re.findall(r"\{([^{}]*)\} = (?!this;)", text)
        for name in re.findall(r"\w+", names)
    }
    assert public - called - taken - {"constructor", "if", "for", "while", "switch"} == set()


_THEME_VARIABLES = {
    **{"light": "sq-light", "dark": "sq-dark", "grid": "sq-grid", "step": "arrow"},
    "dragged": "arrow-dragged",
}


@pytest.mark.parametrize("name", THEMES)
def test_pages_and_pictures_draw_a_board_in_the_same_colours(name: str) -> None:
    css = (STATIC / "css" / "board.css").read_text("utf-8")
    rules = re.findall(r':root(?:\[data-board="(\w+)"\])? \{([^}]*)\}', css)
    page = {
        variable: colour
        for board, rule in rules
        if board in ("", name)
        for variable, colour in re.findall(r"--([\w-]+): (#\w+);", rule)
    }
    for part, value in asdict(THEMES[name]).items():
        if isinstance(value, dict):
            assert {key: page[f"{part}-{key}"] for key in value} == value
        elif part != "cross":  # the page strikes nothing out
            assert page[_THEME_VARIABLES.get(part, part)] == value


def test_imports_do_not_go_round_in_a_circle() -> None:
    finished: set[Path] = set()

    def visit(module: Path, way: tuple[Path, ...]) -> None:
        assert module not in way, " -> ".join(path.name for path in (*way, module))
        if module not in finished:
            for each in _imports(module):
                visit(each, (*way, module))
            finished.add(module)

    for module in MODULES:
        visit(module.resolve(), ())


def test_every_import_and_preload_is_there() -> None:
    for module in MODULES:
        assert [path for path in _imports(module) if not path.is_file()] == [], module.name
    for page in PAGES:
        names = re.findall(r'"/static/([^"]+)"', page.read_text("utf-8"))
        assert [name for name in names if not (STATIC / name).is_file()] == [], page.name


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_pages_have_no_inline_script_or_style(page: Path) -> None:
    text = page.read_text("utf-8")
    assert not re.search(r"<script(?![^>]*\bsrc=)|<style|\sstyle=|\son\w+=", text)


def test_text_never_becomes_markup() -> None:
    for module in MODULES:
        assert not re.search(r"\.(inner|outer|insertAdjacent)HTML", module.read_text("utf-8"))
