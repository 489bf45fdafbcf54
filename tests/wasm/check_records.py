"""Games in a page without a server are imported and exported as the server does it.

Not named ``test_*``: it needs core in WebAssembly. ``make wasm-tests`` runs it.
"""

from __future__ import annotations

import base64
import json
import random
import time
from typing import Any

from gajah.engine.score import Score
from gajah.records.writer import format_record, format_records
from gajah.web.games.rows import StoredGame, TurnJudgement
from gajah.web.games.show import show_game, show_judgement
from gajah.web.games.tree import GameTree
from gajah.web.library.exporting import make_moves, make_record
from gajah.web.library.importing import read_games
from tests.helpers import GOLD_SETUP, OPENING, SILVER_SETUP, gold
from tests.records.test_in_javascript import ARCHIVES, GOOD, mutated
from tests.records.texts import ANNOTATED, BREAKS, PROBLEMS, SETUPS, WRONG_ENCODINGS
from tests.samples import SAMPLE_FILE
from tests.wasm.tab import NEAR_GOAL, in_node, shapes

_AN_HOUR_S = 3600
CAPTURE = gold("Hb2 Rh1 rb3 rh8")
START = f'[Position "{OPENING.short}"]\n'
REPEATED = ["Ee2n", "ed7s", "Ee3s", "ed6n"] * 2


def numbered(turns: list[str], first: int) -> str:
    """Turns with their labels, gold's first."""
    return "".join(f"{first + n // 2}{'gs'[n % 2]} {turn}\n" for n, turn in enumerate(turns))


# Each about the rules: what is refused, how a game ends, what a marker does to it.
PLAYED = [
    f"{SETUPS}\n2g Ee3n\n",
    f"{SETUPS}\n2g Ee2n Ee3s\n",
    f"{SETUPS}\n2g pass\n",
    f"{SETUPS}\n2s ed7s\n",
    f"{SETUPS}\n5s\n",
    f"{SETUPS}\n2g {GOLD_SETUP}\n",
    f"{SETUPS}\n2g resigns\n2s ed7s\n",
    f"{SETUPS}\n2g resigns\n0-1\n",
    f"{SETUPS}\n2g takeback\n1s takeback\n1g takeback\n1g takeback\n",
    f"{SETUPS}\n2g Ee2n\n2s ed7s\n3g takeback\n2s takeback\n2g Md2n\n2s\n",
    f'[ResultCode "t"]\n\n{SETUPS}\n2g lost\n0-1\n',
    f'[ResultCode "t"]\n\n{SETUPS}\n2g lost\n1-0\n',
    f"{SETUPS}\n2g lost\n0-1\n",
    f'[ResultCode "g"]\n\n{SETUPS}\n1-0\n',
    f'[ResultCode "z"]\n\n{SETUPS}\n1-0\n',
    f"{SETUPS}\n1-0\n",
    f"{SETUPS}\n" + numbered(REPEATED, 2),
    f"{START}\n" + numbered(REPEATED, 17),
    *(
        f'# one line above\n{tags}[Position "{NEAR_GOAL}"]\n\n2g Ra7n\n{score}\n'
        for tags, score in [
            ("", "0-1"),
            ("", "*"),
            ('[ResultCode "r"]\n', "1-0"),
            ('[Result "0-1"]\n', "1-0"),
        ]
    ),
    f'[Position "{NEAR_GOAL}"]\n\n17g Ra7e\n17s\n',
    f'[Position "s [r{" " * 62}R]"]\n\nra8s\nRh1n\n',
    *(
        f'# first\n[Position "{value}"]\n\n{turn}\n'
        for value in [
            "",
            "nonsense",
            "g [too short]",
            "12g Ed2n",
            "8| . x",
            "é",
            "g [" + "E" * 64 + "]",
        ]
        for turn in ("2g Ee2n", "Ee2n")
    ),
    f'[Position "{OPENING.short}"]\n',
    *(
        f'[Handicap "{letters}"]\n\n1g {GOLD_SETUP}\n'
        for letters in ["M", "hM", "EE", "rrrrrrrr", "x", "Mé", "M\x7f", ""]
    ),
    f'[Handicap "eM"]\n\n1g {GOLD_SETUP.replace(" Md2", "")}\n'
    f"1s {SILVER_SETUP.replace(' ed7', '')}\n",
    f'{START}[ResultCode "r"]\n\n2g Ee2n {{Good. [%emt 0:00:12]}}\n(\n2g Md2n !? {{Perhaps.}}\n'
    "2s ed7s\n)\n(\n2g Ra1n {Not legal.}\n2s ed7s\n)\n2s ed7s ??\n1-0\n",
    f"{START}\n2g Ee2n {{Up.}}\n2s resigns\n( 2s ed7s {{held}} 3g Ee3n )\n1-0",
    f"{START}\n2g Ee2n\n2s {{adjourned}} ( {{or}} 2s ed7s )",
    f"{START}\n2g Ee2n {{Early.}} ( 2g Ha2n {{Slow.}} )\n2s takeback {{A misclick.}}\n2g Db2n\n"
    "2s takeback\n2g Md2n\n2s ed7s",
    f'[Round "1"]\n[Round "2"]\n[White "Ann"]\n[Gold "Bob"]\n{START}\n2g Ee2n\n'
    "2s resigns ?? {Why? [%emt 0:00:09]}\n1-0",
    f'[Gold "{"x" * 150}{chr(0x1F418) * 100}"]\n[Silver ""]\n[Event "Final"]\n{START}\n2g Ee2n',
    f'[GoldRating "2100"]\n[SilverRating "1900?"]\n[TimeControl "15s/2m"]\n{START}\n2g Ee2n\n'
    "1/2-1/2",
    *(
        f'[Date "{date}"]\n[GoldRating "0"]\n{START}\n2g Ee2n\n*'
        for date in ["2025.03.04", "1969.1. 1", "0031.12.31", "0000.01.02", "2025.02.30", "soon"]
    ),
    f'[Position "{CAPTURE.short}"]\n\n2g rb3e Hb2n\n',
    f'[Position "{CAPTURE.short}"]\n\n2g rb3e Hb2n\n( 2g Hb2w rb3s )\n( 2g rb3n Hb2n 2s rb4e )\n',
    "hello\0\n",
]


