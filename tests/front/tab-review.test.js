/** Reviews without a server: marks, scores, and how a page follows one. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { lookAt, Review } from "../../src/gajah/web/static/js/tab/review.js";
import { Reviews } from "../../src/gajah/web/static/js/tab/reviews.js";
import { scoreFor, showScore } from "../../src/gajah/web/static/js/tab/score.js";

const SETUPS = ["Ra1 Rb1 Ee2", "ra8 rb8 ed7"];
const TURNS = ["Ee2n", "ed7s", "Ee3n", "ed6s"];
const LINE = { position: null, handicap: null, turns: [...SETUPS, ...TURNS] };

/** What the engine might think. */
function looked(bestScore, playedScore) {
  return { best: "Ra1n", bestScore, playedScore };
}

/** Review these turns of gold's and silver's in turn, with a look for each. */
function judge(turns, looks, position = "g [ ]") {
  const review = new Review({ position, handicap: null, turns });
  return [...looks.map((look) => review.add(look)), review.finish()].filter(Boolean);
}

test("setups are no stages, and each stage is the game before its turn", () => {
  const { stages } = new Review(LINE);
  assert.deepEqual(
    stages.map(({ turn, side, place }) => [turn, side, place.turns.length]),
    TURNS.map((turn, index) => [turn, "gs"[index % 2], index + 2]),
  );
  const [first] = new Review({ ...LINE, position: "s [ ]", turns: TURNS.slice(1) }).stages;
  assert.equal(first.side, "s");
});

test("a turn gets its mark from the chances that it loses", () => {
  const marks = [-10, 30, 71, 100, 300, 1000].map((lost) => judge(["Ee2n"], [looked(lost, 0)])[0].mark);
  assert.deepEqual(marks, ["", "", "?!", "?!", "??", "??"]);
  const [good] = judge(["Ee2n"], [looked(0, 50)]);
  assert.deepEqual([good.loss, good.best], [0, null]);
});

test("a camel or horse lost for too little is marked however the game stands", () => {
  const given = [looked(2000, 1900), looked(-1900, -1900)];
  const markOf = (reply) => judge(["Ee2n", reply], given)[0].mark;
  assert.equal(markOf("md5s Hc3n Hc3x"), "?!");
  assert.equal(markOf("md5s Mf6x"), "?!");
  assert.equal(markOf("md5s Cc3x"), "", "a cat");
  assert.equal(markOf("md5s hc3x"), "", "silver's own");
  assert.equal(judge(["Ee2n"], given.slice(0, 1))[0].mark, "");
});

test("a score after a turn lies between both sides' views, and is gold's", () => {
  const [first, second] = judge(["Ee2n", "ed7s"], [looked(120, 100), looked(-50, -55)]);
  assert.equal(first.score.text, "+0.75");
  assert.equal(second.score.text, "+0.55");
  const [sure] = judge(["Ee2n", "ed7s"], [looked(100, 100), looked(29_990, 29_990)]);
  assert.deepEqual(sure.score, { text: "#-2", win: 0, mate: -2 });
});

test("a score is shown for gold and read for a side", () => {
  assert.deepEqual(showScore(-7), { text: "-0.07", win: 0.495, mate: null });
  assert.deepEqual(showScore(29_999), { text: "#1", win: 1, mate: 1 });
  assert.equal(scoreFor("s", showScore(-1234)), 1234);
  assert.deepEqual(showScore(-scoreFor("s", showScore(-29_981))), showScore(-29_981));
});

test("a look compares the best turn with the turn played", async () => {
  const [stage] = new Review({ ...LINE, position: "s [ ]", turns: ["ed7s"] }).stages;
  const thinks = (turn, first, second) => async (place) => ({
    turn,
    score: showScore(place.turns.length ? second : first),
  });
  const goesOn = () => null;
  assert.deepEqual(await lookAt(stage, thinks("ed7s", -40, 0), goesOn), {
    best: "ed7s",
    bestScore: 40,
    playedScore: 40,
  });
  const worse = await lookAt(stage, thinks("ed7w", -40, 60), goesOn);
  assert.deepEqual(worse, { best: "ed7w", bestScore: 40, playedScore: -60 });
  const lost = await lookAt(stage, thinks("ed7w", -40, 60), () => ({ winner: "g" }));
  assert.deepEqual([lost.playedScore, showScore(-lost.playedScore).text], [-30_000, "#1"]);
});

