"""Which positions make a puzzle, and what there is to know about how hard it is."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import islice

from gajah._core import Position, Turn, VerdictReason
from gajah.analysis.captures import captured_kinds, captures_as_much, score_after
from gajah.analysis.proofs import (
    defending_turns,
    find_defence,
    stops_goal,
    threatened_goal,
    winning_turns,
)
from gajah.engine.analysis import Analysis
from gajah.engine.engine import Engine, SearchKind
from gajah.engine.score import Score
from gajah.engine.weights import tuned_weights
from gajah.errors import IllegalTurn

SEARCH_NODES = 150_000
GLANCE_NODES = 20_000  # to see whether a capture is worth a closer look
MOST_GOALS = 400  # winning turns; with more of them any rabbit run will do
MOST_FIRST_TURNS = 300  # turns that win in two
DEFENCES_KEPT = 12  # that are tried before all replies are gone through
MOST_DEFENDING_SHARE = 0.02  # of all turns
LOST_CR = -420  # a defence that only delays is no puzzle
DECIDED_CR = 875  # who is this far ahead need not look for captures
CLEARLY_CR = 70  # by how much a capture must beat everything else
RIVALS = 16  # turns without the capture, the best-looking ones, that it must beat


@dataclass(frozen=True)
class Moment:
    """A position of a game, and what to look for in it besides goals and defences.

    Goals in two are looked for where the side won by goal soon after; captures abound, so that
    not every position has to be asked for one.
    """

    position: Position
    source: str
    game: str
    near_end: bool
    look_for_capture: bool


@dataclass(frozen=True)
class Candidate:
    """A position with a task, one solution, and what the grading looks at.

    ``steps`` are those of the shortest solution, ``right`` counts right turns among ``turns``,
    ``depth`` is the depth in steps from which on a plain search prefers a right turn.
    """

    theme: str
    source: str
    game: str
    position: str
    solution: str
    steps: int
    right: int
    turns: int
    depth: int = 0
    extra: dict[str, int] = field(default_factory=dict)


def _engine() -> Engine:
    """What judges captures; the alpha-beta engine sees to tactics with a fixed number of nodes."""
    return Engine(search=SearchKind.ALPHABETA, hash_mb=8)


def find_candidates(moment: Moment) -> Iterator[Candidate]:
    """The puzzles that a position of a game makes: at most one."""
    position = moment.position
    if position.verdict() is not None:
        return
    if position.find_goal() is not None:
        found = _goal(moment)
    elif threatened_goal(position) is not None:
        found = _defence(moment)
    else:
        found = _capture(moment) if moment.look_for_capture else None
    if found is not None:
        yield found
    if moment.near_end and (in_two := _goal_in_two(moment)) is not None:
        yield in_two


def _shortest(turns: list[Turn]) -> Turn:
    return min(turns, key=lambda turn: (len(turn), str(turn)))


def _candidate(
    moment: Moment, theme: str, solution: Turn, right: list[Turn], *, depth: int = 0, **extra: int
) -> Candidate:
    """A candidate of any theme; ``extra`` is what its grading needs besides."""
    return Candidate(
        theme=theme,
        source=moment.source,
        game=moment.game,
        position=moment.position.short,
        solution=str(moment.position.complete(solution)),
        steps=min(map(len, right)),
        right=len(right),
        turns=moment.position.count_turns(),
        depth=depth,
        extra=extra,
    )


def _goal(moment: Moment) -> Candidate | None:
    position = moment.position
    wins = winning_turns(position)
    goals = [turn for turn in wins if _is_goal(position.play(turn))]
    solution = _shortest(goals)
    if len(solution) < 2 or len(goals) > MOST_GOALS:
        return None
    return _candidate(moment, "goal", solution, goals)


def _is_goal(after: Position) -> bool:
    verdict = after.verdict()
    return verdict is not None and verdict.reason is VerdictReason.GOAL


def _goal_in_two(moment: Moment) -> Candidate | None:
    position = moment.position
    if position.find_goal_in_two() is None:
        return None
    right = list(islice(_turns_winning_in_two(position), MOST_FIRST_TURNS + 1))
    if len(right) > MOST_FIRST_TURNS:
        return None
    boards = {position.play(turn) for turn in right}
    depth = _depth_seen(position, lambda turn: position.play(turn) in boards)
    replies = position.play(_shortest(right)).count_turns()
    return _candidate(moment, "goal2", _shortest(right), right, depth=depth, replies=replies)


def _turns_winning_in_two(position: Position) -> Iterator[Turn]:
    """Every turn after which no reply stops the goal; defences that worked are tried first."""
    defences: deque[Turn] = deque(maxlen=DEFENCES_KEPT)
    for turn in position.legal_turns():
        after = position.play(turn)
        if after.verdict() is not None or after.find_goal() is not None or not _threatens(after):
            continue
        if any(_defends(after, reply) for reply in defences):
            continue
        defence = find_defence(after)
        if defence is None:
            yield turn
        else:
            defences.appendleft(defence)


def _defends(position: Position, reply: Turn) -> bool:
    """Is it a legal turn, and does it stop the goal?"""
    try:
        return stops_goal(position.play(reply))
    except IllegalTurn:
        return False


def _threatens(after: Position) -> bool:
    return threatened_goal(after) is not None


def _defence(moment: Moment) -> Candidate | None:
    position = moment.position
    right = defending_turns(position)
    if not right or len(right) > MOST_DEFENDING_SHARE * position.count_turns():
        return None
    best = _engine().search(position, nodes=SEARCH_NODES).lines[0]
    if best.score.raw < LOST_CR or not stops_goal(position.play(best.turn)):
        return None
    depth = _depth_seen(position, lambda turn: stops_goal(position.play(turn)))
    return _candidate(moment, "defend", best.turn, right, depth=depth)


def _capture(moment: Moment) -> Candidate | None:
    position = moment.position
    glance = _engine().search(position, nodes=GLANCE_NODES).lines[0]
    if not captured_kinds(position, glance.turn):
        return None
    best = _engine().search(position, nodes=SEARCH_NODES).lines[0]
    target = captured_kinds(position, best.turn)
    if not target or best.score.is_win or abs(best.score.raw) > DECIDED_CR:
        return None
    scored = sorted(tuned_weights().evaluate_turns(position), key=lambda pair: -pair[1])
    right = [turn for turn, _ in scored if captures_as_much(position, turn, target)]
    taking = set(map(str, right))
    rivals = [turn for turn, _ in scored if str(turn) not in taking][:RIVALS]
    value = score_after(position.play(best.turn))
    lead = Score.win_in(0).raw
    for turn in rivals:
        lead = min(lead, value - score_after(position.play(turn)))
        if lead < CLEARLY_CR:
            return None
    depth = _depth_seen(position, lambda turn: captures_as_much(position, turn, target))
    others = _other_captures(position, right)
    return _candidate(moment, "capture", best.turn, right, depth=depth, lead=lead, others=others)


def _other_captures(position: Position, right: list[Turn]) -> int:
    """How many turns capture something else, and so tempt."""
    known = set(map(str, right))
    captures = (
        turn for turn in position.legal_turns() if "x" in str(turn) and str(turn) not in known
    )
    return sum(bool(captured_kinds(position, turn)) for turn in captures)


def _depth_seen(position: Position, is_right: Callable[[Turn], bool]) -> int:
    """The depth from which on a search of growing depth prefers a right turn."""
    seen: list[tuple[int, bool]] = []

    def note(analysis: Analysis) -> None:
        seen.append((analysis.depth, is_right(analysis.lines[0].turn)))

    _engine().search(position, nodes=SEARCH_NODES, on_progress=note)
    depth = seen[-1][0] + 1
    for reached, right in reversed(seen):
        if not right:
            break
        depth = reached
    return depth
