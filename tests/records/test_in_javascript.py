"""Pages without a server read and write records themselves: the same records, problems and text."""

from __future__ import annotations

import base64
import json
import random
import subprocess
from pathlib import Path
from typing import Any

from gajah.errors import NotationError
from gajah.records import (
    ArchiveGame,
    Comment,
    Node,
    Problem,
    Record,
    format_record,
    iter_archive,
    iter_records,
)
from gajah.records.tree import format_turn
from tests.helpers import GOLD_SETUP, SILVER_SETUP
from tests.records.texts import (
    ANNOTATED,
    BREAKS,
    FRAGMENTS,
    PROBLEMS,
    SETUPS,
    WRONG_ENCODINGS,
)
from tests.samples import SAMPLE_FILE

SCRIPT = Path(__file__).parent.parent / "front" / "read-records.js"
HEADER = "id\tmovelist\tresult\ttermination\tevents\n"

GOOD = [
    ANNOTATED,
    "",
    "\n",
    "\ufeff*",
    f"{SETUPS}\n2g Ee2n\n(\n{{Md2n is worse.}}\n)\n",
    "{Start}1g Ra1 1s ra8!2g Ra1n?!{So}(2g Ra1e$3 2s ra8e)2s ra8s 1-0",
    "2w Ee2n\n2b ed7s pass\n3w\n",
    f"{GOLD_SETUP}\n{SILVER_SETUP}\nEe2n\n(\nMd2n\ned7s\n)\ntakeback\nHa2n\ned7s\n",
    'White: you\nBlack:  me \n[Note "a"] [Note "b"]\nconstructor: x\n__proto__: y\n\n*',
    r'[Event "a \"b\" c:\\games \x"]' + "\n\n*\n",
    '[Event "the "big" one"]\n\n2g Ee2n\n1-0 {resigned}\n{in\ntears}\n\n{Again.}\n2g Md2n\n*\n',
    '{My games}\n\n[Gold "you"]\n\n2g Ee2n\n',
    '2g Ee2n { a\n# b\n\n( ) 1-0 { $ !?\n[Event "x"]\n\tü \\} \\[ \u2028 \U0001f418}\n2s ed7s\n',
    "2g Ee2n {[%emt 1:02:03.25] [%clk 2:30] [%cal Ge2e5, Rd4d5,x] [%csl Re4] [%eval #3,8] on}\n",
    "2g\u00a0Ee2n\u3000!\x1f{ \x85so\u2003}\n",
    "* " * 50,
    *(f"2g {turn}\n" for turn in ["rb3e rc3x Hb2n", "rb3e rc3x rc3x Hb2n", "rc3x", "rb3e rz3x"]),
    ANNOTATED.replace("\n", "\r"),
    ANNOTATED.replace("\n", "\r\n") * 2,
]
ARCHIVES = [
    HEADER,
    HEADER + "1\t1w Ra1\\n1b ra8 {so}\\n2w\tb\tr\t\nshort\tline\n\n2\t\tu\t\t\n",
    HEADER + "1\t1w Ra1 {\tw\tt\t\n2\t1w Ra1 1-0\\n2w Ra1n\td\tn\t\n3\t(\tx\t\t\n",
    "movelist\tresult\n",
    "movelist\tresult\ttermination\tresult\n",
    "id\tstartts\twusername\tmovelist\tresult\ttermination\n1\t1770284976\ta\rb\t1w\tw\tr\n",
]


def in_javascript(sources: list[str | bytes]) -> list[Any]:
    """What the pages' reader says about each."""
    asked = [
        {"text": source}
        if isinstance(source, str)
        else {"bytes": base64.b64encode(source).decode()}
        for source in sources
    ]
    done = subprocess.run(
        ["node", str(SCRIPT)], input=json.dumps(asked), capture_output=True, text=True, check=True
    )
    answers: list[Any] = json.loads(done.stdout)
    return answers


def in_python(source: str | bytes) -> Any:
    """The same said by the library."""
    first = (
        source.split("\n")[0]
        if isinstance(source, str)
        else source.split(b"\n")[0].decode(errors="replace")
    )
    is_archive = "movelist" in first.split("\t") and "\t" in first
    try:
        return [_described(i) for i in (iter_archive if is_archive else iter_records)(source)]
    except NotationError as error:
        return {"error": str(error)}


