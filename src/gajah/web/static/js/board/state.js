/** What a board shows, as plain data. */

import { pieceSide } from "../pieces.js";
import { parseSteps } from "./steps.js";

/** @import { Board, Route, SideLetter as Side } from "../wire.js" */
/** @import { Orientation } from "./geometry.js" */

/** @typedef {{ id: number, letter: string, square: string }} PieceOnBoard  the id stays while it moves */
/** @typedef {{ turn: string, style: string } | { squares: string[], style: string }} Arrow  of a turn's pieces, or one way */
/** @typedef {{ square: string, style: string }} Highlight */
/** @typedef {{ from: string, to: string, colour: string }} Stroke  by hand; to the same square: a mark */
/**
 * @typedef {object} Drawing  what a user has drawn
 * @property {Stroke[]} arrows
 * @property {{ square: string, colour: string }[]} marks
 */

/**
 * @typedef {object} Drag  a piece in the hand
 * @property {string} from
 * @property {number} id
 * @property {[number, number]} at  where the pointer is, in board units
 * @property {string | null} over  the square under it
 * @property {string[]} path  squares it was led over, without detours that came back
 * @property {boolean} touch
 */

/** @typedef {ReturnType<typeof defaults>} BoardState */

/** The colours of drawings, by the letters that records have for them. @type {Record<string, string>} */
export const COLOUR_NAMES = { G: "green", R: "red", B: "blue", Y: "yellow" };

export function defaults() {
  return {
    pieces: /** @type {PieceOnBoard[]} */ ([]),
    board: /** @type {Board | null} */ (null),
    lastTurn: /** @type {string | null} */ (null),
    mover: /** @type {Side | null} */ (null), // who made the last turn
    frozen: /** @type {string[]} */ ([]), // squares
    orientation: /** @type {Orientation} */ ("gold"),
    coordinates: /** @type {"all" | "traps" | "off"} */ ("all"),
    mode: /** @type {"turn" | "place"} */ ("turn"),
    interactive: false,
    mini: false,
    preview: false, // what is shown is not entered yet
    selected: /** @type {string | null} */ (null),
    routes: /** @type {Route[]} */ ([]), // of the selected or dragged piece
    hover: /** @type {string | null} */ (null),
    drag: /** @type {Drag | null} */ (null),
    route: /** @type {Route | null} */ (null), // the one that letting go would take
    arrows: /** @type {Arrow[]} */ ([]),
    highlights: /** @type {Highlight[]} */ ([]),
    drawing: /** @type {Drawing} */ ({ arrows: [], marks: [] }),
    stroke: /** @type {Stroke | null} */ (null), // being drawn
  };
}

/** @param {BoardState} state @returns {Drawing} with the stroke that is being drawn */
export function shownDrawing({ drawing, stroke }) {
  return stroke ? withStroke(drawing, stroke) : drawing;
}

/**
 * The drawing with one stroke more; the same stroke once more takes it away.
 * @param {Drawing} drawing @param {Stroke} stroke @returns {Drawing}
 */
export function withStroke({ arrows, marks }, { from, to, colour }) {
  if (from === to) {
    const old = marks.find(({ square }) => square === from);
    const others = marks.filter((mark) => mark !== old);
    return { arrows, marks: old?.colour === colour ? others : [...others, { square: from, colour }] };
  }
  const old = arrows.find((arrow) => arrow.from === from && arrow.to === to);
  const others = arrows.filter((arrow) => arrow !== old);
  return { arrows: old?.colour === colour ? others : [...others, { from, to, colour }], marks };
}

/** @param {BoardState} state @param {string} square */
export function pieceAt(state, square) {
  return state.pieces.find((piece) => piece.square === square);
}

/** @param {BoardState} state @returns {Record<string, string>} letter by square */
export function lettersOf(state) {
  return Object.fromEntries(state.pieces.map((piece) => [piece.square, piece.letter]));
}

/**
 * Which of the frozen pieces are marked: not a rabbit on the far row, which has won.
 * @param {string[]} squares @param {Record<string, string>} pieces
 */
export function frozenToShow(squares, pieces) {
  const goals = /** @type {Record<string, string>} */ ({ R: "8", r: "1" });
  return squares.filter((square) => goals[pieces[square] ?? ""] !== square.charAt(1));
}

/**
 * The legal steps of the piece on a square, by the server's list.
 * @param {BoardState} state
 * @param {string} square
 */
export function legalStepsFrom(state, square) {
  return (state.board?.legal ?? []).filter((step) => step.slice(1, 3) === square);
}

/**
 * What must or may be completed now; a pull only where there is a piece to pull.
 * @param {Board | null} board
 */
export function pendingNow(board) {
  if (!board?.pending || board.pending.kind === "push") return board?.pending ?? null;
  const { square } = board.pending;
  const pulls = parseSteps(board.legal).some(({ piece, to }) => to === square && pieceSide(piece) !== board.side);
  return pulls ? board.pending : null;
}