def import_text(source: str | bytes, review: dict[int, TurnJudgement] | None) -> Any:
    """What the server makes of a text."""
    batch = read_games(source)
    for game, _ in batch.games:
        game.review = review
    return {
        "problems": [problem.model_dump() for problem in batch.problems],
        "games": [described(game, tree) for game, tree in batch.games],
        "all": format_records(make_record(game, tree) for game, tree in batch.games),
    }


def described(game: StoredGame, tree: GameTree) -> Any:
    """A game as pages see it and as files."""
    return {
        "game": show_game(game).model_dump(),
        "study": game.is_study,
        "position": game.position,
        "tree": shapes(tree, game.review),
        "record": format_record(make_record(game, tree)),
        "moves": make_moves(game, tree),
    }


def without_chance(answer: Any) -> Any:
    """An answer without the ids of games, the order of nodes, and the time where that is now."""
    for entry in answer["games"]:
        entry["tree"].sort(key=lambda node: node["id"])
        del entry["game"]["id"]
        if abs(entry["game"]["created"] - time.time()) < _AN_HOUR_S:
            entry["game"]["created"] = "now"
    return answer


def compare_imports(
    sources: list[str | bytes], review: dict[int, TurnJudgement] | None = None
) -> None:
    """Both import every text alike."""
    judged = (review or {}).items()
    shown = {number: show_judgement(said).model_dump() for number, said in judged} or None
    questions = [
        {"ask": "import", "review": shown}
        | (
            {"text": source}
            if isinstance(source, str)
            else {"bytes": base64.b64encode(source).decode()}
        )
        for source in sources
    ]
    for source, answer in zip(sources, in_node(questions), strict=True):
        expected = json.loads(json.dumps(import_text(source, review)))
        assert without_chance(answer) == without_chance(expected), source


def test_records_are_imported_and_exported_alike() -> None:
    texts = [text for text, _, _ in PROBLEMS]
    foreign = [text for text, _, _ in WRONG_ENCODINGS]
    broken = [ANNOTATED.replace(*change, 1) for change in BREAKS.values()]
    compare_imports([*PLAYED, "\n".join(PLAYED), *GOOD, *ARCHIVES, *texts, *foreign, *broken])


def test_archive_is_imported_and_exported_alike() -> None:
    compare_imports([SAMPLE_FILE.read_bytes()])


def test_mutated_records_are_imported_alike() -> None:
    chance = random.Random(11)
    texts = [text for text in PLAYED if len(text) < 10_000]
    compare_imports([mutated(chance.choice(texts), chance) for _ in range(600)])


def test_review_is_shown_and_exported_alike() -> None:
    scores = [Score(0), Score(-42), Score(131), Score.win_in(9), -Score.win_in(4)]
    review = {
        number: TurnJudgement(
            score, "Ee2n" if number % 2 else None, 0.25, "??" if number % 2 else ""
        )
        for number, score in enumerate(scores, 1)
    }
    compare_imports([ANNOTATED, PLAYED[-8]], review)
