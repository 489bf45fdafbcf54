/**
 * The solver of this browser: what is kept of it, and what its answers count for.
 *
 * The first answer to a puzzle changes the ratings of both, later ones tell whether a missed puzzle has been learned.
 * The same answers give the same ratings as on a server (gajah/web/lessons/solvers.py).
 */

import { rate } from "./glicko.js";
import * as runs from "./runs.js";
import * as training from "./training.js";

/** @import { Progress, PuzzleTheme, RunShape } from "../wire.js" */
/** @import { Glicko } from "./glicko.js" */

/**
 * A puzzle as puzzles.tsv has it.
 * @typedef {{id: string, theme: PuzzleTheme, level: number, source: string, position: string, solution: string,
 *   margin: number}} Puzzle
 */
/**
 * What the solver has made of a puzzle. A missed one comes back when the solver has given `due_after` answers, or at
 * the time `due_at`; `stage` counts the repetitions that went well.
 * @typedef {{at: number, solved: boolean, stage: number, due_after: number | null, due_at: number | null}} StoredAttempt
 */
/**
 * Puzzles in a row. While it goes on, the last of those shown is the one to solve.
 * @typedef {{mode: RunShape["mode"], began_s: number, puzzles: string[], score: number, mistakes: number,
 *   skipped: boolean, over: boolean}} StoredRun
 */
/**
 * All that is kept, as JSON. `answers` counts first answers and repetitions, `ratings` has the puzzles that were rated.
 * @typedef {{glicko: Glicko, answers: number, in_row: number, best_streak: number, best_timed: number,
 *   run: StoredRun | null, attempts: Record<string, StoredAttempt>, ratings: Record<string, Glicko>}} SolverState
 */
/** @typedef {{puzzle: Puzzle} & Omit<RunShape, "puzzle">} RunState */

/** @returns {SolverState} */
export function newSolver() {
  const numbers = { answers: 0, in_row: 0, best_streak: 0, best_timed: 0 };
  return { glicko: training.NEW_SOLVER, ...numbers, run: null, attempts: {}, ratings: {} };
}

/** A solver at a moment. What it is told changes its `state`. */
export class Solver {
  /**
   * @param {SolverState} state
   * @param {{puzzles: Map<string, Puzzle>, now: number, random: () => number}} world
   */
  constructor(state, { puzzles, now, random }) {
    this.state = state;
    this.puzzles = puzzles;
    this.now = now;
    this.choice = new training.Choice({ solver: state, ratingOf: (puzzle) => this.rating(puzzle).rating, now, random });
    const shown = state.run?.puzzles.at(-1);
    // Begun before the puzzles were made anew.
    if (shown !== undefined && !puzzles.has(shown)) state.run = null;
  }

  /** @param {Puzzle} puzzle @returns {Glicko} how hard it is for all that is known here */
  rating(puzzle) {
    return this.state.ratings[puzzle.id] ?? training.startRating(puzzle);
  }

  /** Rating and progress, without the run. */
  get standing() {
    const { glicko, answers, in_row, best_streak, best_timed, attempts } = this.state;
    return {
      rating: Math.round(glicko.rating),
      provisional: training.isProvisional(glicko),
      answers,
      in_row,
      repeat: Object.values(attempts).filter(training.willReturn).length,
      best_streak,
      best_timed,
      progress: this.#progress(),
    };
  }

  /** @returns {RunState | null} */
  get run() {
    const { run, best_streak, best_timed } = this.state;
    if (!run) return null;
    return {
      mode: run.mode,
      score: run.score,
      best: run.mode === "streak" ? best_streak : best_timed,
      mistakes_left: runs.mistakesLeft(run),
      skips_left: runs.skipsLeft(run),
      seconds_left: runs.secondsLeft(run, this.now),
      over: runs.isOver(run, this.now),
      puzzle: this.#lastOf(run),
    };
  }

  /** The puzzle to solve in the run; a Refusal if the run is over. */
  get runPuzzle() {
    return this.#lastOf(runs.checkGoesOn(this.state.run, this.now));
  }

  /**
   * Count an answer, a hint or a solution that was shown.
   * @param {Puzzle} puzzle
   * @param {boolean} right
   * @returns {number | null} by how much it changes the rating, if it does
   */
  decide(puzzle, right) {
    const { state, now } = this;
    const old = state.attempts[puzzle.id];
    if (old && !training.isDue(old, state.answers, now)) {
      old.solved ||= right;
      return null;
    }
    const attempt = this.#touch(puzzle);
    attempt.solved ||= right;
    state.answers += 1;
    state.in_row = right ? state.in_row + 1 : 0;
    if (!right) training.noteMissed(attempt, state.answers);
    else if (old) training.noteRepeated(attempt, now);
    return old ? null : this.#rate(puzzle, right);
  }

  /** @param {string[]} ids  puzzles that were solved before account was kept */
  takeOver(ids) {
    const { attempts } = this.state;
    for (const id of ids) if (this.puzzles.has(id)) attempts[id] ??= { ...newAttempt(this.now), solved: true };
  }

  /** @param {RunShape["mode"]} mode */
  beginRun(mode) {
    this.state.run = runs.begin(mode, this.#all, this.choice, this.now);
  }

  /** Another puzzle instead of the present one of the run; a Refusal if that cannot be. */
  skip() {
    const run = runs.checkGoesOn(this.state.run, this.now);
    this.state.run = runs.afterSkip(run, this.#all, this.choice);
  }

  /**
   * Count an answer in the run, once; ratings stay as they are.
   * @param {Puzzle} puzzle
   * @param {boolean} right
   */
  decideRun(puzzle, right) {
    const { state } = this;
    const { run } = state;
    if (!run || run.over || run.puzzles.at(-1) !== puzzle.id) return;
    const attempt = this.#touch(puzzle);
    attempt.solved ||= right;
    if (!right) training.noteMissed(attempt, state.answers);
    state.run = runs.afterAnswer(run, right, this.#all, this.choice);
    const best = run.mode === "streak" ? "best_streak" : "best_timed";
    state[best] = Math.max(state[best], state.run.score);
  }

  get #all() {
    return [...this.puzzles.values()];
  }

  /** @param {Puzzle} puzzle @param {boolean} right */
  #rate(puzzle, right) {
    const { state } = this;
    const before = state.glicko;
    const opponent = this.rating(puzzle);
    state.glicko = rate(before, [{ opponent, score: Number(right) }]);
    state.ratings[puzzle.id] = rate(opponent, [{ opponent: before, score: Number(!right) }]);
    return Math.round(state.glicko.rating) - Math.round(before.rating);
  }

  /** @param {Puzzle} puzzle @returns {StoredAttempt} what the solver makes of it, as of now */
  #touch({ id }) {
    const { attempts } = this.state;
    attempts[id] = { ...(attempts[id] ?? newAttempt(this.now)), at: this.now };
    return attempts[id];
  }

  /** @param {StoredRun} run */
  #lastOf(run) {
    return /** @type {Puzzle} */ (this.puzzles.get(run.puzzles[run.puzzles.length - 1]));
  }

  #progress() {
    /** @type {Map<string, Progress>} */
    const parts = new Map();
    for (const { id, theme, level } of this.puzzles.values()) {
      const part = parts.get(theme + level) ?? { theme, level, solved: 0, total: 0 };
      part.total += 1;
      part.solved += Number(this.state.attempts[id]?.solved ?? false);
      parts.set(theme + level, part);
    }
    return [...parts.values()];
  }
}

/** @param {number} now @returns {StoredAttempt} */
function newAttempt(now) {
  return { at: now, solved: false, stage: 0, due_after: null, due_at: null };
}
