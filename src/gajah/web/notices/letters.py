"""Letters to players, and the mail server that takes them."""

from __future__ import annotations

import smtplib
import ssl
from email.message import EmailMessage
from email.utils import formatdate, make_msgid, parseaddr

from gajah.web.settings import MailSettings

_TIMEOUT_S = 20.0
_STOP = "/api/v1/notices/stop?token="


def turn_letter(
    settings: MailSettings, to: str, title: str, text: str, path: str, stop: str
) -> EmailMessage:
    """A letter about a game, with the link that ends such letters."""
    letter = _letter(settings, to, title)
    # Mail programs show these as a button of their own (RFC 8058).
    letter["List-Unsubscribe"] = f"<{settings.url}{_STOP}{stop}>"
    letter["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    letter.set_content(
        f"{text}\n\n{settings.url}{path}\n\n--\n"
        f"No more letters like this one:\n{settings.url}/#stop-mail={stop}\n"
    )
    return letter


def confirmation_letter(settings: MailSettings, to: str, name: str, secret: str) -> EmailMessage:
    """The letter that asks whether an address is the player's own."""
    letter = _letter(settings, to, "Confirm your address for gajah")
    letter.set_content(
        f"The player {name} wants to be told at this address about turns in games at\n"
        f"{settings.url}\n\nIf that is you, open this link within two days:\n"
        f"{settings.url}/#confirm-mail={secret}\n\n"
        "If it is not, do nothing: no other letter will come.\n"
    )
    return letter


def send_letter(settings: MailSettings, letter: EmailMessage) -> None:
    """Hand a letter to the mail server; raises OSError and SMTPException."""
    context = ssl.create_default_context()
    at = (settings.host, settings.port)
    line: smtplib.SMTP
    if settings.security == "tls":
        line = smtplib.SMTP_SSL(*at, timeout=_TIMEOUT_S, context=context)
    else:
        line = smtplib.SMTP(*at, timeout=_TIMEOUT_S)
    with line:
        if settings.security == "starttls":
            line.starttls(context=context)
        if settings.user:
            line.login(settings.user, settings.password)
        line.send_message(letter)


def _letter(settings: MailSettings, to: str, subject: str) -> EmailMessage:
    letter = EmailMessage()
    letter["From"] = settings.sender
    letter["To"] = to
    letter["Subject"] = subject
    letter["Date"] = formatdate()
    letter["Message-ID"] = make_msgid(domain=parseaddr(settings.sender)[1].partition("@")[2])
    letter["Auto-Submitted"] = "auto-generated"
    return letter
