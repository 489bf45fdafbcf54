"""Both engines: what they must find, and what they must never do."""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Sequence
from pathlib import Path

import pytest

from gajah._core import Position, Stop, Turn
from gajah.bots.names import PlayerNameError, make_bot
from gajah.engine.analysis import Analysis
from gajah.engine.engine import Engine, SearchKind
from gajah.engine.limits import Limits
from gajah.engine.networks import network_file
from gajah.engine.score import Score
from gajah.game import Game
from tests.helpers import OPENING, gold, silver
from tests.samples import sample_positions

POSITIONS = [p for p in sample_positions()[5::600] if not p.verdict()]
# Nodes for a search that sees something: the network's are worth far more, and cost more.
ENOUGH = {SearchKind.ALPHABETA: 20_000, SearchKind.NET: 120}
# Far longer than anything here takes: a search that does not stop fails its test.
PATIENCE_S = 60
FEW = {SearchKind.ALPHABETA: 2_000, SearchKind.NET: 20}


@pytest.fixture(params=list(SearchKind), ids=lambda kind: kind.value)
def kind(request: pytest.FixtureRequest) -> SearchKind:
    found: SearchKind = request.param
    return found


def fresh(kind: SearchKind, threads: int = 1) -> Engine:
    return Engine(search=kind, hash_mb=8, threads=threads)


class Remembering(Game):
    """A game in which other positions have stood before, whether they could or not."""

    def __init__(self, start: Position, past: Sequence[Position]) -> None:
        super().__init__(start=start)
        self._past = tuple(past)

    @property
    def positions(self) -> tuple[Position, ...]:
        return self._past


def test_the_same_search_gives_the_same_answer(kind: SearchKind) -> None:
    for position in POSITIONS[:4]:
        first, second = (fresh(kind).search(position, nodes=ENOUGH[kind]) for _ in range(2))
        assert (first.nodes, first.depth, first.lines) == (second.nodes, second.depth, second.lines)


def test_a_cleared_engine_forgets_the_old_game(kind: SearchKind) -> None:
    engine = fresh(kind)
    before = engine.search(POSITIONS[0], nodes=ENOUGH[kind])
    engine.search(POSITIONS[1], nodes=ENOUGH[kind])
    engine.search(POSITIONS[0], nodes=ENOUGH[kind])
    engine.clear()
    assert engine.search(POSITIONS[0], nodes=ENOUGH[kind]).lines == before.lines


