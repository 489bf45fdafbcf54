/**
 * Runs: puzzles of rising difficulty until the first mistake, or as many as fit into a time.
 * What gajah/web/lessons/runs.py decides for the server.
 */

import { Refusal } from "../refusal.js";

/** @import { RunShape } from "../wire.js" */
/** @import { Choice } from "./training.js" */
/** @import { Puzzle, StoredRun } from "./solver.js" */

const TIMED_S = 180;
const MISTAKES = { streak: 1, timed: 3 };
const SKIPS = { streak: 1, timed: 0 };
// The rating of the first puzzle, and how much harder each one is.
const FIRST_RATING = 850;
const RISE = { streak: 45, timed: 30 };
// Where a run looks for puzzles that the solver does not know.
const LOOK_AMONG = 40;

/** @param {StoredRun} run @returns {number} how many mistakes end it */
export function mistakesLeft(run) {
  return MISTAKES[run.mode] - run.mistakes;
}

/** @param {StoredRun} run @returns {number} how many puzzles may be skipped */
export function skipsLeft(run) {
  return SKIPS[run.mode] - Number(run.skipped);
}

/** @param {StoredRun} run @param {number} now @returns {number | null} null in a run without a clock */
export function secondsLeft(run, now) {
  return run.mode === "timed" ? Math.max(0, run.began_s + TIMED_S - now) : null;
}

/** @param {StoredRun} run @param {number} now @returns {boolean} whether nothing counts any more */
export function isOver(run, now) {
  return run.over || secondsLeft(run, now) === 0;
}

/** @param {StoredRun | null} run @param {number} now @returns {StoredRun} a Refusal if there is none or it is over */
export function checkGoesOn(run, now) {
  if (!run || isOver(run, now)) throw new Refusal("run_over", "This run is over. Start a new one.");
  return run;
}

/**
 * A new run with its first puzzle.
 * @param {RunShape["mode"]} mode
 * @param {Puzzle[]} puzzles  all there are
 * @param {Choice} choice
 * @param {number} now
 */
export function begin(mode, puzzles, choice, now) {
  const run = { mode, began_s: now, puzzles: [], score: 0, mistakes: 0, skipped: false, over: false };
  return withNext(run, puzzles, choice);
}

/**
 * The run after its puzzle was answered.
 * @param {StoredRun} run
 * @param {boolean} right
 * @param {Puzzle[]} puzzles
 * @param {Choice} choice
 */
export function afterAnswer(run, right, puzzles, choice) {
  const answered = { ...run, score: run.score + Number(right), mistakes: run.mistakes + Number(!right) };
  return mistakesLeft(answered) ? withNext(answered, puzzles, choice) : { ...answered, over: true };
}

/**
 * The run with another puzzle; a Refusal if none may be skipped any more.
 * @param {StoredRun} run
 * @param {Puzzle[]} puzzles
 * @param {Choice} choice
 */
export function afterSkip(run, puzzles, choice) {
  if (!skipsLeft(run)) throw new Refusal("no_skip", "No puzzle of this run can be skipped any more.");
  return withNext({ ...run, skipped: true }, puzzles, choice);
}

/**
 * @param {StoredRun} run
 * @param {Puzzle[]} puzzles
 * @param {Choice} choice
 * @returns {StoredRun}
 */
function withNext(run, puzzles, choice) {
  const shown = new Set(run.puzzles);
  // Against the clock only what takes one turn.
  const waiting = puzzles.filter(({ id, theme }) => !shown.has(id) && !(run.mode === "timed" && theme === "goal2"));
  if (!waiting.length) return { ...run, over: true };
  const target = FIRST_RATING + RISE[run.mode] * run.score;
  const nearest = choice.rank(waiting, target).slice(0, LOOK_AMONG);
  const unknown = nearest.filter((puzzle) => !choice.knows(puzzle));
  const { id } = choice.near(unknown.length ? unknown : nearest, target);
  return { ...run, puzzles: [...run.puzzles, id] };
}
