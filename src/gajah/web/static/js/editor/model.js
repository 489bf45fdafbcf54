/** The position under construction, as plain data: each change gives a new one. */

import { ARMY, KIND_ORDER } from "../pieces.js";

/** @import { SideLetter as Side } from "../wire.js" */
/** @typedef {{ side: Side, pieces: Record<string, string> }} Draft  letter by square */

const FILES = "abcdefgh";
const RANKS = "87654321";

/** @type {string[]} in the order of a position's text */
const SQUARES = [...RANKS].flatMap((rank) => [...FILES].map((file) => file + rank));

/** All pieces, strongest first, gold's and then silver's. */
export const LETTERS = [...KIND_ORDER, ...KIND_ORDER.toLowerCase()];

/** @returns {Draft} */
export function emptyDraft() {
  return { side: "g", pieces: {} };
}

/** @param {Draft} draft @returns {string} such as `g [rrr...]` */
export function positionText({ side, pieces }) {
  return `${side} [${SQUARES.map((square) => pieces[square] ?? " ").join("")}]`;
}

const SHORT = /^\s*([gs]) \[([ EMHDCRemhdcr]{64})\]\s*$/;
const DIAGRAM_SIDE = /^\s*\d*([gs])\b/;
const DIAGRAM_ROW = /^\s*([1-8])\|((?: [.xX EMHDCRemhdcr]){8})/gm;

/**
 * What positionText wrote, whether or not such a position can be played.
 * @param {string} text @returns {Draft | null} null: it is written in another way
 */
export function shortDraft(text) {
  const [, side, letters = ""] = SHORT.exec(text) ?? [];
  if (!side) return null;
  const placed = SQUARES.map((square, i) => [square, letters[i] ?? " "]);
  return {
    side: /** @type {Side} */ (side),
    pieces: Object.fromEntries(placed.filter(([, letter]) => letter !== " ")),
  };
}

/** The same for a diagram of eight rows. @param {string} text @returns {Draft | null} */
export function diagramDraft(text) {
  const rows = Object.fromEntries([...text.matchAll(DIAGRAM_ROW)].map(([, rank, row = ""]) => [rank, row]));
  const letters = [...RANKS].map((rank) => [...(rows[rank] ?? "")].filter((_, i) => i % 2).join("")).join("");
  const side = DIAGRAM_SIDE.exec(text)?.[1] ?? "g";
  return shortDraft(`${side} [${letters.replaceAll(/[.xX]/g, " ")}]`);
}

/** @param {Draft} draft @param {string} square @param {string} letter @returns {Draft} */
export function put(draft, square, letter) {
  return { ...draft, pieces: { ...draft.pieces, [square]: letter } };
}

/** @param {Draft} draft @param {string} square @returns {Draft} */
export function take(draft, square) {
  const { [square]: _gone, ...pieces } = draft.pieces;
  return { ...draft, pieces };
}

/**
 * Moves a piece; one that stood on the target makes place by going to where the other came from.
 * @param {Draft} draft @param {string} from @param {string} to @returns {Draft}
 */
export function move(draft, from, to) {
  const moved = draft.pieces[from];
  const there = draft.pieces[to];
  if (!moved || from === to) return draft;
  const without = put(take(draft, from), to, moved);
  return there ? put(without, from, there) : without;
}

/** @param {Draft} draft @param {string[]} setups such as `Ra1 Rb1 ...` @returns {Draft} */
export function fromSetups(draft, setups) {
  const placements = setups.flatMap((setup) => setup.split(" ").filter(Boolean));
  return { ...draft, pieces: Object.fromEntries(placements.map((text) => [text.slice(1), text[0] ?? ""])) };
}

/** @param {Draft} draft @returns {Draft} left and right exchanged */
export function mirror(draft) {
  const other = (/** @type {string} */ square) => FILES[7 - FILES.indexOf(square[0] ?? "")] + square.slice(1);
  return {
    ...draft,
    pieces: Object.fromEntries(Object.entries(draft.pieces).map(([at, letter]) => [other(at), letter])),
  };
}

/** @param {Draft} draft @param {string} letter @returns {number} how many of a full army are missing; below 0 too many */
export function missing(draft, letter) {
  const count = Object.values(draft.pieces).filter((each) => each === letter).length;
  return (ARMY[letter.toUpperCase()] ?? 0) - count;
}
