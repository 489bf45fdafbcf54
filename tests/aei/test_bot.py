"""A user's bot as an AEI engine: the one that docs/first-bot.md shows, and ones with mistakes."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from gajah.game import Game, Reason
from gajah.records.reader import read_records
from tests.aei.conversation import Conversation
from tests.helpers import GOLD_SETUP, OPENING, SILVER_SETUP, gold

DOCUMENT = Path(__file__).parents[2] / "docs" / "first-bot.md"
PATIENCE_S = 60


def shown_bot() -> str:
    blocks: list[str] = re.findall(
        r"```python\n(.*?)```", DOCUMENT.read_text(encoding="utf-8"), re.DOTALL
    )
    return next(block for block in blocks if block.startswith("# mybot.py"))


def bot_file(folder: Path, *changes: tuple[str, str]) -> Path:
    """The documented bot, with something changed."""
    text = shown_bot()
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    path = folder / "mybot.py"
    path.write_text(text, encoding="utf-8")
    return path


def talk_to(bot: Path) -> Conversation:
    return Conversation(sys.executable, str(bot))


def play_match(folder: Path, bot: Path) -> list[Game]:
    match = [f"me@aei:{sys.executable} {bot}", "random", "--games", "2", "--out", str(folder / "m")]
    subprocess.run(
        [sys.executable, "-m", "gajah", "match", *match, "--share-cores"],
        check=True,
        capture_output=True,
        timeout=PATIENCE_S,
    )
    return [record.game() for record in read_records(folder / "m.txt")]


def test_stop_is_heard_also_before_the_bot_has_begun(tmp_path: Path) -> None:
    bot = tmp_path / "mybot.py"
    bot.write_text(
        "from gajah.aei.server import serve\n"
        "from gajah.bots.engine import GajahBot\n"
        "serve(GajahBot(time=1e6))\n"
    )
    with talk_to(bot) as conversation:
        conversation.say("aei", "isready")
        conversation.hear("readyok")
        for _ in range(3):
            position = f"setposition {OPENING.short}"
            conversation.say("newgame", "\n".join((position, "go", "stop")))
            conversation.hear("bestmove")


def test_the_bot_of_the_document_plays_whole_games(tmp_path: Path) -> None:
    games = play_match(tmp_path, bot_file(tmp_path))
    assert len(games) == 2
    for game in games:
        assert game.result is not None
        assert game.result.reason in (Reason.GOAL, Reason.ELIMINATION, Reason.IMMOBILIZATION)


def test_what_a_bot_prints_is_not_taken_for_an_answer(tmp_path: Path) -> None:
    bot = bot_file(tmp_path, ("captures =", 'print("bestmove nonsense")\n        captures ='))
    game = Game()
    with talk_to(bot) as engine:
        engine.say("newgame")
        for setup in (GOLD_SETUP, SILVER_SETUP):
            game.play(setup)
            engine.say(f"makemove {setup}")
        engine.say("go")
        answer = engine.hear("bestmove")[0]
        engine.say("quit")
        assert "bestmove nonsense" in engine.end()[1]
    game.play(answer.removeprefix("bestmove "))


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("makemove Ra1", "log Error: "),
        ("setposition nonsense", "log Error: "),
        ("setoption value 3", "log Error: setoption: expected setoption name NAME"),
        ("setoption name tcmove value soon", "log Error: "),
        ("setoption name colour value blue", "log Warning: unknown option 'colour'"),
        ("dance", "log Error: unknown command 'dance'"),
    ],
)
def test_a_bad_line_is_answered_and_survived(line: str, complaint: str, tmp_path: Path) -> None:
    with talk_to(bot_file(tmp_path)) as engine:
        engine.say("aei", line, "isready")
        assert engine.hear("aeiok") == ["protocol-version 1", "id name mybot", "aeiok"]
        first, second = engine.hear("readyok")
        assert first.startswith(complaint)
        assert second == "readyok"


def test_a_game_that_is_over_is_not_played_on(tmp_path: Path) -> None:
    with talk_to(bot_file(tmp_path)) as engine:
        engine.say(f"setposition {gold('Ra7 Ee4 eg2 rh5').short}", "makemove Ra7n")
        engine.say("go", "isready")
        assert engine.hear("readyok")[0].startswith("log Error: go: the game is over")


@pytest.mark.parametrize("error", ["ValueError", "KeyError"])
def test_a_bot_that_raises_ends_with_its_traceback(error: str, tmp_path: Path) -> None:
    mistake = f'raise {error}("my mistake")\n        if game.needs_setup:'
    with talk_to(bot_file(tmp_path, ("if game.needs_setup:", mistake))) as engine:
        engine.say("newgame", "go")
        status, complaint = engine.end()
    assert status == 1
    assert "my mistake" in complaint
