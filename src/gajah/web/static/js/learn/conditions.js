/** Whether a task is done, looked up in what the server has answered with: the board, and facts about the turn. */

import { neighbour } from "../board/geometry.js";

/** @import { Board, FactShape } from "../wire.js" */
/** @import { Condition, Task } from "./types.js" */

/**
 * What each condition means for its value, such as "Ed4" (piece and square), "d4", "g" or "saves d4".
 * @type {Record<string, (board: Board, value: any, facts: FactShape[]) => boolean>}
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
  two_guards: (board, value) => countGuards(board, value.slice(1), value[0]) >= 2,
  fact: (_, value, facts) => {
    const [kind, square] = value.split(" ");
    return facts.some((fact) => fact.kind === kind && (!square || fact.squares.includes(square)));
  },
};

/** @param {Board} board @param {string} trap @param {string} side */
function countGuards(board, trap, side) {
  const beside = ["n", "e", "s", "w"].map((direction) => board.pieces[neighbour(trap, direction) ?? ""]);
  return beside.filter((piece) => piece && (piece < "a" ? "g" : "s") === side).length;
}

/**
 * @param {Board} board @param {Condition[]} conditions  all must hold
 * @param {FactShape[]} [facts]  what the turn does, where needsFacts() asked for it
 */
export function holds(board, conditions, facts = []) {
  return conditions.every((condition) =>
    Object.entries(condition).every(([name, value]) => MEANINGS[name]?.(board, value, facts) ?? false),
  );
}

/** Does a condition of the task ask what the turn does? @param {Task} task */
export function needsFacts({ want, wrong = [] }) {
  return [want, ...wrong.map(({ when }) => when)].flat().some(({ fact }) => fact);
}
