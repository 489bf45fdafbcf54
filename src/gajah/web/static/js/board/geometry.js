/** Where the squares are, however the board lies. Lengths are hundredths of a square's side. */

export const SQUARE = 100;
export const BOARD = 800;

/** @typedef {"gold" | "silver" | "gold-left" | "gold-right"} Orientation  where gold sits: below, above, left, right */

/** The eight columns' letters and the traps. */
export const COLUMNS = "abcdefgh";
export const TRAPS = ["c3", "f3", "c6", "f6"];

/** All squares, a1 first. */
export const SQUARES = Array.from({ length: 64 }, (_, i) => `${COLUMNS[i % 8]}${Math.floor(i / 8) + 1}`);

/** @type {Record<string, [number, number]>} */
const DIRECTIONS = { n: [0, 1], s: [0, -1], e: [1, 0], w: [-1, 0] };

/**
 * From file and rank to column and row on the screen, all from 0; each of them is its own inverse.
 * @type {Record<Orientation, (x: number, y: number) => [number, number]>}
 */
const TURNS = {
  gold: (x, y) => [x, 7 - y],
  silver: (x, y) => [7 - x, y],
  "gold-left": (x, y) => [y, x],
  "gold-right": (x, y) => [7 - y, 7 - x],
};

/** @param {string} square @returns {[number, number]} file and rank, 0 to 7 */
function indices(square) {
  return [square.charCodeAt(0) - 97, square.charCodeAt(1) - 49];
}

/** @param {number} file @param {number} rank @returns {string | null} null beside the board */
function nameOf(file, rank) {
  return Math.min(file, rank) < 0 || Math.max(file, rank) > 7 ? null : `${COLUMNS[file]}${rank + 1}`;
}

/**
 * Column and row on the screen, 0 to 7 from the upper left.
 * @param {string} square @param {Orientation} orientation
 */
export function cellOf(square, orientation) {
  return TURNS[orientation](...indices(square));
}

/** @param {number} column @param {number} row @param {Orientation} orientation */
export function squareAt(column, row, orientation) {
  return nameOf(...TURNS[orientation](column, row));
}

/** @param {string} square @param {Orientation} orientation @returns {[number, number]} */
export function corner(square, orientation) {
  const [column, row] = cellOf(square, orientation);
  return [column * SQUARE, row * SQUARE];
}

/** @param {string} square @param {Orientation} orientation @returns {[number, number]} */
export function centre(square, orientation) {
  const [x, y] = corner(square, orientation);
  return [x + SQUARE / 2, y + SQUARE / 2];
}

/** @param {string} square @param {string} direction  n, s, e or w @returns {string | null} */
export function neighbour(square, direction) {
  const [file, rank] = indices(square);
  const [dx, dy] = DIRECTIONS[direction] ?? [0, 0];
  return nameOf(file + dx, rank + dy);
}

/** @param {string} from @param {string} to  beside it @returns {string} n, s, e or w */
export function directionTo(from, to) {
  return Object.keys(DIRECTIONS).find((letter) => neighbour(from, letter) === to) ?? "";
}

/** @param {string} a @param {string} b  squares apart, in steps */
export function distance(a, b) {
  return Math.abs(a.charCodeAt(0) - b.charCodeAt(0)) + Math.abs(a.charCodeAt(1) - b.charCodeAt(1));
}

/** @param {Orientation} orientation @returns {Orientation} */
export function flipped(orientation) {
  /** @type {Record<Orientation, Orientation>} */
  const other = { gold: "silver", silver: "gold", "gold-left": "gold-right", "gold-right": "gold-left" };
  return other[orientation];
}

/** @param {Orientation} orientation @returns {Orientation} */
export function sideways(orientation) {
  /** @type {Record<Orientation, Orientation>} */
  const other = { gold: "gold-left", silver: "gold-right", "gold-left": "gold", "gold-right": "silver" };
  return other[orientation];
}
