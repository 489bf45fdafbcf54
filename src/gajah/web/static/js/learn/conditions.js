/** Whether a task is done, looked up on the board that the server has answered with. */

/** @import { Board } from "../wire.js" */
/** @import { Condition } from "./types.js" */

/**
 * What each condition means for its value, such as "Ed4" (piece and square), "d4" or "g".
 * @type {Record<string, (board: Board, value: any) => boolean>}
 */
const MEANINGS = {
  at: (board, value) => board.pieces[value.slice(1)] === value[0],
  empty_of: (board, value) => board.pieces[value.slice(1)] !== value[0],
  moved: (board, value) => !board.pieces[value.slice(1)] && Boolean(board.steps[0]?.startsWith(value)),
  steps: (board, value) => board.steps.length === value,
  free: (board, value) => !board.frozen.includes(value),
  frozen: (board, value) => board.frozen.includes(value),
  captured: (board, value) => board.captures.includes(value),
  captured_piece: (board, value) => board.captures.some((piece) => piece[0] === value),
  wins: (board, value) => board.goal === value,
};

/** @param {Board} board @param {Condition[]} conditions  all must hold */
export function holds(board, conditions) {
  return conditions.every((condition) =>
    Object.entries(condition).every(([name, value]) => MEANINGS[name]?.(board, value) ?? false),
  );
}
