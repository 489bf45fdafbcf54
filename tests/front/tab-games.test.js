/** Games in a page without a server: their trees, files and what pages see of them. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { movesText, recordText } from "../../src/gajah/web/static/js/tab/exporting.js";
import { newId } from "../../src/gajah/web/static/js/tab/ids.js";
import { readGames } from "../../src/gajah/web/static/js/tab/importing.js";
import { makeTree } from "../../src/gajah/web/static/js/tab/scratch.js";
import { isStudy, showGame } from "../../src/gajah/web/static/js/tab/show.js";
import { changeTree, GameTree } from "../../src/gajah/web/static/js/tab/tree.js";
import { ANY_TURN } from "./any-turn.js";

const RECORD = `[Gold "Ann"]
[Silver "Bob"]
[Date "2025.03.04"]
[GoldRating "2100"]
[ResultCode "r"]

1g Ra1
1s ra8
2g Ra1n {Good. [%emt 0:00:12]}
(
2g Ra1e !? {Perhaps.}
)
2s ra8s ??
1-0
`;

function imported(text = RECORD) {
  const { games, problems } = readGames(text, ANY_TURN);
  assert.deepEqual(problems, []);
  return games[0];
}

function grown() {
  const tree = new GameTree(ANY_TURN);
  for (const turn of ["Ra1", "ra8", "Ra1n"]) tree.play(turn);
  return tree;
}

test("an imported game is shown with its players, rating, day and result", () => {
  const shown = showGame(imported());
  assert.deepEqual([shown.gold.name, shown.gold.rating, shown.silver.rating], ["Ann", 2100, null]);
  assert.equal(shown.created, Date.UTC(2025, 2, 4) / 1000);
  assert.deepEqual(shown.result, { winner: "g", reason: "resignation", text: "Gold wins: silver resigned." });
  assert.deepEqual([shown.state, shown.turn_count, shown.imported, shown.pace], ["over", 4, true, null]);
});

test("an imported game is exported with all that it came with", () => {
  const game = imported();
  const again = imported(recordText(game, ANY_TURN));
  assert.deepEqual(again.tree, game.tree);
  assert.equal(recordText(again, ANY_TURN), recordText(game, ANY_TURN));
  assert.equal(movesText(game, ANY_TURN), "1g Ra1\n1s ra8\n2g Ra1n\n2s ra8s\n");
});

test("programs are always at the table, at a pace of their own", () => {
  const bot = { player: "gajah:level=3", name: "gajah 3", taken: false };
  const shown = showGame({ ...imported(), gold: bot, silver: bot });
  assert.deepEqual([shown.gold.kind, shown.gold.taken, shown.silver.online], ["bot", true, true]);
  assert.deepEqual(shown.pace, { paused: false, turn_s: null });
});

test("a text without a game is a problem", () => {
  assert.deepEqual(readGames("", ANY_TURN), {
    games: [],
    problems: [{ line: 1, text: "there is no game in this text" }],
  });
});

test("a record without a result is a study, and its first line the game", () => {
  const game = imported("1g Ra1\n1s ra8\n(\n1s rb8\n)\n*\n");
  assert.ok(isStudy(game));
  const tree = new GameTree(ANY_TURN, game, game.tree);
  const other = tree.nodes.find(({ turn }) => turn === "rb8").id;
  changeTree(tree, { op: "promote", node: other }, { isStudy: true });
  assert.deepEqual(
    tree.playedNodes.map(({ turn }) => turn),
    ["Ra1", "rb8"],
  );
});

test("a review is shown at its turns and exported", () => {
  const judged = { score: { text: "-0.50", win: 0.4, mate: null }, best: "Ra1e", loss: 0.2, mark: "?" };
  const won = { score: { text: "#-2", win: 0, mate: -2 }, best: null, loss: 0, mark: "" };
  const game = { ...imported(), review: { 3: judged, 4: won } };
  const tree = new GameTree(ANY_TURN, game, game.tree);
  assert.equal(tree.shapes(game.review)[3].best, "Ra1e");
  assert.match(recordText(game, ANY_TURN), /2g Ra1n \? \{Good\. .*\} \{\[%eval -0\.50\] \[%best Ra1e\]\}/);
  assert.match(recordText(game, ANY_TURN), /2s ra8s \?\? \{\[%eval #-2\]\}/);
  assert.ok(showGame(game).reviewed);
});

test("a stored tree comes back as it was", () => {
  const tree = grown();
  tree.add(2, "Ra1e");
  tree.comment(3, "Words {3}");
  tree.draw(3, ["Ge2e5"], ["Rc3"]);
  tree.glyph(3, "!");
  const again = new GameTree(ANY_TURN, {}, JSON.parse(JSON.stringify(tree.nodes)));
  assert.deepEqual(again.shapes(), tree.shapes());
  assert.equal(again.end, 3);
});

test("turns are numbered after the setups, or after a start position", () => {
  assert.deepEqual(
    grown()
      .shapes()
      .map(({ label }) => label),
    ["", "1g", "1s", "2g"],
  );
  const board = { label: "2s", position: "s [...]", result: null };
  const tree = new GameTree({ ...ANY_TURN, place: () => board }, { start: "s [...]" });
  tree.play("ra8s");
  tree.play("Ra1n");
  assert.deepEqual(
    tree.playedNodes.map(({ label }) => label),
    ["2s", "3g"],
  );
});

test("taken back turns go with their variations, and their numbers are not used again", () => {
  const tree = grown();
  tree.add(2, "Ra1e");
  tree.takeBack(2);
  assert.equal(tree.size, 1);
  assert.equal(tree.play("ra8"), 5);
});

test("a turn that was tried before is kept beside the played one", () => {
  const tree = grown();
  const tried = tree.add(3, "ra8s");
  const played = tree.play("ra8e");
  assert.deepEqual(tree.shape(3).children, [played, tried]);
  assert.equal(tree.add(3, "ra8s"), tried);
});

test("drawing replaces the one before and leaves words and times", () => {
  const tree = grown();
  const number = tree.play("ra8s", "Slow. [%emt 0:00:12] [%cal Ge2e5]");
  tree.draw(number, ["Re3e6"], []);
  tree.comment(number, "Quick.");
  const { arrows, comments, used_s: used } = tree.shape(number);
  assert.deepEqual([arrows, comments, used], [["Re3e6"], ["Quick."], 12]);
});

test("what cannot be done is refused with its code", () => {
  const tree = grown();
  const change = (/** @type {any} */ wanted) => () => changeTree(tree, wanted, { isStudy: false });
  assert.throws(change({ op: "delete", node: 3 }), { code: "played_line" });
  assert.throws(change({ op: "delete", node: 0 }), { code: "no_node", message: "There is no node 0 here." });
  assert.throws(change({ op: "add", parent: 77, turn: "Ee2n" }), { code: "no_node" });
  assert.throws(change({ op: "add", parent: 3, turn: "7g ra8s" }), { message: "Expected turn 2s, found 7g." });
  assert.equal(tree.size, 3);
});