/** Reviews of one game, whose looks are answered when the test says so. */
function newReviews({ line = LINE, keepReview } = {}) {
  const world = { noted: new Map(), kept: [], asked: [] };
  const games = {
    playedLine: async () => ({ ...line, nodes: line.turns.map((_, index) => 10 + index) }),
    keepReview: keepReview ?? (async (_, review) => void world.kept.push(review)),
  };
  const look = (stage, { signal, ...options }) =>
    new Promise((resolve, reject) => {
      world.asked.push({ stage, ...options, answer: resolve });
      signal.addEventListener("abort", () => reject(signal.reason));
    });
  const notes = {
    all: async () => [...world.noted].map(([game, seconds]) => ({ game, seconds })),
    note: async (game, seconds) => void world.noted.set(game, seconds),
    forget: async (game) => void world.noted.delete(game),
  };
  return { reviews: new Reviews({ games, look, notes }), world };
}

/** Let promises that are ready go on. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

test("a page follows a review from its start to its end", async () => {
  const { reviews, world } = newReviews();
  const told = [];
  await reviews.start("abcd", 0.5);
  reviews.follow("abcd", (state) => told.push(state));
  assert.deepEqual([told[0].state, told[0].done, world.noted.get("abcd")], ["waiting", 0, 0.5]);
  world.asked[0].notePlace(2);
  assert.deepEqual([told[1].state, told[1].place], ["waiting", 2]);
  world.asked[0].notePlace(0);
  assert.deepEqual([told[2].state, told[2].of], ["running", TURNS.length]);
  for (let turn = 0; turn < TURNS.length; turn += 1) {
    world.asked[turn].answer(looked(turn === 1 ? 300 : 0, 0));
    await settle();
  }
  const ended = told.at(-1);
  assert.deepEqual([ended.state, ended.done, ended.of], ["done", 4, 4]);
  const found = told.flatMap(({ findings }) => findings.map(({ node, mark }) => [node, mark]));
  assert.deepEqual(found, [
    [12, ""],
    [13, "??"],
    [14, ""],
    [15, ""],
  ]);
  assert.deepEqual(world.kept.map(Object.keys), [["12", "13", "14", "15"]]);
  assert.equal(world.noted.size, 0);
  reviews.follow("abcd", (state) => told.push(state));
  assert.equal(told.at(-1).state, "none");
});

test("a page that comes later gets all findings", async () => {
  const { reviews, world } = newReviews();
  await reviews.start("abcd", 0.5);
  await settle();
  for (let turn = 0; turn < 3; turn += 1) {
    world.asked[turn].answer(looked(0, 0));
    await settle();
  }
  const told = [];
  reviews.follow("abcd", (state) => told.push(state));
  assert.deepEqual(
    told[0].findings.map(({ node }) => node),
    [12, 13],
  );
});

test("a review that is cancelled keeps nothing", async () => {
  const { reviews, world } = newReviews();
  const told = [];
  await reviews.start("abcd", 0.5);
  reviews.follow("abcd", (state) => told.push(state));
  await settle();
  await reviews.cancel("abcd");
  assert.deepEqual([told.at(-1).state, world.kept, world.noted.size], ["cancelled", [], 0]);
  await reviews.cancel("abcd");
});

test("a review goes on when the tab comes back, and is begun once", async () => {
  const { reviews, world } = newReviews();
  world.noted.set("abcd", 2);
  await reviews.open();
  await reviews.start("abcd", 9);
  await settle();
  assert.deepEqual(
    world.asked.map(({ seconds }) => seconds),
    [2],
  );
});

test("a review of a game that is gone fails", async (context) => {
  context.mock.method(console, "error", () => {});
  const { reviews } = newReviews({
    line: { ...LINE, turns: SETUPS },
    keepReview: () => Promise.reject(new Error("gone")),
  });
  const told = [];
  await reviews.start("abcd", 0.5);
  reviews.follow("abcd", (state) => told.push(state.state));
  await settle();
  assert.equal(told.at(-1), "failed");
});
