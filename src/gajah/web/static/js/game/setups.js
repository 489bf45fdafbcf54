/** Setups as data: swapping, mirroring, remembering. */

import { COLUMNS } from "../board/geometry.js";

/** @import { SideLetter as Side } from "../wire.js" */
/** @typedef {Record<string, string>} Pieces */

const LAST = "gajah.setup.";

/** @param {Side} side @param {string} square  is it on the side's two home rows? */
export function isHome(side, square) {
  return (side === "g" ? "12" : "78").includes(square.charAt(1));
}

/** @param {Pieces} pieces @returns {string} `Ra1 Rb1 ...` */
export function setupText(pieces) {
  return Object.entries(pieces)
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([square, letter]) => letter + square)
    .join(" ");
}

/** @param {Pieces} pieces @param {string} a @param {string} b @returns {Pieces} */
export function swap(pieces, a, b) {
  const after = { ...pieces };
  const [first, second] = [after[a], after[b]];
  delete after[a];
  delete after[b];
  if (first) after[b] = first;
  if (second) after[a] = second;
  return after;
}

/** Left and right exchanged. @param {Pieces} pieces @returns {Pieces} */
export function mirrored(pieces) {
  return Object.fromEntries(
    Object.entries(pieces).map(([square, letter]) => {
      const column = COLUMNS[7 - COLUMNS.indexOf(square.charAt(0))] ?? "a";
      return [column + square.charAt(1), letter];
    }),
  );
}

/** @param {Side} side @param {string} without  the pieces given up @returns {string | null} */
export function lastSetup(side, without) {
  return localStorage.getItem(LAST + side + without);
}

/** @param {Side} side @param {string} without @param {string} setup */
export function rememberSetup(side, without, setup) {
  localStorage.setItem(LAST + side + without, setup);
}
