"""The rules of the house, executed: imports, examples, stubs, versions, and what stays out."""

from __future__ import annotations

import ast
import doctest
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "src" / "gajah"

# The rooms from the lowest to the highest; a room may import from lower lines, rooms of one line
# not from each other.
ROOMS = (
    ("_core",),
    ("cluster", "errors", "files", "system"),
    ("notation", "clock", "handicap", "actions"),
    ("svg", "advice"),
    ("game",),
    ("records", "random_game", "setups"),
    ("engine",),
    ("bots",),
    ("aei",),
    ("match",),
    ("arena", "analysis", "env", "online"),
    ("bench", "train"),
    ("web",),
    ("cli",),
    ("__main__",),
)
# The same for the rooms of the web app.
WEB_ROOMS = (
    ("settings",),
    ("wire",),
    ("games",),
    ("accounts", "analysis", "library", "notices"),
    ("lessons", "live"),
    ("server",),
)


def _levels(rooms: tuple[tuple[str, ...], ...]) -> dict[str, int]:
    return {room: level for level, beside in enumerate(rooms) for room in beside}


LEVELS, WEB_LEVELS = _levels(ROOMS), _levels(WEB_ROOMS)

# The rooms of core, each with the rooms that its files may include: core/README.md.
CORE = ROOT / "core"
CORE_ROOMS: dict[str, set[str]] = {"rules": set()}
CORE_ROOMS["eval"] = CORE_ROOMS["engine"] = CORE_ROOMS["network"] = {"rules"}
CORE_ROOMS["alphabeta"] = {"rules", "eval", "engine"}
CORE_ROOMS["study"] = CORE_ROOMS["alphabeta"] | {"alphabeta"}
CORE_ROOMS["tree"] = {"rules", "engine", "network"}
CORE_ROOMS["selfplay"] = CORE_ROOMS["tree"] | {"tree"}
CORE_ROOMS["game"] = {"rules", "engine"}
CORE_ROOMS["players"] = CORE_ROOMS["tree"] | {"tree", "game"}
CORE_ROOMS["aei"] = CORE_ROOMS["players"] | CORE_ROOMS["alphabeta"] | {"players", "alphabeta"}
CORE_ROOMS["bindings"] = CORE_ROOMS["tests"] = set(CORE_ROOMS)
CORE_ROOMS["wasm"] = CORE_ROOMS["players"] | CORE_ROOMS["study"] | {"players", "study"}

# Spelled apart, so that this file does not contain what it forbids.
MACHINE_PATHS = re.compile("/" + "(?:work|tmp|home|root|Users)" + "/")
TEXT_FILES = {
    *(".c", ".cfg", ".cpp", ".css", ".h", ".html", ".js", ".json", ".md", ".py", ".pyi"),
    *(".toml", ".txt", ".yml", ""),
}


def _room(module: Path) -> str:
    return module.relative_to(PACKAGE).parts[0].removesuffix(".py")


def _modules() -> list[Path]:
    return sorted(path for path in PACKAGE.rglob("*.py") if path != PACKAGE / "__init__.py")


