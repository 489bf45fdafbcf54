/** What pictures show besides squares and pieces, as text: the steps of a turn, arrows and marked squares. */

import { arrowPaths, trails } from "../board/arrow-paths.js";
import { corner, SQUARE } from "../board/geometry.js";
import { lanesOf } from "../board/lanes.js";
import { applySteps, captures, parseSteps } from "../board/steps.js";

/** @import { Orientation } from "../board/geometry.js" */
/** @import { Way } from "../board/lanes.js" */
/** @import { SidedPieces } from "../placements.js" */
/** @typedef {{ step: string, dragged: string, casing: string, cross: string, inks: Record<string, string> }} Colours */
/** @typedef {(letter: string, x: number, y: number, side: number) => string} PutPiece  draws a piece into a box */

const LINE = 'fill="none" stroke-linejoin="round" stroke-linecap="round"';
const BADGE = 46; // the side of a captured piece's picture where another piece stands on the trap
const CROSS = "M16 16L84 84M84 16L16 84";

export class PictureMarks {
  /** @param {SidedPieces} position @param {Colours} colours @param {Orientation} orientation */
  constructor(position, colours, orientation) {
    this.position = position;
    this.colours = colours;
    this.orientation = orientation;
  }

  /** One arrow for each piece that moved: solid for the mover's own, hollow for the others. @param {string} turn */
  steps(turn) {
    const { side, pieces } = this.position;
    // A turn that can be played here is still to come; any other has led here.
    const isPlanned = applySteps(pieces, parseSteps(turn)) !== null;
    const mover = isPlanned === (side === "g") ? "g" : "s";
    const ways = trails(turn, mover, "trail", pieces);
    const lanes = lanesOf(ways);
    return ways.map((way, i) => {
      const isOwn = way.style.endsWith("own");
      const parts = this.#arrow(way, lanes[i] ?? [], isOwn ? this.colours.step : this.colours.dragged, !isOwn);
      return `<g class="${way.style}">${parts}</g>`;
    });
  }

  /** What a turn has lost, faded and crossed out on its trap. @param {string} turn @param {PutPiece} put */
  losses(turn, put) {
    /** @type {Map<string, number>} */
    const there = new Map();
    return captures(parseSteps(turn)).map(({ piece, square }) => {
      const earlier = there.get(square) ?? 0;
      there.set(square, earlier + 1);
      const side = this.position.pieces[square] || earlier ? BADGE : SQUARE;
      const [left, top] = corner(square, this.orientation);
      const [x, y] = [left + SQUARE - side, top + (earlier > 1 ? SQUARE - side : 0)];
      const cross = [
        `stroke="${this.colours.casing}" stroke-width="12"`,
        `stroke="${this.colours.cross}" stroke-width="6.5"`,
      ]
        .map((stroke) => `<path ${LINE} ${stroke} d="${CROSS}"/>`)
        .join("");
      const place = `translate(${x} ${y}) scale(${side / SQUARE})`;
      return `<g class="ghost"><g opacity=".72">${put(piece, x, y, side)}</g><g transform="${place}">${cross}</g></g>`;
    });
  }

  /** Straight arrows from square to square. @param {string[]} arrows  such as Ge2e5 */
  arrows(arrows) {
    return arrows.map((text) => {
      const [, colour = "", from = "", to = ""] = /^([A-Z])([a-h][1-8])([a-h][1-8])$/.exec(text) ?? [];
      if (from === to) return "";
      const way = { squares: [from, to], style: "arrow", startGap: this.position.pieces[from] ? undefined : 0 };
      const parts = this.#arrow(way, [], this.#ink(colour), false);
      return `<g class="arrow" opacity=".8">${parts}</g>`;
    });
  }

  /** Coloured squares, under the pieces. @param {string[]} marks  such as Re4 */
  squares(marks) {
    return marks.map((text) => {
      const [, colour = "", square = ""] = /^([A-Z])([a-h][1-8])$/.exec(text) ?? [];
      if (!square) return "";
      const [x, y] = corner(square, this.orientation);
      const place = `x="${x}" y="${y}" width="${SQUARE}" height="${SQUARE}"`;
      return `<rect class="mark" ${place} fill="${this.#ink(colour)}" fill-opacity=".55"/>`;
    });
  }

  /** @param {string} letter */
  #ink(letter) {
    return this.colours.inks[letter] ?? this.colours.step;
  }

  /** @param {Way} way @param {number[]} lanes @param {string} colour @param {boolean} isHollow */
  #arrow(way, lanes, colour, isHollow) {
    const { shaft, head } = arrowPaths(way, this.orientation, lanes);
    const { casing } = this.colours;
    return [
      `<path ${LINE} stroke="${casing}" stroke-width="15" d="${shaft}"/>`,
      `<path fill="${casing}" stroke="${casing}" stroke-width="6" stroke-linejoin="round" d="${head}"/>`,
      `<path ${LINE} stroke="${colour}" stroke-width="9" d="${shaft}"/>`,
      `<path fill="${colour}" d="${head}"/>`,
      isHollow ? `<path ${LINE} stroke="${casing}" stroke-width="4" d="${shaft}"/>` : "",
    ].join("");
  }
}
