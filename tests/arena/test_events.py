"""Whole events with real players: to the end, interrupted, repeated, on their own cores."""

from __future__ import annotations

import asyncio
import os
import re
from dataclasses import replace
from pathlib import Path

import pytest

from gajah.arena.event import Event, Job
from gajah.arena.hall import LocalHall, physical_cores, share_cores
from gajah.arena.run import run_event
from gajah.arena.store import Finished, Store, read_store
from gajah.arena.tally import Tally
from gajah.engine.score import Score
from gajah.game import Reason
from gajah.match.playing import Played
from gajah.match.terms import Adjudication, Terms
from tests.aei.engines import assert_gone, engine, new_word
from tests.arena.games import make_event

# Without a clock: this is not about time, and the machine may be busy.
SHORT = Terms(max_turns=4)
# Nothing is pinned, so that tests share the machine with whatever else runs there.
ANYWHERE: tuple[int, ...] = ()


class Stop(Exception):  # noqa: N818 - it is no error
    """The power is cut."""


def play(
    event: Event, path: Path, *, tables: int = 2, stop_after: int = -1, raise_after: int = -1
) -> list[Finished]:
    store = Store.open(path, event)

    def on_game(_: Finished) -> None:
        if len(store.games) == raise_after:
            raise Stop

    try:
        asyncio.run(
            run_event(
                store,
                LocalHall([ANYWHERE] * tables),
                on_game=on_game,
                should_stop=lambda: len(store.games) == stop_after,
            )
        )
    finally:
        store.close()
    return store.games


def turns(games: list[Finished]) -> dict[int, list[str]]:
    return {game.index: [turn.text for turn in game.played.turns] for game in games}


def test_event_plays_every_game_once(tmp_path: Path) -> None:
    event = make_event("random", "heuristic", games=4, terms=Terms())
    games = play(event, tmp_path / "event.jsonl")
    assert sorted(game.index for game in games) == list(range(4))
    tally = Tally.of("random", "heuristic", games)
    assert (tally.games, tally.wins + tally.losses) == (4, 4)
    assert tally.pairs.total == 2
    by_rule = (Reason.GOAL, Reason.ELIMINATION, Reason.IMMOBILIZATION)
    assert all(game.played.result.reason in by_rule for game in games)


def test_same_seed_gives_the_same_games_whatever_the_number_of_tables(tmp_path: Path) -> None:
    event = make_event("random", "heuristic", games=4, seed=3, terms=SHORT)
    one = play(event, tmp_path / "one.jsonl", tables=1)
    two = play(event, tmp_path / "two.jsonl", tables=2)
    last = make_event("random", "heuristic", games=4, seed=4, terms=SHORT)
    other = play(last, tmp_path / "three.jsonl")
    assert turns(one) == turns(two)
    assert turns(one) != turns(other)


def test_search_by_nodes_is_repeatable(tmp_path: Path) -> None:
    event = make_event(
        "a@gajah:search=alphabeta,nodes=200",
        "b@gajah:search=alphabeta,nodes=300",
        games=2,
        terms=SHORT,
    )
    assert turns(play(event, tmp_path / "one.jsonl")) == turns(play(event, tmp_path / "two.jsonl"))


def test_interrupted_event_goes_on_where_it_stopped(tmp_path: Path) -> None:
    event = make_event("random", "random", games=6, terms=SHORT)
    path, whole = tmp_path / "event.jsonl", tmp_path / "whole.jsonl"
    with pytest.raises(Stop):
        play(event, path, raise_after=3)
    before = path.read_bytes()
    games = play(event, path)
    assert path.read_bytes().startswith(before)
    assert turns(games) == turns(play(event, whole))
    assert sorted(game.index for game in read_store(path)[1]) == list(range(6))


def test_event_that_is_over_plays_nothing(tmp_path: Path) -> None:
    event = make_event("random", "heuristic", games=2, terms=SHORT)
    play(event, tmp_path / "event.jsonl")
    before = (tmp_path / "event.jsonl").read_bytes()
    play(event, tmp_path / "event.jsonl", raise_after=2)
    assert (tmp_path / "event.jsonl").read_bytes() == before


def test_event_stops_when_it_is_told_to(tmp_path: Path) -> None:
    event = make_event("random", "heuristic", games=40, terms=SHORT)
    assert len(play(event, tmp_path / "event.jsonl", stop_after=2)) == 2


def test_of_games_that_end_at_the_same_moment_none_is_kept_after_the_stop(tmp_path: Path) -> None:
    event = make_event("random", "heuristic", games=40, terms=SHORT)
    store = Store.open(tmp_path / "event.jsonl", event)

    together = asyncio.Barrier(4)

    class InStep(LocalHall):
        async def play(self, job: Job, terms: Terms) -> Played:
            played = await super().play(job, terms)
            await together.wait()
            return played

    hall = InStep([ANYWHERE] * 4)
    asyncio.run(run_event(store, hall, should_stop=lambda: len(store.games) >= 3))
    store.close()
    assert len(store.games) == 3


