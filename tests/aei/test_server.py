"""``gajah aei`` as a controller meets it: a real process, driven line by line."""

from __future__ import annotations

import re
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from gajah._core import Position, Turn
from gajah.bots.names import split_command
from gajah.engine.networks import network_file
from gajah.game import Game
from tests.aei.conversation import Conversation
from tests.aei.engines import GAJAH
from tests.helpers import GOLD_SETUP, OPENING, SILVER_SETUP, gold
from tests.samples import sample_games

COMMAND = split_command(GAJAH)


@pytest.fixture
def engine() -> Iterator[Conversation]:
    with Conversation(*COMMAND) as conversation:
        conversation.say("aei")
        conversation.hear("aeiok")
        yield conversation


@pytest.fixture(params=["alphabeta", "net"])
def thinker(engine: Conversation, request: pytest.FixtureRequest) -> Conversation:
    engine.say(f"setoption name search value {request.param}")
    return engine


def best_turn(engine: Conversation) -> str:
    return engine.hear("bestmove")[-1].removeprefix("bestmove ")


def test_the_handshake_names_protocol_and_engine() -> None:
    with Conversation(*COMMAND) as engine:
        engine.say("aei")
        heard = engine.hear("aeiok")
        assert heard[0] == "protocol-version 1"
        assert [line.split()[1] for line in heard[1:-1]] == ["name", "author", "version"]


def test_it_sets_up_and_plays_for_both_sides(thinker: Conversation) -> None:
    game = Game()
    thinker.say("setoption name depth value 4", "newgame")
    for _ in range(6):
        thinker.say("go")
        turn = best_turn(thinker)
        game.play(turn)
        thinker.say(f"makemove {turn}")
    assert len(game.turns) == 6


def setup_with(engine: Conversation, *options: str) -> str:
    engine.say(*(f"setoption name {option}" for option in options), "newgame", "go")
    setup = best_turn(engine)
    Game().play(setup)
    return setup


def test_setups_follow_the_seed(thinker: Conversation) -> None:
    setups = [setup_with(thinker, f"seed value {seed}") for seed in (3, *range(12), 3)]
    assert setups[0] == setups[-1] == setups[4]
    assert len(set(setups)) > 3


def test_a_tiny_clock_is_enough_for_a_setup(thinker: Conversation) -> None:
    clock = ("tcmove value 0.05", "tcreserve value 0.05", "greserve value 0.05", "moveused value 9")
    setup_with(thinker, *clock)


def test_a_setup_is_told_once_when_stopped_at_once(thinker: Conversation) -> None:
    thinker.say("newgame", "go", "stop", "isready")
    heard = [line for line in thinker.hear("readyok") if line.startswith("bestmove ")]
    assert len(heard) == 1
    Game().play(heard[0].removeprefix("bestmove "))


def test_setposition_takes_either_side(engine: Conversation) -> None:
    engine.say("setoption name depth value 3")
    for side in ("g", "s", "w", "b"):
        position = Position.parse(f"{side} {OPENING.short[2:]}")
        engine.say(f"setposition {side} {OPENING.short[2:]}", "go")
        position.play(best_turn(engine))


def test_info_lines_come_before_the_turn(thinker: Conversation) -> None:
    thinker.say("setoption name depth value 5", f"setposition {OPENING.short}", "go")
    kinds = {line.split()[1] for line in thinker.hear("bestmove") if line.startswith("info")}
    assert kinds == {"depth", "score", "nodes", "time", "pv"}


def test_the_pv_is_a_line_of_legal_turns(thinker: Conversation) -> None:
    thinker.say("setoption name depth value 6", f"setposition {OPENING.short}", "go")
    lines = [line for line in thinker.hear("bestmove") if line.startswith("info pv ")]
    # Before every turn but the first stands the side whose turn it is.
    first, *rest = re.split(r" ([gs]) ", lines[-1].removeprefix("info pv "))
    position = OPENING.play(Turn.parse(first))
    assert rest
    for side, turn in zip(rest[::2], rest[1::2], strict=True):
        assert side == position.side.letter
        position = position.play(Turn.parse(turn))


def test_stop_brings_the_turn_at_once(thinker: Conversation) -> None:
    thinker.say("setoption name tcmove value 86400", f"setposition {OPENING.short}", "go")
    thinker.hear("info depth")
    thinker.say("stop")
    OPENING.play(best_turn(thinker))


def test_options_set_while_thinking_are_for_the_next_search(thinker: Conversation) -> None:
    thinker.say("setoption name tcmove value 86400", f"setposition {OPENING.short}", "go")
    thinker.hear("info depth")
    thinker.say("setoption name hash value 4", "setoption name threads value 2", "stop")
    turn = best_turn(thinker)
    thinker.say(f"makemove {turn}", "go", "stop")
    OPENING.play(turn).play(best_turn(thinker))


