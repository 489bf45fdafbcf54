/** Answers the questions on standard input, as a page without a server would: test_tab.py compares them with Python. */

import { readFileSync } from "node:fs";
import { rate } from "../../../src/gajah/web/static/js/tab/glicko.js";
import { PuzzleRoom, readPuzzles } from "../../../src/gajah/web/static/js/tab/puzzle-room.js";
import { Review } from "../../../src/gajah/web/static/js/tab/review.js";
import { scoreFor, showScore } from "../../../src/gajah/web/static/js/tab/score.js";

/** Judges by a word instead of a turn; the texts are told. */
function newJudge(texts) {
  return {
    puzzleText: ({ theme, position }) => texts[`${theme} ${position[0]}`],
    puzzleHint: () => ({ square: "a1", text: "" }),
    puzzleSolution: () => [],
    judge: (_, [word]) => ({ outcome: word === "right" ? "solved" : "wrong", solved: word === "right" }),
  };
}

/** A room whose time and chance are told. */
function newRoom({ texts, dice = [] }) {
  const world = { now: 0, state: null };
  const store = {
    get: async () => world.state,
    put: async (state) => {
      world.state = JSON.parse(JSON.stringify(state));
    },
  };
  const puzzles = readPuzzles(
    readFileSync(new URL("../../../src/gajah/analysis/puzzles.tsv", import.meta.url), "utf8"),
  );
  const random = () => dice.shift();
  return { room: new PuzzleRoom({ judge: newJudge(texts), puzzles, store, now: () => world.now, random }), world };
}

const word = (right) => ({ turns: [right ? "right" : "wrong"] });

const STEPS = {
  known: (room, { ids }) => room.known({ solved: ids }),
  answer: async (room, { id, right }) => (await room.attempt(id, word(right))).counted,
  help: async (room, { id }) => (await room.hint(id)).counted,
  begin: (room, { mode }) => room.startRun({ mode }),
  skip: (room) => room.skipRun(),
  run: async (room, { right }) => (await room.attemptRun(word(right))).run,
  me: (room) => room.me(),
};

async function solve(question) {
  const { room, world } = newRoom(question);
  const told = [];
  let after = null;
  for (const { at, step, ...options } of question.steps) {
    world.now = at;
    try {
      if (step === "train") {
        const { theme, level, right } = options;
        after = (await room.next({ theme, level, after })).id;
        told.push([after, (await room.attempt(after, word(right))).counted]);
      } else {
        told.push(await STEPS[step](room, options));
      }
    } catch (refusal) {
      told.push({ code: refusal.code, text: refusal.message });
    }
  }
  return told;
}

const ANSWERS = {
  rate: ({ player, results }) => rate(player, results),
  scores: ({ scores }) => scores.map(showScore),
  readScores: ({ scores }) => scores.map((score) => scoreFor("g", showScore(score))),
  puzzles: ({ texts }) => {
    const { room } = newRoom({ texts });
    return room.list().puzzles.map(({ id }) => room.show(id));
  },
  solve,
  review: ({ line, looks }) => {
    const review = new Review(line);
    return [...looks.map((look) => review.add(look)), review.finish()].filter(Boolean);
  },
};

const answers = [];
for (const question of JSON.parse(readFileSync(0, "utf8"))) answers.push(await ANSWERS[question.ask](question));
process.stdout.write(JSON.stringify(answers));
