"""Write the manifest of the engine programs in a folder: AEI's draft ``engine.json``, version 1.

    python tools/engine_manifest.py FOLDER [URL]

Programs that install engines read it. ``URL`` is where the files of this release will be found;
without it the manifest describes an engine that is installed in another way.
"""

from __future__ import annotations

import hashlib
import json
import sys
from pathlib import Path
from typing import Any

import gajah
from gajah._core import AeiOption, AeiOptionKind, aei_options

_TYPES = {AeiOptionKind.CHOICE: "combo", AeiOptionKind.NUMBER: "spin", AeiOptionKind.FILE: "file"}
_PROGRAM = "gajah-aei-"


def manifest_of(programs: list[Path], url: str | None = None) -> dict[str, Any]:
    """The manifest of these programs, named ``gajah-aei-PLATFORM`` or ``gajah-aei-PLATFORM.exe``.

    A URL must be https.
    """
    manifest: dict[str, Any] = {
        "manifest_version": 1,
        "id": "gajah",
        "name": "gajah",
        "version": gajah.__version__,
        "author": "the gajah authors",
        "description": "An engine that taught itself Arimaa, with ten levels for people.",
        "license": "MIT",
        "options": [_describe(option) for option in aei_options()],
    }
    if url is not None:
        if not url.startswith("https://"):
            sys.exit(f"a manifest needs an address that begins with https://, found {url}")
        manifest["downloads"] = {_platform(program): _file(program, url) for program in programs}
    return manifest


def _describe(option: AeiOption) -> dict[str, Any]:
    described: dict[str, Any] = {"name": option.name, "type": _TYPES[option.kind]}
    if option.kind is AeiOptionKind.NUMBER:
        described |= {"min": option.least, "max": option.most}
        if option.usual is not None:
            described["default"] = option.usual
    if option.kind is AeiOptionKind.CHOICE:
        described |= {"choices": option.choices, "default": option.choices[0]}
    return described | {"description": option.description}


def _platform(program: Path) -> str:
    return program.name.removeprefix(_PROGRAM).removesuffix(".exe")


def _file(program: Path, url: str) -> dict[str, str]:
    return {
        "url": f"{url.rstrip('/')}/{program.name}",
        "sha256": hashlib.sha256(program.read_bytes()).hexdigest(),
        "program": "gajah-aei.exe" if program.suffix == ".exe" else "gajah-aei",
    }


def main(folder: str, url: str | None = None) -> None:
    """Write ``engine.json`` beside the programs."""
    programs = sorted(Path(folder).glob(f"{_PROGRAM}*"))
    text = json.dumps(manifest_of(programs, url or None), indent=2)
    Path(folder, "engine.json").write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
