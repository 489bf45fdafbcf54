/** What happens on a board, as sentences for screen readers. */

import { kindName, pieceName, sideName } from "../pieces.js";
import { parseSteps, turnWords } from "./steps.js";

/** @import { Board } from "../wire.js" */

/**
 * @param {string | string[]} steps
 * @returns {string} such as "elephant e2 to e3, silver rabbit lost on c3"
 */
export function stepsInWords(steps) {
  return parseSteps(steps)
    .map(({ piece, from, to }) => (to ? `${kindName(piece)} ${from} to ${to}` : `${pieceName(piece)} lost on ${from}`))
    .join(", ");
}

/** @param {Board} board */
export function stepsLeftText({ steps_left: left }) {
  return `${left} step${left === 1 ? "" : "s"} left`;
}

/** @param {Board | null} previous @param {Board} board @param {string | null | undefined} lastTurn */
export function describeChange(previous, board, lastTurn) {
  if (previous?.position === board.position) return describeDraft(turnWords(previous.turn), board);
  if (previous && board.steps.length) {
    return `${sideName(board.side)}: ${stepsInWords(board.turn)}; ${stepsLeftText(board)}.`;
  }
  if (!lastTurn) return "";
  const mover = sideName(board.side === "g" ? "s" : "g");
  const news = lastSteps(previous?.turn ?? "", lastTurn);
  return `${mover}: ${stepsInWords(news) || lastTurn}.`;
}

/** The steps that complete a turn of which a part was on the board. @param {string} before @param {string} turn */
function lastSteps(before, turn) {
  return before && turn.startsWith(`${before} `) ? turn.slice(before.length) : turn;
}

// A preset or the mirror moves more than that; its own name says enough.
const MOST_PLACED = 2;

/**
 * A piece that was put somewhere, or two that changed places.
 * @param {Record<string, string>} before @param {Record<string, string>} after  letters by square
 * @returns {string} such as "gold elephant on d2, gold camel on e2."; empty: too much to tell
 */
export function describePlacing(before, after) {
  const squares = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const changed = squares.filter((square) => before[square] !== after[square]).sort();
  if (!changed.length || changed.length > MOST_PLACED) return "";
  const told = changed.map((square) => {
    const letter = after[square];
    return letter ? `${pieceName(letter)} on ${square}` : `${square} empty`;
  });
  return `${told.join(", ")}.`;
}

/** @param {string[]} before @param {Board} board */
function describeDraft(before, board) {
  const left = stepsLeftText(board);
  const now = turnWords(board.turn);
  if (now.length > before.length) return `${stepsInWords(now.slice(before.length))}; ${left}.`;
  if (now.length < before.length) return `Taken back: ${stepsInWords(before.slice(now.length))}; ${left}.`;
  return "";
}