def test_a_depth_of_0_lifts_the_limit(engine: Conversation) -> None:
    engine.say("setoption name search value alphabeta", "setoption name tcmove value 86400")
    engine.say("setoption name depth value 2", "setoption name depth value 0")
    engine.say(f"setposition {OPENING.short}", "go")
    assert engine.hear("info depth 3")[-1] == "info depth 3"


def test_a_time_beyond_all_reason_is_no_limit(engine: Conversation) -> None:
    engine.say("setoption name tcmove value 999999999", f"setposition {OPENING.short}")
    engine.say("go", "stop")
    OPENING.play(best_turn(engine))


@pytest.mark.parametrize("steps", ["Ee2n", "Ee2n Ee3n", "Ee2n Ee3n Ee4n Ee5n"])
def test_a_turn_under_way_is_finished(thinker: Conversation, steps: str) -> None:
    thinker.say("setoption name depth value 5", f"setposition {OPENING.short}")
    thinker.say(f"makesteps {steps}", "go")
    heard = thinker.hear("bestmove")
    turn = heard[-1].removeprefix("bestmove ")
    OPENING.play(turn)
    variations = [line.removeprefix("info pv ") for line in heard if line.startswith("info pv ")]
    assert variations
    for found in (turn, *variations):
        assert f"{found} ".startswith(f"{steps} ")


def test_steps_are_taken_back_by_giving_others(engine: Conversation) -> None:
    engine.say("setoption name depth value 4", f"setposition {OPENING.short}", "go")
    free = best_turn(engine)
    engine.say("newgame", f"setposition {OPENING.short}", "makesteps Ha2n", "makesteps", "go")
    assert best_turn(engine) == free


def test_a_whole_turn_follows_steps_of_it(engine: Conversation) -> None:
    engine.say("setoption name depth value 4", f"setposition {OPENING.short}", "makesteps Ee2n")
    engine.say("makemove Ee2n Ee3n", "go")
    OPENING.play("Ee2n Ee3n").play(best_turn(engine))


def test_steps_are_refused_while_a_setup_is_due(engine: Conversation) -> None:
    engine.say("newgame", "makesteps Ee2n", "isready")
    assert engine.hear("readyok")[0].startswith("log Error: makesteps: ")


def test_a_limit_of_nodes_is_kept(thinker: Conversation) -> None:
    thinker.say("setoption name nodes value 50", f"setposition {OPENING.short}", "go")
    heard = [line for line in thinker.hear("bestmove") if line.startswith("info nodes ")]
    assert 0 < int(heard[-1].removeprefix("info nodes ")) < 500


def test_low_levels_play_as_their_seed_says(engine: Conversation) -> None:
    middle = [position for position, _ in sample_games()[0].positions()][30]
    engine.say("setoption name level value 1", f"setposition {middle.short}")
    answers = []
    for seed in (3, *range(12), 3):
        engine.say(f"setoption name seed value {seed}", "go")
        answers.append(best_turn(engine))
        middle.play(answers[-1])
    assert answers[0] == answers[-1] == answers[4]
    assert len(set(answers)) > 3


def test_the_alpha_beta_search_has_no_levels(engine: Conversation) -> None:
    engine.say("setoption name search value alphabeta", "setoption name level value 3", "isready")
    expected = "log Error: isready: levels below 10 need the network's search"
    assert engine.hear("readyok")[0] == expected


def test_pondering_ends_without_a_turn(thinker: Conversation) -> None:
    thinker.say(f"setposition {OPENING.short}", "go ponder")
    thinker.hear("info depth")
    thinker.say("stop", "isready")
    assert not [line for line in thinker.hear("readyok") if line.startswith("bestmove")]


def test_a_turn_made_while_pondering_ends_it(thinker: Conversation) -> None:
    thinker.say("setoption name depth value 3", f"setposition {OPENING.short}", "go ponder")
    thinker.say("makemove Ee2n", "go")
    OPENING.play("Ee2n").play(best_turn(thinker))


def test_isready_is_answered_while_thinking(engine: Conversation) -> None:
    engine.say("setoption name tcmove value 86400", f"setposition {OPENING.short}", "go", "isready")
    engine.hear("readyok")


def test_unknown_options_are_logged_as_warnings(engine: Conversation) -> None:
    engine.say("setoption name frobnicate value 3", "isready")
    assert "log Warning: unknown option 'frobnicate'" in engine.hear("readyok")


