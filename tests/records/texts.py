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


# Bad texts, the line of their one problem, and how its reason begins.
PROBLEMS = [
    ("2g Ee2n\nhello\n", 2, "expected a tag, a turn like 12g Ed2n or a result, found 'hello'"),
    ("2g Ee2n Ee9n\n", 1, "turn 2g: expected a step like Ed2n, found 'Ee9n'"),
    ("2g Ee2n Ee3n Ee4n Ee5n Ee6n", 1, "turn 2g: a turn has at most four steps"),
    ("1g Ra1 Ee2n\n", 1, "turn 1g: expected a placement like Ra1, found 'Ee2n'"),
    ("\n999999s Ee2n\nEe3n\n", 3, "turn 1000000g: expected a turn number up to 999999"),
    ("2g Ee2n {so} Ee3n\n", 1, "expected a turn number such as 2s, found 'Ee3n'"),
    ("\n2g Ee2n {so\non\n", 2, "the comment that opens here is not closed"),
    ("2g Ee2n\n(\n2g Md2n\n", 2, "the variation that opens here is not closed"),
    ("2g Ee2n\n)\n", 2, "expected a turn, found ')' and no variation that it closes"),
    ("(\n2g Ee2n\n)\n", 1, "expected a turn, found a variation that follows none"),
    ("2g Ee2n\n(\n(\n", 3, "expected a turn, found a variation that follows none"),
    ("!\n", 1, "expected a turn, found the glyph ! that follows none"),
    ("2g Ee2n }\n", 1, "expected a turn, a comment or a glyph, found '}'"),
    ("2g Ee2n $x\n", 1, "expected a turn, a comment or a glyph, found '$'"),
    ("2g Ee2n\n(\n2g Md2n\n1-0\n)\n", 4, "expected ')', found the result 1-0 inside a"),
    ('[Event "x\n\n2g Ee2n\n', 1, 'expected "] at the end of the tag'),
    ("[Event x]\n\n2g Ee2n\n", 1, "expected a tag like [Gold \"you\"], found '[Event x]'"),
    ('[A "x"] 2g Ee2n\n', 1, "expected a tag like [Gold \"you\"], found '2g Ee2n'"),
    ("Ee2n\u00e9\n", 1, "expected a tag, a turn like 12g Ed2n or a result, found 'Ee2n\\xe9'"),
    ("2g \u00e9\n", 1, "turn 2g: expected a step like Ed2n, found '\\xe9'"),
    ("2g Ee2n {\udc80}\n", 1, "expected Unicode text, found half a character, U+DC80"),
]

WRONG_ENCODINGS = [
    ('[Gold "Andr\u00e9"]\n\n2g Ee2n\n'.encode("latin-1"), 1, "found the byte 0xe9"),
    ("2g Ee2n\n{\n\u00e9 }\n".encode("latin-1"), 3, "found the byte 0xe9"),
    (ANNOTATED.encode("utf-16"), 1, "found UTF-16"),
    (b"2g Ee2n\n\xff\n", 2, "found the byte 0xff"),
]

# What breaks the annotated game: something in it, and what to put there.
BREAKS = {
    "a bad step": ("Ee2n Ee3n Ee4n", "Ee2n Ee9n Ee4n"),
    "prose": ("2g Md2n", "I do not know this turn"),
    "an open comment": ("early. [%emt 0:00:12]}", "early. [%emt 0:00:12]"),
    "an open last comment": ("A second remark.}", "A second remark."),
    "an open variation": (")\n2s ed7s ed6s", "2s ed7s ed6s"),
    "a closed variation": ("2s ed7s ed6s", ")\n2s ed7s ed6s"),
    "a broken first tag": ('[Event "Casual"]', '[Event "Casual'),
    "a broken later tag": ('[Date "2026.11.15"]', "[Date 2026.11.15]"),
    "a wrong encoding in a tag": ("gajah 0.1", "gajah \udcff"),
    "a wrong encoding in the first tag": ("Casual", "Casual \udcff"),
    "a wrong encoding in a comment": ("quiet", "qui\udcff"),
}

# Where the format could be misunderstood.
FRAGMENTS = [
    *'{}()[]\\"#$!?*\n\r ',
    "1-0",
    "2g",
    "Ee2n",
    " Ra1 ",
    '[A "x"]',
    "A: x",
    "takeback",
    "\n\n",
]


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
