/** What happens on a board, as sentences for screen readers. */

import { kindName, pieceName, sideName } from "../pieces.js";
import { parseSteps, turnWords } from "./steps.js";

/** @import { Board } from "../wire.js" */

/**
 * @param {string | string[]} steps
 * @returns {string} such as "elephant e2 to e3, silver rabbit lost on c3"
 */
function stepsInWords(steps) {
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
  if (!lastTurn) return "";
  const mover = sideName(board.side === "g" ? "s" : "g");
  return `${mover}: ${stepsInWords(lastTurn) || lastTurn}.`;
}

/** @param {string[]} before @param {Board} board */
function describeDraft(before, board) {
  const left = stepsLeftText(board);
  const now = turnWords(board.turn);
  if (now.length > before.length) return `${stepsInWords(now.slice(before.length))}; ${left}.`;
  if (now.length < before.length) return `Taken back: ${stepsInWords(before.slice(now.length))}; ${left}.`;
  return "";
}