def test_stopped_event_leaves_no_engine_behind(tmp_path: Path) -> None:
    word = new_word()
    event = Event("match", (engine("hang", word), engine("good", word)), Terms(patience_s=1), 40)
    with pytest.raises(Stop):
        play(event, tmp_path / "event.jsonl", raise_after=1)
    assert_gone(word)


def test_match_goes_on_when_an_engine_fails(tmp_path: Path) -> None:
    event = Event("match", (engine("crash"), engine("good")), Terms(max_turns=3), 4)
    games = play(event, tmp_path / "event.jsonl")
    assert [game.played.result.reason for game in games] == [Reason.FORFEIT] * 4
    assert all(game.points("good") == 1 for game in games)


def test_engines_have_the_time_to_start_that_they_are_given(tmp_path: Path) -> None:
    players = tuple(engine("no-handshake", word) for word in ("one", "other"))
    event = Event("match", (players[0], replace(players[1], given_label="other")), Terms(), 1)
    store = Store.open(tmp_path / "event.jsonl", event)
    asyncio.run(run_event(store, LocalHall([ANYWHERE], start_s=0.3)))
    store.close()
    assert store.games[0].played.result.reason is Reason.ABANDONED
    assert "did not introduce itself: nothing within 0.3s" in store.games[0].played.detail


def test_ladder_is_climbed_round_by_round(tmp_path: Path) -> None:
    event = make_event("random", "heuristic", kind="ladder", games=6, terms=SHORT)
    games = play(event, tmp_path / "event.jsonl")
    assert [game.pair for game in games] == [0, 0, 1, 1, 2, 2]


def test_games_at_once_think_on_different_cores(tmp_path: Path) -> None:
    cores = sorted(os.sched_getaffinity(0))
    places = [(core,) for core in cores[:2]]
    event = Event("match", (engine("a"), engine("b")), Terms(max_turns=3), 2 * len(places))
    store = Store.open(tmp_path / "event.jsonl", event)
    asyncio.run(run_event(store, LocalHall(places, log_directory=tmp_path / "logs")))
    store.close()
    used = set()
    for number in range(1, event.games + 1):
        logs = sorted((tmp_path / "logs").glob(f"game-{number:05}-*.log"))
        assert [log.name.split("-")[2] for log in logs] == ["gold.log", "silver.log"]
        found = {
            match for log in logs for match in re.findall(r"< info cores (\S+)", log.read_text())
        }
        assert len(found) == 1, "both players of a game share its cores"
        used |= found
    assert used == {str(core) for (core,) in places}


def test_engine_is_kept_for_the_next_game(tmp_path: Path) -> None:
    event = Event("match", (engine("a"), engine("b")), Terms(max_turns=2), 2)
    store = Store.open(tmp_path / "event.jsonl", event)
    asyncio.run(run_event(store, LocalHall([ANYWHERE], log_directory=tmp_path / "logs")))
    store.close()
    handshakes = [log.read_text().count("> aei\n") for log in (tmp_path / "logs").iterdir()]
    assert sum(handshakes) == 2


def test_players_who_agree_who_has_won_have_the_game_decided(tmp_path: Path) -> None:
    terms = Terms(adjudication=Adjudication(Score(100), 2))
    event = make_event(
        "gajah:search=alphabeta,nodes=3000",
        "gajah:search=alphabeta,nodes=1000",
        games=2,
        terms=terms,
    )
    games = play(event, tmp_path / "event.jsonl")
    decided = [game for game in games if game.played.result.reason is Reason.RESIGNATION]
    assert decided
    assert all(game.played.detail.startswith("adjudicated") for game in decided)


def test_cores_are_shared_out_without_overlap() -> None:
    assert share_cores([0, 2, 4, 6], 2, 2) == [(0, 2), (4, 6)]


@pytest.mark.parametrize(("tables", "threads"), [(3, 1), (1, 3), (2, 2)])
def test_more_thinking_than_cores_is_refused(tables: int, threads: int) -> None:
    with pytest.raises(ValueError, match="2 can be used"):
        share_cores([0, 1], tables, threads)


def test_two_threads_of_one_core_count_once(tmp_path: Path) -> None:
    usable = sorted(os.sched_getaffinity(0))
    for number in usable:
        folder = tmp_path / f"cpu{number}" / "topology"
        folder.mkdir(parents=True)
        (folder / "thread_siblings_list").write_text(f"{usable[0]}-{usable[-1]}\n")
    assert physical_cores(tmp_path) == usable[:1]


def test_cores_of_a_system_that_does_not_tell_are_all_counted(tmp_path: Path) -> None:
    assert physical_cores(tmp_path) == sorted(os.sched_getaffinity(0))
