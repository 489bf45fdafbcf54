"""How much one client may ask for."""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from gajah.web.wire.errors import Refusal


@dataclass(frozen=True)
class Person:
    """One visitor, by address: people behind one address share what is limited for each."""

    key: str
    is_owner: bool = False


OWNER = Person("owner", is_owner=True)
"""The owner of the server, who is limited by the machine alone."""
NOBODY = Person("")
"""All together whose address is not known, such as that of a game from before a restart."""


class Slots:
    """So many at once, of all and of each person but the owner."""

    def __init__(self, most: int, each: int) -> None:
        self._most, self._each = most, each
        self._held: Counter[Person] = Counter()

    @contextmanager
    def hold(self, person: Person, text: str) -> Iterator[None]:
        """Have one for a while; a Refusal with that text where there is none."""
        is_greedy = self._held[person] >= self._each and not person.is_owner
        if is_greedy or self._held.total() >= self._most:
            raise Refusal("slow_down", text, status=429)
        self._held[person] += 1
        try:
            yield
        finally:
            self._held[person] -= 1
            if not self._held[person]:
                del self._held[person]


class Bucket:
    """A rate limit: ``most`` at once, refilled at ``per_s``. It is told the time.

    What costs more than there is passes as long as there is anything, and is owed.
    """

    def __init__(self, per_s: float, most: int) -> None:
        self._per_s = per_s
        self._most = most
        self._left = float(most)
        self._at_s: float | None = None

    def take(self, now_s: float, cost: int = 1) -> bool:
        """Whether one more may pass now."""
        if self._at_s is not None:
            gained = max(0.0, now_s - self._at_s) * self._per_s
            self._left = min(float(self._most), self._left + gained)
        self._at_s = now_s
        if self._left < 1:
            return False
        self._left -= cost
        return True

    def owe(self, cost: int) -> None:
        """Note what something has cost that has passed."""
        self._left -= cost


class Buckets:
    """One bucket for each client, of the clients seen last."""

    def __init__(self, per_s: float, most: int, *, clients: int = 10_000) -> None:
        self._per_s, self._most, self._clients = per_s, most, clients
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, client: str, now_s: float, cost: int = 1) -> bool:
        """Whether that client may have one more."""
        return self._bucket(client).take(now_s, cost)

    def owe(self, client: str, cost: int) -> None:
        """Note what something has cost that has passed for that client."""
        self._bucket(client).owe(cost)

    def _bucket(self, client: str) -> Bucket:
        bucket = self._buckets.pop(client, None) or Bucket(self._per_s, self._most)
        self._buckets[client] = bucket
        if len(self._buckets) > self._clients:
            self._buckets.popitem(last=False)
        return bucket
