"""Reviews of whole games, as work of the server: they go on without a page.

A review that has begun is noted in the database, so that a server that comes back after a crash
begins it anew. What it has found is kept with the game when it is complete.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import partial
from typing import Literal, Protocol

from gajah.analysis.review import Review, TurnReview, look_at
from gajah.game import Game
from gajah.web.analysis.thinking import EngineShelf
from gajah.web.games.rows import TurnJudgement
from gajah.web.games.show import show_judgement
from gajah.web.games.store import GameStore
from gajah.web.settings import ClientLimits
from gajah.web.wire.errors import Refusal, Restarting
from gajah.web.wire.limits import NOBODY, Person
from gajah.web.wire.messages import ReviewState
from gajah.web.wire.shapes import Finding, ReviewStage

_log = logging.getLogger(__name__)

Follower = Callable[[ReviewState], None]


class ReviewedGames(Protocol):
    """Where the games to be reviewed are found; a Refusal where there is no such game."""

    async def played_line(self, game_id: str) -> tuple[Game, list[int]]:
        """The game, and the numbers of its nodes."""

    async def keep_review(self, game_id: str, review: dict[int, TurnJudgement]) -> None:
        """Keep what a review of the whole game has said."""


class _Job:
    """The review of one game, and who follows it."""

    def __init__(self, game_id: str, seconds: float, person: Person) -> None:
        self.game_id = game_id
        self.person = person
        self.seconds = seconds
        self.stage: ReviewStage = "waiting"
        self.place = 0
        self.of = 0
        self.judged: dict[int, TurnJudgement] = {}
        self.followers: dict[Follower, None] = {}
        self.task: asyncio.Task[None] | None = None

    def state(self, news: Iterable[int]) -> ReviewState:
        """How it stands, with what was found about these nodes."""
        return ReviewState(
            game=self.game_id,
            state=self.stage,
            place=self.place,
            done=len(self.judged),
            of=self.of,
            findings=[Finding(node=n, **dict(show_judgement(self.judged[n]))) for n in news],
        )

    def tell(self, *news: int) -> None:
        """Tell all followers how it stands, and what is new."""
        state = self.state(news)
        for follower in list(self.followers):
            follower(state)

    def note_place(self, place: int) -> None:
        """It has come closer to its core, or has one."""
        if place != self.place:
            self.place = place
            self.stage = "waiting" if place else "running"
            self.tell()

    def note_turn(self, number: int, turn: TurnReview) -> None:
        """Add the judgement of one more turn."""
        best = None if turn.best is None else str(turn.best)
        self.judged[number] = TurnJudgement(turn.score, best, turn.loss, turn.mark)
        self.stage = "running"
        self.tell(number)

    def end(self, stage: ReviewStage) -> None:
        """End the review in this state."""
        self.stage, self.place = stage, 0
        self.tell()
        self.followers.clear()


class Reviews:
    """All reviews under way, one for a game at most."""

    def __init__(
        self, store: GameStore, engines: EngineShelf, games: ReviewedGames, limits: ClientLimits
    ) -> None:
        self._store, self._engines, self._games = store, engines, games
        self._limits = limits
        self._jobs: dict[str, _Job] = {}

    async def open(self) -> None:
        """Begin those anew that were under way when the server ended."""
        noted = dict(await asyncio.to_thread(self._store.noted_reviews))
        claims = await asyncio.to_thread(self._store.claim, noted)
        # Another process that has the game has its review, too.
        for game_id in noted.keys() - claims.elsewhere.keys() - self._jobs.keys():
            self._begin(game_id, noted[game_id], NOBODY)

    async def close(self) -> None:
        """Stop thinking; what is noted begins anew when the server comes back."""
        tasks = [job.task for job in self._jobs.values() if job.task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def start(self, game_id: str, seconds: float, person: Person) -> None:
        """Review a game that is over, unless that is being done; a Refusal if it cannot be."""
        if game_id in self._jobs:
            return
        own = sum(job.person == person for job in self._jobs.values())
        is_greedy = own >= self._limits.reviews_each and not person.is_owner
        if is_greedy or len(self._jobs) >= self._limits.reviews:
            raise Refusal("slow_down", "Too many games are being reviewed already.", status=429)
        self._begin(game_id, seconds, person)
        try:
            await self._store.note_review(game_id, seconds)
        except Exception:
            # It can be done all the same, but would not be begun anew after a crash.
            _log.exception("the review of game %s cannot be noted", game_id, extra=_event(game_id))

    def follow(self, game_id: str, follower: Follower) -> None:
        """Tell a follower how the review stands, now and until it ends."""
        job = self._jobs.get(game_id)
        if job is None:
            follower(ReviewState(game=game_id, state="none"))
            return
        follower(job.state(job.judged))
        job.followers[follower] = None

    def unfollow(self, game_id: str, follower: Follower) -> None:
        """Stop telling a follower; the review goes on."""
        if job := self._jobs.get(game_id):
            job.followers.pop(follower, None)

    async def cancel(self, game_id: str) -> None:
        """End a review; what it has found is forgotten."""
        job = self._jobs.get(game_id)
        if job is None or job.task is None:
            return
        job.task.cancel()
        await asyncio.wait([job.task])
        await self._forget(game_id)
        job.end("cancelled")

    def _begin(self, game_id: str, seconds: float, person: Person) -> None:
        job = self._jobs[game_id] = _Job(game_id, seconds, person)
        job.task = asyncio.create_task(self._run(job))

    async def _run(self, job: _Job) -> None:
        stage: ReviewStage = "failed"
        try:
            with suppress(Restarting):  # The process that has the game by now begins it anew.
                stage = await self._judge(job)
                await self._forget(job.game_id)
        finally:
            self._engines.leave(job)
            del self._jobs[job.game_id]
        job.end(stage)

    async def _judge(self, job: _Job) -> Literal["done", "failed"]:
        try:
            await self._judge_turns(job)
            await self._games.keep_review(job.game_id, job.judged)
        except Restarting:
            raise
        except Refusal:  # The game was deleted meanwhile.
            return "failed"
        except Exception:
            _log.exception("the review of game %s failed", job.game_id, extra=_event(job.game_id))
            return "failed"
        return "done"

    async def _judge_turns(self, job: _Job) -> None:
        """Judge every turn, each by one search in the queue."""
        game, numbers = await self._games.played_line(job.game_id)
        review = Review(game)
        job.of = len(review.stages)
        for before, turn in review.stages:
            look = partial(look_at, before=before, played=turn, seconds=job.seconds)
            found = await self._engines.think(job, look, job.note_place, person=job.person)
            if done := review.add(found):
                job.note_turn(numbers[done.number], done)
        if last := review.finish():
            job.note_turn(numbers[last.number], last)

    async def _forget(self, game_id: str) -> None:
        try:
            await self._store.forget_review(game_id)
        except Exception:
            _log.exception("the review of game %s stays noted", game_id, extra=_event(game_id))


def _event(game_id: str) -> dict[str, str]:
    return {"event": "review_failed", "game": game_id}
