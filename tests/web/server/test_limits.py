"""The page that lists all limits, and the file that changes them."""

from __future__ import annotations

import re
from dataclasses import asdict
from importlib import import_module
from pathlib import Path

import pytest

from gajah.web.server.config import BadConfig, read_config
from gajah.web.settings import ClientLimits, MailSettings, PushSettings

PAGE = Path(__file__).parents[3] / "docs" / "hosting.md"


def test_the_page_lists_every_limit_with_its_default() -> None:
    listed: dict[str, float] = {}
    for names, values in re.findall(r"^\| (`[^|]*`) \| ([0-9., ]+) \|", PAGE.read_text(), re.M):
        pairs = zip(re.findall(r"`(\w+)`", names), values.split(", "), strict=True)
        listed |= {name: float(value) for name, value in pairs}
    assert listed == asdict(ClientLimits())


def test_the_page_lists_fixed_limits_as_they_are() -> None:
    rows = re.findall(r"^\| .+ \| ([0-9]+) \| `([\w/]+)\.py`, `(\w+)` \|$", PAGE.read_text(), re.M)
    found = {
        (path, name): float(getattr(import_module(f"gajah.web.{path.replace('/', '.')}"), name))
        for _, path, name in rows
    }
    assert found == {(path, name): float(value) for value, path, name in rows}
    assert len(found) > 10


def test_the_file_changes_a_limit(tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_text("[limits]\nsockets = 7\nrequests_per_s = 2\n")
    limits = read_config(tmp_path).limits
    assert (limits.sockets, limits.requests_per_s, limits.queue) == (7, 2, 500)


_MAIL = 'host = "h"\nsender = "gajah <g@example.org>"\nurl = "https://example.org"\n'


def test_the_file_names_a_mail_server_and_where_push_services_reach_the_owner(
    tmp_path: Path,
) -> None:
    text = f'[mail]\n{_MAIL}port = 25\n[push]\ncontact = "mailto:o@example.org"\n'
    (tmp_path / "config.toml").write_text(text)
    config = read_config(tmp_path)
    assert config.mail == MailSettings(
        "h", "gajah <g@example.org>", "https://example.org", port=25, security="starttls"
    )
    assert config.push == PushSettings(contact="mailto:o@example.org")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ('[mail]\nhost = "h"\n', "needs sender and url"),
        (f'[mail]\n{_MAIL}port = "25"\n', "port of mail is a number"),
        (f'[mail]\n{_MAIL}security = "some"\n', "security of mail is starttls, tls, none"),
        (f"[mail]\n{_MAIL}".replace("g@example.org", "owner"), "sender of mail"),
        (f"[mail]\n{_MAIL}".replace("https://", ""), "url of mail"),
        ('mail = "smtp.example.org"\n', "mail is a table of host"),
        ("[push]\nlocal = 1\n", "local of push is true or false"),
        ("[push]\nlocals = true\n", "push has contact, local"),
    ],
)
def test_what_cannot_be_sent_by_is_refused(tmp_path: Path, text: str, why: str) -> None:
    (tmp_path / "config.toml").write_text(text)
    with pytest.raises(BadConfig, match=why):
        read_config(tmp_path)


@pytest.mark.parametrize("line", ["socket = 7", "sockets = -1", "sockets = 1.5", 'sockets = "7"'])
def test_a_limit_that_cannot_be_is_refused(tmp_path: Path, line: str) -> None:
    (tmp_path / "config.toml").write_text(f"[limits]\n{line}\n")
    with pytest.raises(BadConfig, match="limit"):
        read_config(tmp_path)
