/** What the coach and the ladder of levels compute without a page. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { canBeCoached, hintRemarks, paths, turnToExplain } from "../../src/gajah/web/static/js/game/coach.js";
import { counted, suggestion } from "../../src/gajah/web/static/js/game/ladder.js";

const PERSON = { kind: "human" };
const BOT = { kind: "bot" };
const START = `g [${" ".repeat(60)}E   ]`;

test("one player who faces a program has a coach", () => {
  assert.equal(canBeCoached({ game: { gold: PERSON, silver: BOT }, seats: ["g"] }), true);
  assert.equal(canBeCoached({ game: { gold: BOT, silver: PERSON }, seats: ["s"] }), true);
  assert.equal(canBeCoached({ game: { gold: PERSON, silver: PERSON }, seats: ["g"] }), false);
  assert.equal(canBeCoached({ game: { gold: PERSON, silver: PERSON }, seats: ["g", "s"] }), false);
  assert.equal(canBeCoached({ game: { gold: BOT, silver: BOT }, seats: [] }), false);
});

test("the opponent's last turn is explained from the position before it", () => {
  const line = [{ id: 1, kind: "turn", label: "1g", turn: "Ee1n" }];
  const live = { game: { start: START }, line, moments: [{ pieces: { e2: "E" } }] };
  const asked = { position: START, turn: "Ee1n" };
  assert.deepEqual(turnToExplain({ ...live, seats: ["s"] }), { node: 1, asked });
  assert.equal(turnToExplain({ ...live, seats: ["g"] }), null);
  assert.equal(turnToExplain({ ...live, line: [{ ...line[0], kind: "setup" }], seats: ["s"] }), null);
});

test("the steps of a piece become one arrow", () => {
  const steps = [
    { from: "e2", to: "e3" },
    { from: "d5", to: "c5" },
    { from: "e3", to: "e4" },
  ];
  assert.deepEqual(paths(steps), [
    ["e2", "e3", "e4"],
    ["d5", "c5"],
  ]);
});

test("a hint tells the turn last, and then why", () => {
  const why = [{ kind: "capture", text: "Captures the cat on c6.", squares: ["c6"], arrows: [] }];
  const hint = {
    look: { text: "Look.", squares: ["c6"] },
    piece: { text: "Piece.", squares: ["d5"] },
    turn: "Ed5n",
    why,
  };
  assert.deepEqual(
    [1, 2, 3].map((stage) => hintRemarks(hint, stage).map(({ text }) => text)),
    [["Look."], ["Piece."], ["Elephant d5 to d6.", "Captures the cat on c6."]],
  );
});

test("a win leads to the next level that is not beaten yet", () => {
  const once = counted({}, 3, "a", true);
  assert.equal(suggestion(once, 3, true)?.level, 4);
  assert.equal(suggestion(counted(once, 4, "b", true), 3, true)?.level, 5);
  assert.equal(suggestion(counted({}, 10, "a", true), 10, true), null);
});

test("two losses in a row lead one level down, and a game counts once", () => {
  const once = counted({}, 3, "a", false);
  assert.equal(suggestion(once, 3, false), null);
  assert.equal(suggestion(counted(once, 3, "a", false), 3, false), null);
  assert.equal(suggestion(counted(once, 3, "b", false), 3, false)?.level, 2);
  const between = counted(counted(once, 3, "b", true), 3, "c", false);
  assert.equal(suggestion(between, 3, false), null);
  const lowest = counted(counted({}, 1, "a", false), 1, "b", false);
  assert.equal(suggestion(lowest, 1, false), null);
});
