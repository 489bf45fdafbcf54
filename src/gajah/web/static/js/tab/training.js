/** Which puzzle suits the solver next, and when a missed one comes back: gajah/web/lessons/training.py in the tab. */

import { glicko } from "./glicko.js";

/** @import { Glicko } from "./glicko.js" */
/** @import { Puzzle, SolverState, StoredAttempt } from "./solver.js" */

// A missed puzzle comes back after this many other answers, then after these days.
const REPEAT_AFTER = 5;
const REPEAT_DAYS = [1, 3, 7, 21];
const DAY_S = 86_400;
// The rating that a puzzle of a level starts with, and how little is known about it.
const LEVEL_BASE = 600;
const LEVEL_STEP = 300;
const LEVEL_DEVIATION = 200;
// Above this deviation a rating is shown with a question mark.
const PROVISIONAL_DEVIATION = 110;
// The next puzzle is drawn from this many whose rating is nearest to the solver's.
const NEAREST = 12;

/** A new solver is rather a beginner: a first puzzle of level 1 is then neither gift nor shock. */
export const NEW_SOLVER = glicko(1200, 300);

/** @param {Puzzle} puzzle  that has not been answered yet: its level is all that is known */
export function startRating({ level }) {
  return glicko(LEVEL_BASE + LEVEL_STEP * level, LEVEL_DEVIATION);
}

/** @param {Glicko} rating @returns {boolean} whether too little is known for the number to mean much */
export function isProvisional({ deviation }) {
  return deviation > PROVISIONAL_DEVIATION;
}

/**
 * Whether a missed puzzle is to come back now.
 * @param {StoredAttempt} attempt
 * @param {number} answers  that the solver has given
 * @param {number} now
 */
export function isDue({ due_after, due_at }, answers, now) {
  return due_after !== null ? answers >= due_after : due_at !== null && now >= due_at;
}

/** @param {StoredAttempt} attempt @returns {boolean} whether it was missed and not repeated often enough */
export function willReturn({ due_after, due_at }) {
  return due_after !== null || due_at !== null;
}

/**
 * Let a puzzle come back after some other ones.
 * @param {StoredAttempt} attempt
 * @param {number} answers
 */
export function noteMissed(attempt, answers) {
  Object.assign(attempt, { stage: 0, due_after: answers + REPEAT_AFTER, due_at: null });
}

/**
 * Let a missed puzzle that was solved when it came back rest for longer, or for good.
 * @param {StoredAttempt} attempt
 * @param {number} now
 */
export function noteRepeated(attempt, now) {
  const days = REPEAT_DAYS[attempt.stage];
  attempt.stage += 1;
  attempt.due_after = null;
  attempt.due_at = days === undefined ? null : now + days * DAY_S;
}

/** What the next puzzle is chosen by. */
export class Choice {
  /** @param {{solver: SolverState, ratingOf: (puzzle: Puzzle) => number, now: number, random: () => number}} by */
  constructor({ solver, ratingOf, now, random }) {
    this.solver = solver;
    this.ratingOf = ratingOf;
    this.now = now;
    this.random = random;
  }

  /**
   * The best of these, but not that which was shown last, unless there is no other. Missed puzzles that are due take
   * turns with new ones. When all are known, the one that was answered the longest time ago comes.
   * @param {Puzzle[]} puzzles
   * @param {string | null} after  the puzzle that was shown last
   * @returns {Puzzle | undefined}
   */
  nextOf(puzzles, after) {
    const { attempts, answers, glicko } = this.solver;
    const notLast = puzzles.filter(({ id }) => id !== after);
    const others = notLast.length ? notLast : puzzles;
    const unknown = others.filter((puzzle) => !this.knows(puzzle));
    const due = others.filter((puzzle) => this.knows(puzzle) && isDue(attempts[puzzle.id], answers, this.now));
    if (due.length && (answers % 2 === 0 || !unknown.length)) return this.#oldest(due);
    const easy = Object.keys(attempts).length ? [] : unknown.filter(isFirst);
    if (easy.length) return this.#draw(easy);
    // A rating of which little is known is taken for less: easy puzzles tell as much.
    if (unknown.length) return this.near(unknown, glicko.rating - glicko.deviation);
    return this.#oldest(others);
  }

  /** @param {Puzzle} puzzle @returns {boolean} whether the solver has met it */
  knows({ id }) {
    return id in this.solver.attempts;
  }

  /**
   * One of the puzzles whose ratings are nearest to that, by lot.
   * @param {Puzzle[]} puzzles
   * @param {number} target
   */
  near(puzzles, target) {
    return this.#draw(this.rank(puzzles, target).slice(0, NEAREST));
  }

  /**
   * The puzzles whose ratings are nearest to that first.
   * @param {Puzzle[]} puzzles
   * @param {number} target
   */
  rank(puzzles, target) {
    const ranked = puzzles.map((puzzle) => ({ puzzle, distance: Math.abs(this.ratingOf(puzzle) - target) }));
    return ranked.sort((one, other) => one.distance - other.distance).map(({ puzzle }) => puzzle);
  }

  /** @param {Puzzle[]} puzzles  at least one */
  #draw(puzzles) {
    return puzzles[Math.floor(this.random() * puzzles.length)];
  }

  /** @param {Puzzle[]} puzzles @returns {Puzzle | undefined} the one answered the longest time ago */
  #oldest(puzzles) {
    const { attempts } = this.solver;
    return [...puzzles].sort((one, other) => attempts[one.id].at - attempts[other.id].at)[0];
  }
}

/** @param {Puzzle} puzzle @returns {boolean} whether it suits a new solver: gold, at the bottom, has an easy goal */
function isFirst({ theme, level, position }) {
  return theme === "goal" && level === 1 && position.startsWith("g");
}
