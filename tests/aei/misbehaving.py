"""An AEI engine with a mode for every way to fail: ``python misbehaving.py MODE [WORDS...]``.

Without a fault it plays the first legal turn that it finds, and says which cores it may use and
which options it was given. With ``--server HOST --port PORT`` among the words it talks over a
socket. Other words are ignored: tests put one there by which they find the process again.
"""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable

from gajah._core import Position
from gajah.game import Game
from gajah.setups import named_setup


def say(*lines: str) -> None:
    os.write(1, "".join(f"{line}\n" for line in lines).encode())


def hang() -> None:
    while True:
        time.sleep(60)


def crash() -> None:
    say("info depth 3")
    print("out of ideas", file=sys.stderr)
    sys.exit(3)


def abort() -> None:
    os.kill(os.getpid(), signal.SIGSEGV)


def flood() -> None:
    line = b"log " + b"blah " * 200 + b"\n"
    while True:
        os.write(1, line * 64)


def flood_of_errors() -> None:
    while True:
        os.write(2, b"something is wrong\n" * 1000)


def endless_line() -> None:
    while True:
        os.write(1, b"log " + b"x" * 65536)


def noise() -> None:
    os.write(1, b"\xff\xfe\x00 \x1b[31m\nbest move: none\n\n\nBESTMOVE?\n")
    hang()


def close_stdout() -> None:
    os.close(1)
    hang()


def stubborn() -> None:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    hang()


def with_child() -> None:
    subprocess.Popen([sys.executable, __file__, "stubborn", *sys.argv[2:]])
    hang()


# What happens instead of an answer to go.
ON_GO: dict[str, Callable[[], None]] = {
    "hang": hang,
    "crash": crash,
    "abort": abort,
    "flood": flood,
    "flood-of-errors": flood_of_errors,
    "endless-line": endless_line,
    "noise": noise,
    "close-stdout": close_stdout,
    "child": with_child,
}
# What is answered to go instead of a legal turn.
ANSWERS = {
    "illegal": "bestmove Ee2n Ee3n Ee4n Ee5n Ee6n",
    "wrong-side": "bestmove ra8s",
    "garbage": "bestmove \x07 xyzzy {} [%emt",
    "empty": "bestmove",
    "resign": "bestmove resign",
}


def first_turn(game: Game) -> str:
    if game.needs_setup:
        return str(named_setup("classic", game.side))
    return str(game.legal_turns()[0])


def obey(mode: str, line: str, game: Game, options: dict[str, str]) -> Game:
    command, _, rest = line.partition(" ")
    if command == "aei":
        if mode == "wrong-greeting":
            say("MyEngine 3.1", "type help for help", "")
        if mode in ("no-handshake", "wrong-greeting"):
            hang()
        say("protocol-version 1", f"id name {mode}", "aeiok")
    elif command == "isready" and mode != "never-ready":
        say("readyok")
    elif command == "setoption":
        name, _, value = rest.removeprefix("name ").partition(" value ")
        options[name] = value
    elif command == "newgame":
        return Game()
    elif command == "setposition":
        return Game(start=Position.parse(rest))
    elif command == "makemove":
        game.play(rest)
    elif command == "go":
        if mode in ON_GO:
            ON_GO[mode]()
        say(f"info cores {','.join(map(str, sorted(os.sched_getaffinity(0))))}")
        say(f"info options {' '.join(f'{name}={value}' for name, value in options.items())}")
        answer = ANSWERS.get(mode) or f"bestmove {first_turn(game)}"
        say(answer, *[answer] * (mode == "twice"))
    elif command == "quit":
        if mode == "slow-quit":
            stubborn()
        sys.exit(0)
    return game


def connect(host: str, port: str) -> None:
    """Let stdin and stdout be a connection."""
    with socket.create_connection((host, int(port))) as connection:
        os.dup2(connection.fileno(), 0)
        os.dup2(connection.fileno(), 1)


def main(mode: str, words: list[str]) -> None:
    if "--server" in words:
        connect(words[words.index("--server") + 1], words[words.index("--port") + 1])
    if mode == "no-start":
        sys.exit("no licence")
    if mode == "stubborn":
        stubborn()
    if mode == "slow-quit":
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
    game, options = Game(), dict[str, str]()
    for line in sys.stdin:
        game = obey(mode, line.strip(), game, options)
    if mode == "slow-quit":
        stubborn()


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
