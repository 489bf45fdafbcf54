/**
 * Puzzles without a server: what the addresses below /puzzles answer (docs/web-protocol.md), for the one solver of
 * this browser.
 *
 *     const text = await (await fetch("puzzles.tsv")).text(); // gajah/analysis/puzzles.tsv
 *     const room = new PuzzleRoom({ judge: core, puzzles: readPuzzles(text), store });
 *     await room.next({ theme: "goal" });
 */

import { Refusal } from "../refusal.js";
import { newSolver, Solver } from "./solver.js";

/** @import * as wire from "../wire.js" */
/** @import { Puzzle, SolverState } from "./solver.js" */

/**
 * What core decides about puzzles; a Core is one.
 * @typedef {object} Judge
 * @property {(puzzle: Puzzle, turns: string[]) => JudgedAnswer} judge  a Refusal if the turns cannot be played
 * @property {(puzzle: Puzzle) => string} puzzleText
 * @property {(puzzle: Puzzle) => {square: string, text: string}} puzzleHint
 * @property {(puzzle: Puzzle) => string[]} puzzleSolution
 */
/** @typedef {Omit<wire.AttemptAnswer, "counted" | "run">} JudgedAnswer */
/**
 * Where the solver is kept. What `get` gives may be changed; a change that matters is put.
 * @typedef {{get: () => Promise<SolverState | null | undefined>, put: (state: SolverState) => Promise<unknown>}} SolverStore
 */
/** @typedef {{theme?: string | null, level?: string | number | null}} Wanted */

const MOST_LISTED = 5000;

/**
 * The puzzles that ship, from the text of puzzles.tsv.
 * @param {string} text
 * @returns {Puzzle[]}
 */
export function readPuzzles(text) {
  const lines = text.split("\n").filter((line) => line && !line.startsWith("#"));
  return lines.map((line) => {
    const [id, theme, level, source, position, solution, margin] = line.split("\t");
    const known = /** @type {wire.PuzzleTheme} */ (theme);
    return { id, theme: known, level: Number(level), source, position, solution, margin: Number(margin) };
  });
}

export class PuzzleRoom {
  #judge;
  #store;
  #now;
  #random;
  #puzzles;
  /** @type {Promise<unknown>} */ #last = Promise.resolve();

  /**
   * @param {object} options
   * @param {Judge} options.judge
   * @param {Puzzle[]} options.puzzles
   * @param {SolverStore} options.store
   * @param {() => number} [options.now]  seconds since 1970
   * @param {() => number} [options.random]  0 to 1
   */
  constructor({ judge, puzzles, store, now = () => Date.now() / 1000, random = Math.random }) {
    this.#judge = judge;
    this.#store = store;
    this.#now = now;
    this.#random = random;
    this.#puzzles = new Map(puzzles.map((puzzle) => [puzzle.id, puzzle]));
  }

  /** @param {Wanted & {offset?: string | number, limit?: string | number}} [wanted] @returns {wire.PuzzleList} */
  list({ offset = 0, limit = MOST_LISTED, ...wanted } = {}) {
    const found = this.#find(wanted);
    const shown = found.slice(Number(offset), Number(offset) + Number(limit));
    return { puzzles: shown.map(({ id, theme, level }) => ({ id, theme, level })), total: found.length };
  }

  /** @param {Wanted & {after?: string | null}} [wanted] @returns {Promise<wire.PuzzleShape>} */
  async next({ after = null, ...wanted } = {}) {
    const found = this.#find(wanted);
    const chosen = await this.#ask((solver) => solver.choice.nextOf(found, after));
    if (!chosen) throw noPuzzle();
    return this.#show(chosen);
  }

  /** @param {string} id @returns {wire.PuzzleShape} */
  show(id) {
    return this.#show(this.#puzzle(id));
  }

  /** Judge an answer: every right turn is accepted. @param {string} id @param {wire.Attempt} attempt */
  async attempt(id, { turns }) {
    const puzzle = this.#puzzle(id);
    const answer = this.#judge.judge(puzzle, turns);
    const counted = answer.outcome === "go_on" ? null : await this.#count(puzzle, answer.solved);
    return /** @type {wire.AttemptAnswer} */ ({ ...answer, counted, run: null });
  }

