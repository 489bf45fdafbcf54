/** Puzzles without a server: what answers count for, which puzzle is next, and runs. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { glicko, rate } from "../../src/gajah/web/static/js/tab/glicko.js";
import { PuzzleRoom, readPuzzles } from "../../src/gajah/web/static/js/tab/puzzle-room.js";

const PUZZLES = readPuzzles(readFileSync(new URL("../../src/gajah/analysis/puzzles.tsv", import.meta.url), "utf8"));
const GOALS = PUZZLES.filter(({ theme }) => theme === "goal");
const DAY_S = 86_400;

/** Accepts the stored solution alone, and a goal in two only when it is finished. */
const JUDGE = {
  puzzleText: ({ theme }) => `Solve it: ${theme}.`,
  puzzleHint: () => ({ square: "e2", text: "Begin here." }),
  puzzleSolution: ({ solution }) => [solution],
  judge: ({ theme, solution }, turns) => {
    const right = turns[0] === solution;
    const outcome = right && theme === "goal2" && turns.length === 1 ? "go_on" : right ? "solved" : "wrong";
    return { outcome, solved: outcome === "solved", reply: null, text: outcome, solution: null };
  },
};

/** A room with a clock that is told the time, and storage like a browser's: what is kept is a copy. */
function newRoom({ puzzles = PUZZLES, kept = null } = {}) {
  const world = { now: 1000, kept: JSON.stringify(kept) };
  const store = {
    get: async () => JSON.parse(world.kept),
    put: async (state) => {
      world.kept = JSON.stringify(state);
    },
  };
  const room = new PuzzleRoom({ judge: JUDGE, puzzles, store, now: () => world.now, random: () => 0.5 });
  const answer = (id, right) => {
    const puzzle = PUZZLES.find((one) => one.id === id);
    const turns = right ? [puzzle.solution] : ["wrong"];
    return room.attempt(id, { turns: right && puzzle.theme === "goal2" ? [...turns, "", ""] : turns });
  };
  return { room, world, answer };
}

/** The turns that solve a run's puzzle. */
function solving({ puzzle: { id } }) {
  const { theme, solution } = PUZZLES.find((one) => one.id === id);
  return { turns: theme === "goal2" ? [solution, "", ""] : [solution] };
}

function solved({ progress }) {
  return progress.reduce((sum, part) => sum + part.solved, 0);
}

test("the example of the paper on Glicko-2 comes out", () => {
  const games = [
    [1400, 30, 1],
    [1550, 100, 0],
    [1700, 300, 0],
  ];
  const results = games.map(([rating, deviation, score]) => ({ opponent: glicko(rating, deviation), score }));
  const after = rate(glicko(1500, 200, 0.06), results);
  const near = (value, printed, digits) => assert.ok(Math.abs(value - printed) <= 1.001 * 10 ** -digits, `${value}`);
  near(after.rating, 1464.06, 2);
  near(after.deviation, 151.52, 2);
  near(after.volatility, 0.05999, 5);
});

test("a period without games makes a rating less certain", () => {
  assert.equal(rate(glicko(1500, 200), []).deviation.toFixed(4), "200.2714");
  assert.equal(rate(glicko(), []).deviation, 350);
});

test("a new solver begins with an easy goal for gold", async () => {
  const { room } = newRoom();
  const shown = await room.next();
  assert.deepEqual([shown.theme, shown.level, shown.position[0]], ["goal", 1, "g"]);
  assert.deepEqual(room.show(shown.id), shown);
  const standing = await room.me();
  assert.deepEqual([standing.rating, standing.provisional, standing.answers, standing.run], [1200, true, 0, null]);
});

test("the list is that of a theme and a level", () => {
  const { room } = newRoom();
  const { puzzles, total } = room.list({ theme: "defend", level: "2", offset: 3, limit: 4 });
  const all = PUZZLES.filter(({ theme, level }) => theme === "defend" && level === 2);
  assert.equal(total, all.length);
  assert.deepEqual(
    puzzles.map(({ id }) => id),
    all.slice(3, 7).map(({ id }) => id),
  );
  assert.equal(room.list().total, PUZZLES.length);
});

test("the first answer is rated and no other", async () => {
  const { room, answer } = newRoom();
  const { counted: missed } = await answer(GOALS[0].id, false);
  assert.ok(missed.change < 0);
  assert.equal(missed.standing.rating, 1200 + missed.change);
  const { counted: again } = await answer(GOALS[0].id, true);
  assert.deepEqual([again.change, again.standing.rating], [null, missed.standing.rating]);
  assert.deepEqual([again.standing.answers, solved(again.standing), again.standing.repeat], [1, 1, 1]);
  const { counted: right } = await answer(GOALS[1].id, true);
  assert.ok(right.change > 0);
  assert.ok(right.puzzle_rating < 900, "a puzzle that was solved is easier than thought");
  assert.deepEqual(await room.me(), right.standing);
});

test("help counts as a miss, but not after a right answer", async () => {
  for (const help of ["hint", "solution"]) {
    const { room, answer } = newRoom();
    const { counted } = await room[help](GOALS[2].id);
    assert.ok(counted.change < 0);
    assert.equal((await answer(GOALS[2].id, true)).counted.change, null);
    const { counted: right } = await answer(GOALS[3].id, true);
    assert.deepEqual((await room[help](GOALS[3].id)).counted.standing, right.standing);
  }
});

test("a goal in two counts when it is finished", async () => {
  const { room } = newRoom();
  const { id, solution } = PUZZLES.find(({ theme }) => theme === "goal2");
  const first = await room.attempt(id, { turns: [solution] });
  assert.deepEqual([first.outcome, first.counted], ["go_on", null]);
  assert.ok((await room.attempt(id, { turns: [solution, "", ""] })).counted.change > 0);
});

