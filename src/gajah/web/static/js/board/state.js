/** What a board shows, as plain data. */

import { pieceSide } from "../pieces.js";
import { parseSteps } from "./steps.js";

/** @import { Board, Route } from "../wire.js" */
/** @import { Orientation } from "./geometry.js" */

/** @typedef {{ id: number, letter: string, square: string }} PieceOnBoard  the id stays while it moves */
/** @typedef {{ turn: string, style: string }} Arrow */
/** @typedef {{ square: string, style: string }} Highlight */

/**
 * @typedef {object} Drag  a piece in the hand
 * @property {string} from
 * @property {number} id
 * @property {[number, number]} at  where the pointer is, in board units
 * @property {string | null} over  the square under it
 * @property {string[]} path  squares it was led over, without detours that came back
 * @property {boolean} touch
 */

/**
 * @typedef {object} BoardState
 * @property {PieceOnBoard[]} pieces
 * @property {Board | null} board
 * @property {string | null} lastTurn
 * @property {import("../wire.js").SideLetter | null} mover  who made the last turn
 * @property {Orientation} orientation
 * @property {"all" | "traps" | "off"} coordinates
 * @property {"turn" | "place"} mode
 * @property {boolean} interactive
 * @property {boolean} mini
 * @property {boolean} preview  what is shown is not entered yet
 * @property {string | null} selected
 * @property {Route[]} routes  of the selected or dragged piece
 * @property {string | null} hover
 * @property {Drag | null} drag
 * @property {Route | null} route  the one that letting go would take
 * @property {Arrow[]} arrows
 * @property {Highlight[]} highlights
 */

/** @returns {BoardState} */
export function defaults() {
  return {
    pieces: [],
    board: null,
    lastTurn: null,
    mover: null,
    orientation: "gold",
    coordinates: "all",
    mode: "turn",
    interactive: false,
    mini: false,
    preview: false,
    selected: null,
    routes: [],
    hover: null,
    drag: null,
    route: null,
    arrows: [],
    highlights: [],
  };
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
