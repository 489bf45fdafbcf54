"""``gajah bot``: an engine that plays on a server, under the account of a bot."""

from __future__ import annotations

import re
import shlex
import shutil
from contextlib import suppress

import click

from gajah.bots.names import HUMAN, PlayerName, PlayerNameError
from gajah.cli.interrupt import Interrupted, run_until_interrupted
from gajah.cli.options import Integer
from gajah.cli.text import BadInput
from gajah.clock import TimeControl
from gajah.errors import NotationError, quoted, shown

_TOKEN = "GAJAH_TOKEN"
_NO_CLOCK = "none"


# What stands after the program's name is the program's own.
@click.command(context_settings={"allow_interspersed_args": False})
@click.option("--server", required=True, metavar="URL", help="The server, such as https://HOST.")
@click.option(
    "--token",
    envvar=_TOKEN,
    metavar="TOKEN",
    help=f"The bot's token; better in the variable {_TOKEN}, which other users cannot read.",
)
@click.option("--games", type=Integer(1, 100), default=1, help="Games at once, an engine for each.")
@click.option(
    "--time-controls",
    "controls",
    metavar="LIST",
    default="",
    help="The clocks it plays with, such as 15s/1m/100/1m,none; else any, and none.",
)
@click.option("--rated/--casual", default=None, help="Only rated games, or only others; else both.")
@click.argument("command", nargs=-1, required=True, help="An AEI engine, or a player of gajah.")
def bot(
    server: str,
    token: str | None,
    games: int,
    controls: str,
    rated: bool | None,
    command: tuple[str, ...],
) -> None:
    """Let an engine play on a server. It accepts challenges until Ctrl-C or SIGTERM."""
    # Imported here: other commands need not wait for it.
    from gajah.aei.link import EngineFailure
    from gajah.online.bot import Offer, OnlineBot
    from gajah.online.server import Rejected, RemoteServer

    if re.fullmatch(r"https?://[^/\s@]+(/\S*)?", server) is None:
        raise BadInput(f"expected --server https://HOST, found {quoted(server)}")
    if not token:
        raise BadInput(f"a bot needs its token: --token, or the variable {_TOKEN}")
    offer = Offer(games, _read_controls(controls), rated is not False, rated is not True)
    where = RemoteServer(server.rstrip("/"), token.strip())
    player = OnlineBot(where, _read_player(command), offer, lambda line: print(line, flush=True))
    try:
        with suppress(Interrupted):
            run_until_interrupted(player.run())
    except Rejected as reason:
        raise BadInput(str(reason).rstrip(".")) from None
    except EngineFailure as failure:
        raise BadInput(f"the engine {shown(shlex.join(command))} {failure}") from None


def _read_controls(text: str) -> tuple[str, ...]:
    words = tuple(word.strip() for word in text.split(",") if word.strip())
    for word in words:
        try:
            is_control = word == _NO_CLOCK or TimeControl.parse(word).has_time
        except NotationError as error:
            raise BadInput(f"--time-controls: {error}") from None
        if not is_control:
            raise BadInput(f"--time-controls: {quoted(word)} gives no time")
    return words


def _read_player(command: tuple[str, ...]) -> PlayerName:
    """The player of that name, or the program that the words start."""
    is_program = shutil.which(command[0]) is not None
    if len(command) > 1 and not is_program:
        raise BadInput(f"there is no program {quoted(command[0])} to start")
    try:
        name = PlayerName.parse(command[0] if len(command) == 1 else f"aei:{shlex.join(command)}")
    except PlayerNameError as error:
        if not is_program:
            raise BadInput(str(error)) from None
        name = PlayerName.parse(f"aei:{shlex.quote(command[0])}")
    if name.kind in (HUMAN, "aei-listen"):
        raise BadInput(f"a bot is started by a command, not {quoted(command[0])}")
    return name
