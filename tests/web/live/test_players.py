"""Bots between their turns: they keep what they know, and give it back when the game rests."""

from __future__ import annotations

import asyncio
import gc
import weakref
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import ClassVar

from gajah._core import Setup, Side, Turn
from gajah.bots.simple import RandomBot
from gajah.engine.analysis import Analysis
from gajah.engine.engine import Engine
from gajah.engine.limits import UNLIMITED, Limits
from gajah.game import Game
from gajah.web.analysis.pool import SearchPool
from gajah.web.live.players import Owner, PlayerShelf
from tests.helpers import OPENING

SOMEWHEN_S = 1e6
GOLD: Owner = ("game", Side.GOLD)


class Noting(RandomBot):
    """Plays anything, and notes what it is asked for."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[int] = []
        self.games = 0

    def choose(self, game: Game, limits: Limits = UNLIMITED) -> Setup | Turn:
        """Note the turn that is asked for."""
        self.asked.append(len(game.turns))
        return super().choose(game, limits)

    def new_game(self) -> None:
        """Note that it should forget."""
        self.games += 1


class Bench:
    """A shelf whose bots are all remembered, weakly."""

    def __init__(self, pool: SearchPool) -> None:
        self.bots: list[weakref.ref[Noting]] = []
        self.shelf = PlayerShelf(pool, {}, self._make)
        self.game = Game(start=OPENING)

    def _make(self, name: str) -> Noting:
        del name
        bot = Noting()
        self.bots.append(weakref.ref(bot))
        return bot

    async def turn(self, owner: Owner) -> None:
        """Let the bot of that side play a turn of the one game."""
        turn = await self.shelf.choose(owner, "random", self.game, None, {})
        self.game.play(turn.turn)

    def alive(self) -> list[Noting]:
        """The bots that still take memory."""
        gc.collect()
        return [bot for known in self.bots if (bot := known())]


@contextmanager
def two_cores() -> Iterator[SearchPool]:
    pool = SearchPool(2)
    try:
        yield pool
    finally:
        pool.close()


def with_bench(work: Callable[[Bench], Awaitable[None]]) -> None:
    async def run() -> None:
        with two_cores() as pool:
            await work(Bench(pool))

    asyncio.run(run())


def test_bot_of_a_side_plays_the_whole_game_and_is_never_told_to_forget() -> None:
    async def work(bench: Bench) -> None:
        for _ in range(3):
            await bench.turn(GOLD)
            await bench.turn(("game", Side.SILVER))
        gold, silver = bench.alive()
        assert (gold.asked, silver.asked) == ([0, 2, 4], [1, 3, 5])
        assert (gold.games, silver.games) == (0, 0)

    with_bench(work)


def test_tree_of_the_turn_before_is_searched_on() -> None:
    class Searcher(RandomBot):
        """Thinks about its first turn, and hardly about the second."""

        engine = Engine(hash_mb=16)
        found: ClassVar[list[Analysis]] = []

        def choose(self, game: Game, limits: Limits = UNLIMITED) -> Setup | Turn:
            del limits
            self.found.append(self.engine.search(game, nodes=1 if self.found else 400))
            return self.found[-1].turn

        def new_game(self) -> None:
            self.engine.clear()

    async def run() -> None:
        game = Game(start=OPENING)
        with two_cores() as pool:
            shelf = PlayerShelf(pool, {}, lambda _: Searcher())
            game.play((await shelf.choose(GOLD, "random", game, None, {})).turn)
            game.play(Searcher.found[0].lines[0].continuation[0])
            await shelf.choose(GOLD, "random", game, None, {})
        fresh = Engine(hash_mb=16).search(game, nodes=1)
        assert Searcher.found[1].depth > fresh.depth

    asyncio.run(run())


def test_memory_is_given_back_when_a_game_is_not_played_any_more() -> None:
    async def work(bench: Bench) -> None:
        await bench.turn(("over", Side.GOLD))
        await bench.turn(("playing", Side.SILVER))
        await bench.shelf.rest({"playing"}, 0.0)
        (kept,) = bench.alive()
        assert kept.asked == [1]

    with_bench(work)


def test_memory_is_given_back_when_a_game_stands_still() -> None:
    async def work(bench: Bench) -> None:
        await bench.turn(GOLD)
        await bench.shelf.rest({"game"}, 0.0)
        assert len(bench.alive()) == 1
        await bench.shelf.rest({"game"}, SOMEWHEN_S)
        assert bench.alive() == []

    with_bench(work)


def test_memory_of_the_game_played_longest_ago_goes_to_one_that_needs_it() -> None:
    async def work(bench: Bench) -> None:
        for number in range(30):
            await bench.turn((f"game {number}", bench.game.side))
        kept = [bot.asked for bot in bench.alive()]
        assert len(kept) < 10
        assert kept[-1] == [29]

    with_bench(work)
