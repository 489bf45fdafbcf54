"""``gajah analyze``: the engine's opinion on the command line."""

from __future__ import annotations

import json
import signal

from gajah._core import Position
from tests.cli.program import GOAL_IN_TWO, OPENING, gajah_here, python


def test_best_turn_is_legal_and_has_a_score() -> None:
    done = gajah_here("analyze", OPENING, "--depth", "4", "--search", "alphabeta")
    assert (done.code, done.err) == (0, "")
    first, last = done.out.splitlines()
    score, chance, turn = first.split(None, 2)
    float(score)
    assert chance.endswith("%")
    Position.parse(OPENING).play(turn.split(" / ")[0])
    assert last.startswith("depth 4 steps, ")


def test_several_lines_are_different_turns() -> None:
    answer = json.loads(
        gajah_here("analyze", OPENING, "--depth", "4", "--lines", "3", "--json").out
    )
    turns = [line["turn"] for line in answer["lines"]]
    assert len({Position.parse(OPENING).play(turn) for turn in turns}) == 3


def test_a_win_is_named() -> None:
    assert "win in 2" in gajah_here("analyze", GOAL_IN_TWO).out


def test_a_turn_under_way_is_analysed_from_where_it_stands() -> None:
    midway = Position.parse(OPENING).after("Ee2n")
    answer = json.loads(gajah_here("analyze", str(midway), "--depth", "3", "--json").out)
    midway.play(answer["lines"][0]["turn"])


# The program, interrupted as soon as the engine has begun to think.
INTERRUPTED = f"""
import os, signal, threading
from gajah.engine.engine import Engine
from gajah.cli.app import main

begun = threading.Event()
search = Engine.search

def search_and_tell(*args, **options):
    begun.set()
    return search(*args, **options)

def interrupt():
    begun.wait()
    os.kill(os.getpid(), signal.SIGINT)

Engine.search = search_and_tell
threading.Thread(target=interrupt, daemon=True).start()
raise SystemExit(main(["analyze", "{OPENING}", "--time", "86400"]))
"""


def test_an_interrupt_ends_the_search() -> None:
    done = python("-c", INTERRUPTED)
    assert (done.code, done.out, done.err) == (128 + signal.SIGINT, "", "")


def test_a_decided_position_is_refused_in_a_sentence() -> None:
    over = "s [r  R                                               E            ]"
    done = gajah_here("analyze", over)
    assert done.code == 1
    assert "decided" in done.sentence
