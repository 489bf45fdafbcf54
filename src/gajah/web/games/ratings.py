"""What the end of a rated game changes: both players' ratings, once, with the game itself.

A level of the engine is an anchor: it plays as it always has, so its rating stays. The levels'
distances are measured (docs/strength.md). Level 1 is put at 900: then level 4 is near 1500, where
the scale has its middle and new players begin. Levels 9 and 10 are as strong as the machine is
fast, so no fixed number is theirs.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from itertools import accumulate

from sqlalchemy import Connection, insert, select, update

from gajah._core import Side
from gajah.arena.glicko2 import GlickoRating, GlickoResult, rate
from gajah.game import Reason
from gajah.web.games.account_rows import StoredAccount, StoredRating
from gajah.web.games.rows import StoredGame
from gajah.web.games.seats import StoredSeat
from gajah.web.games.writer import Change

_LEVEL_1 = 900.0
# Level 2 above level 1, and so on to level 8.
_STEPS = (215, 182, 200, 151, 147, 173, 200)
# Of those distances, each of which has an error of 30 or so.
_ANCHOR_DEVIATION = 60.0
# From here on a rating says something.
_KNOWN_DEVIATION = 110.0

ANCHORS: Mapping[str, GlickoRating] = {
    f"gajah:level={level}": GlickoRating(rating, _ANCHOR_DEVIATION)
    for level, rating in enumerate(accumulate(_STEPS, initial=_LEVEL_1), start=1)
}
"""The ratings of the programs that can be played for a rating."""

# Both have set up. Before that a player may leave without a result.
_FEWEST_TURNS = 2
# The server is to blame, or no one.
_NO_RESULTS = (Reason.FORFEIT, Reason.ABANDONED)
_ACCOUNTS = StoredAccount.__table__.columns


def is_provisional(rating: GlickoRating) -> bool:
    """Whether too little is known of a rating."""
    return rating.deviation > _KNOWN_DEVIATION


def rating_changes(game: StoredGame) -> list[Change]:
    """What is to be done in the transaction that stores a game: nothing while it goes on."""
    result = game.result
    if not game.rated or game.state != "over" or result is None:
        return []
    if result.reason in _NO_RESULTS or game.turn_count < _FEWEST_TURNS:
        return []
    # As it is now: the thread that writes comes to it later.
    scores = {Side.GOLD: 0.5, Side.SILVER: 0.5}
    if result.winner is not None:
        scores = {side: float(side == result.winner) for side in scores}
    return [partial(_rate, game.id, dict(game.seats), scores)]


def _rate(
    game_id: str, seats: Mapping[Side, StoredSeat], scores: Mapping[Side, float], line: Connection
) -> None:
    """Rate both players, unless it has been done."""
    if line.execute(select(StoredRating.game_id).where(StoredRating.game_id == game_id)).first():
        return
    before = _ratings(line, seats)
    if len(before) < len(seats):
        return
    for side, seat in seats.items():
        if seat.account is None:
            continue
        after = rate(before[side], [GlickoResult(before[side.other], scores[side])])
        rated = StoredRating(
            game_id=game_id,
            account_id=seat.account,
            score=scores[side],
            before=before[side].rating,
            glicko=after,
        )
        mine = update(StoredAccount).where(StoredAccount.id == seat.account)
        changed = {
            "rating": after.rating,
            "deviation": after.deviation,
            "volatility": after.volatility,
            "rated_games": _ACCOUNTS.rated_games + 1,
        }
        line.execute(mine.values(changed))
        line.execute(insert(StoredRating), [rated.row()])


def _ratings(line: Connection, seats: Mapping[Side, StoredSeat]) -> dict[Side, GlickoRating]:
    """What both players have at this moment; other processes wait until it is changed."""
    ids = [seat.account for seat in seats.values() if seat.account is not None]
    columns = (_ACCOUNTS.id, _ACCOUNTS.rating, _ACCOUNTS.deviation, _ACCOUNTS.volatility)
    # In one order, so that two games of the same players do not wait for each other.
    wanted = select(*columns).where(_ACCOUNTS.id.in_(ids)).order_by(_ACCOUNTS.id)
    known = {row[0]: GlickoRating(*row[1:]) for row in line.execute(wanted.with_for_update())}
    found = {
        side: known.get(seat.account) if seat.account else ANCHORS.get(seat.player)
        for side, seat in seats.items()
    }
    return {side: rating for side, rating in found.items() if rating is not None}