OPTIONS = (
    *("tcmove", "tcreserve", "tcpercent", "tcmax", "tctotal", "tcturns", "tcturntime"),
    *("greserve", "sreserve", "gused", "sused", "lastmoveused", "moveused"),
    *("opponent", "opponent_rating", "rating", "rated", "event"),
    *("hash", "depth", "nodes", "threads", "seed", "level"),
)
MALFORMED = (
    "hello",
    "makemove",
    "makemove Ee2x",
    "makemove Ee2s",
    "makemove Ra1 Rb1",
    "makesteps Ee2s",
    "makesteps Ee2n Ee3n Ee4n Ee5n Ee6n",
    "makesteps Ee2n Ee3s Ee2n Ee3s",
    "setposition",
    "setposition g [short]",
    "setoption",
    "setoption name hash value many",
    "setoption name threads value 0",
    "setoption name level value 11",
    "setoption name nodes value 1e5x",
    "setoption name search value deep",
    "setoption name device value abacus",
    "setoption name tcmove value nan",
    "setoption value 3",
    "setoption name seed value 1.5",
    "go infinite",
    "go ponder now",
    "go" + " " * 5000 + "ponder",
    "\x00\x01 ü",
)


def test_every_option_of_the_protocol_is_known(engine: Conversation) -> None:
    for name in OPTIONS:
        engine.say(f"setoption name {name} value 1", "isready")
        assert engine.hear("readyok") == ["readyok"], name


def test_malformed_lines_are_answered_and_survived(engine: Conversation) -> None:
    engine.say("setoption name depth value 2")
    for line in MALFORMED:
        engine.say(f"setposition {OPENING.short}", line, "isready")
        heard = engine.hear("readyok")
        assert len(heard) == 2, line
        assert heard[0].startswith("log Error: "), line
        engine.say("go")
        OPENING.play(best_turn(engine))


def test_a_network_of_ones_own_answers(engine: Conversation, tmp_path: Path) -> None:
    own = tmp_path / "own.net"
    own.write_bytes(network_file())
    engine.say(f"setoption name net value {tmp_path / 'none.net'}", "isready")
    assert engine.hear("readyok")[0].startswith("log Error: isready: the network ")
    engine.say(f"setoption name net value {own}", "setoption name depth value 2", "isready")
    assert engine.hear("readyok") == ["readyok"]
    engine.say(f"setposition {OPENING.short}", "go")
    OPENING.play(best_turn(engine))


def test_a_finished_game_is_not_searched(engine: Conversation) -> None:
    over = gold("Ra7 Rb1 ec5 rh7").play("Ra7n")
    engine.say(f"setposition {over.short}", "go", "isready")
    assert engine.hear("readyok")[0].startswith("log Error: go: the game is over")


def test_a_forbidden_repetition_is_refused(engine: Conversation) -> None:
    engine.say("newgame", f"makemove {GOLD_SETUP}", f"makemove {SILVER_SETUP}")
    there_and_back = ["Ee2n", "ed7s", "Ee3s", "ed6n"] * 2
    engine.say(*(f"makemove {turn}" for turn in there_and_back), "isready")
    heard = engine.hear("readyok")
    assert len(heard) == 2
    assert "would occur a third time" in heard[0]


def test_quit_ends_the_process_even_while_thinking(thinker: Conversation) -> None:
    thinker.say("setoption name tcmove value 86400", f"setposition {OPENING.short}", "go")
    thinker.hear("info depth")
    assert thinker.quit() == 0


def test_ctrl_c_ends_the_process_in_peace_even_while_thinking(thinker: Conversation) -> None:
    thinker.say(f"setposition {OPENING.short}", "go")
    thinker.hear("info depth")
    assert thinker.interrupt() in (130, -signal.SIGINT)


def test_a_turn_that_is_refused_does_not_end_the_search(thinker: Conversation) -> None:
    thinker.say(f"setposition {OPENING.short}", "go")
    for refused in ("makemove foo", "makemove Ee2s", "makemove"):
        thinker.say(refused)
        thinker.hear("log Error")
    thinker.say("stop")
    thinker.hear("bestmove")


def test_a_controller_that_vanishes_leaves_no_complaint(thinker: Conversation) -> None:
    thinker.say("setoption name tcmove value 86400", f"setposition {OPENING.short}", "go")
    thinker.hear("info depth")
    assert thinker.vanish() == ""


def test_the_end_of_the_input_ends_the_process() -> None:
    done = subprocess.run(COMMAND, input=b"aei\n\xff\xfe\n", capture_output=True)
    assert done.returncode == 0
    assert b"Traceback" not in done.stderr