def test_two_engines_in_one_process_do_not_disturb_each_other(kind: SearchKind) -> None:
    alone = fresh(kind).search(POSITIONS[0], nodes=ENOUGH[kind])
    together: dict[int, Analysis] = {}

    def think(number: int) -> None:
        together[number] = fresh(kind).search(POSITIONS[number], nodes=ENOUGH[kind])

    threads = [threading.Thread(target=think, args=(number,)) for number in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert together[0].lines == alone.lines


def test_every_answer_is_legal_at_any_size_of_search(kind: SearchKind) -> None:
    for position in POSITIONS:
        for nodes in (0, 1, FEW[kind]):
            line = fresh(kind).search(position, nodes=nodes).lines[0]
            after = position.play(line.turn)
            for turn in line.continuation:
                after = after.play(turn)


def test_a_goal_at_hand_is_played_at_once(kind: SearchKind) -> None:
    for position in POSITIONS:
        if goal := position.find_goal():
            found = fresh(kind).search(position, time=10.0)
            assert found.lines[0].score == Score.win_in(len(goal))
            assert found.nodes == 0


@pytest.mark.parametrize(
    "position",
    [
        # Silver threatens h2-h1; the cat can step in front.
        gold("Cg1 Ra1 Ec5 rh3 ea8 rb7"),
        # Three steps from goal, and the horse can get in the way.
        gold("Hc2 Rh1 Eg6 Cd2 ra4 eh7 rd7"),
        silver("cg8 ra8 ec4 Rh6 Ea1 Rb2"),
    ],
    ids=["cat", "horse", "silver"],
)
def test_a_goal_that_can_be_stopped_is_stopped(kind: SearchKind, position: Position) -> None:
    assert Position(position.pieces, position.side.other).find_goal()
    analysis = fresh(kind).search(position, nodes=ENOUGH[kind])
    assert position.play(analysis.lines[0].turn).find_goal() is None


def test_immobilising_the_opponent_is_a_win(kind: SearchKind) -> None:
    # Two steps bring the elephant beside silver's last piece, which is frozen then.
    analysis = fresh(kind).search(gold("Ed4 Rh1 ra4"), nodes=ENOUGH[kind])
    assert analysis.lines[0].score.is_win


def test_lines_are_different_turns_in_order_of_score(kind: SearchKind) -> None:
    for position in POSITIONS[:3]:
        if kind is SearchKind.NET:
            lines = fresh(kind).search(position, nodes=300, lines=3).lines
        else:
            lines = fresh(kind).search(position, depth=5, lines=3).lines
        boards = {position.play(line.turn) for line in lines}
        assert len(boards) == len(lines) == 3
        scores = [line.score for line in lines]
        assert scores == sorted(scores, reverse=True)


def test_a_turn_under_way_is_finished_legally(kind: SearchKind) -> None:
    for position in POSITIONS[:4]:
        for step in position.steps()[:8]:
            midway = position.after(step)
            line = fresh(kind).search(midway, nodes=FEW[kind]).lines[0]
            midway.play(line.turn)


def test_an_unfinished_push_is_completed(kind: SearchKind) -> None:
    midway = gold("Ed4 Ra1 rd5 rh8").after("rd5n")
    line = fresh(kind).search(midway, nodes=FEW[kind]).lines[0]
    assert str(line.turn).startswith("Ed4n")


# Silver brings a rabbit home next turn, whatever gold does.
FORCED = silver(
    "Cg1 Rh1 hc2 Dd2 Df2 rh2 Rb3 ed3 Rf3 Rg3 rh3 rb4 Hc4 rd4 hf5 Ra6 Re6 Eg6 Rh6 "
    "ca7 de7 df7 ch7 ra8 rb8 rd8 rh8"
)
PUSHING = gold("Ed4 Ra1 rd5 rh8 Hc5 mg7").after("rd5n")
PULLING = gold("Ed4 Ra1 rd3 rh8 Hc5 mg7 ce3").after("Ed4n")


@pytest.mark.parametrize("position", [PUSHING, PULLING], ids=["push", "pull"])
def test_lines_in_the_middle_of_a_push_or_pull_are_different_turns(
    kind: SearchKind, position: Position
) -> None:
    lines = fresh(kind).search(position, nodes=ENOUGH[kind], lines=3).lines
    assert len({position.play(line.turn) for line in lines}) == 3


@pytest.mark.parametrize("position", [PUSHING, PULLING], ids=["push", "pull"])
def test_a_search_in_the_middle_of_a_push_or_pull_tells_and_stops(
    kind: SearchKind, position: Position
) -> None:
    engine, stop = fresh(kind), Stop()
    told = threading.Event()
    found: list[Analysis] = []
    # A daemon: the test run does not wait for it should it go on for ever.
    thread = threading.Thread(
        target=lambda: found.append(
            engine.search(position, stop=stop, on_progress=lambda _: told.set())
        ),
        daemon=True,
    )
    thread.start()
    assert told.wait(PATIENCE_S)
    stop.set()
    thread.join(PATIENCE_S)
    position.play(found[0].lines[0].turn)


def test_a_turn_with_no_steps_left_is_ended(kind: SearchKind) -> None:
    played = OPENING.after("Ee2n").after("Ee3n").after("Ee4n").after("Hh2n")
    best = fresh(kind).search(played, nodes=ENOUGH[kind]).lines[0]
    assert best.turn == Turn()
    assert best.continuation


def test_a_turn_with_no_steps_left_that_wins_is_a_win(kind: SearchKind) -> None:
    # Silver's last rabbit has just been pushed into a trap.
    played = gold("Ra1 Ec5 rc4 eh8")
    for step in ("Ra1n", "Ra2n", "rc4s", "Ec5s"):
        played = played.after(step)
    assert fresh(kind).search(played, nodes=FEW[kind]).lines[0].score.is_win


def test_a_turn_that_has_changed_nothing_yet_goes_on() -> None:
    # Gold would rather leave everything as it is, which is not allowed.
    back = gold("Rf2 Cg2 rb7 ea3 da2").after("Cg2n").after("Cg3s")
    assert fresh(SearchKind.ALPHABETA).search(back, depth=4).depth == 4


def test_a_position_without_a_legal_turn_is_refused(kind: SearchKind) -> None:
    position = gold("Ra3 Rh1 ra6 eh8 rg8")
    twice = [position.play(turn) for turn in position.legal_turns()] * 2
    with pytest.raises(ValueError, match="no legal turn"):
        fresh(kind).search(Remembering(position, twice), nodes=FEW[kind])


def test_a_goal_wastes_no_step(kind: SearchKind) -> None:
    best = fresh(kind).search(gold("Ra7 Ed4 rb2 ee5"), nodes=FEW[kind]).lines[0]
    assert (str(best.turn), best.score) == ("Ra7n", Score.win_in(1))


def test_an_engine_that_thinks_refuses_to_think_of_something_else(kind: SearchKind) -> None:
    engine = fresh(kind)

    def ask_again(_: Analysis) -> None:
        engine.search(OPENING, nodes=1)

    with pytest.raises(RuntimeError, match="one thing at a time"):
        engine.search(OPENING, on_progress=ask_again)
    OPENING.play(engine.search(OPENING, nodes=FEW[kind]).lines[0].turn)


def test_an_engine_that_thinks_forgets_nothing_meanwhile(kind: SearchKind) -> None:
    engine = fresh(kind)
    with pytest.raises(RuntimeError, match="one thing at a time"):
        engine.search(OPENING, on_progress=lambda _: engine.clear())
    engine.clear()
    OPENING.play(engine.search(OPENING, nodes=FEW[kind]).lines[0].turn)


def test_who_can_only_repeat_has_lost_at_once(kind: SearchKind) -> None:
    start = gold("Ed3 Ra1 rh8")
    position = start.after("Ed3n").after("Ed4n").after("Ed5w")
    stuck = position.after("Ec5w").end_turn()
    # Gold has one turn that is not forbidden, too: nothing else is to be thought about.
    others = [turn for turn in position.legal_turns() if str(turn) != "Ec5w"]
    reached = [position.play(turn) for turn in others] + [
        stuck.play(t) for t in stuck.legal_turns()
    ]
    found = fresh(kind).search(
        Remembering(start, reached * 2), nodes=ENOUGH[kind], lines=2, draft=position
    )
    assert [(str(line.turn), line.score) for line in found.lines] == [("Ec5w", Score.win_in(1))]


def test_a_forbidden_repetition_is_not_chosen(kind: SearchKind) -> None:
    position = gold("Ed4 Ra1 ee8 rh7")
    engine = fresh(kind)
    free = engine.search(position, nodes=FEW[kind]).lines[0].turn
    after = position.play(free)
    other = engine.search(Remembering(position, [after, after]), nodes=FEW[kind]).lines[0].turn
    assert position.play(other) != after


def test_a_position_with_one_legal_turn_is_answered_with_it(kind: SearchKind) -> None:
    # All that the rabbit could do is forbidden, but for one way.
    position = gold("Ra3 Rh1 ra6 eh8 rg8")
    turns = position.legal_turns()
    twice = [position.play(turn) for turn in turns[1:]] * 2
    found = fresh(kind).search(Remembering(position, twice), nodes=FEW[kind])
    assert position.play(found.lines[0].turn) == position.play(turns[0])


def test_stop_from_another_thread_ends_the_search(kind: SearchKind) -> None:
    engine, stop = fresh(kind), Stop()
    started = threading.Event()
    found: list[Analysis] = []
    thread = threading.Thread(
        target=lambda: found.append(
            engine.search(OPENING, stop=stop, on_progress=lambda _: started.set())
        )
    )
    thread.start()
    started.wait()
    stop.set()
    thread.join()
    OPENING.play(found[0].lines[0].turn)


def test_a_stop_before_the_beginning_is_not_lost(kind: SearchKind) -> None:
    stop = Stop()
    stop.set()
    OPENING.play(fresh(kind).search(OPENING, stop=stop).turn)


def test_two_threads_answer_legally_too(kind: SearchKind) -> None:
    engine = fresh(kind, threads=2)
    for position in POSITIONS[:3]:
        position.play(engine.search(position, nodes=ENOUGH[kind]).lines[0].turn)


def test_an_expected_reply_is_thought_about(kind: SearchKind) -> None:
    """What the last search kept is a beginning, not an answer."""
    engine, game = fresh(kind), Game(start=OPENING)
    game.play("Ee2n Ee3n Ee4n")
    for _ in range(3):
        found = engine.search(game, Limits(1.0, 2.0))
        assert found.nodes > FEW[kind]
        best = found.lines[0]
        for turn in (best.turn, *best.continuation[:1]):
            game.play(turn)


_WITHOUT_MEMORY_FOR_STACKS = """
import resource
from gajah.engine.engine import Engine, SearchKind
from tests.helpers import OPENING

engine = Engine(search=SearchKind({kind!r}), hash_mb=8, threads=256)
taken = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
most = taken + 200 * 2**20
resource.setrlimit(resource.RLIMIT_AS, (most, most))
print(OPENING.play(engine.search(OPENING, nodes={nodes}).lines[0].turn).side)
"""


def test_a_machine_that_refuses_threads_is_searched_with_fewer(kind: SearchKind) -> None:
    code = _WITHOUT_MEMORY_FOR_STACKS.format(kind=kind.value, nodes=FEW[kind])
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=PATIENCE_S
    )
    assert (done.returncode, done.stdout) == (0, "Side.SILVER\n"), done.stderr


