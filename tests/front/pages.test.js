/** What the pages compute without a page: trees, queries, positions under construction, live games. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { briefScore, scoreTitle, scoreWords, shortScore } from "../../src/gajah/web/static/js/analysis/score-words.js";
import { Tree } from "../../src/gajah/web/static/js/analysis/tree.js";
import { missing, readDiagram } from "../../src/gajah/web/static/js/editor/model.js";
import { replay } from "../../src/gajah/web/static/js/history.js";
import { addressOf, filtersOf, isFiltered, queryFrom } from "../../src/gajah/web/static/js/library/query.js";
import { kindNames } from "../../src/gajah/web/static/js/pieces.js";
import { mirrored, positionText, readPosition, swap } from "../../src/gajah/web/static/js/placements.js";
import { inLine } from "../../src/gajah/web/static/js/text.js";

/** Two first turns, 1 and 4; after 1 come 2 and, as a variation, 3. */
const TREE = new Tree(
  [
    { id: 0, parent: null, turn: "", children: [1, 4] },
    { id: 1, parent: 0, turn: "Ee2n", children: [2, 3] },
    { id: 2, parent: 1, turn: "ed7s", children: [] },
    { id: 3, parent: 1, turn: "me7s", children: [] },
    { id: 4, parent: 0, turn: "Md2n", children: [] },
  ].map((node) => ({ ...node, played: node.id === 4 })),
);

test("the main line is what comes first, the game what was played", () => {
  assert.deepEqual(TREE.mainLine, [0, 1, 2]);
  assert.deepEqual(TREE.gameLine, [0, 4]);
  assert.deepEqual(TREE.turns(3), ["Ee2n", "me7s"]);
  assert.equal(TREE.forksBelow(3), 1);
});

test("forks and alternatives are found from everywhere", () => {
  assert.equal(TREE.forkBefore(2), 1);
  assert.equal(TREE.forkBefore(1), 0);
  assert.equal(TREE.forkAfter(0), 1);
  assert.equal(TREE.forkAfter(1), 2);
  assert.equal(TREE.sibling(3, 1), 2);
  assert.equal(TREE.sibling(0, 1), 0);
  assert.equal(TREE.findChild(1, "me7s"), 3);
  assert.equal(TREE.findChild(2, "me7s"), null);
});

test("a query survives the address, and nonsense in it is dropped", () => {
  const search = "?player=Ann&result=draw&since=2026-01-02&page=3";
  assert.equal(addressOf(queryFrom(search)), search);
  const nonsense = queryFrom("?result=x&since=yesterday&page=-1");
  assert.equal(isFiltered(nonsense), false);
  assert.equal(nonsense.page, 1);
  assert.equal(nonsense.sort, "newest");
  assert.equal(addressOf(queryFrom("?sort=rating&page=2")), "?sort=rating&page=2");
});

test("the last day of a query is part of it", () => {
  const [since, until] = ["since", "until"].map((name) =>
    Number(new URLSearchParams(filtersOf(queryFrom("?since=2026-01-02&until=2026-01-02"))).get(name)),
  );
  assert.equal(until - since, 86400);
});

test("a position under construction is read as it was written", () => {
  const draft = { side: "g", pieces: { a8: "r", h1: "E" } };
  assert.deepEqual(readPosition(positionText(draft)), draft);
  assert.equal(readPosition("g [short]"), null);
  const rows = [8, 7, 6, 5, 4, 3, 2, 1].map((rank) => `${rank}| . . x . . x . ${rank === 1 ? "E" : "."} |`);
  assert.deepEqual(readDiagram(["2s", ...rows].join("\n")), { side: "s", pieces: { h1: "E" } });
});

test("pieces under construction exchange places, and are counted", () => {
  const pieces = { a1: "R", b1: "E" };
  assert.deepEqual(swap(pieces, "a1", "b1"), { a1: "E", b1: "R" });
  assert.deepEqual(swap(pieces, "a1", "c3"), { c3: "R", b1: "E" });
  assert.deepEqual(swap(pieces, "a1", "a1"), pieces);
  assert.deepEqual(mirrored(pieces), { h1: "R", g1: "E" });
  assert.equal(missing(pieces, "R"), 7);
  assert.equal(missing({ ...pieces, c1: "E" }, "E"), -1);
});

test("the pieces after each turn of a game, and what was captured", () => {
  const line = [
    { kind: "setup", turn: "Cc2 Dc3" },
    { kind: "turn", turn: "Cc2w Dc3x" },
  ];
  const moments = replay(line, null);
  assert.deepEqual(moments[1], { node: line[1], pieces: { b2: "C" }, captured: ["D"] });
});

test("an army's losses are told in words", () => {
  assert.equal(kindNames("rMrh"), "the camel, a horse and 2 rabbits");
});

/** A score as it is sent. */
function score(text, win = 0.5) {
  return { text, win, mate: text.startsWith("#") ? Number(text.slice(1)) : null };
}

test("a score beside the board has two digits", () => {
  const texts = ["+1.25", "-0.37", "-12.70", "+9.97", "+0.00", "1-0"];
  assert.deepEqual(
    texts.map((text) => shortScore(score(text))),
    ["+1.3", "-0.4", "-13", "+10", "+0.0", "1-0"],
  );
});

test("a win that is proven is told in words", () => {
  const [won, lost] = [score("#1", 1), score("#-2", 0)];
  assert.deepEqual([won, lost].map(scoreWords), ["gold wins in 1 turn", "silver wins in 2 turns"]);
  assert.deepEqual([won, lost].map(briefScore), ["wins in 1", "wins in 2"]);
  assert.deepEqual([won, lost].map(shortScore), ["in 1", "in 2"]);
  assert.equal(scoreTitle(lost), "silver wins in 2 turns");
});

test("a number is explained in rabbits and games", () => {
  assert.equal(scoreWords(score("-1.25", 0.41)), "-1.25");
  const words = "silver is ahead by as much as 1.25 rabbits: gold wins 41 of 100 such games";
  assert.equal(scoreTitle(score("-1.25", 0.41)), words);
  assert.equal(scoreTitle(score("+0.00")), "even: gold wins 50 of 100 such games");
  assert.equal(scoreTitle(score("0-1", 0)), "silver has won");
});

test("a place in the queue is told in words", () => {
  const places = [1, 3, 10, 11, 12, 21, 102, 113].map(inLine);
  assert.deepEqual(
    places.map((words) => words.replace(" in line", "")),
    ["first", "third", "tenth", "11th", "12th", "21st", "102nd", "113th"],
  );
});
