/** A reviewed game in numbers. */

import assert from "node:assert/strict";
import { test } from "node:test";
import {
  accuracy,
  materialOf,
  materialText,
  summarise,
  timeText,
} from "../../src/gajah/web/static/js/analysis/summary.js";

test("turns that lose nothing are exact to a hundred percent", () => {
  assert.equal(accuracy([0, 0, 0]), 100);
});

test("every twentieth of the chances lost halves the accuracy of a turn", () => {
  assert.equal(accuracy([0.05]), 50);
  assert.equal(accuracy([0.1]), 25);
  assert.equal(accuracy([0, 0.05]), 75);
});

test("a side without turns has no accuracy", () => {
  assert.equal(accuracy([]), null);
});

test("a side is judged by its own turns alone, setups left out", () => {
  const setup = { kind: "setup", label: "1g", loss: null, mark: null, used_s: 90 };
  const good = { kind: "turn", label: "2g", loss: 0, mark: "", used_s: 10 };
  const bad = { kind: "turn", label: "2s", loss: 0.25, mark: "??", used_s: null };
  const fair = { kind: "turn", label: "3g", loss: 0.05, mark: "?!", used_s: 20 };
  const nodes = [setup, good, bad, fair];
  assert.deepEqual(summarise(nodes, "g"), { accuracy: 75, counts: [1, 0, 0], seconds: 15 });
  assert.deepEqual(summarise(nodes, "s"), { accuracy: 3.125, counts: [0, 0, 1], seconds: null });
});

test("material is what each side has taken, in rabbits", () => {
  assert.equal(materialOf(["r", "m", "H"]), 2.5);
  assert.equal(materialText(2.5), "gold is 2.5 rabbits ahead");
  assert.equal(materialText(-1), "silver is 1 rabbit ahead");
  assert.equal(materialText(0), "even material");
});

test("times are told as people say them", () => {
  assert.equal(timeText(12.4), "12 s");
  assert.equal(timeText(65), "1:05 min");
});
