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
 * Column and row on the screen, 0 to 7 from the upper left.
 * @param {string} square @param {Orientation} orientation
 * @returns {[number, number]}
 */
export function cellOf(square, orientation) {
  const file = square.charCodeAt(0) - 97;
  const rank = square.charCodeAt(1) - 49;
  switch (orientation) {
    case "gold":
      return [file, 7 - rank];
    case "silver":
      return [7 - file, rank];
    case "gold-left":
      return [rank, file];
    case "gold-right":
      return [7 - rank, 7 - file];
  }
}

/**
 * @param {number} column @param {number} row @param {Orientation} orientation
 * @returns {string | null} null beside the board
 */
export function squareAt(column, row, orientation) {
  if (column < 0 || column > 7 || row < 0 || row > 7) return null;
  switch (orientation) {
    case "gold":
      return name(column, 7 - row);
    case "silver":
      return name(7 - column, row);
    case "gold-left":
      return name(row, column);
    case "gold-right":
      return name(7 - row, 7 - column);
  }
}

/** @param {number} file @param {number} rank */
function name(file, rank) {
  return `${COLUMNS[file]}${rank + 1}`;
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
  const [dx, dy] = DIRECTIONS[direction] ?? [0, 0];
  const file = square.charCodeAt(0) - 97 + dx;
  const rank = square.charCodeAt(1) - 49 + dy;
  return file < 0 || file > 7 || rank < 0 || rank > 7 ? null : name(file, rank);
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
