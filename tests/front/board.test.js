/** The board's plain data: squares, steps, and how it gets from one position to the next. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { stepsLeftText } from "../../src/gajah/web/static/js/board/announce.js";
import {
  cellOf,
  directionTo,
  distance,
  flipped,
  neighbour,
  SQUARES,
  sideways,
  squareAt,
} from "../../src/gajah/web/static/js/board/geometry.js";
import { planMotion } from "../../src/gajah/web/static/js/board/motion.js";
import { defaults, frozenToShow, legalStepsFrom, pendingNow } from "../../src/gajah/web/static/js/board/state.js";
import { applySteps, captures, followPieces, parseSteps } from "../../src/gajah/web/static/js/board/steps.js";

const ORIENTATIONS = ["gold", "silver", "gold-left", "gold-right"];

/** @param {Record<string, string>} shown @param {Record<string, string>} target */
function plan(shown, target, { forward = "", backward = "" }) {
  const pieces = Object.entries(shown).map(([square, letter], i) => ({ id: -1 - i, letter, square }));
  return planMotion(pieces, target, [parseSteps(forward)], [parseSteps(backward)]);
}

test("a square is found again in its cell, however the board lies", () => {
  for (const orientation of ORIENTATIONS) {
    for (const square of SQUARES) assert.equal(squareAt(...cellOf(square, orientation), orientation), square);
    assert.equal(flipped(flipped(orientation)), orientation);
    assert.equal(sideways(sideways(orientation)), orientation);
  }
  assert.equal(squareAt(8, 0, "gold"), null);
});

test("neighbours are one step apart and know the direction", () => {
  assert.equal(neighbour("a1", "w"), null);
  for (const direction of "nsew") {
    const beside = neighbour("d4", direction);
    assert.equal(distance("d4", beside), 1);
    assert.equal(directionTo("d4", beside), direction);
  }
});

test("steps that do not start from what is there change nothing", () => {
  assert.deepEqual(applySteps({ c2: "C", c3: "D" }, parseSteps("Cc2w Dc3x")), { b2: "C" });
  assert.equal(applySteps({ c2: "C" }, parseSteps("Dc2n")), null);
  assert.equal(applySteps({ c2: "C", c3: "r" }, parseSteps("Cc2n")), null);
});

test("a trail follows each piece of a turn until it is lost", () => {
  const steps = parseSteps("Ee2n rc4s rc3x Ee3e");
  assert.deepEqual(followPieces(steps), [
    { piece: "E", squares: ["e2", "e3", "f3"], lost: false },
    { piece: "r", squares: ["c4", "c3"], lost: true },
  ]);
  assert.deepEqual(captures(steps), [{ piece: "r", square: "c3" }]);
});

test("a pull is pending only where a piece can be pulled", () => {
  const pending = { kind: "pull", square: "d4", by: "E" };
  const board = { side: "g", pending, legal: ["rd5s", "Ee4n"], steps_left: 1 };
  assert.equal(pendingNow(board), pending);
  assert.equal(pendingNow({ ...board, legal: ["Rd3n"] }), null);
  assert.equal(pendingNow({ ...board, legal: [], pending: { ...pending, kind: "push" } })?.kind, "push");
  assert.deepEqual(legalStepsFrom({ ...defaults(), board }, "e4"), ["Ee4n"]);
  assert.equal(stepsLeftText(board), "1 step left");
});

test("the steps of a turn are played one after the other", () => {
  const { motions, length } = plan({ e2: "E", d7: "r" }, { e4: "E", d6: "r" }, { forward: "Ee2n Ee3n rd7s" });
  const moves = Object.fromEntries(motions.map((motion) => [motion.letter, motion.moves]));
  assert.deepEqual(moves.E, [
    { from: "e2", to: "e3", at: 0 },
    { from: "e3", to: "e4", at: 1 },
  ]);
  assert.deepEqual(moves.r, [{ from: "d7", to: "d6", at: 2 }]);
  assert.equal(length, 3);
});

test("a captured piece vanishes after the step that lost it", () => {
  const { motions, captures: times } = plan({ c2: "C", c3: "D" }, { a2: "C" }, { forward: "Cc2w Dc3x Cb2w" });
  assert.equal(motions.find((motion) => motion.letter === "D")?.leaves, 1);
  assert.deepEqual(times, [1]);
});

test("what was captured comes back when a turn is taken back", () => {
  const target = { c2: "C", c3: "D" };
  const { motions, pieces } = plan({ b2: "C" }, target, { backward: "Cc2w Dc3x" });
  assert.notEqual(motions.find((motion) => motion.letter === "D")?.enters, null);
  assert.deepEqual(Object.fromEntries(pieces.map(({ square, letter }) => [square, letter])), target);
});

test("without a turn equal pieces slide to the nearest place", () => {
  const { motions } = plan({ a1: "R", h1: "R" }, { a4: "R", h5: "R" }, {});
  const ways = motions.flatMap((motion) => motion.moves.map(({ from, to }) => from + to));
  assert.deepEqual(ways.sort(), ["a1a4", "h1h5"]);
});

test("a piece keeps its identity", () => {
  const { pieces } = plan({ e2: "E", a1: "R" }, { e3: "E", a1: "R" }, { forward: "Ee2n" });
  const squares = Object.fromEntries(pieces.map(({ id, square }) => [id, square]));
  assert.deepEqual(squares, { [-1]: "e3", [-2]: "a1" });
});

test("a rabbit that has won is not marked as frozen", () => {
  const pieces = { b8: "R", c1: "r", b1: "R", a4: "H" };
  assert.deepEqual(frozenToShow(["b8", "c1", "b1", "a4"], pieces), ["b1", "a4"]);
});
