/** What the editor knows of pieces: all there are, how many are missing, and a diagram of them. */

import { ARMY, KIND_ORDER } from "../pieces.js";
import { readPosition } from "../placements.js";

const DIAGRAM_SIDE = /^\s*\d*([gs])\b/;
const DIAGRAM_ROW = /^\s*([1-8])\|((?: [.xX EMHDCRemhdcr]){8})/gm;

/** All pieces, strongest first, gold's and then silver's. */
export const LETTERS = [...KIND_ORDER, ...KIND_ORDER.toLowerCase()];

/** A diagram of eight rows, whether or not such a position can be played. @param {string} text */
export function readDiagram(text) {
  const rows = Object.fromEntries([...text.matchAll(DIAGRAM_ROW)].map(([, rank, row = ""]) => [rank, row]));
  const letters = [..."87654321"].map((rank) => [...(rows[rank] ?? "")].filter((_, i) => i % 2).join("")).join("");
  const side = DIAGRAM_SIDE.exec(text)?.[1] ?? "g";
  return readPosition(`${side} [${letters.replaceAll(/[.xX]/g, " ")}]`);
}

/**
 * @param {import("../placements.js").Pieces} pieces @param {string} letter
 * @returns {number} how many of a full army are missing; below 0 too many
 */
export function missing(pieces, letter) {
  const count = Object.values(pieces).filter((each) => each === letter).length;
  return (ARMY[letter.toUpperCase()] ?? 0) - count;
}
