"""Records as text that several tests use."""

from __future__ import annotations

from gajah.records import Problem, Record, read_records
from tests.helpers import GOLD_SETUP, SILVER_SETUP

SETUPS = f"1g {GOLD_SETUP}\n1s {SILVER_SETUP}"

ANNOTATED = f"""\
[Event "Casual"]
[Gold "you"]
[Silver "gajah 0.1"]
[Date "2026.11.15"]
[TimeControl "30s/2m/100/2m/10h"]
[ResultCode "r"]
[Result "1-0"]

{{A quiet game.}}
{SETUPS}
2g Ee2n Ee3n Ee4n Ee5n ?! {{Too early. [%emt 0:00:12]}}
(
{{Better.}}
2g Ee2n Ee3n $14
2s ed7s
(
2s me7s
)
3g Ee4n {{And on.}} {{A second remark.}}
)
(
2g Md2n
)
2s ed7s ed6s
1-0
"""


def read_one(text: str | bytes) -> Record:
    """The one record of a text that has no problem."""
    found = read_records(text)
    assert found.problems == []
    (record,) = found.records
    return record


def problem_of(text: str | bytes) -> Problem:
    """The one problem of a text that holds no readable game."""
    found = read_records(text)
    assert found.records == []
    (problem,) = found.problems
    return problem
