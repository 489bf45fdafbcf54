/** Records as pages read and write them. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { isArchive, readArchive } from "../../src/gajah/web/static/js/records/archive.js";
import { makeComment, usedSeconds, withoutCommands } from "../../src/gajah/web/static/js/records/comments.js";
import { resultWords } from "../../src/gajah/web/static/js/records/endings.js";
import { Problem, readRecords } from "../../src/gajah/web/static/js/records/reader.js";
import { parseHandicap } from "../../src/gajah/web/static/js/records/record.js";
import { linesOf } from "../../src/gajah/web/static/js/records/text.js";
import { formatRecord, formatRecords } from "../../src/gajah/web/static/js/records/writer.js";
import { sentence, wordsOf } from "../../src/gajah/web/static/js/text.js";
import { ANY_TURN } from "./any-turn.js";

const ANNOTATED = `[Gold "you"]
[Silver "me"]

{A quiet game.}
2g Ee2n ?! {Too early. [%emt 0:00:12]}
(
{Better.}
2g Md2n $14
2s ed7s
)
2s me7s
1-0
`;

function read(source) {
  return [...readRecords(linesOf(source), ANY_TURN)];
}

test("a record is written as it was read", () => {
  const [record] = read(ANNOTATED);
  assert.equal(formatRecord(record), ANNOTATED);
});

test("tags of both styles mean the same", () => {
  const [record] = read('White: you\n[Black "me"]\n\n*');
  assert.deepEqual(
    [...record.tags],
    [
      ["Gold", "you"],
      ["Silver", "me"],
    ],
  );
});

test("a variation replaces the turn before it", () => {
  const [record] = read(ANNOTATED);
  assert.deepEqual(
    record.children.map(({ turn }) => turn),
    ["Ee2n", "Md2n"],
  );
  assert.deepEqual(record.children[1].opening, ["Better."]);
});

test("turns without a number are numbered, takebacks counted", () => {
  const [record] = read("Ra1\nra8\nRa1n\ntakeback\nRa1e\n");
  assert.deepEqual(
    record.mainLine.map(({ label }) => label),
    ["1g", "1s", "2g", "2s", "2g"],
  );
});

test("a broken game is a problem with its line and spares the games around it", () => {
  const found = read(`${ANNOTATED}\n[Gold "x"]\n\n2g Ee9n\n\n${ANNOTATED}`);
  const problem = found[1];
  assert.ok(problem instanceof Problem);
  assert.deepEqual({ ...problem }, { line: 16, reason: "turn 2g: expected a step like Ed2n, found 'Ee9n'", game: 2 });
  assert.equal(formatRecords([found[0], found[2]]), `${ANNOTATED}\n${ANNOTATED}`);
});

test("a byte that is not UTF-8 is named with its line", () => {
  const [problem] = read(new Uint8Array([10, 0x7b, 0xef, 0xbf, 0x20, 0x7d, 10]));
  assert.equal(problem.line, 2);
  assert.equal(problem.reason, "expected UTF-8, found the byte 0xef");
});

test("variations nest deeper than the stack", () => {
  const depth = 20_000;
  const opened = Array.from({ length: depth }, (_, n) => `${n}g Ee2n ${n}s ed7s (\n`).join("");
  const [record] = read(`${opened}1g Md2n${")".repeat(depth)}`);
  assert.equal(record.mainLine.length, 2);
  assert.equal(formatRecord(read(formatRecord(record))[0]), formatRecord(record));
});

test("ten megabytes in one line are refused briefly", () => {
  const many = 10_000_000;
  for (const line of ["(".repeat(many), "[ ".repeat(many / 2), `${" ".repeat(many)}x`, `{${"\\".repeat(many)}`]) {
    const [problem] = read(line);
    assert.ok(problem.reason.length < 200);
  }
});

test("an archive is told by its columns, and its games become records", () => {
  const lines = linesOf("id\tmovelist\tresult\ttermination\n7\t1w Ra1\\n1b\tw\tr\nshort\n");
  assert.ok(isArchive(lines));
  assert.ok(!isArchive(linesOf(ANNOTATED)));
  const [game, problem] = readArchive(lines, ANY_TURN);
  const tags = '[GameId "7"]\n[ResultCode "r"]\n[Result "1-0"]\n';
  assert.equal(formatRecord(game.toRecord()), `${tags}\n1g Ra1\n1s\n1-0\n`);
  assert.deepEqual([problem.line, problem.reason], [3, "expected 4 columns, found 1"]);
});

test("what is put into a comment is found in it", () => {
  const comment = makeComment({ usedS: 3723.25, evaluation: "#-3", arrows: ["Ge2e5"], marks: ["Re4"] });
  assert.equal(comment, "[%emt 1:02:03.25] [%eval #-3] [%cal Ge2e5] [%csl Re4]");
  assert.equal(usedSeconds(comment), 3723.25);
  assert.equal(withoutCommands(comment, "emt", "eval"), "[%cal Ge2e5] [%csl Re4]");
});

test("a handicap takes no more than a side has", () => {
  assert.deepEqual(parseHandicap("h M"), { g: "M", s: "H" });
  assert.equal(parseHandicap(""), null);
  assert.throws(() => parseHandicap("EE"), { message: "no handicap 'EE': a handicap takes at most 1 of E" });
});

test("results are told in words", () => {
  assert.equal(resultWords({ winner: "g", reason: "resignation" }), "gold wins: silver resigned");
  assert.equal(resultWords({ winner: null, reason: "no_rabbits" }), "draw: both sides without rabbits");
});

test("a sentence gives its words back", () => {
  for (const words of ["expected turn 2g", "step 1, Ed2n: e2 is occupied", "e2 is occupied", "turn 2g: a b"]) {
    assert.equal(wordsOf(sentence(words)), words);
  }
  assert.equal(sentence("e2 is occupied"), "e2 is occupied.");
  assert.equal(sentence("draw: both sides without rabbits"), "Draw: both sides without rabbits.");
  assert.equal(sentence("who knows?"), "Who knows?");
});
