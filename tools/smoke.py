"""Try an installed gajah: rules, engine, a picture, a match, AEI, the site and the web server.

    python tools/smoke.py

Runs with the Python that gajah is installed for, and imports nothing else. Fails at the first
thing that does not work.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import urllib.request
from pathlib import Path

import gajah

# arimaa.com's example of an opening; the count is pyrimaa's too.
OPENING = "g [rrrrrrrrhdcemcdh                                HDCMECDHRRRRRRRR]"
OPENING_TURNS = 3353
COMMAND = [sys.executable, "-m", "gajah"]


def try_library() -> None:
    """Count turns, search and draw."""
    position = gajah.Position.parse(OPENING)
    assert position.count_turns() == OPENING_TURNS
    turn = gajah.Engine().search(position, nodes=50).turn
    game = gajah.Game(start=position)
    game.play(turn)
    assert game._repr_svg_().startswith("<svg")


def try_programs(folder: Path) -> None:
    """Play a match, introduce the engine, and write the site, which needs core for web pages."""
    # An emulated processor takes its time to start a player.
    match = ["match", "random", "gajah:level=1", "-n", "2", "-o", "match", "--start-time", "300"]
    subprocess.run([*COMMAND, *match], cwd=folder, check=True, stdout=subprocess.DEVNULL)
    assert (folder / "match.jsonl").stat().st_size
    aei = subprocess.run([*COMMAND, "aei"], input=b"aei\nquit\n", capture_output=True, check=True)
    assert aei.stdout.split()[-1] == b"aeiok"
    site = ["site", "build", "site"]
    subprocess.run([*COMMAND, *site], cwd=folder, check=True, stdout=subprocess.DEVNULL)


def try_server(folder: Path) -> None:
    """Fetch the first page and the server's state."""
    server = subprocess.Popen(
        [*COMMAND, "web", "--no-open", "--port", "0", "--data", str(folder / "data")],
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert server.stdout
        line = next(line for line in server.stdout if "http://" in line)
        address = "http://" + line.partition("http://")[2].split()[0].rstrip("/")
        for path in ("/", "/api/v1/status"):
            with urllib.request.urlopen(address + path) as answer:
                assert answer.status == 200
    finally:
        server.terminate()
        server.communicate()


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as name:
        try_library()
        try_programs(Path(name))
        try_server(Path(name))
    print(f"gajah {gajah.__version__} works with Python {sys.version.split()[0]}")
