"""The clock that a controller describes in AEI's options."""

from __future__ import annotations

from itertools import product

from gajah._core import Side
from gajah.aei.options import Options
from gajah.engine.limits import UNLIMITED, Limits


def limits(*pairs: tuple[str, str], side: Side = Side.GOLD) -> Limits:
    return after(*pairs).limits(side)


def after(*pairs: tuple[str, str]) -> Options:
    options = Options()
    for name, value in pairs:
        assert options.set(name, value)
    return options


def test_a_new_game_begins_with_the_reserve_of_its_terms() -> None:
    terms = (("tcmove", "1"), ("tcreserve", "60"))
    options = after(*terms, ("greserve", "0"), ("moveused", "0.9"))
    assert options.limits(Side.GOLD) != limits(*terms)
    options.new_game()
    assert options.limits(Side.GOLD) == limits(*terms)


def test_a_depth_without_a_clock_is_searched_however_long_it_takes() -> None:
    assert limits(("depth", "12")) == Limits.exactly(depth=12)
    assert limits(("depth", "12"), ("tcmove", "1")).hard_s < 1
    assert limits(("depth", "12"), ("depth", "0")) == UNLIMITED


def test_neither_clock_nor_depth_is_no_limit() -> None:
    assert limits() == UNLIMITED
    assert limits(("nodes", "40")) == Limits.exactly(nodes=40)


def test_either_sides_reserve_is_a_clock() -> None:
    for side, name in ((Side.GOLD, "greserve"), (Side.SILVER, "sreserve")):
        assert limits((name, "0.5"), side=side).hard_s < 0.5


def test_a_turn_never_gets_more_than_the_clock_allows() -> None:
    moves, reserves = ("0", "0.2", "1", "30"), ("0", "0.3", "5", "600")
    percents, longests = ("0", "50", "100"), ("0", "0.15", "10")
    for move, reserve, percent, longest in product(moves, reserves, percents, longests):
        given = limits(
            ("tcmove", move),
            ("tcreserve", "600"),
            ("greserve", reserve),
            ("tcpercent", percent),
            ("tcturntime", longest),
        )
        allowed = min(float(move) + float(reserve), float(longest) or float("inf"))
        assert given.hard_s <= max(0.005, allowed - 0.05)
