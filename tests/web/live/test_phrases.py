"""Phrases between two people."""

from __future__ import annotations

from tests.helpers import OPENING
from tests.web.harness import Server


def test_phrases_reach_the_players_and_no_watcher(server: Server) -> None:
    game, tokens = server.new_game(start=OPENING.short)
    watcher = server.page(game)
    gold, silver = server.page(game, tokens["g"]), server.page(game, tokens["s"])
    said = gold.ask("phrase", phrase="hello")
    assert (said["type"], said["by"], said["phrase"]) == ("phrase", "g", "hello")
    assert silver.hear("phrase")["by"] == "g"
    assert silver.ask("phrase", phrase="thank_you")["by"] == "s"
    # After the end as well; what comes next is all that the watcher hears.
    silver.ask("resign")
    assert gold.ask("phrase", phrase="good_game")["by"] == "g"
    assert watcher.refused("phrase", phrase="hello") == "no_seat"
    watcher.say("ping", id=1)
    while (heard := watcher.next())["type"] != "pong":
        assert heard["type"] != "phrase"


def test_only_phrases_of_the_list_are_said(server: Server) -> None:
    game, tokens = server.new_game()
    server.page(game, tokens["s"])
    assert server.page(game, tokens["g"]).refused("phrase", phrase="You lose!") == "bad_message"


def test_phrases_are_limited_for_each_player(server: Server) -> None:
    game, tokens = server.new_game()
    gold, silver = server.page(game, tokens["g"]), server.page(game, tokens["s"])
    for _ in range(3):
        assert gold.ask("phrase", phrase="hello")["type"] == "phrase"
    assert gold.refused("phrase", phrase="hello") == "slow_down"
    # Another window of the same player has no more.
    assert server.page(game, tokens["g"]).refused("phrase", phrase="hello") == "slow_down"
    assert silver.ask("phrase", phrase="hello")["type"] == "phrase"


def test_there_is_no_talking_to_a_bot_or_to_oneself(server: Server) -> None:
    game, tokens = server.new_game(silver="random")
    assert server.page(game, tokens["g"]).refused("phrase", phrase="hello") == "no_opponent"
    game, tokens = server.new_game()
    alone = server.page(game, *tokens.values())
    assert alone.refused("phrase", phrase="hello") == "no_opponent"
