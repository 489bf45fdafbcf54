"""What a server and the bots that play there with an account tell each other."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, TypeAdapter

from gajah.web.wire.accounts import AccountName
from gajah.web.wire.envelopes import FromPage, FromServer
from gajah.web.wire.messages import Ping
from gajah.web.wire.shapes import VERSION, GameShape, LineText, NameText, Shape

NO_CLOCK = "none"
"""Among a bot's time controls: games without a clock."""

_MOST_CONTROLS = 20
_MOST_GAMES = 1000


class BotHello(FromPage):
    """The first message of a bot: what it plays. Without ``controls``, with any clock."""

    type: Literal["hello"]
    version: int
    engine: NameText = ""
    games: Annotated[int, Field(ge=0, le=_MOST_GAMES)] = 1
    controls: list[LineText] = Field(default_factory=list, max_length=_MOST_CONTROLS)
    rated: bool = True
    casual: bool = True


BotMessage = Annotated[BotHello | Ping, Field(discriminator="type")]
BOT_MESSAGES: TypeAdapter[BotMessage] = TypeAdapter(BotMessage)


class BotWelcome(FromServer):
    """The bot is listed from now on, under that name."""

    type: Literal["welcome"] = "welcome"
    version: int = VERSION
    name: str


class BotGames(FromServer):
    """All games that the bot has to play, or is asked to: those that are ``waiting``."""

    type: Literal["games"] = "games"
    games: list[GameShape]


class BotShape(Shape):
    """A bot that is connected; ``playing`` of the ``games`` that it plays at once."""

    name: str
    engine: str
    rating: int
    provisional: bool
    playing: int
    games: int
    controls: list[str]
    rated: bool
    casual: bool


class BotList(Shape):
    """The bots that can be challenged now."""

    bots: list[BotShape]


class NewBot(Shape):
    """The name of a bot that is to have an account."""

    name: AccountName


class BotToken(Shape):
    """A bot's secret, which is shown only once."""

    name: str
    token: str


class OwnBot(Shape):
    """A bot as the account sees it that it belongs to."""

    name: str
    created: float
    #: Whether there is a token by which it can connect.
    has_token: bool
    connected: bool


class OwnBots(Shape):
    """All bots of an account, and how many it may have."""

    bots: list[OwnBot]
    most: int


class Declined(Shape):
    """Why a bot does not play."""

    text: LineText = ""
