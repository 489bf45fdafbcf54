/** Questions to core in WebAssembly, for Node.js and for a page. */

import { Core } from "../../src/gajah/web/static/js/core/core.js";

/** How long the engine thinks before it looks elsewhere, where it thinks in slices. */
const SLICE_S = 0.004;

/** The answer, or the refusal's code and text. @param {() => unknown} ask */
function tried(ask) {
  try {
    return ask();
  } catch (error) {
    return { code: error.code, text: error.message };
  }
}

/** @param {Core} core */
function thinkOn(core) {
  let thought = core.think(SLICE_S);
  while (!thought.done) thought = core.think(SLICE_S);
  return thought;
}

/** A game between two players of a level. @param {Core} core */
function playGame(core, { level, seeds, turns }) {
  const players = seeds.map((seed) => core.newPlayer(level, { seed }));
  const played = [];
  let board = core.place({});
  while (played.length < turns && !board.result) {
    players[played.length % 2].begin();
    const chosen = core.play(thinkOn(core).turn);
    played.push(chosen.turn);
    board = chosen.board;
  }
  for (const player of players) player.end();
  return { turns: played, result: board.result?.text ?? null };
}

/** @type {Record<string, (core: Core, question: any) => unknown>} most are about the place that core is at */
const ANSWERS = {
  board: (core, { place }) => core.place(place),
  routes: (core, { square }) => core.routes(square),
  turns: (core) => core.turns(5),
  goal: (core) => core.goal(),
  problems: (core, { position }) => core.problems(position),
  setups: (core) => core.setups(),
  opinion: (core) => {
    const { logits, value } = core.evaluate();
    return [...logits, value];
  },
  search: (core, { nodes, lines, threads }) => {
    core.begin(0, { nodes, lines, threads });
    const { seconds: _, ...found } = thinkOn(core);
    return found;
  },
  speed: (core, { seconds, slice, threads }) => {
    core.begin(0, { lines: 2, softS: seconds, hardS: seconds, threads });
    let thought = core.think(slice);
    while (!thought.done) thought = core.think(slice);
    return [thought.nodes, thought.seconds];
  },
  stopped: (core) => {
    core.begin(0, { lines: 2 });
    const begun = core.think(SLICE_S);
    return { begun: begun.done, ended: core.think(60, true) };
  },
  game: playGame,
  weights: (core, { weights, stepWeights }) => {
    core.loadWeights(weights, stepWeights);
    return null;
  },
  control: (core, { control }) => core.control(control),
  clock: (core, { control, times }) => {
    let clock = core.startClock(control);
    return times.map((time) => {
      const reading = core.readClock(clock, time);
      clock = core.clockAfter(clock, time);
      return { reading, clock };
    });
  },
  check: (core, { asked }) => core.checkTurn(asked),
  explain: (core, { asked }) => core.explainTurn(asked),
  hint: (core, { asked }) => core.hintAt(asked),
  judge: (core, { puzzle, turns }) => core.judge(puzzle, turns),
  puzzle: (core, { puzzle }) => ({
    text: core.puzzleText(puzzle),
    hint: core.puzzleHint(puzzle),
    solution: core.puzzleSolution(puzzle),
  }),
};

/** @param {Core} core @param {any} question */
function answer(core, question) {
  if (question.place) core.place(question.place);
  return ANSWERS[question.ask](core, question);
}

/**
 * @param {Response | BufferSource} wasm
 * @param {Uint8Array} network
 * @param {{ask: string}[]} questions
 * @param {number} [threads]
 */
export async function answerAll(wasm, network, questions, threads) {
  const core = await Core.start(wasm, threads);
  core.load(network);
  const answers = questions.map((question) => tried(() => answer(core, question)));
  return { answers, bytes: core.bytes };
}
