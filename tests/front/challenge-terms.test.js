import assert from "node:assert/strict";
import { test } from "node:test";
import { freeSide, termsOf } from "../../src/gajah/web/static/js/lobby/challenge-terms.js";

const WAITING = {
  gold: { taken: true },
  silver: { taken: false },
  control: "30s/5m/100/5m",
  handicap: null,
  rated: true,
};

test("the terms are told from the side of the visitor", () => {
  assert.equal(freeSide(WAITING), "s");
  assert.equal(termsOf(WAITING), "you play silver · 30s a turn, 5m reserve · rated");
  const byDays = { ...WAITING, control: "3d/0/0" };
  assert.equal(termsOf(byDays), "you play silver · 3 days a turn · rated");
  const other = { ...WAITING, gold: { taken: false }, control: null, handicap: { g: "", s: "mrr" }, rated: false };
  assert.equal(termsOf(other), "you play gold · no clock · silver without the camel and 2 rabbits · not rated");
});
