"""How hard each candidate is, and which of them become puzzles."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence

from puzzle_candidates import Candidate

from gajah._core import Position, Square, Step, Turn
from gajah.analysis.puzzle_judge import Outcome, judge
from gajah.analysis.puzzles import LEVELS, Puzzle, PuzzleTheme

WANTED = {
    PuzzleTheme.GOAL: 120,
    PuzzleTheme.GOAL_IN_TWO: 90,
    PuzzleTheme.CAPTURE: 130,
    PuzzleTheme.DEFEND: 100,
}
MOST_OF_A_GAME = 2  # puzzles of one theme
UNLIKE = 10  # squares on which two puzzles of one game must differ
MARGIN_SHARE = 2  # an answer may give away half of what the capture gains over anything else


def level(candidate: Candidate) -> int:
    """1 to 5; docs/puzzles.md lists the same."""
    points = _POINTS[PuzzleTheme(candidate.theme)](candidate)
    return min(max(points, LEVELS[0]), LEVELS[-1])


def _goal_points(candidate: Candidate) -> int:
    side = Position.parse(candidate.position).side
    own = [step for step in Turn.parse(candidate.solution) if step.piece.side is side]
    helped = _count_movers(own) > 1
    pushes = len(own) < candidate.steps
    only_one = helped and candidate.right == 1
    return (candidate.steps - 2) + helped + pushes + only_one


def _count_movers(steps: Sequence[Step]) -> int:
    """How many different pieces take these steps."""
    arrived: set[Square | None] = set()
    movers = 0
    for step in steps:
        movers += step.square not in arrived
        arrived = (arrived - {step.square}) | {step.to}
    return movers


def _goal_in_two_points(candidate: Candidate) -> int:
    quiet = candidate.extra["replies"] > 2000
    return 2 + (candidate.depth >= 8) + (candidate.right <= 3) + quiet


def _capture_points(candidate: Candidate) -> int:
    narrow = candidate.right <= 2
    unseen = candidate.depth >= 4 or candidate.extra["others"] > 0
    return 1 + (candidate.steps >= 3) + (candidate.steps == 4) + narrow + unseen


def _defend_points(candidate: Candidate) -> int:
    share = candidate.right / candidate.turns
    return (
        1
        + (share < 0.005)
        + (share < 0.0005)
        + (candidate.steps >= 3)
        + (candidate.depth >= 4 or candidate.right <= 2)
    )


_POINTS = {
    PuzzleTheme.GOAL: _goal_points,
    PuzzleTheme.GOAL_IN_TWO: _goal_in_two_points,
    PuzzleTheme.CAPTURE: _capture_points,
    PuzzleTheme.DEFEND: _defend_points,
}


def choose(candidates: Iterable[Candidate]) -> list[Puzzle]:
    """The puzzles that ship, easy ones first within a theme."""
    by_theme: dict[PuzzleTheme, list[Candidate]] = defaultdict(list)
    for candidate in candidates:
        by_theme[PuzzleTheme(candidate.theme)].append(candidate)
    puzzles = [p for theme in PuzzleTheme for p in _choose_of(theme, by_theme[theme])]
    assert len({puzzle.id for puzzle in puzzles}) == len(puzzles), "two puzzles of one name"
    return puzzles


def _choose_of(theme: PuzzleTheme, candidates: list[Candidate]) -> list[Puzzle]:
    """Level by level in turn, so that all are there; games of people first, then by lot."""
    waiting: dict[int, list[Puzzle]] = {number: [] for number in LEVELS}
    taken: dict[str, list[Position]] = defaultdict(list)
    for candidate in sorted(candidates, key=_by_lot):
        puzzle, known = _puzzle(candidate), taken[candidate.game]
        alike = any(_count_differences(puzzle.position, other) < UNLIKE for other in known)
        if len(known) < MOST_OF_A_GAME and not alike:
            known.append(puzzle.position)
            waiting[puzzle.level].append(puzzle)
    chosen: list[Puzzle] = []
    while len(chosen) < WANTED[theme] and any(waiting.values()):
        for number in LEVELS:
            if waiting[number] and len(chosen) < WANTED[theme]:
                puzzle = waiting[number].pop(0)
                if _is_sound(puzzle):
                    chosen.append(puzzle)
    return sorted(chosen, key=lambda puzzle: (puzzle.level, puzzle.id))


def _count_differences(one: Position, other: Position) -> int:
    """The number of squares that do not hold the same."""
    squares = map(Square.at, range(64))
    return sum(one[square] != other[square] for square in squares)


def _by_lot(candidate: Candidate) -> tuple[bool, int]:
    return "self-play" in candidate.game, Position.parse(candidate.position).key


def _puzzle(candidate: Candidate) -> Puzzle:
    position = Position.parse(candidate.position)
    return Puzzle(
        id=f"{candidate.theme}-{position.key & 0xFFFF:04x}",
        theme=PuzzleTheme(candidate.theme),
        level=level(candidate),
        source=candidate.source,
        position=position,
        solution=Turn.parse(candidate.solution),
        margin_cr=candidate.extra.get("lead", 0) // MARGIN_SHARE,
    )


def _is_sound(puzzle: Puzzle) -> bool:
    """Does the judge of answers accept the solution?"""
    return judge(puzzle, [str(puzzle.solution)]).outcome is not Outcome.WRONG
