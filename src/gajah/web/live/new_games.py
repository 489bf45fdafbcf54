"""What is wanted of a new game, checked and as it is stored."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from gajah._core import Position, Side
from gajah.bots.names import HUMAN
from gajah.clock import TimeControl
from gajah.game import Game
from gajah.web.games.drafts import StoredDraft
from gajah.web.games.listing import note_rating
from gajah.web.games.ratings import ANCHORS
from gajah.web.games.rows import StoredGame
from gajah.web.games.seats import BOT_PREFIX, StoredSeat, new_id, person_name
from gajah.web.games.tree import GameTree
from gajah.web.wire.boards import refusing
from gajah.web.wire.errors import Refusal
from gajah.web.wire.handicaps import read_handicap, show_handicap
from gajah.web.wire.requests import NewGame, SeatWanted
from gajah.web.wire.shapes import NAME_CHARS


@dataclass(frozen=True)
class Holder:
    """What opens a seat: the secret of which this is the hash, and an account if one is known."""

    token_hash: str
    account: str | None = None


def new_game(
    wanted: NewGame, held: Mapping[Side, Holder], owner_id: str | None
) -> tuple[StoredGame, GameTree]:
    """A new game as it is stored; a Refusal where it cannot be played."""
    check_rated(wanted)
    check_open(wanted)
    start, handicap = read_start(wanted), read_handicap(wanted.handicap)
    control = read_control(wanted.control)
    stored = StoredGame(
        id=new_id(),
        gold=_new_seat(wanted.gold, Side.GOLD, held.get(Side.GOLD)),
        silver=_new_seat(wanted.silver, Side.SILVER, held.get(Side.SILVER)),
        control=None if control is None else str(control),
        start=None if start is None else start.short,
        handicap=show_handicap(handicap),
        event=wanted.event,
        rated=wanted.rated,
        open=wanted.open,
        position=(start or Position()).short,
        draft=StoredDraft(no_engine=is_without_engine(wanted)),
        owner=owner_id,
    )
    note_anchors(stored)
    return stored, GameTree(start, handicap)


def _new_seat(wanted: SeatWanted, side: Side, holder: Holder | None) -> StoredSeat:
    if holder is None:
        return StoredSeat(wanted.player, wanted.name or wanted.player)
    name = person_name(wanted.name or "", side)
    return StoredSeat(HUMAN, name, holder.token_hash, account=holder.account)


def holders_again(old: StoredGame) -> dict[Side, Holder]:
    """Who holds the seats of the same game again with sides swapped."""
    return {
        side.other: Holder(seat.token_hash, seat.account)
        for side, seat in old.seats.items()
        if seat.token_hash
    }


def wanted_again(old: StoredGame) -> NewGame:
    """The same game again with sides swapped."""
    handicap = show_handicap(read_handicap(old.handicap).swapped())
    return NewGame(
        gold=_seat_again(old.silver, Side.SILVER),
        silver=_seat_again(old.gold, Side.GOLD),
        control=old.control,
        start=None if handicap else old.start,
        handicap=handicap,
        event=old.event,
        no_engine=old.draft.no_engine,
        rated=old.rated,
    )


def _seat_again(seat: StoredSeat, side: Side) -> SeatWanted:
    """The player of a seat; a person without a name is called by the new side."""
    has_name = seat.name != person_name("", side)
    return SeatWanted(player=seat.player, name=seat.name[:NAME_CHARS] if has_name else None)


def read_control(text: str | None) -> TimeControl | None:
    """The time control, if there is one; a Refusal where it gives no time."""
    if not text:
        return None
    with refusing():
        control = TimeControl.parse(text)
    if not control.has_time:
        raise Refusal("bad_control", "A time control gives some time.", status=422)
    return control


def check_rated(wanted: NewGame) -> None:
    """Refuse terms on which no game can be rated."""
    if not wanted.rated:
        return
    if not wanted.control:
        raise _unrated("A rated game has a clock.")
    if wanted.start is not None or any((wanted.handicap or {}).values()):
        raise _unrated("A rated game begins as usual, without handicap.")
    players = [wanted.gold.player, wanted.silver.player]
    others = [player for player in players if player != HUMAN]
    rivals = [player for player in others if not player.startswith(BOT_PREFIX)]
    if len(others) > 1 or any(player not in ANCHORS for player in rivals):
        text = "A rated game is against a person, a bot, or a level from 1 to 8."
        raise _unrated(text)


def _unrated(text: str) -> Refusal:
    return Refusal("not_ratable", text, status=422)


def note_anchors(game: StoredGame) -> None:
    """Note the ratings of the programs in a rated game."""
    for side, seat in game.seats.items():
        if game.rated and seat.player in ANCHORS:
            note_rating(game, side, ANCHORS[seat.player].rating)


def check_open(wanted: NewGame) -> None:
    """Refuse to list a game that is not between people."""
    if wanted.open and {wanted.gold.player, wanted.silver.player} != {HUMAN}:
        raise Refusal("bot_plays", "Only a game between people can be open.", status=422)


def is_without_engine(wanted: NewGame) -> bool:
    """Whether the engine is barred, as from every rated game; a Refusal where a bot plays."""
    if wanted.rated:
        return True
    if wanted.no_engine and {wanted.gold.player, wanted.silver.player} != {HUMAN}:
        text = "The engine can be barred only from a game between people."
        raise Refusal("bot_plays", text, status=422)
    return wanted.no_engine


def read_start(wanted: NewGame) -> Position | None:
    """The position to begin from, if it is not the empty board."""
    if wanted.start is None:
        return None
    if any((wanted.handicap or {}).values()):
        raise Refusal("bad_handicap", "A handicap needs the usual start.", status=422)
    with refusing():
        game = Game(start=Position.parse(wanted.start))
    if game.result is not None:
        raise Refusal("game_over", f"The game is over there: {game.result}.", status=422)
    return game.start
