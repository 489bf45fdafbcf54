"""A server takes the games of a backup that a page without a server has written."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from gajah._core import Side
from gajah.engine.score import Score
from gajah.web.games.show import read_score, show_score
from gajah.web.library.importing import read_games
from gajah.web.wire.shapes import ScoreShape
from tests.helpers import GOLD_SETUP, SILVER_SETUP
from tests.web.harness import Json, Server

TURNS = (GOLD_SETUP, SILVER_SETUP, "Ee2n", "ed7s")
RECORD = "\n".join(
    ['[Gold "Ann"]', '[Silver "Bob"]', '[ResultCode "r"]', '[Result "1-0"]', ""]
    + [f"{number // 2 + 1}{'gs'[number % 2]} {turn}" for number, turn in enumerate(TURNS)]
    + ["1-0", ""]
)
CREATED = 1_790_000_000.25
SAID = {
    "score": {"text": "-0.35", "win": 0.4750, "mate": None},
    "best": "Ee2n",
    "loss": 0.0612,
    "mark": "?!",
}


def backup(*games: Json, **changes: Any) -> str:
    """A file with these games."""
    file = {"format": "gajah-backup", "version": 1, "games": games, "solver": None, "kept": {}}
    return json.dumps(file | changes)


def game(**changes: Any) -> Json:
    """A game as a page writes it; fields that are not named here are the page's alone."""
    review = [None, None, SAID]
    fields = {"id": "abcd", "record": RECORD, "created": CREATED, "review": review}
    return fields | {"state": "over", "gold": {"player": "human"}} | changes


def problems(text: str) -> list[tuple[int, str]]:
    return [(problem.line, problem.text) for problem in read_games(text).problems]


def test_games_come_with_their_time_and_review(server: Server) -> None:
    with server.client() as client:
        sent = client.post(
            "/import", content=backup(game()), headers={"Content-Type": "text/plain"}
        )
    answer = sent.json()
    assert answer["problems"] == []
    (id_,) = answer["games"]
    kept = server.get(f"/games/{id_}")
    assert kept["game"]["created"] == CREATED
    assert kept["game"]["reviewed"]
    assert (kept["game"]["gold"]["name"], kept["game"]["result"]["reason"]) == (
        "Ann",
        "resignation",
    )
    turns = [node for node in kept["tree"] if node["played"]]
    assert len(turns) == len(TURNS)
    assert {name: turns[2][name] for name in SAID} == SAID
    assert turns[3]["mark"] is None


def test_a_backup_pasted_into_a_page_is_read_too(server: Server) -> None:
    answer = server.post("/import", {"text": f"\ufeff {backup(game(), game(review=None))}"})
    assert (len(answer["games"]), answer["problems"]) == (2, [])


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"record": None}, "its record is damaged"),
        ({"created": "now"}, "its created is damaged"),
        ({"created": 1e300}, "its created is damaged"),
        (
            {"review": [SAID | {"score": {"text": "#1", "win": 1, "mate": 2}}]},
            "its review is damaged",
        ),
        ({"review": [SAID | {"score": {"text": "1e999", "win": 1}}]}, "its review is damaged"),
        ({"review": [SAID | {"score": {"text": "#1", "win": 1, "mate": 10**30}}]}, "its review is"),
        ({"review": [SAID | {"mark": "!"}]}, "its review is damaged"),
        ({"record": "1g Ra1\n1s nonsense\n"}, "line 2: "),
        ({"record": ""}, "there is no game in this text"),
        ({"record": RECORD + "\n" + RECORD}, "it has 2 games"),
    ],
)
def test_a_damaged_game_is_named_and_the_others_are_taken(changes: Json, words: str) -> None:
    text = backup(game(), game(**changes), game())
    assert len(read_games(text).games) == 2
    ((line, told),) = problems(text)
    assert line == 0
    assert told.startswith(f"game 2 of the backup: {words}")


@pytest.mark.parametrize(
    ("damage", "words"),
    [
        (
            lambda text: text[: len(text) // 2],
            "the backup is damaged: it cannot be read to its end",
        ),
        (lambda text: text.replace("[{", "{", 1), "the backup is damaged"),
        (lambda text: text.replace('"games"', '"plays"'), "the backup is damaged: it has no list"),
        (lambda text: text.replace("1,", "2,", 1), "the backup is of a newer version of gajah"),
        (lambda text: text.replace("1,", '"one",', 1), "the backup is damaged: it does not say"),
        (lambda text: text[:40] + "[" * 100_000, "the backup is damaged"),
    ],
)
def test_a_damaged_backup_is_refused_in_words(damage: Callable[[str], str], words: str) -> None:
    text = damage(backup(game()))
    ((_, told),) = problems(text)
    assert told.startswith(words)
    assert read_games(text.encode()).games == []


def test_a_comment_at_the_start_of_a_record_is_no_backup() -> None:
    text = RECORD.replace("\n\n", '\n\n{"format": "gajah-backup"}\n', 1)
    assert len(read_games(text).games) == 1
    assert "backup" not in problems('{ "format" } 1g Ra1')[0][1]


def test_a_score_is_read_as_it_is_shown() -> None:
    for raw in (*range(-28_999, 29_000, 97), *range(29_000, 30_001), *range(-30_000, -28_999)):
        shape = show_score(Score(raw), Side.GOLD)
        again = read_score(shape)
        assert show_score(again, Side.GOLD) == shape
        assert again.turns_to_end is not None or again.raw == raw
    with pytest.raises(ValueError, match="no score"):
        read_score(ScoreShape(text="#0", win=1, mate=0))
