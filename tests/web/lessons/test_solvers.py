"""Solvers as pages meet them: remembered, rated once for each puzzle, in runs, and limited."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from gajah._core import Side
from gajah.analysis.proofs import winning_turns
from gajah.analysis.puzzle_judge import solution
from gajah.analysis.puzzles import Puzzle, PuzzleTheme, all_puzzles, find_puzzles
from gajah.web.games.opening import open_database
from gajah.web.games.server_time import ServerTime
from gajah.web.games.store import GameStore
from gajah.web.lessons.runs import TIMED_S
from gajah.web.lessons.solvers import Solvers
from gajah.web.lessons.training import NEW_SOLVER
from gajah.web.settings import ClientLimits
from gajah.web.wire.errors import Refusal
from tests.web.harness import Json, Server

GOALS = list(find_puzzles(PuzzleTheme.GOAL))


@pytest.fixture
def client(server: Server) -> Iterator[httpx.Client]:
    """A browser of its own."""
    with server.client() as client:
        yield client


def _post(client: httpx.Client, path: str, **body: Any) -> Json:
    answer = client.post(f"/puzzles{path}", json=body)
    assert answer.status_code == 200, answer.text
    found: Json = answer.json()
    return found


def _me(client: httpx.Client) -> Json:
    found: Json = client.get("/puzzles/me").json()
    return found


def _solved(standing: Json) -> int:
    return sum(part["solved"] for part in standing["progress"])


def _wrong(puzzle: Puzzle) -> str:
    """A turn that does not win, for a puzzle that asks for a goal."""
    right = set(map(str, winning_turns(puzzle.position)))
    return next(t for t in map(str, puzzle.position.legal_turns()) if t not in right)


def _answer(client: httpx.Client, puzzle: Puzzle, *, right: bool) -> Json:
    turn = str(puzzle.solution) if right else _wrong(puzzle)
    return _post(client, f"/{puzzle.id}/try", turns=[turn])


def test_a_browser_is_remembered_from_its_first_answer_on(client: httpx.Client) -> None:
    assert _me(client)["answers"] == 0
    assert not client.cookies
    answer = client.post(f"/puzzles/{GOALS[0].id}/try", json={"turns": [str(GOALS[0].solution)]})
    kept = answer.headers["set-cookie"]
    assert "HttpOnly" in kept
    assert "SameSite=strict" in kept
    standing = _me(client)
    assert (standing["answers"], standing["in_row"], _solved(standing)) == (1, 1, 1)


def test_another_browser_is_another_solver(server: Server, client: httpx.Client) -> None:
    _answer(client, GOALS[0], right=True)
    with server.client() as other:
        assert _me(other)["answers"] == 0
        other.cookies.set("gajah_solver", "a secret that the server has never made")
        assert _me(other)["answers"] == 0
        assert _answer(other, GOALS[0], right=True)["counted"]["standing"]["answers"] == 1


def test_the_first_answer_is_rated_and_no_other(client: httpx.Client) -> None:
    missed = _answer(client, GOALS[0], right=False)["counted"]
    assert missed["change"] < 0
    assert missed["standing"]["rating"] == NEW_SOLVER.rating + missed["change"]
    again = _answer(client, GOALS[0], right=True)["counted"]
    assert again["change"] is None
    assert again["standing"]["rating"] == missed["standing"]["rating"]
    assert (again["standing"]["answers"], _solved(again["standing"])) == (1, 1)
    assert again["standing"]["repeat"] == 1
    right = _answer(client, GOALS[1], right=True)["counted"]
    assert right["change"] > 0
    assert right["standing"]["repeat"] == 1


def test_solvers_change_what_a_puzzle_is_rated(server: Server) -> None:
    ratings = []
    for right in (False, False, True):
        with server.client() as newcomer:
            ratings.append(_answer(newcomer, GOALS[5], right=right)["counted"]["puzzle_rating"])
    assert 900 < ratings[0] < ratings[1] > ratings[2]


@pytest.mark.parametrize("help_", ["hint", "solution"])
def test_help_counts_as_a_miss(help_: str, client: httpx.Client) -> None:
    counted = _post(client, f"/{GOALS[2].id}/{help_}")["counted"]
    assert counted["change"] < 0
    after = _answer(client, GOALS[2], right=True)["counted"]
    assert after["change"] is None
    assert after["standing"]["in_row"] == 0


def test_help_after_a_right_answer_costs_nothing(client: httpx.Client) -> None:
    right = _answer(client, GOALS[2], right=True)["counted"]["standing"]
    assert _post(client, f"/{GOALS[2].id}/solution")["counted"]["standing"] == right


def test_a_win_in_two_counts_when_it_is_finished(client: httpx.Client) -> None:
    puzzle = next(find_puzzles(PuzzleTheme.GOAL_IN_TWO))
    turns = [str(turn) for turn in solution(puzzle)]
    assert _post(client, f"/{puzzle.id}/try", turns=turns[:1])["counted"] is None
    assert _post(client, f"/{puzzle.id}/try", turns=turns)["counted"]["change"] > 0


def test_a_turn_that_is_refused_counts_for_nothing(client: httpx.Client) -> None:
    answer = client.post(f"/puzzles/{GOALS[0].id}/try", json={"turns": ["nonsense"]})
    assert answer.status_code == 422
    assert not client.cookies


def test_the_first_puzzle_of_a_new_solver_is_an_easy_goal_for_gold(client: httpx.Client) -> None:
    shown = client.get("/puzzles/next").json()
    puzzle = all_puzzles()[shown["id"]]
    assert (puzzle.theme, puzzle.level) == (PuzzleTheme.GOAL, 1)
    assert puzzle.position.side is Side.GOLD


def test_the_next_puzzle_is_one_that_was_not_answered(client: httpx.Client) -> None:
    easy = list(find_puzzles(PuzzleTheme.GOAL, 5))
    for _ in easy:
        shown = client.get("/puzzles/next", params={"theme": "goal", "level": 5}).json()
        answer = _answer(client, all_puzzles()[shown["id"]], right=True)
        assert answer["counted"]["change"] > 0
    progress = [p for p in _me(client)["progress"] if (p["theme"], p["level"]) == ("goal", 5)]
    assert [(part["solved"], part["total"]) for part in progress] == [(len(easy), len(easy))]


def test_a_missed_puzzle_comes_back(client: httpx.Client) -> None:
    _answer(client, GOALS[0], right=False)
    came = []
    while GOALS[0].id not in came:
        came.append(client.get("/puzzles/next", params={"theme": "goal"}).json()["id"])
        answer = _answer(client, all_puzzles()[came[-1]], right=True)
    assert len(came) == 6
    assert answer["counted"]["change"] is None
    assert _me(client)["answers"] == 7


def test_a_rating_is_provisional_until_enough_is_known(client: httpx.Client) -> None:
    provisional = [
        _answer(client, puzzle, right=index % 2 == 0)["counted"]["standing"]["provisional"]
        for index, puzzle in enumerate(GOALS[:30])
    ]
    assert provisional[0]
    assert not provisional[-1]
    assert provisional == sorted(provisional, reverse=True)


def test_what_a_browser_had_solved_is_taken_over_and_not_rated(client: httpx.Client) -> None:
    ids = [puzzle.id for puzzle in GOALS[:3]]
    standing = _post(client, "/known", solved=[*ids, ids[0], "gone-1234"])
    assert (_solved(standing), standing["answers"], standing["rating"]) == (3, 0, NEW_SOLVER.rating)
    assert _answer(client, GOALS[0], right=False)["counted"]["change"] is None


def test_a_streak_goes_on_until_the_first_mistake(client: httpx.Client) -> None:
    run = _post(client, "/run", mode="streak")
    shown, levels = [run["puzzle"]["id"]], []
    for score in range(1, 13):
        levels.append(run["puzzle"]["level"])
        turns = [str(turn) for turn in solution(all_puzzles()[run["puzzle"]["id"]])]
        run = _post(client, "/run/try", turns=turns)["run"]
        assert (run["score"], run["over"], run["seconds_left"]) == (score, False, None)
        shown.append(run["puzzle"]["id"])
    assert len(set(shown)) == len(shown)
    assert sum(levels[:4]) < sum(levels[-4:])
    skipped = _post(client, "/run/skip")
    assert (skipped["skips_left"], skipped["score"]) == (0, 12)
    assert skipped["puzzle"]["id"] not in shown
    again = client.post("/puzzles/run/skip", json={})
    assert (again.status_code, again.json()["error"]["code"]) == (409, "no_skip")
    ended = _miss(client, skipped)
    assert (ended["score"], ended["over"], ended["best"]) == (12, True, 12)
    late = client.post("/puzzles/run/try", json={"turns": ["Ra1n"]})
    assert (late.status_code, late.json()["error"]["code"]) == (409, "run_over")
    standing = _me(client)
    assert (standing["best_streak"], standing["repeat"]) == (12, 1)
    assert standing["rating"] == NEW_SOLVER.rating


def _miss(client: httpx.Client, run: Json) -> Json:
    """Answer the puzzle of a run wrongly."""
    puzzle = all_puzzles()[run["puzzle"]["id"]]
    for turn in puzzle.position.legal_turns():
        answer = _post(client, "/run/try", turns=[str(turn)])
        if answer["outcome"] == "wrong":
            found: Json = answer["run"]
            return found
    raise AssertionError("every turn is right")


def test_three_mistakes_end_a_run_against_the_clock(client: httpx.Client) -> None:
    run = _post(client, "/run", mode="timed")
    assert 0 < run["seconds_left"] <= TIMED_S
    right = str(all_puzzles()[run["puzzle"]["id"]].solution)
    run = _post(client, "/run/try", turns=[right])["run"]
    for left in (2, 1, 0):
        assert not run["over"]
        run = _miss(client, run)
        assert run["mistakes_left"] == left
    assert (run["over"], run["score"], run["best"]) == (True, 1, 1)
    assert _me(client)["best_timed"] == 1


def test_a_run_of_no_solver_cannot_go_on(client: httpx.Client) -> None:
    answer = client.post("/puzzles/run/try", json={"turns": ["Ra1n"]})
    assert (answer.status_code, answer.json()["error"]["code"]) == (409, "run_over")


@asynccontextmanager
async def _solvers(
    data: Path, limits: ClientLimits | None = None, clock: list[float] | None = None
) -> AsyncIterator[Solvers]:
    """Solvers without a network, with a clock that is told the time."""
    store = GameStore(open_database(f"sqlite:///{data / 'games.sqlite3'}"))
    if clock is not None:
        store.time = ServerTime(0.0, lambda: clock[0])
    yield Solvers(store, limits or ClientLimits())
    store.close()


def test_the_server_s_clock_ends_a_run(tmp_path: Path) -> None:
    async def play() -> None:
        clock = [0.0]
        async with _solvers(tmp_path, clock=clock) as solvers:
            token = await solvers.enrol(None, "here")
            assert token is not None
            run = await solvers.begin_run(token, "timed")
            clock[0] = TIMED_S - 1
            puzzle = await solvers.run_puzzle(token)
            run = await solvers.decide_run(token, puzzle, right=True)
            assert (run.score, run.seconds_left, run.over) == (1, 1, False)
            puzzle = await solvers.run_puzzle(token)
            clock[0] = TIMED_S
            # It came in time, but was judged when the time was over.
            run = await solvers.decide_run(token, puzzle, right=True)
            assert (run.score, run.seconds_left, run.over) == (2, 0, True)
            with pytest.raises(Refusal):
                await solvers.run_puzzle(token)
            assert (await solvers.standing(token)).best_timed == 2

    asyncio.run(play())


def test_the_same_answer_sent_twice_in_a_run_counts_once(tmp_path: Path) -> None:
    async def play() -> None:
        async with _solvers(tmp_path) as solvers:
            token = await solvers.enrol(None, "here")
            assert token is not None
            await solvers.begin_run(token, "streak")
            puzzle = await solvers.run_puzzle(token)
            await solvers.decide_run(token, puzzle, right=True)
            again = await solvers.decide_run(token, puzzle, right=False)
            assert (again.score, again.over) == (1, False)

    asyncio.run(play())


def test_the_idlest_solver_is_forgotten_when_there_are_too_many(tmp_path: Path) -> None:
    async def come() -> None:
        async with _solvers(tmp_path, ClientLimits(solvers=3)) as solvers:
            tokens = [await solvers.enrol(None, "here") for _ in range(3)]
            for token in (tokens[0], tokens[2]):
                assert token is not None
                await solvers.decide(token, GOALS[0], right=True)
            newcomer = await solvers.enrol(None, "here")
            known = [await solvers.enrol(token, "here") for token in (*tokens, newcomer)]
            assert [one == other for one, other in zip(known, tokens, strict=False)] == [
                True,
                False,
                True,
            ]

    asyncio.run(come())


def test_one_client_cannot_be_many_new_solvers_at_once(tmp_path: Path) -> None:
    async def come() -> None:
        limits = ClientLimits(new_solvers_per_s=0, new_solver_burst=2)
        async with _solvers(tmp_path, limits) as solvers:
            tokens = [await solvers.enrol(None, "one") for _ in range(3)]
            assert [token is not None for token in tokens] == [True, True, False]
            assert await solvers.enrol(tokens[0], "one") == tokens[0]
            assert await solvers.enrol(None, "other") is not None

    asyncio.run(come())


def test_a_kill_loses_no_answer_and_no_run(tmp_path: Path) -> None:
    with Server(tmp_path / "data") as server, server.client() as client:
        _answer(client, GOALS[0], right=False)
        rated = _answer(client, GOALS[1], right=True)["counted"]
        run = _post(client, "/run", mode="streak")
        turns = [str(turn) for turn in solution(all_puzzles()[run["puzzle"]["id"]])]
        run = _post(client, "/run/try", turns=turns)["run"]
        server.kill()
        server.start()
        with server.client(cookies=client.cookies) as again:
            standing = _me(again)
            assert standing["run"] == run
            assert standing["rating"] == rated["standing"]["rating"]
            assert (standing["answers"], standing["repeat"], _solved(standing)) == (2, 1, 2)
            shown = _answer(again, GOALS[1], right=True)["counted"]
            assert shown["puzzle_rating"] == rated["puzzle_rating"]
