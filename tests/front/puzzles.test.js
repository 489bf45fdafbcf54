/** What the puzzles page says about a solver. */

import assert from "node:assert/strict";
import { test } from "node:test";
import * as words from "../../src/gajah/web/static/js/puzzles/words.js";

const STANDING = {
  rating: 1463,
  provisional: false,
  answers: 40,
  in_row: 2,
  repeat: 3,
  progress: [
    { theme: "goal", level: 1, solved: 5, total: 10 },
    { theme: "goal", level: 2, solved: 1, total: 20 },
    { theme: "defend", level: 1, solved: 0, total: 30 },
  ],
};
const RUN = { mode: "timed", score: 4, best: 9, mistakes_left: 1 };

test("a rating is a number once enough is known about it", () => {
  assert.equal(words.ratingText(STANDING), "1463");
  assert.equal(words.ratingText({ ...STANDING, provisional: true }), "1463?");
  assert.equal(words.ratingText({ ...STANDING, provisional: true, answers: 0 }), "none yet");
});

test("a change is told in words, but not that of a rating which is still being found", () => {
  const counted = { standing: STANDING, change: 12 };
  assert.equal(words.countedText(counted), "Your puzzle rating: 1463, +12.");
  assert.equal(words.countedText({ ...counted, change: -7 }), "Your puzzle rating: 1463, −7.");
  assert.equal(words.countedText({ ...counted, change: null }), "");
  assert.equal(words.countedText(null), "");
  const early = { standing: { ...STANDING, provisional: true }, change: -240 };
  assert.equal(words.countedText(early), "Your puzzle rating so far: 1463. It is still being found.");
  assert.equal(words.changeText(early), "");
});

test("progress is that of the theme and level which are chosen", () => {
  assert.equal(words.progressText(STANDING, "", ""), "6 of 60 solved · 2 in a row · 3 to repeat");
  assert.equal(words.progressText({ ...STANDING, in_row: 1, repeat: 0 }, "goal", "2"), "1 of 20 solved");
});

test("a run says how it stands and how it ended", () => {
  assert.equal(words.runText(RUN), "4 solved · 1 mistake left · best 9");
  assert.equal(words.runText({ ...RUN, mode: "streak" }), "best 9");
  assert.equal(words.overText(RUN), "Time is up: 4 solved. Your best is 9.");
  assert.equal(words.overText({ ...RUN, mistakes_left: 0, score: 9 }), "Three mistakes: 9 solved. Your best so far!");
  assert.equal(words.overText({ ...RUN, mode: "streak" }), "The streak is over: 4 solved. Your best is 9.");
});

test("a clock counts begun seconds and never falls below zero", () => {
  assert.deepEqual([180, 59.2, 0.1, 0, -3].map(words.clockText), ["3:00", "1:00", "0:01", "0:00", "0:00"]);
});