@pytest.mark.parametrize("threads", [1, 2])
def test_reports_come_with_more_and_more_nodes(kind: SearchKind, threads: int) -> None:
    nodes: list[int] = []
    fresh(kind, threads).search(
        POSITIONS[0], nodes=ENOUGH[kind], on_progress=lambda a: nodes.append(a.nodes)
    )
    assert len(nodes) > 2
    assert nodes == sorted(nodes)


def test_an_error_in_the_callback_reaches_the_caller(kind: SearchKind) -> None:
    def fail(_: Analysis) -> None:
        raise KeyError("enough")

    engine = fresh(kind, threads=2)
    with pytest.raises(KeyError, match="enough"):
        engine.search(OPENING, on_progress=fail)
    OPENING.play(engine.search(OPENING, nodes=FEW[kind]).lines[0].turn)


@pytest.mark.parametrize("depth", [1, 4, 5])
@pytest.mark.parametrize("position", [OPENING, OPENING.after("Ee2n")])
def test_a_depth_limit_ends_the_search_at_that_depth(
    kind: SearchKind, position: Position, depth: int
) -> None:
    reached: list[int] = []
    analysis = fresh(kind).search(
        position, depth=depth, on_progress=lambda known: reached.append(known.depth)
    )
    assert analysis.depth == depth
    assert max(reached) == depth
    position.play(analysis.lines[0].turn)


