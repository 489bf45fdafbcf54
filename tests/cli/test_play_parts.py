"""The parts of ``gajah play`` that need no terminal: typed lines, setups, files."""

from __future__ import annotations

import sys
from contextlib import suppress
from datetime import datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gajah._core import Placement, Position, Side, Square, Stop
from gajah.bots.names import PlayerName
from gajah.cli.play.entry import Entry, read_entries
from gajah.cli.play.files import free_path, load_game, save_game
from gajah.cli.play.seated import SeatedGame
from gajah.cli.play.seats import Seat, seats_of_record, take_seat
from gajah.cli.play.setup_draft import SetupDraft
from gajah.cli.play.view import clock_text, lost_pieces
from gajah.cli.text import BadInput
from gajah.clock import TimeControl
from gajah.errors import IllegalTurn, NotationError
from gajah.game import Game, Reason, Result
from gajah.handicap import Handicap
from gajah.match.running import RunningGame
from gajah.match.terms import Terms
from gajah.notation import take_steps
from gajah.setups import SETUPS, named_setup
from tests.aei.engines import MISBEHAVING
from tests.helpers import GOLD_SETUP, OPENING, SILVER_SETUP, gold

NOW = datetime(2026, 11, 15, 20, 30, 11)
PEOPLE = {side: Seat("human") for side in Side}


def between_people(game: Game, control: TimeControl | None = None) -> SeatedGame:
    """A game of two people."""
    return SeatedGame(RunningGame(Terms.for_people(control), game), PEOPLE)


@pytest.mark.parametrize(
    ("line", "entries"),
    [
        ("", []),
        ("Ed2n Ed3n", [Entry("steps", "Ed2n Ed3n")]),
        ("d2n d3d4 end", [Entry("steps", "d2n d3d4"), Entry("end")]),
        ("rb3e rc3x Hb2n", [Entry("steps", "rb3e rc3x Hb2n")]),
        ("3g Ed2n", [Entry("turn", "3g Ed2n")]),
        ("e2", [Entry("show", "e2")]),
        ("Ee2 Md2", [Entry("place", "Ee2 Md2")]),
        ("Undo ALL", [Entry("undo", "ALL")]),
        ("save my game.txt", [Entry("save", "my game.txt")]),
        ("?", [Entry("help")]),
        ("Ed2n\n\nend", [Entry("steps", "Ed2n"), Entry("end")]),
    ],
)
def test_line_means_what_it_says(line: str, entries: list[Entry]) -> None:
    assert read_entries(line) == entries


@given(st.text(max_size=60) | st.text("Eedh123 4nsxp\n", max_size=30))
def test_any_line_is_understood_or_refused(line: str) -> None:
    seated = between_people(Game(start=OPENING))
    with suppress(NotationError, IllegalTurn):
        for entry in read_entries(line):
            if entry.name == "steps":
                seated.running.take_steps(entry.text)


@pytest.mark.parametrize(
    "typed", ["Ed2n Ed3n", "ed2n ed3n", "d2n d3n", "d2d3 d3-d4", "pass d2n d3n"]
)
def test_steps_may_be_typed_in_several_ways(typed: str) -> None:
    assert str(take_steps(typed, gold("Ed2 re8")).taken) == "Ed2n Ed3n"


def test_capture_may_be_written_but_not_wrongly() -> None:
    position = gold("Ed2 Rc2 re8")
    assert str(take_steps("Rc2n Rc3x", position).taken) == "Rc2n Rc3x"
    assert str(take_steps("Rc2n", position).taken) == "Rc2n Rc3x"
    with pytest.raises(IllegalTurn):
        take_steps("Ed2n Rc3x", position)


def test_refused_line_takes_no_step() -> None:
    seated = between_people(Game(start=OPENING))
    with pytest.raises(IllegalTurn):
        seated.running.take_steps("Ee2n Ee3s Ee2s")
    assert seated.running.taken == ()


def both_setups(side: Side) -> Position:
    """The position in which that side has to set up."""
    return Position() if side is Side.GOLD else Position().place(named_setup("classic", Side.GOLD))


@pytest.mark.parametrize("side", list(Side))
@pytest.mark.parametrize("name", SETUPS)
def test_setup_is_found_by_its_name(side: Side, name: str) -> None:
    draft = SetupDraft(Game(start=both_setups(side)))
    draft.use(name)
    assert set(draft.setup) == set(named_setup(name, side))
    assert draft.setup.why_not(side) is None


