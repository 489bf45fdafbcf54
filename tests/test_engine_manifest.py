"""The manifest that programs which install engines read."""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from gajah.aei.options import Options

TOOL = Path(__file__).parent.parent / "tools" / "engine_manifest.py"


def manifest_of(folder: Path, *url: str) -> Any:
    subprocess.run([sys.executable, TOOL, folder, *url], check=True, capture_output=True)
    return json.loads((folder / "engine.json").read_text(encoding="utf-8"))


def test_options_take_the_values_that_the_manifest_names(tmp_path: Path) -> None:
    options = Options()
    for option in manifest_of(tmp_path)["options"]:
        name = option["name"]
        for value in option.get("choices", [option.get("min", ""), option.get("max", "")]):
            assert options.set(name, str(value)), name
        if "default" in option:
            assert options.set(name, str(option["default"])), name
        if option["type"] == "spin":
            with pytest.raises(ValueError, match=name):
                options.set(name, str(option["max"] + 1))


def test_downloads_have_an_address_and_a_digest(tmp_path: Path) -> None:
    programs = [tmp_path / "gajah-aei-linux-x86_64", tmp_path / "gajah-aei-windows-x86_64.exe"]
    for program in programs:
        program.write_bytes(program.name.encode())
    downloads = manifest_of(tmp_path, "https://example.org/1.0/")["downloads"]
    assert downloads["windows-x86_64"] == {
        "url": "https://example.org/1.0/gajah-aei-windows-x86_64.exe",
        "sha256": hashlib.sha256(b"gajah-aei-windows-x86_64.exe").hexdigest(),
        "program": "gajah-aei.exe",
    }
    assert downloads["linux-x86_64"]["program"] == "gajah-aei"


def test_an_address_without_tls_is_refused(tmp_path: Path) -> None:
    with pytest.raises(subprocess.CalledProcessError):
        manifest_of(tmp_path, "http://example.org")
    assert not (tmp_path / "engine.json").exists()
