"""Puzzles as the page asks for them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from gajah.analysis.puzzle_judge import solution
from gajah.analysis.puzzles import Puzzle, PuzzleTheme, all_puzzles, find_puzzles
from tests.web.harness import Server


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    data = tmp_path_factory.mktemp("web") / "data"
    with Server(data) as server, httpx.Client(base_url=server.url) as client:
        yield client


def _get(client: httpx.Client, path: str) -> Any:
    return client.get(f"/api/v1/puzzles{path}").json()


def _ask(client: httpx.Client, path: str) -> httpx.Response:
    return client.post(f"/api/v1/puzzles{path}", json={})


def _try(client: httpx.Client, puzzle: Puzzle, *turns: object) -> Any:
    body = {"turns": [str(turn) for turn in turns]}
    return client.post(f"/api/v1/puzzles/{puzzle.id}/try", json=body).json()


def test_all_puzzles_are_listed_once(client: httpx.Client) -> None:
    listed = _get(client, "")
    assert [row["id"] for row in listed["puzzles"]] == list(all_puzzles())
    assert listed["total"] == len(all_puzzles())


def test_a_theme_and_a_level_narrow_the_list(client: httpx.Client) -> None:
    listed = _get(client, "?theme=defend&level=3&offset=1&limit=2")
    expected = [puzzle.id for puzzle in find_puzzles(PuzzleTheme.DEFEND, 3)]
    assert [row["id"] for row in listed["puzzles"]] == expected[1:3]
    assert listed["total"] == len(expected)


def test_a_puzzle_tells_its_task_but_not_its_solution(client: httpx.Client) -> None:
    puzzle = next(find_puzzles(PuzzleTheme.CAPTURE))
    shown = _get(client, f"/{puzzle.id}")
    assert shown == {
        "id": puzzle.id,
        "theme": "capture",
        "level": puzzle.level,
        "position": puzzle.position.short,
        "text": puzzle.text,
        "from": puzzle.source,
    }


def test_a_solved_puzzle_comes_with_its_solution(client: httpx.Client) -> None:
    puzzle = next(find_puzzles(PuzzleTheme.GOAL))
    answer = _try(client, puzzle, puzzle.solution)
    assert (answer["outcome"], answer["solved"]) == ("solved", True)
    assert answer["solution"] == [str(puzzle.solution)]


def test_a_win_in_two_goes_on_with_a_reply(client: httpx.Client) -> None:
    puzzle = next(find_puzzles(PuzzleTheme.GOAL_IN_TWO))
    first, reply, last = solution(puzzle)
    answer = _try(client, puzzle, first)
    assert (answer["outcome"], answer["reply"]) == ("go_on", str(reply))
    assert answer["solution"] is None
    assert _try(client, puzzle, first, reply, last)["outcome"] == "solved"


def test_hint_and_solution_agree(client: httpx.Client) -> None:
    puzzle = next(find_puzzles(PuzzleTheme.GOAL_IN_TWO))
    turns = _ask(client, f"/{puzzle.id}/solution").json()["turns"]
    assert turns == [str(turn) for turn in solution(puzzle)]
    hint = _ask(client, f"/{puzzle.id}/hint").json()
    assert turns[0][1:3] == hint["square"]
    assert hint["square"] in hint["text"]


@pytest.mark.parametrize(
    ("turns", "status", "code"),
    [
        (["nonsense"], 422, "bad_notation"),
        (["Ea5n"], 422, "no_such_piece"),
        ([], 422, "bad_request"),
        (["Ea1n"] * 4, 422, "bad_request"),
    ],
)
def test_answers_that_are_no_turns_are_refused(
    turns: list[str], status: int, code: str, client: httpx.Client
) -> None:
    puzzle = next(p for p in find_puzzles(PuzzleTheme.GOAL) if p.position["a5"] is None)
    answer = client.post(f"/api/v1/puzzles/{puzzle.id}/try", json={"turns": turns})
    assert (answer.status_code, answer.json()["error"]["code"]) == (status, code)


def test_turns_after_the_end_are_refused(client: httpx.Client) -> None:
    puzzle = next(find_puzzles(PuzzleTheme.GOAL))
    assert _try(client, puzzle, puzzle.solution, "ra7s")["error"]["code"] == "puzzle_over"


@pytest.mark.parametrize("path", ["/nothing", "/nothing/hint", "/nothing/solution"])
def test_an_unknown_puzzle_is_not_found(path: str, client: httpx.Client) -> None:
    answer = client.get(f"/api/v1/puzzles{path}") if path == "/nothing" else _ask(client, path)
    assert (answer.status_code, answer.json()["error"]["code"]) == (404, "no_puzzle")


@pytest.mark.parametrize("query", ["?theme=chess", "?level=9", "?limit=0", "?offset=-1"])
def test_impossible_wishes_are_refused(query: str, client: httpx.Client) -> None:
    assert client.get(f"/api/v1/puzzles{query}").status_code == 422
