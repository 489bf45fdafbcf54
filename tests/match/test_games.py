"""Whole games between good players, and what is kept of them."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from gajah._core import Side
from gajah.aei.player import AeiPlayer
from gajah.bots.names import PlayerName, PlayerNameError, parse_players
from gajah.clock import TimeControl
from gajah.game import Reason, Result
from gajah.handicap import Handicap
from gajah.match.playing import Opening, Played, play, play_game
from gajah.match.terms import Terms
from gajah.records.record import Record
from tests.aei.engines import GAJAH, PYRIMAA, engine
from tests.helpers import GOLD_SETUP, SILVER_SETUP, gold

# Long enough for any machine; the players use a fraction of it.
CONTROL = TimeControl.parse("30s/5m")


def test_players_set_up_and_play_to_a_result() -> None:
    played = play("heuristic", "random", seed=1)
    assert played.result.winner is Side.GOLD
    assert len(played.turns) > 4
    record = played.record(Terms(), {"Event": "test"})
    assert record.game().result == played.result


def test_real_engines_play_each_other() -> None:
    terms = Terms(TimeControl.parse("0.05s/10s"), max_turns=3)
    played = play(f"aei:{GAJAH}", f"aei:{PYRIMAA}", terms=terms)
    assert played.result.reason in (Reason.SCORE, Reason.GOAL, Reason.ELIMINATION)
    assert all(turn.used_s >= 0 for turn in played.turns)


def test_record_says_times_clocks_and_the_end() -> None:
    terms = Terms(CONTROL, max_turns=3)
    played = play("random", "random", terms=terms, seed=5)
    record = Record.parse(str(played.record(terms, {"Event": "a test"})))
    assert (record.tags["Event"], record.tags["Gold"]) == ("a test", "random")
    assert record.tags["Silver"] == "random-2"
    assert record.tags["Termination"] == "the limit of 3 turns"
    assert record.time_control == CONTROL
    assert record.game().result == Result(played.result.winner, Reason.SCORE)
    for node, turn in zip(record.main_line, played.turns, strict=True):
        (comment,) = node.comments
        assert comment.used_s == pytest.approx(turn.used_s, abs=0.001)
        assert comment.clock_s == turn.reserve_s


def test_same_seed_gives_the_same_game() -> None:
    games = [play("random", "random", terms=Terms(max_turns=4), seed=seed) for seed in (3, 3, 4)]
    texts = [[turn.text for turn in played.turns] for played in games]
    assert texts[0] == texts[1] != texts[2]


def test_given_setups_are_played() -> None:
    opening = Opening(turns=(GOLD_SETUP, SILVER_SETUP))
    played = play("random", "random", terms=Terms(max_turns=2), opening=opening)
    assert [turn.text for turn in played.turns[:2]] == [GOLD_SETUP, SILVER_SETUP]


def test_game_begins_from_a_position() -> None:
    opening = Opening(start=gold("Ra7 rh3 Ee2 ee5"))
    played = play("heuristic", "random", opening=opening)
    assert played.result == Result(Side.GOLD, Reason.GOAL)
    record = played.record(Terms())
    assert record.start == opening.start
    assert record.game().result == played.result


def test_log_that_cannot_be_opened_is_an_error_of_the_system(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    logs = (tmp_path / "file" / "gold.log", tmp_path / "file" / "silver.log")

    async def run() -> None:
        first, second = (AeiPlayer(spec) for spec in parse_players(["random", "random"]))
        await play_game(first, second, Terms(), logs=logs)

    with pytest.raises(OSError, match="file"):
        asyncio.run(run())


def test_unknown_player_is_refused() -> None:
    with pytest.raises(PlayerNameError, match="did you mean random"):
        play("rndom", "random")


def test_engine_plays_with_a_handicap_that_its_protocol_cannot_express() -> None:
    async def run() -> Played:
        players = [AeiPlayer(engine("good")), AeiPlayer(PlayerName.parse("random"))]
        try:
            opening = Opening(handicap=Handicap.parse("Mc"))
            return await play_game(players[0], players[1], Terms(max_turns=3), opening=opening)
        finally:
            for player in players:
                await player.close()

    played = asyncio.run(run())
    assert [len(turn.text.split()) for turn in played.turns[:2]] == [15, 15]
    assert len(played.turns) == 6
