"""Players as users write them: one parser for the whole program."""

from __future__ import annotations

import pytest

from gajah.bots.names import (
    PlayerName,
    PlayerNameError,
    name_engines,
    parse_address,
    parse_players,
)


@pytest.mark.parametrize(
    ("text", "label", "kind", "target"),
    [
        ("random", "random", "random", ""),
        ("Human", "human", "human", ""),
        ("gajah:time=0.1s,threads=2", "gajah:time=0.1s,threads=2", "gajah", ""),
        ("new@gajah:nodes=20000", "new", "gajah", ""),
        ("aei:./bot --x", "aei:./bot --x", "aei", "./bot --x"),
        ("old@aei:./bot a@b:c", "old", "aei", "./bot a@b:c"),
        ("aei-socket: ./bot", "aei-socket:./bot", "aei-socket", "./bot"),
        ("aei-listen:4001", "aei-listen:4001", "aei-listen", "4001"),
    ],
)
def test_player_is_read(text: str, label: str, kind: str, target: str) -> None:
    name = PlayerName.parse(text)
    assert (name.label, name.kind, name.target) == (label, kind, target)


@pytest.mark.parametrize(
    "text",
    [
        "random",
        "x@minimax:depth=2",
        "aei:./bot --x",
        "x@aei(hash=64,threads=2):./bot 'a b'",
        "aei-socket:./bot {port}",
        "aei-listen:example.org:4001",
    ],
)
def test_player_text_round_trips(text: str) -> None:
    assert str(PlayerName.parse(text)) == text


def test_options_of_an_engine_are_read() -> None:
    spec = PlayerName.parse("aei(hash=64, name with space=a b,empty=):./bot")
    assert spec.options == (("hash", "64"), ("name with space", "a b"), ("empty", ""))


def test_threads_are_known_for_bots_and_engines() -> None:
    texts = ("gajah:threads=3", "aei(threads=2):./bot", "aei(threads=many):./bot", "random")
    assert [PlayerName.parse(text).threads for text in texts] == [3, 2, 1, 1]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "unknown player"),
        ("rando", "did you mean random"),
        ("python mybot.py", "a program is named aei:COMMAND"),
        ("./mybot", "a program is named aei:COMMAND"),
        ("gajah:tim=1s", "did you mean time"),
        ("aei:", "command"),
        ("aei:   ", "command"),
        ("aei:./bot 'x", "command"),
        ("aei(hash):./bot", "option=value"),
        ("aei-listen:nowhere", "HOST:PORT"),
        ("aei-listen:99999", "HOST:PORT"),
        ("human:depth=1", "unknown player 'human'"),
        ("gajah:hash=0", "hash"),
        ("gajah:hash=x", "whole number"),
        ("gajah:hash=999999", "1 to 65536 MB"),
        ("gajah:threads=999", "1 to 256 threads"),
        ("gajah:search=alphabeta,device=gpu", "alpha-beta search has no network"),
        ("gajah:level=11", "^gajah: levels are 1 to 10, found 11$"),
        ("gajah:level=1,level=2", "given twice"),
        ("a b@random", "no label 'a b'"),
        ("@random", "no label"),
        ("me@", "expected a player after the label 'me@'"),
        ("me@ ", "expected a player after the label 'me@'"),
        ("aei(hash=3:./x", r"expected aei\(option=value,...\):..., found 'aei\(hash=3:./x'"),
        ("me@aei-socket(hash=3):", "needs the command"),
        ("aei-socket (hash=3):./x", r"expected aei-socket\(option=value"),
    ],
)
def test_name_that_no_player_has_is_refused(text: str, why: str) -> None:
    with pytest.raises(PlayerNameError, match=why):
        PlayerName.parse(text)


def test_players_of_the_same_name_get_labels_of_their_own() -> None:
    texts = ["gajah", "gajah", "gajah-2@random", "gajah"]
    labels = [spec.label for spec in parse_players(texts)]
    assert len(set(labels)) == 4
    assert labels[:2] == ["gajah", "gajah-2"]


@pytest.mark.parametrize(
    "text",
    [
        "gajah:nodes=10",
        "aei:./bot --x",
        f"aei:./{'long/' * 20}bot",
        "aei(hash=8):./bot",
        f"{'x' * 60}@random",
    ],
)
def test_players_of_the_same_name_are_read_back_as_they_are_written(text: str) -> None:
    players = parse_players([text, text, text])
    assert len({player.label for player in players}) == 3
    assert [PlayerName.parse(str(player)) for player in players] == players


def test_person_is_no_player_of_a_match() -> None:
    with pytest.raises(PlayerNameError, match="a match is for programs"):
        parse_players(["gajah", "human"])


def test_checking_a_name_takes_neither_memory_nor_a_graphics_card() -> None:
    assert str(PlayerName.parse("gajah:hash=65536,device=gpu")) == "gajah:hash=65536,device=gpu"


def test_port_alone_is_on_this_machine() -> None:
    assert parse_address("4001") == ("127.0.0.1", 4001)


def test_engine_s_own_name_becomes_a_label_that_can_be_typed() -> None:
    players = parse_players(["aei:./a", "aei:./a", "gajah", "old@aei:./b", "aei:./c"])
    said = ["My bot (2.0)", "My bot (2.0)", "gajah", "Other", ""]
    labels = [player.label for player in name_engines(players, said)]
    assert labels == ["My-bot-2.0", "My-bot-2.0-2", "gajah", "old", "aei:./c"]
    assert [PlayerName.parse(str(player)).label for player in name_engines(players, said)] == labels
