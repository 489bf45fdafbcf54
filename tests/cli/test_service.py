"""``gajah service``: requests by lines of JSON, answered as they are done."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest

from gajah._core import Position
from tests.cli.program import GOAL_IN_TWO, OPENING, Done, gajah_here
from tests.helpers import GOLD_SETUP, SILVER_SETUP

# Far longer than a test takes: only a cancellation ends it.
FOREVER = {"position": OPENING, "time": 3600, "every": 0.01}
TURNS = [GOLD_SETUP, SILVER_SETUP, "Ee2n Ee3n", "ed7s"]
_PATIENCE_S = 60


class Talk:
    """A conversation with a service that runs."""

    def __init__(self, *options: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "gajah", "service", *options],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def say(self, **request: Any) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps(request) + "\n")
        self.process.stdin.flush()

    def hear(self) -> dict[str, Any]:
        """The next answer that is not about how far a search is."""
        while (answer := self.hear_all())["state"] == "partial":
            pass
        return answer

    def hear_all(self) -> dict[str, Any]:
        assert self.process.stdout is not None
        answer: dict[str, Any] = json.loads(self.process.stdout.readline())
        return answer

    def errors(self) -> str:
        """What it has complained of, once it has ended."""
        assert self.process.stderr is not None
        return self.process.stderr.read()

    def end(self) -> int:
        assert self.process.stdin is not None
        self.process.stdin.close()
        return self.process.wait(_PATIENCE_S)


@pytest.fixture
def two() -> Iterator[Talk]:
    """A service that thinks about two things at once."""
    talk = Talk("--jobs", "2")
    with talk.process:
        yield talk
        talk.process.kill()


@pytest.fixture
def one() -> Iterator[Talk]:
    talk = Talk()
    with talk.process:
        yield talk
        talk.process.kill()


def ask(*requests: dict[str, Any] | str) -> list[dict[str, Any]]:
    """All answers to requests of which none waits for another."""
    lines = [each if isinstance(each, str) else json.dumps(each) for each in requests]
    done: Done = gajah_here("service", stdin="\n".join(lines).encode())
    assert (done.code, done.err) == (0, "")
    return [json.loads(line) for line in done.out.splitlines()]


def test_position_is_answered_with_its_lines() -> None:
    (answer,) = ask({"id": "x", "position": OPENING, "nodes": 300, "lines": 2})
    assert (answer["id"], answer["state"], answer["position"]) == ("x", "done", OPENING)
    assert len({Position.parse(OPENING).play(line["turn"]) for line in answer["lines"]}) == 2
    assert 300 <= answer["nodes"] < 400


def test_turns_of_a_game_are_answered_where_it_was_asked() -> None:
    last, *every = ask(
        {"id": 1, "turns": TURNS, "nodes": 5},
        {"id": 2, "turns": TURNS, "at": "all", "nodes": 5},
        {"id": 3, "turns": TURNS, "at": ["2s"], "nodes": 5},
    )
    assert (last["id"], last["label"]) == (1, "3g")
    assert [(each["id"], each["label"]) for each in every] == [
        (2, "2g"),
        (2, "2s"),
        (2, "3g"),
        (3, "2s"),
    ]
    assert every[1]["lines"] == every[3]["lines"], "an answer depends on no request before it"


def test_quick_request_overtakes_a_slow_one_and_the_slow_one_can_be_cancelled(two: Talk) -> None:
    two.say(id="slow", **FOREVER)
    assert two.hear_all()["state"] == "partial"
    two.say(id="quick", position=GOAL_IN_TWO, time=60)
    quick = two.hear()
    assert (quick["id"], quick["state"]) == ("quick", "done")
    assert quick["lines"][0]["score"] == "win in 2"
    two.say(id="c", action="cancel", of="slow")
    answers = {answer["id"]: answer for answer in (two.hear(), two.hear())}
    assert answers["c"]["cancelled"] == 1
    assert answers["slow"]["state"] == "cancelled"
    assert answers["slow"]["lines"], "what it has found until then is told"
    assert two.end() == 0


def test_waiting_request_is_cancelled_without_an_answer_to_its_question(one: Talk) -> None:
    one.say(id="slow", **FOREVER)
    one.say(id="waits", position=OPENING)
    one.say(id="c", action="cancel", of="waits")
    assert one.hear() == {"id": "waits", "position": OPENING, "state": "cancelled"}
    assert one.hear()["cancelled"] == 1
    one.say(id="none", action="cancel", of="unknown")
    assert one.hear()["cancelled"] == 0


def test_request_of_higher_priority_is_answered_first(one: Talk) -> None:
    one.say(id="slow", **FOREVER)
    assert one.hear_all()["state"] == "partial"
    for priority in (0, 5, 3):
        one.say(id=priority, position=OPENING, nodes=5, priority=priority)
    one.say(id="c", action="cancel", of="slow")
    heard = [one.hear()["id"] for _ in range(5)]
    assert [found for found in heard if isinstance(found, int)] == [5, 3, 0]


def test_quit_cancels_everything_and_ends(one: Talk) -> None:
    one.say(id="slow", **FOREVER)
    one.say(id="waits", position=OPENING)
    one.say(id="q", action="quit")
    states = {answer["id"]: answer["state"] for answer in (one.hear() for _ in range(3))}
    assert states == {"slow": "cancelled", "waits": "cancelled", "q": "done"}
    assert one.process.wait(_PATIENCE_S) == 0


@pytest.mark.skipif(sys.platform == "win32", reason="no signal there ends one process")
def test_ctrl_c_ends_it_without_a_word(one: Talk) -> None:
    one.say(id="slow", **FOREVER)
    assert one.hear_all()["state"] == "partial"
    one.process.send_signal(signal.SIGINT)
    assert one.hear()["state"] == "cancelled"
    assert one.process.wait(_PATIENCE_S) == 128 + signal.SIGINT
    assert one.errors() == ""


def test_it_ends_when_its_answers_are_not_read(one: Talk) -> None:
    assert one.process.stdout is not None
    one.process.stdout.close()
    one.say(id=1, action="version")
    one.say(id=2, action="version")
    assert one.end() == 141
    assert one.errors() == ""


def test_id_that_is_in_use_is_refused(one: Talk) -> None:
    one.say(id="a", **FOREVER)
    one.say(id="a", position=OPENING)
    assert one.hear()["state"] == "error"


@pytest.mark.parametrize(
    ("request_", "words"),
    [
        ("nonsense", "JSON object"),
        ("[1]", "JSON object"),
        ('{"id": 1, "x": ' + "[" * 50_000, "JSON object"),
        ({"position": OPENING}, "needs an id"),
        ({"id": True, "position": OPENING}, "needs an id"),
        ({"id": 1}, "either a position or turns"),
        ({"id": 1, "position": OPENING, "turns": []}, "either a position or turns"),
        ({"id": 1, "position": "g [x]"}, "position: expected 64 squares"),
        ({"id": 1, "position": OPENING, "at": "all"}, "at belongs to turns"),
        ({"id": 1, "position": OPENING, "tiem": 1}, "unknown field 'tiem'"),
        ({"id": 1, "position": OPENING, "time": -1}, "time is a number"),
        ({"id": 1, "position": OPENING, "time": "5"}, "time is a number"),
        ({"id": 1, "position": OPENING, "nodes": 1.5}, "nodes is a whole number"),
        ({"id": 1, "position": OPENING, "lines": 1000}, "lines is a whole number"),
        ({"id": 1, "turns": [*TURNS[:2], "Ee2w"]}, "turn number 3, 2g: step 1, Ee2w"),
        ({"id": 1, "turns": TURNS, "at": ["9g"]}, "no position to search at 9g"),
        ({"id": 1, "turns": TURNS, "at": ["g9"]}, "at: expected a turn's number"),
        ({"id": 1, "turns": [], "nodes": 5}, "waiting for a setup"),
        ({"id": 1, "action": "dance"}, "unknown action 'dance'"),
    ],
)
def test_bad_request_gets_a_sentence_and_the_next_one_its_answer(
    request_: dict[str, Any] | str, words: str
) -> None:
    good = {"id": "good", "position": GOAL_IN_TWO}
    answers = ask(request_, good)
    refused = next(each for each in answers if each["id"] != "good")
    assert refused["state"] == "error"
    assert words in refused["error"]
    assert len(answers) == 2
