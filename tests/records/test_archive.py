"""The server's archive: every game, every clock, every refusal agrees with ours."""

from __future__ import annotations

import io
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gajah._core import Rule, Side
from gajah.errors import NotationError
from gajah.game import Game, Reason, Result
from gajah.notation import TurnLabel
from gajah.records import (
    Archive,
    ArchiveGame,
    GameFinished,
    GameStarted,
    LogEvent,
    Marker,
    Problem,
    ResultClaimed,
    TurnReceived,
    TurnRejected,
    TurnTimed,
    format_archive,
    iter_archive,
    read_archive,
    read_records,
    write_archive,
)
from gajah.records.events import parse_event
from tests.samples import SAMPLE_FILE

HEADER = "id\tmovelist\tresult\ttermination\tevents\n"
# What the server calls a bad step may break any rule about steps, but none about whole turns.
STEP_RULES = {
    Rule.NO_SUCH_PIECE,
    Rule.OFF_BOARD,
    Rule.OCCUPIED,
    Rule.FROZEN,
    Rule.RABBIT_BACKWARD,
    Rule.NO_PUSHER,
}


@cache
def samples() -> Archive:
    return read_archive(SAMPLE_FILE)


def one_game(
    movelist: str, result: str = "u", termination: str = "", events: str = ""
) -> ArchiveGame:
    archive = read_archive(f"{HEADER}7\t{movelist}\t{result}\t{termination}\t{events}\n")
    assert archive.problems == []
    (game,) = archive
    return game


def test_all_sample_games_are_read() -> None:
    assert len(samples()) == 100
    assert samples().problems == []


def test_sample_games_end_with_the_result_and_reason_recorded() -> None:
    for game in samples():
        assert game.result is not None
        assert game.game().result == game.result, game.columns["id"]


def test_turns_the_server_rejected_are_refused_for_the_same_reason() -> None:
    refused = []
    for game in samples():
        play = Game()
        for event, answer in pairwise(game.events):
            if not isinstance(event, TurnReceived):
                continue
            assert event.label == play.label
            if isinstance(answer, TurnTimed):
                play.play(event.turn)
            elif isinstance(answer, TurnRejected):
                assert answer.turn == event.turn
                refusal = play.why_not(event.turn)
                assert refusal is not None, f"{game.columns['id']}: {event.turn}"
                wanted = STEP_RULES if answer.rule is None else {answer.rule}
                assert refusal.rule in wanted, f"{game.columns['id']}: {refusal}"
                refused.append(answer.rule)
            else:  # it came too late
                assert isinstance(answer, GameFinished)
                assert answer.result == Result(event.side.other, Reason.TIME)
        assert play.turns == game.game().turns
    assert len(refused) == 14
    assert {*refused} == {Rule.PUSH_UNFINISHED, Rule.REPETITION, None}


def test_the_log_says_how_long_each_turn_took() -> None:
    used_s = samples()[0].used_s
    assert used_s[TurnLabel(5, Side.GOLD)] == 64
    assert list(used_s)[:3] == [node.label for node in samples()[0].record.main_line[:3]]
    assert one_game("1w Ra1", events="1770284976 [Thu] move 1w received from w [Ra1]").used_s == {}


def test_sample_file_is_written_as_it_was_read(tmp_path: Path) -> None:
    path = tmp_path / "again.tsv"
    write_archive(samples(), path)
    assert path.read_bytes() == SAMPLE_FILE.read_bytes()
    file = io.StringIO()
    write_archive(samples(), file)
    assert file.getvalue() == format_archive(samples())


def test_games_of_an_archive_are_indexed_and_sliced() -> None:
    archive = samples()
    assert archive[0] is archive.games[0]
    assert archive[-2:] == archive.games[-2:]


def test_sample_games_survive_as_records() -> None:
    records = [game.record for game in samples()]
    found = read_records("\n".join(f"{record}\n" for record in records))
    assert found.problems == []
    assert found.records == records


def test_columns_become_tags() -> None:
    record = samples().games[0].record
    assert dict(record.tags) == {
        "Event": "Casual game",
        "Site": "Over the Net",
        "Gold": "bot_dolores_v1",
        "Silver": "player16866",
        "GoldRating": "2616",
        "SilverRating": "2579",
        "TimeControl": "15s/2m30s/100",
        "GameId": "669122",
        "Date": "2026.02.01",
        "ResultCode": "r",
        "Result": "1-0",
    }
    assert (str(record.main_line[-1].label), record.main_line[-1].turn) == ("37s", Marker.TO_MOVE)


def test_every_kind_of_event_in_the_sample_is_known() -> None:
    events = [event for game in samples() for event in game.events]
    assert [event for event in events if type(event) is LogEvent] == []
    for game in samples():
        assert "\\n".join(event.line for event in game.events) == game.columns["events"]


def test_game_finished_says_the_result_of_the_game() -> None:
    for game in samples():
        last = game.events[-1]
        assert isinstance(last, GameFinished)
        assert last.result == game.result


GOLD_5 = TurnLabel(5, Side.GOLD)


