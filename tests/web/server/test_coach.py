"""The coach as a page asks it: what is answered, and what is refused in which words."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import pytest

from tests.helpers import OPENING, gold
from tests.web.harness import Server

HOSTAGE = gold("Eb2 hb4 Ra1 rh8 eg7")
GOAL_LEFT = gold("ra4 Cc2 Ed6 Rh1 rh8")


@pytest.fixture
def client(server: Server) -> Iterator[httpx.Client]:
    with server.client() as client:
        yield client


def _ask(client: httpx.Client, what: str, **body: Any) -> Any:
    answer = client.post(f"/coach/{what}", json=body)
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_a_turn_that_leaves_a_goal_is_warned_of(client: httpx.Client) -> None:
    assert _ask(client, "check", position=GOAL_LEFT.short, turn="Ed6n") == {
        "warning": {
            "text": "This lets silver reach the goal on a1 next turn.",
            "reply": "ra4s ra3s ra2s",
            "squares": ["a1"],
            "arrows": [
                {"from": "a4", "to": "a3"},
                {"from": "a3", "to": "a2"},
                {"from": "a2", "to": "a1"},
            ],
        }
    }


def test_a_good_turn_is_not_warned_of(client: httpx.Client) -> None:
    assert _ask(client, "check", position=OPENING.short, turn="Ee2n") == {"warning": None}


def test_a_turn_is_explained_by_its_facts(client: httpx.Client) -> None:
    facts = _ask(client, "explain", position=HOSTAGE.short, turn="Eb2n")["facts"]
    assert [fact["kind"] for fact in facts] == ["threatens_capture", "hostage", "freezes"]
    assert facts[1] == {
        "kind": "hostage",
        "text": "Holds the horse on b4 hostage near the trap on c3.",
        "squares": ["b4", "c3"],
        "arrows": [{"from": "b3", "to": "b4"}, {"from": "b4", "to": "c3"}],
    }


def test_a_hint_leads_to_a_turn_and_says_why(client: httpx.Client) -> None:
    hint = _ask(client, "hint", position=gold("Ra7 rh8 ee5").short)
    assert hint["look"]["text"] == "You can reach the goal in this turn."
    assert hint["look"]["squares"] == ["a8", "b8", "c8", "d8"]
    assert hint["piece"] == {"text": "Your rabbit on a7 moves first.", "squares": ["a7"]}
    assert hint["turn"] == "Ra7n"
    assert [fact["text"] for fact in hint["why"]] == ["Reaches the goal on a8."]


@pytest.mark.parametrize(
    ("turn", "code", "text"),
    [
        ("nonsense", "bad_notation", "'nonsense'"),
        ("Ea5n", "no_such_piece", "there is no gold elephant on a5"),
        ("Ee2n Ee3s", "no_change", "does not change the position"),
        ("", "no_step", "step"),
    ],
)
def test_what_is_no_turn_is_refused_in_a_sentence(
    turn: str, code: str, text: str, client: httpx.Client
) -> None:
    for what in ("check", "explain"):
        answer = client.post(f"/coach/{what}", json={"position": OPENING.short, "turn": turn})
        error = answer.json()["error"]
        assert (answer.status_code, error["code"]) == (422, code)
        assert text in error["text"]
        assert error["text"].endswith(".")


@pytest.mark.parametrize(
    ("position", "status", "code"),
    [
        ("nonsense", 422, "bad_notation"),
        (f"g [{' ' * 64}]", 409, "setup_expected"),
        (gold("Ra8 rh8").short, 409, "game_over"),
        ("x" * 1001, 422, "bad_request"),
    ],
)
def test_a_position_without_a_turn_to_play_is_refused(
    position: str, status: int, code: str, client: httpx.Client
) -> None:
    for what, turn in (("check", {"turn": "Ee2n"}), ("explain", {"turn": "Ee2n"}), ("hint", {})):
        answer = client.post(f"/coach/{what}", json={"position": position, **turn})
        assert (answer.status_code, answer.json()["error"]["code"]) == (status, code)


def test_unknown_fields_are_refused(client: httpx.Client) -> None:
    body = {"position": OPENING.short, "turn": "Ee2n", "level": 3}
    assert client.post("/coach/check", json=body).status_code == 422


def test_the_server_answers_others_while_the_coach_thinks(
    server: Server, client: httpx.Client
) -> None:
    with ThreadPoolExecutor(1) as threads:
        hint = threads.submit(_ask, client, "hint", position=OPENING.short)
        seen = set()
        while not hint.done() and 1 not in seen:
            seen.add(server.get("/status")["searches"])
        assert 1 in seen
        assert hint.result()["turn"]
