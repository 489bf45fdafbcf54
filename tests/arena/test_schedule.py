"""Who meets whom, with which opening, and in which order."""

from __future__ import annotations

from collections import Counter

import pytest

from gajah.arena.schedule import Meeting, Pairing, Schedule
from tests.arena.games import make_event


def pairings(schedule: Schedule, rounds: int) -> list[Pairing]:
    count = schedule.count_games(rounds) // 2
    found = [schedule.find(pair, []) for pair in range(count)]
    return [pairing for pairing in found if pairing is not None]


def test_round_robin_has_everybody_meet_everybody_once_a_round() -> None:
    found = pairings(Schedule("round-robin", 4), 3)
    meetings = Counter(frozenset((p.first, p.second)) for p in found)
    assert set(meetings.values()) == {3}
    assert len(meetings) == 6


def test_gauntlet_has_the_first_meet_every_other() -> None:
    found = pairings(Schedule("gauntlet", 4), 2)
    assert Counter(frozenset((p.first, p.second)) for p in found) == {
        frozenset((0, other)): 2 for other in (1, 2, 3)
    }


def test_meetings_of_a_round_share_their_openings_and_the_next_round_has_the_next() -> None:
    found = pairings(Schedule("round-robin", 3, pairs=2), 2)
    assert [p.opening for p in found] == [0, 1] * 3 + [2, 3] * 3


def test_two_games_of_a_pair_begin_alike_with_colours_swapped() -> None:
    event = make_event(games=6)
    jobs = [event.find_job(index, []) for index in range(6)]
    for first, second in zip(jobs[::2], jobs[1::2], strict=True):
        assert first is not None
        assert second is not None
        assert (first.gold, first.silver) == (second.silver, second.gold)
        assert first.opening == second.opening
        assert first.gold_seed == second.silver_seed


def test_everything_about_a_game_follows_from_the_seed_and_its_number() -> None:
    jobs = [make_event(seed=seed).find_job(3, []) for seed in (5, 5, 6)]
    assert jobs[0] == jobs[1]
    assert jobs[0] != jobs[2]


def ladder_games(pair: int, winner: int, loser: int) -> list[Meeting]:
    return [Meeting(2 * pair, winner, loser, 1), Meeting(2 * pair + 1, loser, winner, 0)]


def test_ladder_waits_for_the_round_before() -> None:
    ladder = Schedule("ladder", 4)
    assert ladder.count_games(3) == 2 * (2 + 1 + 2)
    assert ladder.find(0, []) == Pairing(0, 1, 0)
    assert ladder.find(1, []) == Pairing(2, 3, 0)
    assert ladder.find(2, ladder_games(0, 0, 1)) is None


def test_who_beats_the_neighbour_above_takes_its_place() -> None:
    ladder = Schedule("ladder", 4)
    played = ladder_games(0, 1, 0) + ladder_games(1, 2, 3)
    assert ladder.find_order(2, played) == [1, 0, 2, 3]
    second = ladder.find(2, played)
    assert second is not None
    assert {second.first, second.second} == {0, 2}
    played += ladder_games(2, 2, 0)
    assert ladder.find_order(3, played) == [1, 2, 0, 3]


def test_even_meeting_leaves_the_ladder_as_it_is() -> None:
    drawn = [Meeting(0, 0, 1, 1), Meeting(1, 1, 0, 1)]
    assert Schedule("ladder", 2).find_order(1, drawn) == [0, 1]


def test_ladder_of_two_meets_in_every_round() -> None:
    assert Schedule("ladder", 2).count_games(5) == 10


@pytest.mark.parametrize(
    ("kind", "players", "pairs"),
    [("match", 3, 1), ("match", 1, 1), ("round-robin", 1, 1), ("swiss", 4, 1), ("ladder", 4, 0)],
)
def test_impossible_schedule_is_refused(kind: str, players: int, pairs: int) -> None:
    with pytest.raises(ValueError, match=r"needs|unknown|at least"):
        Schedule(kind, players, pairs)
