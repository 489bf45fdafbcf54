/** Which piece stands where: as plain data, letter by square, and as the texts of setups and positions. */

import { COLUMNS } from "./board/geometry.js";

/** @import { SideLetter as Side } from "./wire.js" */
/** @typedef {Record<string, string>} Pieces  letter by square */
/** @typedef {{ side: Side, pieces: Pieces }} SidedPieces  and the side to move */

const POSITION = /^\s*([gs]) \[([ EMHDCRemhdcr]{64})\]\s*$/;

/** The squares in the order of a position's text. */
const FROM_ABOVE = [..."87654321"].flatMap((rank) => [...COLUMNS].map((column) => column + rank));

/** @param {string} setup  `Ra1 Rb1 ...` @returns {Pieces} */
export function placements(setup) {
  const placed = setup.split(/\s+/).filter((text) => /^[a-zA-Z][a-h][1-8]$/.test(text));
  return Object.fromEntries(placed.map((text) => [text.slice(1), text.charAt(0)]));
}

/** @param {Pieces} pieces @returns {string} `Ra1 Rb1 ...` */
export function setupText(pieces) {
  return Object.entries(pieces)
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([square, letter]) => letter + square)
    .join(" ");
}

/**
 * What positionText wrote, whether or not such a position can be played.
 * @param {string} text @returns {SidedPieces | null} null: it is written in another way
 */
export function readPosition(text) {
  const [, side, letters = ""] = POSITION.exec(text) ?? [];
  if (!side) return null;
  const placed = FROM_ABOVE.map((square, i) => [square, letters.charAt(i)]);
  return {
    side: /** @type {Side} */ (side),
    pieces: Object.fromEntries(placed.filter(([, letter]) => letter !== " ")),
  };
}

/** @param {SidedPieces} position @returns {string} such as `g [rrr...]` */
export function positionText({ side, pieces }) {
  return `${side} [${FROM_ABOVE.map((square) => pieces[square] ?? " ").join("")}]`;
}

/** @param {Pieces} pieces @param {string} a @param {string} b  one of them may be empty @returns {Pieces} */
export function swap(pieces, a, b) {
  const { [a]: first, [b]: second, ...others } = pieces;
  return { ...others, ...(first && { [b]: first }), ...(second && { [a]: second }) };
}

/** A side's home rows as the other's, seen from across the board. @param {Pieces} pieces @returns {Pieces} */
export function acrossBoard(pieces) {
  const turned = Object.entries(pieces).map(([square, letter]) => [
    square.charAt(0) + String(9 - Number(square.charAt(1))),
    letter === letter.toUpperCase() ? letter.toLowerCase() : letter.toUpperCase(),
  ]);
  return Object.fromEntries(turned);
}

/** Left and right exchanged. @param {Pieces} pieces @returns {Pieces} */
export function mirrored(pieces) {
  const other = (/** @type {string} */ square) => COLUMNS[7 - COLUMNS.indexOf(square.charAt(0))] + square.charAt(1);
  return Object.fromEntries(Object.entries(pieces).map(([square, letter]) => [other(square), letter]));
}
