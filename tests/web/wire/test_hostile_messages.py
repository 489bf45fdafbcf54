"""Whatever comes over the socket or HTTP is answered clearly and changes nothing."""

from __future__ import annotations

import json
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis import GenerationMode
from schemathesis.config import SchemathesisConfig
from schemathesis.core.result import Ok
from schemathesis.specs.openapi.checks import positive_data_acceptance

from tests.helpers import OPENING
from tests.web.harness import API, PATIENCE_S, Page, Server

NEGATIVE = GenerationMode.NEGATIVE
# What might be meant as a message: the right words in the wrong places.
WORDS = st.sampled_from(
    [
        *("hello", "step", "steps", "undo", "redo", "reset", "routes", "preview", "send", "setup"),
        *("setup_draft", "resign", "takeback", "rematch", "name", "ping", "analyse", "review"),
        *("cancel_review", "Ee2n", "e2", "g", "type", "ref", "board", "\0", "\ud83d\ude00", ""),
    ]
)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=30) | WORDS,
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.text(max_size=8) | WORDS, inner, max_size=4)
    ),
    max_leaves=8,
)
FIELDS = st.sampled_from(
    [
        *("step", "steps", "square", "text", "setup", "answer", "name", "id", "ref", "position"),
        *("turns", "handicap", "game", "seconds", "token"),
    ]
)
MESSAGES = st.builds(
    lambda kind, fields: {"type": kind, **fields},
    WORDS | st.text(max_size=10),
    st.dictionaries(FIELDS | st.text(max_size=10), VALUES, max_size=4),
)


# A socket carries UTF-8, which has no halves of characters.
TEXTS = st.text(st.characters(codec="utf-8"), max_size=200)


@pytest.fixture
def watched(server: Server) -> tuple[str, Page]:
    """A game in progress, and a client without a seat in it."""
    game, tokens = server.new_game(start=OPENING.short)
    player = server.page(game, *tokens.values())
    player.ask("step", step="Ee2n")
    return game, server.page(game)


def assert_answered(page: Page, text: str | bytes) -> None:
    """Something comes back that is no broken connection, and no mistake of ours."""
    page.send(text)
    page.say("ping", id=7, ref=123456)
    while (answer := page.next())["ref"] != 123456:
        assert answer.get("code") != "our_mistake", text
    # The flood limit may answer in place of the ping.
    assert answer["type"] in ("pong", "error")


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(message=MESSAGES | VALUES)
def test_messages_of_a_watcher_change_nothing(
    server: Server, watched: tuple[str, Page], message: Any
) -> None:
    game, page = watched
    before = server.get(f"/games/{game}")
    assert_answered(page, json.dumps(message))
    assert server.get(f"/games/{game}") == before


@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(text=TEXTS | st.binary(max_size=200))
def test_noise_is_answered(server: Server, watched: tuple[str, Page], text: str | bytes) -> None:
    game, page = watched
    assert_answered(page, text)
    assert server.get(f"/games/{game}")["game"]["state"] == "playing"


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(message=MESSAGES)
def test_analysis_answers_anything(server: Server, message: dict[str, Any]) -> None:
    if not server.pages:
        server.analysis()
    assert_answered(server.pages[0], json.dumps(message))
    assert_answered(server.pages[0], json.dumps({"type": "stop"}))


@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(message=MESSAGES)
def test_player_s_messages_never_break_the_game(server: Server, message: dict[str, Any]) -> None:
    """A player may resign by accident, but the game stays one that can be shown and replayed."""
    game, tokens = server.new_game(start=OPENING.short)
    with server.page(game, *tokens.values()) as page:
        page.ask("step", step="Ee2n")
        assert_answered(page, json.dumps(message))
    again = server.page(game, *tokens.values())
    assert again.welcome["game"]["state"] in ("playing", "over")
    assert "Position" in server.text(f"/games/{game}/record")


def test_deeply_nested_message_is_refused(watched: tuple[str, Page]) -> None:
    _, page = watched
    assert_answered(page, "[" * 30_000 + "]" * 30_000)
    assert_answered(page, '{"type":' * 5_000 + "1" + "}" * 5_000)


def test_http_keeps_to_its_description(server: Server) -> None:
    """Right and wrong requests of every kind get an answer that the description names."""
    config = SchemathesisConfig.from_dict(
        {"checks": {"negative_data_rejection": {"expected-statuses": list(range(400, 430))}}}
    )
    schema = schemathesis.openapi.from_url(f"{server.url}{API}/openapi.json", config=config)
    for found in schema.get_all_operations():
        assert isinstance(found, Ok), found
        operation = found.ok()

        @settings(max_examples=6, phases=[Phase.generate], suppress_health_check=list(HealthCheck))
        @given(case=operation.as_strategy() | operation.as_strategy(generation_mode=NEGATIVE))
        def keeps(case: schemathesis.Case[Any]) -> None:
            # A description cannot say which positions and turns are legal.
            case.call_and_validate(excluded_checks=[positive_data_acceptance], timeout=PATIENCE_S)

        keeps()