def _described(item: Record | ArchiveGame | Problem) -> Any:
    if isinstance(item, Problem):
        return {"line": item.line, "reason": item.reason, "game": item.game}
    try:
        record = item.record if isinstance(item, ArchiveGame) else item
    except NotationError as error:
        return {"error": str(error)}
    return {
        "line": record.line,
        "tags": [list(tag) for tag in record.tags],
        "comments": [_comment(comment) for comment in record.comments],
        "nodes": [_node(node) for node in record.walk()],
        "text": format_record(record),
    }


def _node(node: Node) -> Any:
    return {
        "label": str(node.label),
        "turn": format_turn(node.turn),
        "glyphs": node.glyphs,
        "comments": [_comment(comment) for comment in node.comments],
        "opening": [comment.text for comment in node.opening],
        "line": node.line,
    }


def _comment(comment: Comment) -> Any:
    return {
        "text": comment.text,
        "prose": comment.prose,
        "commands": [list(command) for command in comment.commands],
        "used": comment.used_s,
        "clock": comment.clock_s,
        "arrows": [str(arrow) for arrow in comment.arrows],
        "marks": [str(mark) for mark in comment.marks],
    }


def compare(sources: list[str | bytes]) -> None:
    """Both read every text alike."""
    for source, answer in zip(sources, in_javascript(sources), strict=True):
        assert answer == in_python(source), source


def mutated(text: str, chance: random.Random) -> str:
    """A text with a few pieces of it gone, doubled, or replaced by what could be misunderstood."""
    for _ in range(chance.randrange(1, 5)):
        at = chance.randrange(len(text) + 1)
        end = min(len(text), at + chance.choice([0, 1, 1, 3, 20]))
        new = chance.choice(
            [*FRAGMENTS, "", text[at:end] * 2, "\x1c", "\u00e9", "\ud800", "\ufeff"]
        )
        text = text[:at] + new + text[end:]
    return text


def test_hard_records_are_read_alike() -> None:
    bad = [text for text, _, _ in PROBLEMS]
    foreign = [text for text, _, _ in WRONG_ENCODINGS]
    broken = [ANNOTATED.replace(*change, 1) for change in BREAKS.values()]
    files = [
        separator.join([ANNOTATED, game, ANNOTATED]).encode(errors="surrogateescape")
        for game in broken
        for separator in ("", "\n")
    ]
    compare([*GOOD, *ARCHIVES, *bad, *foreign, *broken, *files])


def test_sample_games_are_read_and_written_alike() -> None:
    archive = SAMPLE_FILE.read_bytes()
    compare([archive, "\n".join(format_record(game.record) for game in _games(archive))])


def _games(archive: bytes) -> list[ArchiveGame]:
    return [game for game in iter_archive(archive) if isinstance(game, ArchiveGame)]


def test_mutated_texts_are_read_alike() -> None:
    chance = random.Random(7)
    texts: list[str | bytes] = [mutated(chance.choice(GOOD[:14]), chance) for _ in range(800)]
    texts += ["".join(chance.choices(FRAGMENTS, k=chance.randrange(40))) for _ in range(600)]
    texts += [mutated(chance.choice(ARCHIVES), chance) for _ in range(200)]
    compare(texts)


def test_bytes_that_are_not_utf8_are_read_alike() -> None:
    chance = random.Random(8)
    sources: list[str | bytes] = []
    for _ in range(300):
        data = bytearray(chance.choice([ANNOTATED, HEADER, GOOD[12]]).encode())
        for _ in range(chance.randrange(1, 4)):
            at = chance.randrange(len(HEADER), len(data) + 1) if len(data) > len(HEADER) else 0
            data[at : at + chance.randrange(3)] = chance.choice(
                [
                    b"\xff",
                    b"\xe9",
                    b"\xef\xbf",
                    b"\xf0\x9f\x90",
                    b"\xed\xa0\x80",
                    b"\xc0\x80",
                    b"\x00",
                ]
            )
        sources.append(bytes(data))
    compare(sources)
