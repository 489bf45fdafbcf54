/** Arrows as the data of SVG paths, for boards and for pictures. */

import { pieceSide } from "../pieces.js";
import { centre } from "./geometry.js";
import { followPieces, parseSteps } from "./steps.js";

/** @import { Orientation } from "./geometry.js" */
/** @import { Way } from "./lanes.js" */
/** @typedef {[number, number]} Point */

const HEAD_LENGTH = 24;
const HEAD_WIDTH = 28;
// Arrows begin and end near the rim of a piece, so that its face stays clear.
const START_GAP = 26;
const END_GAP = 34;

/**
 * The path along squares, and its head.
 * @param {Way} way @param {Orientation} orientation @param {number[]} lanes  how far to its right, edge by edge
 */
export function arrowPaths({ squares, startGap = START_GAP }, orientation, lanes) {
  const { points, direction } = shaftPoints(squares, orientation, startGap, lanes);
  const [dx, dy] = direction;
  const end = points[points.length - 1] ?? [0, 0];
  const tip = [end[0] - dx * END_GAP, end[1] - dy * END_GAP];
  const neck = /** @type {Point} */ ([(tip[0] ?? 0) - dx * HEAD_LENGTH, (tip[1] ?? 0) - dy * HEAD_LENGTH]);
  points[points.length - 1] = neck;
  const half = HEAD_WIDTH / 2;
  const shaft = `M${points.map(([x, y]) => `${x} ${y}`).join("L")}`;
  const left = `${neck[0] - dy * half} ${neck[1] + dx * half}`;
  const right = `${neck[0] + dy * half} ${neck[1] - dx * half}`;
  return { shaft, head: `M${tip[0]} ${tip[1]}L${left}L${right}Z` };
}

/**
 * @param {string[]} squares @param {Orientation} orientation @param {number} startGap @param {number[]} lanes
 * @returns {{ points: Point[], direction: Point }}
 */
function shaftPoints(squares, orientation, startGap, lanes) {
  /** @type {Point[]} */
  const points = [];
  /** @type {Point} */
  let direction = [0, 0];
  for (let i = 1; i < squares.length; i++) {
    const [x0, y0] = centre(squares[i - 1] ?? "", orientation);
    const [x1, y1] = centre(squares[i] ?? "", orientation);
    const length = Math.hypot(x1 - x0, y1 - y0);
    direction = [(x1 - x0) / length, (y1 - y0) / length];
    const [dx, dy] = direction;
    const lane = lanes[i - 1] ?? 0;
    const gap = points.length ? 0 : startGap;
    points.push([x0 + dx * gap - dy * lane, y0 + dy * gap + dx * lane], [x1 - dy * lane, y1 + dx * lane]);
  }
  return { points, direction };
}

/**
 * A turn as one way for each piece that moved.
 * @param {string | string[]} turn @param {"g" | "s" | null} mover @param {string} style
 * @param {Record<string, string>} [pieces]  on the board now
 * @returns {Way[]}
 */
export function trails(turn, mover, style, pieces) {
  return followPieces(parseSteps(turn)).map(({ piece, squares }) => ({
    squares,
    style: `${style} ${mover === null || pieceSide(piece) === mover ? "own" : "dragged"}`,
    startGap: pieces && !pieces[squares[0] ?? ""] ? 0 : START_GAP,
  }));
}
