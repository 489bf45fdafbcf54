/** What counts as a better turn than the one that was played. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { Mistakes, worst } from "../../src/gajah/web/static/js/analysis/mistakes.js";

/** An engine for which gold wins with these chances after each turn. @param {Record<string, number>} chances */
function engine(chances) {
  return {
    begin: (message, hear) => {
      const win = chances[message.turns.at(-1)];
      queueMicrotask(() => hear({ type: "analysis", done: true, seconds: 1, lines: [{ score: { win } }] }));
      return () => {};
    },
    stop: () => {},
  };
}

/** @param {{ loss: number, chances: Record<string, number> }} mistake @param {string} turn */
async function stateAfter({ loss, chances }, turn) {
  const mistake = { id: 2, parent: 1, label: "2g", turn: "Ra2n", best: "Ee2n", loss };
  const study = { place: () => ({ turns: [] }), visit: () => {} };
  const lesson = new Mistakes(engine(chances), study, [mistake]);
  await lesson.answer({ turn, goal: null });
  return lesson.state;
}

test("a step that changes nothing is no answer to a small mistake", async () => {
  const small = { loss: 0.07, chances: { Ee2n: 0.6, Rb2n: 0.54, Hb2n: 0.59 } };
  assert.equal(await stateAfter(small, "Rb2n"), "wrong");
  assert.equal(await stateAfter(small, "Hb2n"), "right");
});

test("half of a mistake must be mended", async () => {
  const slight = { loss: 0.06, chances: { Ee2n: 0.6, Rb2n: 0.56 } };
  assert.equal(await stateAfter(slight, "Rb2n"), "wrong");
});

test("what a review would mark is no answer to a grave mistake", async () => {
  const grave = { loss: 0.4, chances: { Ee2n: 0.8, Rb2n: 0.73, Hb2n: 0.77 } };
  assert.equal(await stateAfter(grave, "Rb2n"), "wrong");
  assert.equal(await stateAfter(grave, "Hb2n"), "right");
});

test("of many mistakes the worst five are gone through, in the order of the game", () => {
  const losses = [0.06, 0.3, 0.07, 0.12, 0.05, 0.25, 0.11];
  const mistakes = losses.map((loss, id) => ({ id, loss, mark: "?" }));
  assert.deepEqual(
    worst(mistakes).map(({ loss }) => loss),
    [0.3, 0.07, 0.12, 0.25, 0.11],
  );
  assert.equal(worst(mistakes.slice(0, 2)).length, 2);
});
