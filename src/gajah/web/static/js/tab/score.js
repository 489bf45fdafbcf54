/**
 * Scores as whole numbers: centi-rabbits, and beyond them the proven ends, as core and gajah/engine/score.py count.
 * Core sends a page the shape of a score, always gold's.
 */

/** @import { ScoreShape, SideLetter } from "../wire.js" */

/** Won now; a win in n steps of both sides is n less. */
export const WIN_SCORE = 30_000;
const WIN_BOUND = WIN_SCORE - 1000;
// The centi-rabbits by which the odds of winning grow e-fold.
const WIN_PROBABILITY_SCALE = 350;
const STEPS_PER_TURN = 4;
const STEPS_OF_BOTH = 2 * STEPS_PER_TURN;

/** @param {number} score @returns {boolean} whether a win or loss is proven */
export function isDecided(score) {
  return Math.abs(score) >= WIN_BOUND;
}

/** @param {number} score @returns {number} 0 to 1 */
export function winProbability(score) {
  if (isDecided(score)) return score > 0 ? 1 : 0;
  return 1 / (1 + Math.exp(-score / WIN_PROBABILITY_SCALE));
}

/** @param {number} value @returns {number} as it is sent, with four digits */
export function roundChance(value) {
  return Number(value.toFixed(4));
}

/** @param {number} score  gold's @returns {ScoreShape} */
export function showScore(score) {
  const size = Math.abs(score);
  const win = roundChance(winProbability(score));
  const sign = score < 0 ? "-" : "+";
  if (!isDecided(score)) return { text: `${sign}${(size / 100).toFixed(2)}`, win, mate: null };
  // A turn has four steps at most, so a win in nine steps takes the winner two turns.
  const turns = Math.max(1, Math.ceil((WIN_SCORE - size + STEPS_PER_TURN) / STEPS_OF_BOTH));
  const mate = Math.sign(score) * turns;
  return { text: `#${mate}`, win, mate };
}

/**
 * The score of a side. A proven end is given the fewest steps that take so many turns.
 * @param {SideLetter} side
 * @param {ScoreShape} shape
 */
export function scoreFor(side, { text, mate }) {
  const steps = Math.max(0, (Math.abs(mate ?? 0) - 1) * STEPS_OF_BOTH - STEPS_PER_TURN + 1);
  const forGold = mate === null ? Math.round(Number(text) * 100) : Math.sign(mate) * (WIN_SCORE - steps);
  return side === "g" ? forGold : -forGold;
}
