/** Imports, exports and changes trees as asked on standard input: node records-in-node.js gajah.wasm < questions.json */

import { readFileSync } from "node:fs";
import { Core } from "../../src/gajah/web/static/js/core/core.js";
import { Refusal } from "../../src/gajah/web/static/js/refusal.js";
import { movesText, recordsText, recordText } from "../../src/gajah/web/static/js/tab/exporting.js";
import { readGames } from "../../src/gajah/web/static/js/tab/importing.js";
import { makeTree } from "../../src/gajah/web/static/js/tab/scratch.js";
import { isStudy, showGame } from "../../src/gajah/web/static/js/tab/show.js";
import { changeTree, GameTree } from "../../src/gajah/web/static/js/tab/tree.js";

/** The answer, or the refusal's code and text. */
function tried(ask) {
  try {
    return ask();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { code: error.code, text: error.message };
  }
}

/** What can be stored comes back as it was. */
function again(value) {
  return JSON.parse(JSON.stringify(value));
}

/** A text's games as pages see them and as files, and its problems. */
function importText(core, { text, bytes, review }) {
  const { games, problems } = readGames(text ?? Uint8Array.from(Buffer.from(bytes, "base64")), core);
  const kept = again(games).map((game) => ({ ...game, review: review ?? null }));
  return {
    problems,
    games: kept.map((game) => ({
      game: showGame(game),
      study: isStudy(game),
      position: game.position,
      tree: new GameTree(core, game, game.tree).shapes(game.review),
      record: recordText(game, core),
      moves: movesText(game, core),
    })),
    all: recordsText(kept, core),
  };
}

const OPERATIONS = {
  play: (tree, { turn, comment }) => tree.play(turn, comment),
  take_back: (tree, { count }) => tree.takeBack(count) ?? null,
  change: (tree, { change, study }) => changeTree(tree, change, { isStudy: study }),
};

/** A tree after each of the operations, stored and restored in between. */
function growTree(core, { start, handicap, operations }) {
  const from = { start, handicap };
  let tree = new GameTree(core, from);
  return operations.map((operation) => {
    const answer = tried(() => OPERATIONS[operation.kind](tree, operation));
    if (operation.restore) tree = new GameTree(core, from, again(tree.nodes));
    const labels = tree.playedNodes.map(({ label }) => label);
    return { answer, tree: tree.shapes(), labels, end: tree.end, record: recordOf(tree) };
  });
}

function recordOf(tree) {
  return tree.copyRecord().mainLine.map(({ label, turn }) => `${label} ${turn}`);
}

const ANSWERS = { import: importText, grow: growTree, scratch: (core, { asked }) => makeTree(asked, core) };

const core = await Core.start(readFileSync(process.argv[2]));
const questions = JSON.parse(readFileSync(0, "utf8"));
const answers = questions.map((question) => tried(() => ANSWERS[question.ask](core, question)));
process.stdout.write(JSON.stringify(answers));