def test_unknown_setup_is_refused_with_the_known_ones() -> None:
    with pytest.raises(NotationError, match="there is no setup 'x'; there are classic, "):
        SetupDraft(Game()).use("x")


@given(st.data(), st.sampled_from(list(Side)), st.sampled_from(list(SETUPS)))
def test_sixteen_placements_in_any_order_and_lines_make_that_setup(
    data: st.DataObject, side: Side, name: str
) -> None:
    wanted = data.draw(st.permutations(list(named_setup(name, side))))
    squares = data.draw(st.permutations([placement.square for placement in wanted]))
    shuffled = [Placement(p.piece, square) for p, square in zip(wanted, squares, strict=True)]
    cut = data.draw(st.integers(0, 16))
    draft = SetupDraft(Game(start=both_setups(side)))
    draft.place(shuffled[:cut])
    draft.place(shuffled[cut:])
    assert set(draft.setup) == set(shuffled)


def test_placed_piece_changes_places_with_what_stood_there() -> None:
    draft = SetupDraft(Game())
    draft.use("full-front")
    draft.place([Placement("E", "a1")])
    assert (str(draft.position["a1"]), str(draft.position["e2"])) == ("E", "R")
    draft.place([Placement("E", "b1")])
    assert (str(draft.position["b1"]), str(draft.position["a1"])) == ("E", "R")


@pytest.mark.parametrize("placements", ["Ea3", "ea1", "Ea1 Ma1", "Ea1 Eb1", "ra8"])
def test_impossible_placement_changes_nothing(placements: str) -> None:
    draft = SetupDraft(Game())
    before = draft.setup
    with pytest.raises(IllegalTurn):
        draft.place(Placement(word[0], word[1:]) for word in placements.split())
    assert draft.setup == before


def test_swap_and_mirror_move_pieces() -> None:
    draft = SetupDraft(Game())
    draft.use("full-front")
    draft.swap(Square("a2"), Square("b1"))
    draft.mirror()
    assert (str(draft.position["h2"]), str(draft.position["g1"])) == ("R", "H")
    assert (str(draft.position["d2"]), str(draft.position["e2"])) == ("E", "M")


def played(control: TimeControl | None = None) -> SeatedGame:
    """A seated with a few turns played."""
    seats = seats_of_record({Side.GOLD: "human", Side.SILVER: "minimax:depth=1"})
    seated = SeatedGame(RunningGame(Terms.for_people(control)), seats)
    for turn, used_s in ((GOLD_SETUP, 70.5), (SILVER_SETUP, 1), ("Ee2n", 12.25), ("ed7s", 40)):
        seated.running.play(f"{seated.game.label} {turn}", used_s)
    return seated


def times(seated: SeatedGame) -> tuple[float, ...]:
    """What each turn has taken."""
    return tuple(timed.used_s for timed in seated.running.turns)


def test_saved_game_comes_back_with_players_times_and_clock(tmp_path: Path) -> None:
    control = TimeControl.parse("30s/2m/100/5m")
    seated = played(control)
    save_game(seated, tmp_path / "games" / "a.txt", now=NOW)
    loaded = load_game(tmp_path / "games" / "a.txt")
    assert loaded.game.turns == seated.game.turns
    assert times(loaded) == times(seated) == (70.5, 1, 12.25, 40)
    assert loaded.running.clock == seated.running.clock
    assert [seat.name for seat in loaded.seats.values()] == ["human", "minimax:depth=1"]
    assert loaded.humans == [Side.GOLD]
    assert [file.name for file in (tmp_path / "games").iterdir()] == ["a.txt"]


def test_game_saved_before_its_first_turn_comes_back(tmp_path: Path) -> None:
    seated = between_people(Game(start=OPENING))
    seated.running.resign(Side.GOLD)
    save_game(seated, tmp_path / "a.txt", now=NOW)
    loaded = load_game(tmp_path / "a.txt")
    assert (loaded.game.start, loaded.game.result) == (OPENING, seated.game.result)


def test_record_with_takebacks_is_taken_up_at_its_end(tmp_path: Path) -> None:
    file = tmp_path / "a.txt"
    file.write_text(
        f"1g {GOLD_SETUP}\n1s {SILVER_SETUP}\n2g Ee2n {{[%emt 0:00:07]}}\n2g takeback\n"
        "2g Md2n {[%emt 0:00:09]}\n*\n"
    )
    assert times(load_game(file)) == (0, 0, 9)