test("a missed puzzle comes back after five answers, then after days", async () => {
  const { room, world, answer } = newRoom();
  await answer(GOALS[0].id, false);
  const came = [];
  while (came.at(-1) !== GOALS[0].id) {
    came.push((await room.next({ theme: "goal", after: came.at(-1) })).id);
    assert.ok(came.length <= 6);
    await answer(came.at(-1), true);
  }
  assert.equal(came.length, 6);
  // The next puzzle after an odd number of answers is a new one.
  await answer(GOALS.at(-1).id, true);
  for (const days of [1, 3, 7, 21]) {
    world.now += days * DAY_S - 1;
    assert.notEqual((await room.next({ theme: "goal" })).id, GOALS[0].id);
    world.now += 1;
    assert.equal((await room.next({ theme: "goal" })).id, GOALS[0].id);
    assert.equal((await answer(GOALS[0].id, true)).counted.change, null);
    await answer(PUZZLES.find(({ id }) => !(id in JSON.parse(world.kept).attempts)).id, true);
  }
  assert.equal((await room.me()).repeat, 0);
});

test("when all are known, the one answered the longest time ago comes", async () => {
  const puzzles = GOALS.slice(0, 3);
  const { room, world, answer } = newRoom({ puzzles });
  for (const index of [2, 0, 1]) {
    world.now += 1;
    await answer(puzzles[index].id, true);
  }
  assert.equal((await room.next()).id, puzzles[2].id);
  assert.equal((await room.next({ after: puzzles[2].id })).id, puzzles[0].id);
});

test("what a browser had solved is taken over and not rated", async () => {
  const { room, answer } = newRoom();
  const ids = GOALS.slice(0, 3).map(({ id }) => id);
  const standing = await room.known({ solved: [...ids, ids[0], "gone-1234"] });
  assert.deepEqual([solved(standing), standing.answers, standing.rating], [3, 0, 1200]);
  assert.equal((await answer(ids[0], false)).counted.change, null);
});

test("a streak ends with the first mistake, and one puzzle may be skipped", async () => {
  const { room } = newRoom();
  let run = await room.startRun({ mode: "streak" });
  const shown = [run.puzzle.id];
  for (let score = 1; score <= 12; score += 1) {
    ({ run } = await room.attemptRun(solving(run)));
    assert.deepEqual([run.score, run.over, run.seconds_left], [score, false, null]);
    shown.push(run.puzzle.id);
  }
  assert.equal(new Set(shown).size, shown.length);
  run = await room.skipRun();
  assert.deepEqual([run.skips_left, run.score, shown.includes(run.puzzle.id)], [0, 12, false]);
  await assert.rejects(room.skipRun(), { code: "no_skip" });
  ({ run } = await room.attemptRun({ turns: ["wrong"] }));
  assert.deepEqual([run.score, run.over, run.best], [12, true, 12]);
  await assert.rejects(room.attemptRun({ turns: ["wrong"] }), { code: "run_over" });
  const { best_streak, repeat, rating } = await room.me();
  assert.deepEqual([best_streak, repeat, rating], [12, 1, 1200]);
});

test("the clock ends a run, and three mistakes do", async () => {
  const { room, world } = newRoom();
  let run = await room.startRun({ mode: "timed" });
  world.now += 179;
  ({ run } = await room.attemptRun(solving(run)));
  assert.deepEqual([run.score, run.seconds_left, run.over], [1, 1, false]);
  world.now += 1;
  await assert.rejects(room.attemptRun(solving(run)), { code: "run_over" });
  run = await room.startRun({ mode: "timed" });
  for (const left of [2, 1, 0]) {
    assert.equal(run.over, false);
    ({ run } = await room.attemptRun({ turns: ["wrong"] }));
    assert.equal(run.mistakes_left, left);
  }
  assert.deepEqual([run.over, run.score, run.best], [true, 0, 1]);
});

test("answers sent at once count one after the other", async () => {
  const { room, answer } = newRoom();
  await Promise.all(GOALS.slice(0, 8).map(({ id }) => answer(id, true)));
  assert.equal((await room.me()).answers, 8);
  const run = await room.startRun({ mode: "streak" });
  const [one, other] = await Promise.all([room.attemptRun(solving(run)), room.attemptRun(solving(run))]);
  assert.deepEqual([one.run.score, other.run.score, other.run.over], [1, 1, false]);
});

test("a run whose puzzle is gone is forgotten", async () => {
  const { room, world } = newRoom();
  await room.startRun({ mode: "streak" });
  const { room: later } = newRoom({ puzzles: [PUZZLES.at(-1)], kept: JSON.parse(world.kept) });
  assert.equal((await later.me()).run, null);
  await assert.rejects(later.skipRun(), { code: "run_over" });
});

test("an unknown puzzle is refused, and so is a turn that cannot be played", async () => {
  const { room, world } = newRoom();
  assert.throws(() => room.show("goal-0"), { code: "no_puzzle", message: "There is no such puzzle." });
  await assert.rejects(room.hint("goal-0"), { code: "no_puzzle" });
  await assert.rejects(room.next({ theme: "riddle" }), { code: "no_puzzle" });
  assert.equal(world.kept, "null", "nothing is counted");
});

test("an answer that cannot be kept is not said to count", async () => {
  const full = { get: async () => null, put: () => Promise.reject(new Error("full")) };
  const room = new PuzzleRoom({ judge: JUDGE, puzzles: PUZZLES, store: full });
  await assert.rejects(room.attempt(GOALS[0].id, { turns: [GOALS[0].solution] }), /full/);
  assert.equal((await room.me()).answers, 0);
});
