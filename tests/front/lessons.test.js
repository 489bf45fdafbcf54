/** What the conditions of lessons mean. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { holds, needsFacts } from "../../src/gajah/web/static/js/learn/conditions.js";

const BOARD = { pieces: { f2: "C", e3: "D", g3: "h", c6: "E" } };

test("two guards of a trap are two pieces of the same side next to it", () => {
  assert.equal(holds(BOARD, [{ two_guards: "gf3" }]), true);
  assert.equal(holds(BOARD, [{ two_guards: "sf3" }]), false);
  assert.equal(holds({ pieces: { f2: "C", f4: "h" } }, [{ two_guards: "gf3" }]), false);
});

test("a fact is wanted anywhere, or about a square", () => {
  const facts = [{ kind: "saves", squares: ["b3", "c3"] }];
  assert.equal(holds(BOARD, [{ fact: "saves" }], facts), true);
  assert.equal(holds(BOARD, [{ fact: "saves b3" }], facts), true);
  assert.equal(holds(BOARD, [{ fact: "saves d3" }], facts), false);
  assert.equal(holds(BOARD, [{ fact: "stops_goal" }], facts), false);
});

test("facts are asked for when a task or one of its warnings needs them", () => {
  assert.equal(needsFacts({ want: [{ at: "Ed4" }] }), false);
  assert.equal(needsFacts({ want: [{ fact: "saves b3" }] }), true);
  assert.equal(needsFacts({ want: [{ at: "Ed4" }], wrong: [{ when: [{ fact: "saves b3" }] }] }), true);
});
