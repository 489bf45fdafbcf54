/** From what is shown to what is to be shown: which piece goes where, and when. Pure data. */

import { distance } from "./geometry.js";
import { applySteps, samePieces } from "./steps.js";

/** @import { PieceOnBoard } from "./state.js" */
/** @import { Step } from "./steps.js" */

/**
 * @typedef {object} Motion  one piece's part; times count steps from the start
 * @property {number} id
 * @property {string} letter
 * @property {{ from: string, to: string, at: number }[]} moves
 * @property {number | null} leaves  when it vanishes
 * @property {number | null} enters  when it appears
 */

/** @typedef {{ pieces: PieceOnBoard[], motions: Motion[], length: number, captures: number[] }} Plan */

let nextId = 1;

/**
 * @param {PieceOnBoard[]} shown
 * @param {Record<string, string>} target
 * @param {Step[][]} forward  turns that may lead from what is shown to the target
 * @param {Step[][]} backward  turns that may lead from the target to what is shown
 * @returns {Plan}
 */
export function planMotion(shown, target, forward, backward) {
  const now = Object.fromEntries(shown.map((piece) => [piece.square, piece.letter]));
  if (samePieces(now, target)) return { pieces: shown, motions: [], length: 0, captures: [] };
  for (const steps of forward) {
    const after = steps.length ? applySteps(now, steps) : null;
    if (after && samePieces(after, target)) return script(shown, steps);
  }
  for (const steps of backward) {
    const after = steps.length ? applySteps(target, steps) : null;
    if (after && samePieces(after, now)) return script(shown, reversed(steps));
  }
  return rearrange(shown, target);
}

/** @typedef {{ piece: string, from: string | null, to: string | null }} Change  from null: comes back */

/** @param {Step[]} steps @returns {Change[]} */
function reversed(steps) {
  return steps.toReversed().map(({ piece, from, to }) => ({ piece, from: to, to: from }));
}

/** @param {PieceOnBoard[]} shown @param {Change[]} changes @returns {Plan} */
function script(shown, changes) {
  const pieces = shown.map((piece) => ({ ...piece }));
  /** @type {Map<number, Motion>} */
  const motions = new Map();
  /** @type {number[]} */
  const captures = [];
  let time = 0;
  for (const { piece, from, to } of changes) {
    if (from === null) {
      const back = { id: nextId++, letter: piece, square: to ?? "" };
      pieces.push(back);
      motions.set(back.id, { id: back.id, letter: piece, moves: [], leaves: null, enters: time });
      continue;
    }
    const mover = pieces.find((each) => each.square === from);
    if (!mover) continue;
    const motion = motions.get(mover.id) ?? { id: mover.id, letter: piece, moves: [], leaves: null, enters: null };
    motions.set(mover.id, motion);
    if (to === null) {
      motion.leaves = time;
      captures.push(time);
      pieces.splice(pieces.indexOf(mover), 1);
    } else {
      motion.moves.push({ from, to, at: time++ });
      mover.square = to;
    }
  }
  return { pieces, motions: [...motions.values()], length: Math.max(time, 1), captures };
}

/**
 * No turn explains the change: equal pieces slide to the nearest place, all at once.
 * @param {PieceOnBoard[]} shown @param {Record<string, string>} target @returns {Plan}
 */
function rearrange(shown, target) {
  const pieces = shown.filter((piece) => target[piece.square] === piece.letter).map((piece) => ({ ...piece }));
  const free = shown.filter((piece) => target[piece.square] !== piece.letter);
  const settled = new Set(pieces.map((piece) => piece.square));
  /** @type {Motion[]} */
  const motions = [];
  for (const [square, letter] of Object.entries(target)) {
    if (settled.has(square)) continue;
    const nearest = free
      .filter((piece) => piece.letter === letter)
      .sort((a, b) => distance(a.square, square) - distance(b.square, square))[0];
    const id = nearest?.id ?? nextId++;
    const moves = nearest ? [{ from: nearest.square, to: square, at: 0 }] : [];
    if (nearest) free.splice(free.indexOf(nearest), 1);
    motions.push({ id, letter, moves, leaves: null, enters: nearest ? null : 0 });
    pieces.push({ id, letter, square });
  }
  for (const { id, letter } of free) motions.push({ id, letter, moves: [], leaves: 0, enters: null });
  return { pieces, motions, length: 1, captures: [] };
}
