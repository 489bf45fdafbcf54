"""What a page and the server tell each other about notices of a turn."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from gajah.web.wire.shapes import Shape

# Plain ones; what cannot stand in a header is not among them.
MAIL_ADDRESS = r"[A-Za-z0-9._%+'-]{1,64}@(?:[A-Za-z0-9-]{1,63}\.)+[A-Za-z]{2,63}"

MailAddress = Annotated[str, Field(max_length=254, pattern=f"^(?:{MAIL_ADDRESS})?$")]
Endpoint = Annotated[str, Field(max_length=1000, pattern=r"^https?://\S+$")]
#: 65 and 16 bytes, as browsers write them.
PublicKey = Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{87}=?$")]
AuthSecret = Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{22}={0,2}$")]
Secret = Annotated[str, Field(max_length=80)]


class NoticeState(Shape):
    """How an account is told that it is its turn.

    ``push_key`` is the server's public key, null where it pushes nothing; ``mail`` whether it sends
    letters.
    """

    push_key: str | None
    browsers: int
    mail: bool
    address: str | None
    confirmed: bool


class PushWanted(Shape):
    """A browser that is to show notices, as it describes itself."""

    endpoint: Endpoint
    p256dh: PublicKey
    auth: AuthSecret


class PushUnwanted(Shape):
    """A browser that is to show none any more."""

    endpoint: Endpoint


class MailWanted(Shape):
    """Where letters are to be sent; nowhere if it is empty."""

    address: MailAddress


class MailSecret(Shape):
    """The secret of a link in a letter."""

    token: Secret


class LinkFollowed(Shape):
    """It was done what the link is for."""

    done: bool
