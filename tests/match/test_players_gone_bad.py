"""A player that fails in any way loses the game, cleanly, and leaves no process behind."""

from __future__ import annotations

import asyncio

import pytest

from gajah._core import Side
from gajah.aei.player import AeiPlayer
from gajah.bots.names import PlayerName
from gajah.game import Reason, Result
from gajah.match.playing import Opening, Played, play_game
from gajah.match.terms import Terms
from gajah.setups import named_setup
from tests.aei.engines import assert_gone, engine, new_word

SETUPS = Opening(
    turns=(str(named_setup("classic", Side.GOLD)), str(named_setup("classic", Side.SILVER)))
)
# Short enough to wait for: only those who never say what is waited for are given so little.
PATIENCE_S = 1.0
SILENT = ("hang", "noise", "child")
# Long enough for a process to start and to say something, on a busy machine too.
GREETING_S = 5.0
# For everybody else: what is waited for comes, but not always soon.
LONG_S = 60.0

FAULTS = {
    "no-start": (Reason.FORFEIT, "exit status 1, no licence"),
    "no-handshake": (
        Reason.FORFEIT,
        "did not introduce itself: nothing within 1s (does it flush its output?)",
    ),
    "wrong-greeting": (
        Reason.FORFEIT,
        "did not introduce itself: no aeiok within 5s; its last line was 'type help for help'",
    ),
    "never-ready": (Reason.FORFEIT, "did not get ready: nothing within 1s"),
    "hang": (Reason.TIME, "made no turn in 1s"),
    "crash": (Reason.FORFEIT, "exit status 3, out of ideas"),
    "abort": (Reason.FORFEIT, "ended by SIGSEGV"),
    "flood": (Reason.FORFEIT, "wrote without end"),
    "flood-of-errors": (Reason.FORFEIT, "wrote without end"),
    "endless-line": (Reason.FORFEIT, "wrote without end"),
    "noise": (Reason.TIME, "made no turn in 1s"),
    "close-stdout": (Reason.FORFEIT, "crashed: closed its output"),
    "child": (Reason.TIME, "made no turn in 1s"),
    "illegal": (Reason.ILLEGAL, "answered 'Ee2n Ee3n Ee4n Ee5n Ee6n'"),
    "wrong-side": (Reason.ILLEGAL, "answered 'ra8s'"),
    "garbage": (Reason.ILLEGAL, "answered '"),
    "empty": (Reason.ILLEGAL, "answered ''"),
    "resign": (Reason.RESIGNATION, ""),
}


def play(gold: PlayerName, silver: PlayerName, games: int = 1) -> list[Played]:
    async def run() -> list[Played]:
        seats = [
            AeiPlayer(spec, handshake_s=_handshake_s(spec), ready_s=_ready_s(spec), quit_s=0.1)
            for spec in (gold, silver)
        ]
        try:
            terms = Terms(patience_s=PATIENCE_S if gold.label in SILENT else LONG_S)
            return [
                await play_game(seats[0], seats[1], terms, opening=SETUPS) for _ in range(games)
            ]
        finally:
            for seat in seats:
                await seat.close()

    return asyncio.run(run())


def _handshake_s(spec: PlayerName) -> float:
    return {"no-handshake": PATIENCE_S, "wrong-greeting": GREETING_S}.get(spec.label, LONG_S)


def _ready_s(spec: PlayerName) -> float:
    return PATIENCE_S if spec.label == "never-ready" else LONG_S


@pytest.mark.parametrize("mode", FAULTS)
def test_player_gone_bad_loses_with_the_reason_and_leaves_no_process(mode: str) -> None:
    word = new_word()
    (played,) = play(engine(mode, word), engine("good", word))
    reason, detail = FAULTS[mode]
    assert played.result == Result(Side.SILVER, reason)
    assert detail in played.detail
    assert [turn.text for turn in played.turns] == list(SETUPS.turns)
    assert_gone(word)


def test_player_that_crashed_is_back_in_the_next_game() -> None:
    played = play(engine("crash"), engine("good"), games=2)
    assert [game.result.reason for game in played] == [Reason.FORFEIT, Reason.FORFEIT]
    assert all("out of ideas" in game.detail for game in played)


def test_two_players_that_do_not_start_abandon_the_game() -> None:
    (played,) = play(engine("no-start"), engine("no-start"))
    assert played.result == Result(None, Reason.ABANDONED)
    assert played.detail.startswith("gold ")
    assert "silver " in played.detail


def test_program_that_does_not_exist_loses_by_forfeit() -> None:
    (played,) = play(PlayerName.parse("aei:./no-such-engine --x"), engine("good"))
    assert played.result == Result(Side.SILVER, Reason.FORFEIT)
    assert "no-such-engine" in played.detail


def test_engine_that_does_not_quit_is_ended_anyway() -> None:
    word = new_word()
    play(engine("slow-quit", word), engine("resign", word))
    assert_gone(word)


def test_second_answer_is_not_taken_for_the_next_turn() -> None:
    async def run() -> list[str]:
        seats = [AeiPlayer(engine("twice")), AeiPlayer(engine("good"))]
        try:
            terms = Terms(patience_s=60, max_turns=3)
            played = await play_game(seats[0], seats[1], terms, opening=SETUPS)
            return [turn.text for turn in played.turns]
        finally:
            for seat in seats:
                await seat.close()

    turns = asyncio.run(run())
    assert len(turns) == 6
    assert turns[2] != turns[4]
