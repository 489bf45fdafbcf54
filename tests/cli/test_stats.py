"""``gajah stats``: counts that can be checked by other means."""

from __future__ import annotations

import csv
import json
from collections import Counter
from pathlib import Path
from typing import Any

from tests.cli.program import gajah_here
from tests.cli.test_check import BLOCKED, GAME
from tests.samples import SAMPLE_FILE, sample_games


def rows() -> list[dict[str, str]]:
    """The sample archive by the simplest means that read it."""
    with SAMPLE_FILE.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))


def sample_stats() -> dict[str, Any]:
    done = gajah_here("stats", str(SAMPLE_FILE), "--json")
    assert (done.code, done.err) == (0, "")
    found: dict[str, Any] = json.loads(done.out)
    return found


def by_name(groups: list[dict[str, Any]]) -> dict[str, dict[str, Any]]:
    return {group["name"]: group for group in groups}


def test_results_are_those_of_the_archive() -> None:
    found = sample_stats()
    results = Counter(row["result"] for row in rows())
    assert (found["games"], found["gold"], found["silver"]) == (100, results["w"], results["b"])
    assert found["gold_share"] == results["w"] / 100
    endings = Counter((row["termination"], row["result"]) for row in rows())
    goals = by_name(found["endings"])["goal"]
    assert (goals["gold"], goals["silver"]) == (endings["g", "w"], endings["g", "b"])


def test_games_are_counted_by_their_length_and_control() -> None:
    found = sample_stats()
    short = sum((len(game.turns) + 1) // 2 <= 10 for game in sample_games())
    assert found["lengths"][0]["name"] == "1-10"
    assert found["lengths"][0]["games"] == short
    controls = Counter(row["timecontrol"] for row in rows())
    assert {name: group["games"] for name, group in by_name(found["controls"]).items()} == controls


def test_mirrored_setups_are_one() -> None:
    def row_text(placements: dict[str, str], row: int) -> str:
        return "".join(placements[f"{column}{row}"] for column in "abcdefgh")

    setups: Counter[str] = Counter()
    for game in sample_games():
        placements = {word[1:]: word[0] for word in game.turns[0].split()}
        front, back = row_text(placements, 2), row_text(placements, 1)
        setups[min(f"{front} {back}", f"{front[::-1]} {back[::-1]}")] += 1
    found = sample_stats()["gold_setups"]
    assert {each["name"].partition(" (")[0]: each["games"] for each in found} == setups


def _label(event: str) -> str:
    return event.partition("after ")[2].partition(",")[0]


def test_times_are_those_of_the_log() -> None:
    times = sample_stats()["times"]
    used = {
        (row["id"], _label(event)): event
        for row in rows()
        for event in row["events"].split("\\n")
        # Some turns are in the log only: the game was over before they came.
        if "w, move used:" in event and f"\\n{_label(event)} " in row["movelist"]
    }
    seconds = [int(event.partition("move used:")[2].split()[0]) for event in used.values()]
    assert times["gold"]["longest"] == max(seconds)
    assert times["gold"]["turns"] == len(seconds)
    assert times["winner"]["turns"] + times["loser"]["turns"] == (
        times["gold"]["turns"] + times["silver"]["turns"]
    )


def test_first_capture_and_material_are_counted(tmp_path: Path) -> None:
    file = tmp_path / "games.txt"
    # Gold's cat steps into the trap at c3 with no friend beside it.
    lost = GAME.replace("2g Ee2n Ee3n", "2g Cc2n Cc3x").replace("*", "0-1")
    file.write_text(f"{lost}\n{GAME}", encoding="utf-8")
    done = gajah_here("stats", str(file), "--json")
    found = json.loads(done.out)
    assert by_name(found["first_captures"])["silver"]["silver"] == 1
    assert by_name(found["leads"])["silver +1"]["games"] == 1
    assert by_name(found["leads"])["even"]["unknown"] == 1
    assert found["times"] == {}


def test_table_shows_the_most_frequent_setups_and_how_many_others() -> None:
    out = gajah_here("stats", str(SAMPLE_FILE), "--top", "3").out
    lines = out.splitlines()
    assert lines[1].split() == ["all", "games", "100", "56", "44", "0", "0", "56%"]
    start = next(i for i, line in enumerate(lines) if line.startswith("gold's setup"))
    setups = sample_stats()["gold_setups"]
    assert lines[start + 1].strip().startswith(setups[0]["name"])
    assert lines[start + 4].strip() == f"and {len(setups) - 3} others"


def test_broken_game_is_named_and_the_others_are_counted(tmp_path: Path) -> None:
    file = tmp_path / "games.txt"
    file.write_text(f"{BLOCKED}\n{GAME}", encoding="utf-8")
    done = gajah_here("stats", str(file), "--json")
    assert done.code == 1
    assert done.err.startswith(f"{file}:6: ")
    assert json.loads(done.out)["games"] == 1