def test_players_of_a_record_that_are_no_bots_of_ours_are_people() -> None:
    seats = seats_of_record({Side.GOLD: "gajah:wizard=1", Side.SILVER: "aei:rm -r x"})
    assert all(seat.is_human for seat in seats.values())


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "there is no game in .*"),
        ("hello\n", "there is no game in .*: line 1: .*"),
        (f"1g {GOLD_SETUP}\n1s ra8\n*\n", ".*: line 2, turn 1s: .*"),
    ],
)
def test_file_without_a_game_is_refused_with_the_reason(
    tmp_path: Path, text: str, reason: str
) -> None:
    file = tmp_path / "a.txt"
    file.write_text(text)
    with pytest.raises(BadInput, match=reason):
        load_game(file)


def test_new_game_never_gets_the_file_of_another(tmp_path: Path) -> None:
    first = free_path(tmp_path, NOW)
    assert first.name == "2026-11-15-203011.txt"
    first.touch()
    second = free_path(tmp_path, NOW)
    assert second.name == "2026-11-15-203011-2.txt"
    second.touch()
    assert free_path(tmp_path, NOW).name == "2026-11-15-203011-3.txt"


def test_takeback_gives_the_time_back() -> None:
    seated = played(TimeControl.parse("30s/2m"))
    before = between_people(Game(), seated.running.terms.control).running.clock
    assert seated.take_back() == 2
    assert len(times(seated)) == 2
    assert seated.take_back() == 2
    assert seated.running.clock == before


def test_clock_that_runs_down_covers_what_it_showed_before() -> None:
    seated = between_people(Game(start=OPENING), TimeControl.parse("10m/1h"))
    texts = [clock_text(seated, Side.GOLD, used_s) for used_s in (0, 1, 601, 650, 4199)]
    assert [text.strip() for text in texts] == [
        "10:00+1:00:00",
        "9:59+1:00:00",
        "0:00+59:59",
        "0:00+59:10",
        "0:00+0:01",
    ]
    assert len({len(text) for text in texts}) == 1


@pytest.mark.parametrize("name", ["aei:./mybot", "heuristic:evaluate=antigravity:geohash"])
def test_a_record_starts_no_program_and_loads_no_module(name: str) -> None:
    seats = seats_of_record({Side.GOLD: name, Side.SILVER: "heuristic"})
    assert seats[Side.GOLD].is_human
    assert not seats[Side.SILVER].is_human
    assert "antigravity" not in sys.modules


def at_the_terminal(mode: str, game: Game, control: str) -> tuple[RunningGame, str]:
    """A game after one answer of an engine, and the options that it was told."""
    running = RunningGame(Terms.for_people(TimeControl.parse(control)), game)
    seat = take_seat(PlayerName.parse(f"aei:{sys.executable} {MISBEHAVING} {mode}"))
    assert seat.engine is not None
    with seat.engine as engine:
        running.answer(seat.choose(running)(Stop()), 0.0)
        return running, engine.answer.info.get("options", "") if engine.answer else ""


def test_an_engine_is_told_the_real_clock_at_the_terminal() -> None:
    game = Game(start=OPENING)
    _, options = at_the_terminal("good", game, "30s/2m")
    assert "tcmove=30 tcreserve=120" in options
    assert "greserve=120 sreserve=120" in options


def test_an_engine_plays_with_a_handicap_at_the_terminal() -> None:
    running, _ = at_the_terminal("good", Game(handicap=Handicap.parse("Mc")), "30s/2m")
    assert len(running.turns) == 1
    assert running.result is None


def test_pieces_that_a_side_never_had_are_not_lost() -> None:
    seated = between_people(Game(handicap=Handicap.parse("Mcrr")))
    for side in Side:
        assert lost_pieces(seated, side) == []
        seated.running.play(seated.prepared, 0)
    taken = between_people(Game(start=gold("Ed4 Ra1 re8")))
    assert [f"{piece}{count}" for piece, count in lost_pieces(taken, Side.SILVER)] == (
        ["e1", "m1", "h2", "d2", "c2", "r7"]
    )


def test_an_engine_may_resign_in_the_terminal_too() -> None:
    running, _ = at_the_terminal("resign", Game(start=OPENING), "30s/2m")
    assert running.result == Result(Side.SILVER, Reason.RESIGNATION)
