/** A game as this browser keeps it while it is played, and what is asked about it everywhere. Plain data. */

/** @import { SideLetter } from "../wire.js" */
/** @import { StoredGame, StoredSeat } from "./show.js" */

/**
 * @typedef {object} StoredDraft  what the side to move has prepared, and what outlasts the game
 * @property {string[]} steps
 * @property {string[]} undone  the next to come back last
 * @property {string | null} setup
 * @property {number} used_s  what the turn under way has taken
 * @property {Record<SideLetter, number> | null} left  what both clocks showed when the game ended inside a turn
 * @property {string | null} rematch  the game after this one
 */

/** @typedef {StoredGame & { draft: StoredDraft }} LiveGame */

/** @returns {StoredDraft} */
export function emptyDraft() {
  return { steps: [], undone: [], setup: null, used_s: 0, left: null, rematch: null };
}

/** @param {StoredGame} game @param {SideLetter} side */
export function seatOf(game, side) {
  return side === "g" ? game.gold : game.silver;
}

/** @param {StoredSeat} seat */
export function isHuman({ player }) {
  return player === "human";
}
