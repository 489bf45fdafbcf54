"""The front end's files hold nothing twice, and nothing unused."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

from gajah.svg import PIECE_SETS
from gajah.web.server.pages import STATIC
from gajah.web.server.sprite import piece_sprite

ROOT = Path(__file__).parents[3]
FRONT_TESTS = ROOT / "tests" / "front"
# Programs that use core in WebAssembly as pages without a server will.
CALLERS = [
    path.read_text("utf-8")
    for pattern in ("tests/wasm/*.js", "bench/wasm*.js")
    for path in sorted(ROOT.glob(pattern))
]
MODULES = [path.read_text("utf-8") for path in sorted(STATIC.glob("js/**/*.js"))]
TESTS = [path.read_text("utf-8") for path in sorted(FRONT_TESTS.glob("*.test.js"))]
STYLES = [path.read_text("utf-8") for path in sorted(STATIC.glob("css/*.css"))]
_EXPORTED = re.compile(r"^export (?:async )?(?:function|class|const|let) (\w+)", re.MULTILINE)
_IMPORTED = re.compile(r"\{([^{}]*)\} (?:from|= await import)\b")
_IMPORTED_WHOLE = re.compile(r"import \* as (\w+) from")
_FUNCTION = re.compile(r"^(?:export )?((?:async )?function .*?^\})$", re.MULTILINE | re.DOTALL)


def test_every_export_is_imported_somewhere() -> None:
    lists = [names for module in [*MODULES, *CALLERS] for names in _IMPORTED.findall(module)]
    imported = {name.split()[0] for names in lists for name in names.split(",") if name.strip()}
    for module in MODULES:
        for whole in _IMPORTED_WHOLE.findall(module):
            imported |= set(re.findall(rf"\b{whole}\.(\w+)", module))
    exported = {name for module in MODULES for name in _EXPORTED.findall(module)}
    unused = exported - imported
    # A part that only its own module uses may be exported for a test of its own.
    tested = {name for name in unused if any(re.search(rf"\b{name}\b", each) for each in TESTS)}
    alone = {name for name in tested if len(re.findall(rf"\b{name}\b", "".join(MODULES))) < 2}
    assert unused - tested | alone == set()


def test_no_function_is_written_twice() -> None:
    written = Counter(function for module in MODULES for function in _FUNCTION.findall(module))
    assert [function for function, times in written.items() if times > 1] == []


def test_every_property_of_the_style_sheets_is_used() -> None:
    known = {name for style in STYLES for name in re.findall(r"(--[\w-]+)\s*:", style)}
    users = [*STYLES, *MODULES, *map(piece_sprite, PIECE_SETS)]
    used = {name for user in users for name in re.findall(r"var\((--[\w-]+)", user)}
    assert known - used == set()