def test_depth_counts_a_turn_for_all_its_steps() -> None:
    analysis = fresh(SearchKind.NET).search(OPENING, nodes=200)
    assert analysis.depth == 4 * (1 + len(analysis.lines[0].continuation))


def test_a_decided_position_is_refused(kind: SearchKind) -> None:
    with pytest.raises(ValueError, match="decided"):
        fresh(kind).search(silver("Ra8 ee4 rh7"), depth=1)
    with pytest.raises(ValueError, match="the game is over"):
        fresh(kind).search(Game(start=silver("Ra8 ee4 rh7")))
    with pytest.raises(ValueError, match="waiting for a setup"):
        fresh(kind).search(Game())


def test_bad_settings_are_refused_in_a_sentence() -> None:
    with pytest.raises(ValueError, match="65536 MB"):
        Engine(hash_mb=0)
    with pytest.raises(ValueError, match="threads"):
        Engine(threads=0)
    with pytest.raises(ValueError, match="0 < soft_s <= hard_s"):
        Limits(2.0, 1.0)
    with pytest.raises(ValueError, match="alphabeta or net"):
        SearchKind("nett")


@pytest.mark.parametrize(
    ("limits", "words"),
    [
        ({"nodes": -1}, "0 nodes or more"),
        ({"depth": 0}, "1 to 64 steps"),
        ({"depth": 65}, "1 to 64 steps"),
        ({"lines": 0}, "1 line or more"),
    ],
)
def test_impossible_limits_are_refused(limits: dict[str, int], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        fresh(SearchKind.NET).search(OPENING, **limits)  # type: ignore[arg-type]


def test_history_of_a_whole_game_is_taken(kind: SearchKind) -> None:
    game = Game(start=gold("Ed4 Ra1 ee8 rh7"))
    engine = fresh(kind)
    while game.result is None and len(game.turns) < 20:
        game.play(engine.search(game, nodes=FEW[kind]).turn)
    assert max(game.occurrences(position) for position in game.positions) <= 2


@pytest.mark.parametrize("is_lost", [False, True])
def test_a_proof_does_not_keep_other_lines_back(is_lost: bool) -> None:
    # Silver's goal in two turns: proven soon, as is the loss after its first turn.
    position = FORCED.play("ed3w Hc4n ec3n rd4s") if is_lost else FORCED
    lines = fresh(SearchKind.NET).search(position, nodes=300, lines=3).lines
    best = lines[0].score
    assert best.is_loss if is_lost else best.is_win
    assert len({position.play(line.turn) for line in lines}) == 3
    assert [line.score for line in lines] == sorted((line.score for line in lines), reverse=True)


def test_a_push_that_may_not_be_finished_is_not_begun() -> None:
    # Once the first line is put aside, its push would have to be finished in another way.
    pieces = (
        "Dd2 Cg2 Dh2 Cb3 ed3 mg3 rh3 rb4 Rh4 Rb5 cf5 Rh5 hb6 Rd6 Ee6 Rf6 Rh6 "
        "Rb7 Hd7 ce7 df7 rg7 rh7 dc8 rg8"
    )
    position = silver(pieces)
    lines = fresh(SearchKind.NET).search(position, nodes=300, lines=3).lines
    assert len({position.play(line.turn) for line in lines}) == 3


def test_no_more_lines_are_told_than_there_are_turns() -> None:
    position = gold("Ra1 rh8")
    lines = fresh(SearchKind.NET).search(position, nodes=2000, lines=50).lines
    assert len({position.play(line.turn) for line in lines}) == len(lines) == position.count_turns()


def test_other_winning_turns_follow_a_goal_at_hand(kind: SearchKind) -> None:
    position = gold("Ra6 Ee4 eg2 rh5")
    lines = fresh(kind).search(position, depth=1, lines=3).lines
    assert len({position.play(line.turn) for line in lines}) == 3
    assert all(line.score.is_win and position.play(line.turn).verdict() for line in lines)


def test_steps_to_a_win_are_counted_from_the_position_that_was_asked_about() -> None:
    # With one line the search decides step by step, with two it stays at the turn's start.
    alone, best_of_two = (
        fresh(SearchKind.NET).search(FORCED, nodes=300, lines=lines).lines[0] for lines in (1, 2)
    )
    # Silver's turn, the reply, and silver's goal.
    assert str(alone.score) == str(best_of_two.score) == "win in 12"


def test_the_search_and_the_device_may_be_named_by_text(kind: SearchKind) -> None:
    named = Engine(search=kind.value, hash_mb=8, device="cpu")
    assert named.search(OPENING, nodes=50).lines == fresh(kind).search(OPENING, nodes=50).lines


@pytest.mark.parametrize("wrong", [{"search": "rubbish"}, {"device": "nonsense"}])
def test_a_search_or_a_device_that_is_none_is_refused(wrong: dict[str, str]) -> None:
    with pytest.raises(ValueError, match=next(iter(wrong.values()))):
        Engine(**wrong)  # type: ignore[arg-type]


def test_a_network_of_the_user_s_own_is_played_with(tmp_path: Path) -> None:
    file = tmp_path / "my.net"
    file.write_bytes(network_file())
    expected = fresh(SearchKind.NET).search(OPENING, nodes=50).lines
    assert Engine(net=file, hash_mb=8).search(OPENING, nodes=50).lines == expected
    game = Game(start=OPENING)
    for options in ("nodes=50", "level=1"):
        game.play(make_bot(f"gajah:net={file},{options}").choose(game))


def test_a_file_that_is_no_network_is_refused_in_one_sentence(tmp_path: Path) -> None:
    file = tmp_path / "my.net"
    with pytest.raises(ValueError, match=r"my.net' cannot be used: No such file"):
        Engine(net=file)
    file.write_bytes(network_file()[:-5])
    with pytest.raises(ValueError, match=r"my.net' cannot be used: .* checksum is wrong$"):
        Engine(net=str(file))
    file.write_text("a diary")
    with pytest.raises(PlayerNameError, match="this is not the file of a network"):
        make_bot(f"gajah:net={file}")
    with pytest.raises(ValueError, match="the alpha-beta search has no network"):
        Engine(net=file, search="alphabeta")
