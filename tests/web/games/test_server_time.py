"""The time in which games are played."""

from __future__ import annotations

from gajah.web.games.server_time import ServerTime


class Watch:
    """A clock that shows what it is set to."""

    def __init__(self) -> None:
        self.shown_s = 500.0

    def __call__(self) -> float:
        return self.shown_s


def test_time_goes_on_where_it_was_left() -> None:
    watch = Watch()
    time = ServerTime(40.0, watch)
    assert time.now_s() == 40.0
    watch.shown_s += 7.0
    assert time.now_s() == 47.0


def test_time_stands_still_while_a_write_takes_long() -> None:
    watch = Watch()
    time = ServerTime(0.0, watch)
    with time.writing():
        watch.shown_s += 0.1
        assert not time.stands_still
        before_s = time.now_s()
        watch.shown_s += 25.0
        assert time.stands_still
        stood_s = time.now_s()
        watch.shown_s += 25.0
        assert time.now_s() == stood_s
    assert time.now_s() == stood_s
    assert before_s <= stood_s < 1.0
    watch.shown_s += 3.0
    assert time.now_s() == stood_s + 3.0


def test_time_that_was_stopped_goes_on_no_more() -> None:
    watch = Watch()
    time = ServerTime(40.0, watch)
    with time.writing():
        time.stop()
        watch.shown_s += 7.0
    watch.shown_s += 7.0
    with time.writing():
        watch.shown_s += 7.0
    assert time.now_s() == 40.0
    assert time.stands_still


def test_quick_writes_cost_no_time() -> None:
    watch = Watch()
    time = ServerTime(0.0, watch)
    for _ in range(10):
        with time.writing():
            watch.shown_s += 0.125
    assert time.now_s() == 1.25
