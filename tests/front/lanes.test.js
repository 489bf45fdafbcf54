/** Arrows over the same edge of two squares do not lie upon each other. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { lanesOf } from "../../src/gajah/web/static/js/board/lanes.js";

/** @param {...string} ways  squares @returns {number[][]} */
function lanes(...ways) {
  return lanesOf(ways.map((squares) => ({ squares: squares.split(" "), style: "" })));
}

test("an arrow alone runs in the middle", () => {
  assert.deepEqual(lanes("e2 e3 e4"), [[0, 0]]);
});

test("a piece that goes to and fro keeps to its right both times", () => {
  const [[to, fro]] = lanes("e2 e3 e2");
  assert.ok(to > 8 && fro > 8);
});

test("arrows of two turns to and fro run on different sides", () => {
  const [[to], [fro]] = lanes("e2 e3", "e3 e2");
  assert.ok(to > 8 && fro > 8);
});

test("arrows in the same direction run beside each other", () => {
  const [[a], [b], [c]] = lanes("e2 e3", "e2 e3", "e2 e3");
  assert.ok(b - a > 15 && c - b > 15);
  assert.ok(Math.max(Math.abs(a), Math.abs(c)) < 40, "on the square");
});

test("only the shared edge is left", () => {
  assert.deepEqual(lanes("e2 e3 e4", "e4 e3")[0]?.[0], 0);
});