@pytest.mark.parametrize(
    ("text", "kind", "values"),
    [
        ("start move received from w", GameStarted, {"side": Side.GOLD}),
        (
            "move 5w received from w [Ee2n Ee3n]",
            TurnReceived,
            {"label": GOLD_5, "side": Side.GOLD, "turn": "Ee2n Ee3n"},
        ),
        (
            "after 5w, move used:64 wresv:95 bresv:172 game:164",
            TurnTimed,
            {
                "label": GOLD_5,
                "used_s": 64,
                "gold_reserve_s": 95,
                "silver_reserve_s": 172,
                "game_s": 164,
            },
        ),
        (
            "gameserver rejected move [rb3e rc3x]; push not completed",
            TurnRejected,
            {"turn": "rb3e rc3x", "reason": "push not completed", "rule": Rule.PUSH_UNFINISHED},
        ),
        (
            "gameserver rejected move [Ee2n]; position repeats for the 3rd time",
            TurnRejected,
            {"rule": Rule.REPETITION},
        ),
        ("gameserver rejected move [Ee2n]; bad step Ee2n", TurnRejected, {"rule": None}),
        (
            "result=wr side=b",
            ResultClaimed,
            {"result": Result(Side.GOLD, Reason.RESIGNATION), "side": Side.SILVER},
        ),
        (
            "game finished with result b g",
            GameFinished,
            {"result": Result(Side.SILVER, Reason.GOAL)},
        ),
        ("game finished with result u g", GameFinished, {"result": None}),
        ("game finished with result w z", LogEvent, {}),
        ("the cat walked over the keyboard", LogEvent, {}),
    ],
)
def test_event_is_read(text: str, kind: type[LogEvent], values: dict[str, object]) -> None:
    line = f"1770284976 [Thu Feb  5 09:49:36 2026] {text}"
    event = parse_event(line)
    assert type(event) is kind
    assert (event.line, event.time_s) == (line, 1770284976)
    assert {name: getattr(event, name) for name in values} == values


@given(st.text())
def test_any_line_is_some_event(line: str) -> None:
    assert parse_event(line).line == line


@pytest.mark.parametrize(
    ("result", "termination", "expected", "score"),
    [
        ("w", "g", Result(Side.GOLD, Reason.GOAL), "1-0"),
        ("b", "t", Result(Side.SILVER, Reason.TIME), "0-1"),
        ("d", "n", Result(None, Reason.NO_RABBITS), "1/2-1/2"),
        ("u", "", None, "*"),
    ],
)
def test_results_of_every_age_are_read(
    result: str, termination: str, expected: Result | None, score: str
) -> None:
    game = one_game("", result, termination)
    assert game.result == expected
    assert game.record.score == score


@pytest.mark.parametrize(("result", "termination"), [("x", "g"), ("", "g"), ("w", "z"), ("w", "")])
def test_result_that_is_none_is_refused_with_its_line(result: str, termination: str) -> None:
    with pytest.raises(NotationError, match="line 2: expected "):
        assert one_game("", result, termination).result


def test_game_without_a_log_has_no_events() -> None:
    assert one_game("1w").events == ()


def test_bad_turn_is_named_with_its_line_and_label() -> None:
    with pytest.raises(NotationError, match="line 2: turn 2g: expected a step like Ed2n"):
        assert one_game("1w Ra1\\n2w nonsense").record
    for movelist in ("1w Ra1 {", "1w Ra1 1-0\\n2w Ra1n", "(", "\ufeff"):
        with pytest.raises(NotationError, match="line 2: "):
            assert one_game(movelist).record


def test_broken_lines_are_listed_and_the_others_read() -> None:
    good = "1\t1w\tw\tt\t\n"
    text = f"{HEADER}{good}short\tline\n\n{good}".encode() + b"4\t\xff\tw\tt\t\n" + good.encode()
    archive = read_archive(text)
    assert len(archive) == 3
    assert archive.problems == [
        Problem(3, "expected 5 columns, found 2", 2),
        Problem(6, "expected UTF-8, found the byte 0xff", 4),
    ]
    items = list(iter_archive(text))
    assert [type(item) for item in items] == [
        *(ArchiveGame, Problem, ArchiveGame),
        *(Problem, ArchiveGame),
    ]
    assert [game.line for game in archive] == [2, 5, 7]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "\n",
        "games.tsv",
        "id\tresult\n1\tw\n",
        b"\xff\xfei\x00d\x00",
        "movelist\tresult\ttermination\tresult\n",
        "\ud800",
    ],
)
def test_text_that_is_no_archive_is_refused(text: str | bytes) -> None:
    with pytest.raises(NotationError):
        read_archive(text)
    with pytest.raises(NotationError):
        list(iter_archive(text))


@given(
    st.lists(
        st.lists(
            st.text(st.characters(exclude_characters="\t\n\r\ufeff", exclude_categories=["Cs"])),
            min_size=5,
            max_size=5,
        )
    )
)
def test_any_table_is_written_as_it_was_read(rows: list[list[str]]) -> None:
    text = HEADER + "".join("\t".join(row) + "\n" for row in rows)
    archive = read_archive(text.encode())
    assert archive.problems == []
    assert format_archive(archive) == text