  /** Where a right answer begins; the puzzle then counts as missed. @param {string} id @returns {Promise<wire.Hint>} */
  async hint(id) {
    const puzzle = this.#puzzle(id);
    const hint = this.#judge.puzzleHint(puzzle);
    return { ...hint, counted: await this.#count(puzzle, false) };
  }

  /** A right answer; the puzzle then counts as missed. @param {string} id @returns {Promise<wire.Solution>} */
  async solution(id) {
    const puzzle = this.#puzzle(id);
    const turns = this.#judge.puzzleSolution(puzzle);
    return { turns, counted: await this.#count(puzzle, false) };
  }

  /** Begin a streak, or a run against the clock, in place of the last run. @param {wire.NewRun} wanted */
  startRun({ mode }) {
    return this.#change((solver) => {
      solver.beginRun(mode);
      return this.#showRun(solver);
    });
  }

  /** Go on with another puzzle. */
  skipRun() {
    return this.#change((solver) => {
      solver.skip();
      return this.#showRun(solver);
    });
  }

  /** Judge an answer to the puzzle of the run. The time counts when the answer comes in. @param {wire.Attempt} attempt */
  async attemptRun({ turns }) {
    const puzzle = await this.#ask((solver) => solver.runPuzzle);
    const answer = this.#judge.judge(puzzle, turns);
    const decide = (/** @type {Solver} */ solver) => {
      solver.decideRun(puzzle, answer.solved);
      return this.#showRun(solver);
    };
    const run = answer.outcome === "go_on" ? null : await this.#change(decide);
    return /** @type {wire.AttemptAnswer} */ ({ ...answer, counted: null, run });
  }

  /** The solver's rating, progress and run. */
  me() {
    return this.#ask((solver) => this.#standing(solver));
  }

  /** Take over which puzzles this browser has solved before account was kept. @param {wire.KnownPuzzles} known */
  known({ solved }) {
    return this.#change((solver) => {
      solver.takeOver(solved);
      return this.#standing(solver);
    });
  }

  /** @param {Puzzle} puzzle @param {boolean} right @returns {Promise<wire.Counted>} */
  #count(puzzle, right) {
    return this.#change((solver) => {
      const change = solver.decide(puzzle, right);
      return { standing: this.#standing(solver), change, puzzle_rating: Math.round(solver.rating(puzzle).rating) };
    });
  }

  /** @param {Solver} solver @returns {wire.Standing} */
  #standing(solver) {
    return { ...solver.standing, run: this.#showRun(solver) };
  }

  /** @param {Solver} solver */
  #showRun({ run }) {
    return /** @type {wire.RunShape} */ (run && { ...run, puzzle: this.#show(run.puzzle) });
  }

  /** @param {Puzzle} puzzle @returns {wire.PuzzleShape} */
  #show(puzzle) {
    const { id, theme, level, position, source } = puzzle;
    return { id, theme, level, position, text: this.#judge.puzzleText(puzzle), from: source };
  }

  /** @param {Wanted} wanted */
  #find({ theme, level }) {
    const all = [...this.#puzzles.values()];
    return all.filter((one) => (!theme || one.theme === theme) && (!level || one.level === Number(level)));
  }

  /** @param {string} id */
  #puzzle(id) {
    const found = this.#puzzles.get(id);
    if (!found) throw noPuzzle();
    return found;
  }

  /** @template T @param {(solver: Solver) => T} question @returns {Promise<T>} */
  #ask(question) {
    return this.#alone(async () => question(await this.#load()));
  }

  /** @template T @param {(solver: Solver) => T} work @returns {Promise<T>} once its change is kept */
  #change(work) {
    return this.#alone(async () => {
      const solver = await this.#load();
      const answer = work(solver);
      await this.#store.put(solver.state);
      return answer;
    });
  }

  /** What is asked for is done before the next is heard. @template T @param {() => Promise<T>} work */
  #alone(work) {
    const done = this.#last.then(work);
    this.#last = done.catch(() => {});
    return done;
  }

  async #load() {
    const state = (await this.#store.get()) ?? newSolver();
    return new Solver(state, { puzzles: this.#puzzles, now: this.#now(), random: this.#random });
  }
}

function noPuzzle() {
  return new Refusal("no_puzzle", "There is no such puzzle.");
}