def _imports(module: Path) -> Iterator[tuple[int, str]]:
    """Each module of ours that a module names in an import, with the line, wherever it stands."""
    for node in ast.walk(ast.parse(module.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, name.name) for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{module}:{node.lineno}: a relative import"
            assert node.module is not None
            if node.module == "gajah":
                # ``from gajah import records`` names a module, anything else is a public name.
                yield from ((node.lineno, f"gajah.{name.name}") for name in node.names)
            else:
                yield node.lineno, node.module


def _tracked_files() -> list[Path]:
    # Without an index, since the source package is no repository.
    listed = subprocess.run(
        ["git", "grep", "--no-index", "--exclude-standard", "-I", "--files-with-matches", ""],
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    )
    paths = [ROOT / name for name in listed.stdout.splitlines()]
    return [path for path in paths if path.suffix in TEXT_FILES and path.is_file()]


def _run_python(code: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", code], check=True, capture_output=True, text=True, timeout=60
    )
    return done.stdout


def test_every_module_has_a_room() -> None:
    assert {_room(module) for module in _modules()} <= set(LEVELS)


@pytest.mark.parametrize("module", _modules(), ids=lambda path: str(path.relative_to(PACKAGE)))
def test_imports_point_one_way(module: Path) -> None:
    own = _room(module)
    for line, name in _imports(module):
        if name.split(".")[0] != "gajah":
            continue
        where = f"{module.name}:{line} imports {name}"
        assert name != "gajah", f"{where}: import from the module that defines a name"
        room = name.split(".")[1]
        assert room in LEVELS, f"{where}: which is no module"
        assert room == own or LEVELS[room] < LEVELS[own], f"{where}: from above or beside"


@pytest.mark.parametrize(
    "module",
    sorted((PACKAGE / "web").glob("*/**/*.py")),
    ids=lambda path: str(path.relative_to(PACKAGE / "web")),
)
def test_imports_of_the_web_app_point_one_way(module: Path) -> None:
    own = module.relative_to(PACKAGE / "web").parts[0]
    for line, name in _imports(module):
        parts = name.split(".")
        if parts[:2] != ["gajah", "web"]:
            continue
        where = f"{module.name}:{line} imports {name}"
        assert len(parts) > 2, f"{where}: import from the module that defines a name"
        room = parts[2]
        assert room == own or WEB_LEVELS[room] < WEB_LEVELS[own], f"{where}: from above or beside"


@pytest.mark.parametrize("room", sorted(CORE_ROOMS))
def test_includes_of_core_point_one_way(room: str) -> None:
    for file in sorted((CORE / room).iterdir()):
        for path in re.findall(r'^#include "(.+)"', file.read_text(encoding="utf-8"), re.MULTILINE):
            other = path.split("/")[0] if "/" in path else room
            assert other in CORE_ROOMS[room] | {room}, f"{file.name} includes {path}"


def test_every_room_of_core_is_on_its_map() -> None:
    rooms = {path.name for path in CORE.iterdir() if path.is_dir()}
    named = re.findall(r"^\| `(\w+)/`", (CORE / "README.md").read_text(encoding="utf-8"), re.M)
    assert rooms == set(CORE_ROOMS) == set(named)


def test_readme_examples_run() -> None:
    results = doctest.testfile(str(ROOT / "README.md"), module_relative=False)
    assert results.attempted > 0
    assert results.failed == 0


@pytest.mark.parametrize("essay", sorted((ROOT / "docs").rglob("*.md")), ids=lambda path: path.name)
def test_examples_of_the_essays_run(essay: Path) -> None:
    assert doctest.testfile(str(essay), module_relative=False).failed == 0


def _anchors(page: Path) -> set[str]:
    """The headings of a page as a browser's address names them."""
    titles = re.findall(r"^#+ (.+)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


def test_links_in_the_documents_lead_somewhere() -> None:
    broken = []
    for page in (path for path in _tracked_files() if path.suffix == ".md"):
        links: list[str] = re.findall(r"\]\(([^)\s]+)\)", page.read_text(encoding="utf-8"))
        for link in links:
            if link.startswith("http"):
                continue
            name, _, anchor = link.partition("#")
            target = (page.parent / name).resolve() if name else page
            if not target.exists() or (anchor and anchor not in _anchors(target)):
                broken.append(f"{page.relative_to(ROOT)}: {link}")
    assert broken == []


def test_every_document_says_which_of_four_kinds_it_is_and_for_whom() -> None:
    pages = {path for path in (ROOT / "docs").glob("*.md") if path.name != "README.md"}
    kind = re.compile(r"# .+\n\n\*(?:Tutorial|How-to|Reference|Explanation)\b[^*]* for\b")
    assert [page.name for page in pages if not kind.match(page.read_text(encoding="utf-8"))] == []


def test_lines_of_the_documents_stay_short() -> None:
    long = [
        f"{page.relative_to(ROOT)}:{number}"
        for page in _tracked_files()
        if page.suffix == ".md" and page.is_relative_to(ROOT / "docs")
        for number, line in enumerate(page.read_text(encoding="utf-8").splitlines(), 1)
        if len(line) >= 100
    ]
    assert long == []


def test_the_code_points_at_documents_that_exist() -> None:
    code = [path for path in _tracked_files() if path.suffix in (".py", ".cpp", ".h", ".js")]
    document = re.compile(r"\b(?:docs|lab|checkpoints)/[\w-]+\.md")
    named = {
        (path.relative_to(ROOT), name)
        for path in code
        for name in document.findall(path.read_text(encoding="utf-8"))
    }
    assert [(path, name) for path, name in named if not (ROOT / name).exists()] == []


def test_the_architecture_names_files_that_exist() -> None:
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    named = re.findall(r"`([\w./-]+(?:/|\.(?:cpp|h|js|json|md|net|py|css)))`", page)
    assert len(named) > 100
    roots = (ROOT, PACKAGE, PACKAGE / "web" / "static" / "js")
    assert [name for name in named if not any((root / name).exists() for root in roots)] == []


def test_docstring_examples_run() -> None:
    code = (
        "import doctest, importlib, sys\n"
        "for name in sys.stdin.read().split():\n"
        "    module = importlib.import_module(name)\n"
        "    assert doctest.testmod(module).failed == 0, name\n"
    )
    names = [
        ".".join(["gajah", *module.relative_to(PACKAGE).with_suffix("").parts])
        for module in _modules()
        if ">>>" in module.read_text(encoding="utf-8")
    ]
    done = subprocess.run(
        [sys.executable, "-c", code],
        input="\n".join(["gajah", *names]),
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_stubs_say_what_the_compiled_module_offers(tmp_path: Path) -> None:
    written = tmp_path / "_core.pyi"
    patterns = CORE / "bindings" / "stub_patterns.txt"
    stubgen = [sys.executable, "-m", "nanobind.stubgen", "-q", "-m", "gajah._core"]
    subprocess.run([*stubgen, "-p", patterns, "-o", written], check=True, timeout=60)
    stubs = (PACKAGE / "_core.pyi").read_text(encoding="utf-8")
    assert stubs == written.read_text(encoding="utf-8"), "run: make stubs"


def test_front_end_s_types_are_those_of_the_server_s_models() -> None:
    tool = [sys.executable, str(ROOT / "tools" / "wire_types.py")]
    written = subprocess.run(tool, check=True, capture_output=True, text=True, timeout=60).stdout
    kept = PACKAGE / "web" / "static" / "js" / "wire.d.ts"
    assert kept.read_text(encoding="utf-8") == written, "run: make stubs"


# What Windows does not have, and what only Windows has.
ONE_SYSTEM = {
    "fcntl",
    "grp",
    "msvcrt",
    "posix",
    "pty",
    "pwd",
    "resource",
    "syslog",
    "termios",
    "tty",
}


def test_only_one_module_imports_what_some_systems_lack() -> None:
    found = [
        f"{module.relative_to(PACKAGE)}:{line}"
        for module in _modules()
        for line, name in _imports(module)
        if name in ONE_SYSTEM and module != PACKAGE / "system.py"
    ]
    assert found == []


@pytest.mark.parametrize("heavy", ["numpy", "click", "asyncio", "subprocess"])
def test_import_gajah_stays_light(heavy: str) -> None:
    assert _run_python(f"import gajah, sys; print({heavy!r} in sys.modules)") == "False\n"


def test_library_needs_no_other_package() -> None:
    rooms = (
        "analysis.coach",
        "analysis.review",
        "arena.run",
        "bots.names",
        "engine",
        "records",
        "svg",
    )
    code = (
        "import sys; before = set(sys.modules)\n"
        f"import {', '.join(f'gajah.{room}' for room in rooms)}\n"
        "new = {name.split('.')[0] for name in set(sys.modules) - before}\n"
        "print(sorted(new - sys.stdlib_module_names))\n"
    )
    assert _run_python(code) == "['gajah']\n"


def test_app_needs_no_numpy() -> None:
    code = "import sys; sys.modules['numpy'] = None; import gajah.cli.app, gajah.web.server.serve"
    _run_python(code)


@pytest.mark.parametrize("heavy", ["numpy", "pydantic", "asyncio"])
def test_command_line_stays_light(heavy: str) -> None:
    assert _run_python(f"import gajah.cli, sys; print({heavy!r} in sys.modules)") == "False\n"


def test_version_is_the_same_everywhere() -> None:
    assert _run_python("import gajah; print(gajah.__version__)").strip() == version("gajah")
    for page in ("CITATION.cff", "docs/aei.md"):
        text = (ROOT / page).read_text(encoding="utf-8")
        assert f"version{'' if page.endswith('md') else ':'} {version('gajah')}" in text


def test_changelog_knows_the_version() -> None:
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    headings = re.findall(r"^## (.+)$", changelog, re.MULTILINE)
    assert any(version("gajah") in heading for heading in headings[:2])


def test_public_names_are_those_of_all() -> None:
    code = (
        "import gajah, types\n"
        "public = {n for n, v in vars(gajah).items()\n"
        "          if not n.startswith('_') and not isinstance(v, types.ModuleType)}\n"
        "print(sorted(public ^ set(gajah.__all__)))\n"
    )
    assert _run_python(code) == "[]\n"


def test_no_file_names_a_path_of_one_machine() -> None:
    found = [
        f"{path.relative_to(ROOT)}:{number}"
        for path in _tracked_files()
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if MACHINE_PATHS.search(line)
    ]
    assert found == []


def test_modules_stay_short_enough_to_read() -> None:
    long = {
        str(module.relative_to(ROOT)): lines
        for module in _modules()
        if (lines := len(module.read_text(encoding="utf-8").splitlines())) > 400
    }
    assert long == {}


def test_no_two_classes_have_one_name() -> None:
    named = Counter(
        name
        for module in _modules()
        for name in re.findall(
            r"^class ([A-Z]\w*)", module.read_text(encoding="utf-8"), re.MULTILINE
        )
    )
    assert [name for name, times in named.items() if times > 1] == []
