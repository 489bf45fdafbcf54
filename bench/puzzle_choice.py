"""How hard each candidate is, and which of them become puzzles."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace

from puzzle_candidates import Candidate

from gajah._core import Position, Square, Step, Turn
from gajah.analysis.proofs import winning_turns
from gajah.analysis.puzzle_judge import Outcome, judge, solution
from gajah.analysis.puzzles import LEVELS, Puzzle, PuzzleTheme

WANTED = {
    PuzzleTheme.GOAL: 620,
    PuzzleTheme.GOAL_IN_TWO: 560,
    PuzzleTheme.CAPTURE: 700,
    PuzzleTheme.DEFEND: 520,
}
# Puzzles of one theme.
MOST_OF_A_GAME_OF_PEOPLE = 4
MOST_OF_A_SELF_PLAYED_GAME = 2
UNLIKE = 10  # squares on which two puzzles of a theme must differ; games may repeat others
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


def choose(candidates: Iterable[Candidate], shipped: Collection[Puzzle]) -> list[Puzzle]:
    """The puzzles to ship, easy ones first within a theme; those that ship already stay."""
    by_theme: dict[PuzzleTheme, list[Candidate]] = defaultdict(list)
    for candidate in candidates:
        by_theme[PuzzleTheme(candidate.theme)].append(candidate)
    puzzles = []
    for theme in PuzzleTheme:
        kept = [puzzle for puzzle in shipped if puzzle.theme is theme]
        puzzles += _choose_of(theme, by_theme[theme], kept)
    return puzzles


def _choose_of(theme: PuzzleTheme, candidates: list[Candidate], kept: list[Puzzle]) -> list[Puzzle]:
    """Level by level in turn, so that all are there; games of people first, then by lot."""
    waiting = _unlike(candidates, kept)
    chosen = {puzzle.id: puzzle for puzzle in kept}
    while len(chosen) < WANTED[theme] and any(waiting.values()):
        for number in LEVELS:
            if waiting[number] and len(chosen) < WANTED[theme]:
                puzzle = waiting[number].pop(0)
                if _is_sound(puzzle):
                    named = replace(puzzle, id=_free_name(puzzle, chosen))
                    chosen[named.id] = named
    return sorted(chosen.values(), key=lambda puzzle: (puzzle.level, puzzle.id))


def _unlike(candidates: list[Candidate], kept: list[Puzzle]) -> dict[int, list[Puzzle]]:
    """By level, those that do not resemble others; not too many of a game."""
    waiting: dict[int, list[Puzzle]] = {number: [] for number in LEVELS}
    of_game = Counter(puzzle.source.partition(",")[0] for puzzle in kept)
    known = [puzzle.position for puzzle in kept]
    for candidate in sorted(candidates, key=_by_lot):
        puzzle = _puzzle(candidate)
        alike = any(_count_differences(puzzle.position, other) < UNLIKE for other in known)
        if of_game[candidate.game] < _most_of(candidate.game) and not alike:
            of_game[candidate.game] += 1
            known.append(puzzle.position)
            waiting[puzzle.level].append(puzzle)
    return waiting


def _most_of(game: str) -> int:
    return MOST_OF_A_SELF_PLAYED_GAME if "self-play" in game else MOST_OF_A_GAME_OF_PEOPLE


def _free_name(puzzle: Puzzle, taken: Collection[str]) -> str:
    """The theme and as many digits of the position's key as make it a new name."""
    digits = f"{puzzle.position.key:016x}"
    names = (f"{puzzle.theme.value}-{digits[-count:]}" for count in range(4, 13))
    return next(name for name in names if name not in taken)


def _count_differences(one: Position, other: Position) -> int:
    """The number of squares that do not hold the same."""
    letters = zip(one.short[1:], other.short[1:], strict=True)  # without the side to move
    return sum(a != b for a, b in letters)


def _by_lot(candidate: Candidate) -> tuple[bool, int]:
    return "self-play" in candidate.game, Position.parse(candidate.position).key


def _puzzle(candidate: Candidate) -> Puzzle:
    position = Position.parse(candidate.position)
    return Puzzle(
        id="",
        theme=PuzzleTheme(candidate.theme),
        level=level(candidate),
        source=candidate.source,
        position=position,
        solution=Turn.parse(candidate.solution),
        margin_cr=candidate.extra.get("lead", 0) // MARGIN_SHARE,
    )


def _is_sound(puzzle: Puzzle) -> bool:
    """Does the judge of answers accept the solution, and does a goal take more than one step?"""
    if puzzle.theme is PuzzleTheme.GOAL and min(map(len, winning_turns(puzzle.position))) < 2:
        return False  # Any step may win where it leaves the opponent no turn.
    return is_solved_by_its_solution(puzzle)


def is_solved_by_its_solution(puzzle: Puzzle) -> bool:
    """Whether the judge of answers accepts the whole solution, with the reply that it plays."""
    turns = [str(turn) for turn in solution(puzzle)]
    outcomes = [judge(puzzle, turns[:count]).outcome for count in range(1, len(turns) + 1, 2)]
    return outcomes == [Outcome.GO_ON] * (len(outcomes) - 1) + [Outcome.SOLVED]
