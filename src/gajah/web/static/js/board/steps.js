/** Steps as text, taken apart and put on a board; whether they are legal is the server's business. */

import { neighbour } from "./geometry.js";

/** @typedef {{ piece: string, from: string, to: string | null }} Step  to null: captured there */
/** @typedef {{ piece: string, squares: string[], lost: boolean }} Trail  the way of one piece through a turn */

/** @param {string} text  `Ee2n`, or `rc3x` for a capture @returns {Step | null} */
function parseStep(text) {
  const found = /^([EMHDCRemhdcr])([a-h][1-8])([nsewx])$/.exec(text);
  if (!found) return null;
  const [, piece = "", from = "", direction = ""] = found;
  return { piece, from, to: direction === "x" ? null : neighbour(from, direction) };
}

/** The words of a turn: its steps, each followed by the captures it causes. @param {string} turn */
export function turnWords(turn) {
  return turn.split(/\s+/).filter(Boolean);
}

/** @param {string | string[]} turn @returns {Step[]} */
export function parseSteps(turn) {
  const texts = typeof turn === "string" ? turnWords(turn) : turn;
  return texts.map(parseStep).filter((step) => step !== null);
}

/**
 * The pieces after these steps, or null where they do not start from what is there.
 * @param {Record<string, string>} pieces @param {Step[]} steps
 */
export function applySteps(pieces, steps) {
  const after = { ...pieces };
  for (const { piece, from, to } of steps) {
    if (after[from] !== piece || (to !== null && after[to] !== undefined)) return null;
    delete after[from];
    if (to !== null) after[to] = piece;
  }
  return after;
}

/** @param {Record<string, string>} a @param {Record<string, string>} b */
export function samePieces(a, b) {
  const squares = Object.keys(a);
  return squares.length === Object.keys(b).length && squares.every((square) => a[square] === b[square]);
}

/**
 * The steps of a turn, put together by the piece that makes them.
 * @param {Step[]} steps @returns {Trail[]}
 */
export function followPieces(steps) {
  /** @type {Trail[]} */
  const trails = [];
  for (const { piece, from, to } of steps) {
    let trail = trails.find((each) => !each.lost && each.squares.at(-1) === from);
    if (to === null) {
      if (trail) trail.lost = true;
      continue;
    }
    if (!trail) {
      trail = { piece, squares: [from], lost: false };
      trails.push(trail);
    }
    trail.squares.push(to);
  }
  return trails;
}

/** @param {Step[]} steps @returns {{ piece: string, square: string }[]} */
export function captures(steps) {
  return steps.filter((step) => step.to === null).map((step) => ({ piece: step.piece, square: step.from }));
}