test("a promoted line comes first at its last fork, a main line at all of them", () => {
  const tree = grown();
  const other = tree.add(1, "rb8");
  const first = tree.add(other, "Ra1n");
  const second = tree.add(other, "Ra1e");
  tree.promote(second);
  assert.deepEqual(
    [tree.shape(other).children, tree.shape(1).children],
    [
      [second, first],
      [2, other],
    ],
  );
  tree.makeMain(first);
  assert.deepEqual(
    [tree.shape(other).children, tree.shape(1).children],
    [
      [first, second],
      [other, 2],
    ],
  );
});

test("a game is the main line of its record, whatever is promoted", () => {
  const tree = grown();
  const other = tree.add(1, "rb8");
  tree.makeMain(other);
  assert.deepEqual(
    tree.record.mainLine.map(({ turn }) => turn),
    ["Ra1", "rb8"],
  );
  assert.deepEqual(
    tree.copyRecord().mainLine.map(({ turn }) => turn),
    ["Ra1", "ra8", "Ra1n"],
  );
});

test("a tree that a page keeps grows with every request", () => {
  const made = makeTree({ turns: ["Ra1", "ra8"] }, ANY_TURN);
  assert.equal(made.node, 2);
  const { tree, node, record } = makeTree(
    { nodes: made.tree, change: { op: "add", parent: 2, turn: "Ra1n" } },
    ANY_TURN,
  );
  assert.deepEqual(tree[2].children, [node]);
  assert.match(record, /^\[Event "Analysis"\]\n\[Date "[0-9.]{10}"\]\n\n1g Ra1\n1s ra8\n2g Ra1n\n\*\n$/);
  const twice = [made.tree[1], made.tree[1]];
  assert.throws(() => makeTree({ nodes: twice }, ANY_TURN), { code: "bad_request" });
  const nonsense = [{ ...made.tree[1], turn: "nonsense" }];
  assert.throws(() => makeTree({ nodes: nonsense }, ANY_TURN), {
    code: "bad_notation",
    message: "Expected a step like Ed2n, found 'nonsense'.",
  });
});

test("ids of games are all different and fit into a link", () => {
  const ids = Array.from({ length: 1000 }, newId);
  assert.equal(new Set(ids).size, 1000);
  for (const id of ids) assert.match(id, /^[a-z0-9]{12}$/);
});
