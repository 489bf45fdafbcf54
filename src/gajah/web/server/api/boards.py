"""Positions without a game: boards, routes, checks, pictures, trees."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Annotated

from fastapi import APIRouter, Depends, Query, Response

from gajah._core import Position, Square
from gajah.svg import PIECE_SETS, THEMES, render
from gajah.web.games.scratch import make_tree
from gajah.web.server.api.common import ERRORS, LobbyDep, PersonDep
from gajah.web.wire.boards import check_playing, drafted, find_problems, show_board
from gajah.web.wire.errors import refuse_turn
from gajah.web.wire.requests import (
    BoardAsked,
    PositionAsked,
    PositionChecked,
    RoutesAnswer,
    RoutesAsked,
    TreeAsked,
    TreeMade,
)
from gajah.web.wire.routes import find_routes
from gajah.web.wire.shapes import Board, DrawnArrows, DrawnMarks, PositionText, TurnText
from gajah.web.wire.work import QUESTION

router = APIRouter(responses=ERRORS)

PieceSet = Annotated[str, Query(pattern=f"^({'|'.join(PIECE_SETS)})$")]
ThemeName = Annotated[str, Query(pattern=f"^({'|'.join(THEMES)})$")]
_A_DAY_S = 86400


@dataclass
class PictureLooks:
    """How a picture is to look; the page says it in the address."""

    theme: ThemeName = "stone"
    pieces: PieceSet = "animals"
    size: Annotated[int, Query(ge=16, le=4000)] = 400
    flip: bool = False
    coordinates: bool = True


LooksDep = Annotated[PictureLooks, Depends()]


@router.post("/board")
async def board(asked: BoardAsked, lobby: LobbyDep, person: PersonDep) -> Board:
    """The position after the turns and the drafted steps; repetition is counted."""

    def show() -> Board:
        game, position = drafted(asked)
        return show_board(game, position, undone=asked.undone)

    return await lobby.work.do(person, QUESTION + len(asked.turns), show)


@router.post("/board/routes")
async def routes(asked: RoutesAsked, lobby: LobbyDep, person: PersonDep) -> RoutesAnswer:
    """Where a piece can go within the turn."""

    def find() -> RoutesAnswer:
        game, position = drafted(asked)
        check_playing(game)
        return RoutesAnswer(routes=find_routes(position, Square(asked.square)))

    return await lobby.work.do(person, QUESTION + len(asked.turns), find)


@router.post("/board/check")
def check(asked: PositionAsked) -> PositionChecked:
    """Whether a game can be played from this position."""
    problems = find_problems(asked.position)
    return PositionChecked(ok=not problems, problems=problems)


@router.post("/tree")
async def tree(asked: TreeAsked, lobby: LobbyDep, person: PersonDep) -> TreeMade:
    """Change a tree that the page keeps itself; nothing is stored."""
    # It is read, replayed, shown, and written as a record.
    cost = QUESTION + 4 * (len(asked.nodes) + len(asked.turns))
    return await lobby.work.do(person, cost, lambda: make_tree(asked))


@router.get("/picture.svg", response_class=Response)
def picture(
    position: Annotated[PositionText, Query()],
    looks: LooksDep,
    arrows: Annotated[DrawnArrows, Query(default_factory=list)],
    marks: Annotated[DrawnMarks, Query(default_factory=list)],
    turn: Annotated[TurnText | None, Query()] = None,
) -> Response:
    """A picture of a position, with the turn that led to it and what was drawn by hand."""
    try:
        shown = Position.parse(position)
        drawn = render(shown, last_turn=turn, arrows=arrows, marks=marks, **asdict(looks))
    except ValueError as error:
        raise refuse_turn(error) from None
    return svg_response(drawn, keep_s=_A_DAY_S)


def svg_response(picture: str, *, keep_s: int) -> Response:
    """A picture in which no script runs, to be cached for ``keep_s`` seconds."""
    headers = {
        "Content-Security-Policy": "default-src 'none'; sandbox",
        "Cache-Control": f"private, max-age={keep_s}",
    }
    return Response(picture, media_type="image/svg+xml", headers=headers)
