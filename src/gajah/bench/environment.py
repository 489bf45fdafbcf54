"""What a measurement was made with: a number without it cannot be compared with another."""

from __future__ import annotations

import os
import platform
import re
import subprocess
from importlib.metadata import version
from pathlib import Path

import gajah._core as core

_PACKAGE = Path(__file__).parent.parent
# How GCC and clang sign what they compile, in a section of the file that is for people.
_SIGNATURES = re.compile(rb"GCC: \([^)\x00]*\) [\d.]+|[\w ]*clang version [\d.]+")


def describe_environment() -> dict[str, str]:
    """Revision, compiler, Python and machine, each as text."""
    return {
        "revision": revision(),
        "compiler": compiler(),
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "machine": f"{platform.system()} {platform.machine()}, {_cpu()}, {os.cpu_count()} cores",
    }


def revision() -> str:
    """The version, and in a checkout the commit too: ``0.1.0 (67aec3e, with changes)``."""
    number = version("gajah")
    commit = _git("rev-parse", "--short", "HEAD")
    # Installed into another repository, git would name that repository's commit.
    if not commit or _git("ls-files", "--error-unmatch", "__init__.py") is None:
        return number
    changes = ", with changes" if _git("status", "--porcelain", "--untracked-files=no") else ""
    return f"{number} ({commit}{changes})"


def compiler() -> str:
    """The compiler of core, as it signed the compiled file."""
    signed = _SIGNATURES.search(Path(core.__file__).read_bytes())
    return signed[0].decode("ascii", "replace").strip() if signed else "unknown"


def _git(*args: str) -> str | None:
    try:
        done = subprocess.run(
            ["git", "-C", str(_PACKAGE), *args], check=True, capture_output=True, text=True
        )
    except (OSError, subprocess.CalledProcessError):
        return None
    return done.stdout.strip()


def _cpu() -> str:
    """The processor's name; Python itself does not know it on Linux."""
    try:
        info = Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace")
    except OSError:
        info = ""
    named = re.search(r"^model name\s*: (.+)$", info, re.MULTILINE)
    return named[1] if named else platform.processor() or "unknown processor"
