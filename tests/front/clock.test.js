/** What a clock shows of a turn's own time and of the reserve, for every form of time control. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { clockFace, clockText, controlWords } from "../../src/gajah/web/static/js/game/clock-face.js";

/** @param {object} more */
function clock(more) {
  const both = (/** @type {number} */ value) => ({ g: value, s: value });
  const usual = { control: "", at: 0, running: "g", move: 30, game_left: null };
  return { ...usual, left: both(330), reserve: both(300), usable: both(300), ...more };
}
const pair = (/** @type {number} */ value) => ({ g: value, s: value });
const face = (/** @type {any} */ told, spent = 0) => Object.values(clockFace(told, "g", spent)).slice(0, 3);

test("the turn's own time runs first, the reserve stands beside it", () => {
  assert.deepEqual(clockFace(clock({}), "g", 10), { time: "0:20", phase: "turn", words: "+ 5:00 reserve" });
  assert.deepEqual(clockFace(clock({}), "s", 0), { time: "0:30", phase: "turn", words: "+ 5:00 reserve" });
});

test("the reserve runs when the turn's time is used up", () => {
  assert.deepEqual(clockFace(clock({}), "g", 90), { time: "4:00", phase: "reserve", words: "from the reserve" });
  assert.deepEqual(face(clock({}), 325), ["0:05.0", "reserve", "from the reserve"]);
  assert.deepEqual(face(clock({}), 331), ["0:00.0", "reserve", "time is up"]);
});

test("without a reserve, and without a turn's time, one number says it all", () => {
  const bare = clock({ left: pair(8), reserve: pair(0), usable: pair(0), move: 8 });
  assert.deepEqual(face(bare), ["0:08.0", "turn", "no reserve"]);
  const sum = clock({ left: pair(300), move: 0 });
  assert.deepEqual(face(sum, 60), ["4:00", "turn", "for all turns"]);
});

test("a longest turn cuts what can be used of the reserve", () => {
  const partly = clock({ left: pair(90), usable: pair(60) });
  assert.deepEqual(face(partly), ["0:30", "turn", "+ 1:00 of reserve"]);
  const not = clock({ left: pair(20), usable: pair(0) });
  assert.deepEqual(face(not), ["0:20", "turn", "longest turn"]);
});

test("a game limit that comes first is counted down for the side to move", () => {
  const limited = clock({ game_left: 100 });
  assert.equal(clockFace(limited, "g", 40).words, "game ends in 1:00");
  assert.equal(clockFace(limited, "s", 0).words, "+ 5:00 reserve");
});

test("long times have hours, and tenths only where they are asked for", () => {
  assert.equal(clockText(7800), "2:10:00");
  assert.equal(clockText(3 * 86400 - 1), "2d 23:59");
  assert.equal(clockText(9.47), "0:09");
  assert.equal(clockText(9.47, true), "0:09.4");
});

test("a time control is told in sentences", () => {
  assert.equal(
    controlWords("30s/5m/100/10m/8h/4m"),
    "A turn has 30s. After that the reserve runs, 5m at the start. " +
      "Time that a turn leaves goes into the reserve, up to 10m. No turn may take longer than 4m. " +
      "A side without time has lost. The game is scored after 8h.",
  );
  assert.equal(controlWords("1d/0/0"), "Correspondence: 1 day a turn. A side that has not played by then has lost.");
  assert.equal(controlWords("8s/0/0"), "A turn has 8s. A side without time has lost.");
  assert.match(controlWords("0/5m"), /^Each side has 5m for all its turns\. A side/);
  assert.match(controlWords("30s/2m/50/0/80t"), /Of the time 50% that .* scored after 80 turns of each side\.$/);
});
