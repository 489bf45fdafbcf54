/** A reviewed game in numbers: how exactly each side played, what it took, how long it thought. Pure data. */

import { sideOf } from "../nodes.js";
import { pieceSide } from "../pieces.js";

/** @import { NodeShape as TreeNode, SideLetter as Side } from "../wire.js" */

export const MARKS = /** @type {const} */ (["?!", "?", "??"]);

// What a review begins to mark (analysis/review.py) is half as exact as the best turn.
const HALVED_BY = 0.05;

/** Pieces in rabbits, as the engine values them at the start (lab/web.md). @type {Record<string, number>} */
const WORTH = { R: 1, C: 1.5, D: 2, H: 3.5, M: 5, E: 5 };

/**
 * How exact turns were, from what each has lost in chances to win: 100 for nothing, 50 for 0.05, 25 for 0.1.
 * @param {number[]} losses @returns {number | null} their mean; null: there are none
 */
export function accuracy(losses) {
  if (!losses.length) return null;
  const sum = losses.reduce((total, loss) => total + 100 * 2 ** (-loss / HALVED_BY), 0);
  return sum / losses.length;
}

/** @param {string[]} captured letters @returns {number} by how many rabbits gold has taken more */
export function materialOf(captured) {
  const worth = (/** @type {string} */ letter) => WORTH[letter.toUpperCase()] ?? 0;
  return captured.reduce((sum, letter) => sum + (pieceSide(letter) === "s" ? 1 : -1) * worth(letter), 0);
}

/**
 * @typedef {object} SideSummary
 * @property {number | null} accuracy
 * @property {number[]} counts  of each of MARKS
 * @property {number | null} seconds  a turn
 */

/** @param {TreeNode[]} nodes the game's turns @param {Side} side @returns {SideSummary} */
export function summarise(nodes, side) {
  const own = nodes.filter((node) => node.kind === "turn" && sideOf(node) === side);
  const times = own.map((node) => node.used_s).filter((time) => time !== null);
  return {
    accuracy: accuracy(own.map((node) => node.loss).filter((loss) => loss !== null && loss !== undefined)),
    counts: MARKS.map((mark) => own.filter((node) => node.mark === mark).length),
    seconds: times.length ? times.reduce((sum, time) => sum + time, 0) / times.length : null,
  };
}

/** @param {number} seconds @returns {string} such as "12 s" or "1:05 min" */
export function timeText(seconds) {
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole} s`;
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")} min`;
}

/** @param {number} rabbits @returns {string} such as "gold is 3.5 rabbits ahead" */
export function materialText(rabbits) {
  if (!rabbits) return "even material";
  const amount = Math.abs(rabbits);
  return `${rabbits > 0 ? "gold" : "silver"} is ${amount} ${amount === 1 ? "rabbit" : "rabbits"} ahead`;
}
