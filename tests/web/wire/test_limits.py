"""Rates: so much at once, then so much a second, for each client apart."""

from __future__ import annotations

from gajah.web.wire.limits import Bucket, Buckets


def test_burst_passes_and_then_the_rate() -> None:
    bucket = Bucket(per_s=10, most=3)
    assert [bucket.take(100.0) for _ in range(4)] == [True, True, True, False]
    assert not bucket.take(100.05)
    assert bucket.take(100.15)


def test_bucket_never_holds_more_than_its_size() -> None:
    bucket = Bucket(per_s=10, most=2)
    bucket.take(0.0)
    assert [bucket.take(1e6) for _ in range(3)] == [True, True, False]


def test_clock_that_goes_back_gives_nothing() -> None:
    bucket = Bucket(per_s=10, most=1)
    assert bucket.take(100.0)
    assert not bucket.take(0.0)


def test_one_client_s_flood_is_not_another_s() -> None:
    buckets = Buckets(per_s=1, most=1, clients=2)
    assert buckets.take("a", 0.0)
    assert not buckets.take("a", 0.0)
    assert buckets.take("b", 0.0)


def test_clients_not_seen_for_long_are_forgotten() -> None:
    buckets = Buckets(per_s=1, most=1, clients=2)
    for client in ("a", "b", "c"):
        assert buckets.take(client, 0.0)
    assert buckets.take("a", 0.0), "its bucket is a new one"
    assert not buckets.take("c", 0.0)
