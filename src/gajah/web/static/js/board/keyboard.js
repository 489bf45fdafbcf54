/** Keys on a board: arrows walk, Enter or Space picks up and puts down, Shift and an arrow steps. */

import { Refusal } from "../refusal.js";
import { cellOf, directionTo, squareAt } from "./geometry.js";
import { pieceAt } from "./state.js";

/** @import { BoardView } from "./board.js" */

/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

/** @param {BoardView} view */
export function bindKeyboard(view) {
  /** @param {KeyboardEvent} event */
  const pressed = (event) => {
    const cell = event.target instanceof HTMLElement ? event.target : null;
    if (!cell?.dataset.square || event.altKey) return;
    const arrow = ARROWS[event.key];
    const inTurn = (/** @type {import("./inputs.js").Act} */ act) => void view.inputs.add(act);
    if (arrow) inTurn(() => (event.shiftKey ? step(view, arrow) : walk(view, arrow)));
    else if (event.ctrlKey || event.metaKey) return;
    else if (event.key === "Enter" || event.key === " ") inTurn(() => activate(view));
    else if (event.key === "Escape" && (view.state.selected || view.hand.held)) view.select(null);
    else if (event.key === "Home") inTurn(() => walk(view, [-7, 0]));
    else if (event.key === "End") inTurn(() => walk(view, [7, 0]));
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  /** @param {FocusEvent} event */
  const followed = (event) => {
    const square = event.target instanceof HTMLElement ? event.target.dataset.square : undefined;
    if (square) view.cells.current = cellOf(square, view.state.orientation);
  };
  const grid = view.cells.grid;
  grid.addEventListener("keydown", pressed);
  grid.addEventListener("focusin", followed);
}

/**
 * The square with the focus, asked for when it is the key's turn: a step before it may have led it on.
 * @param {BoardView} view @param {[number, number]} [arrow]  or the one this far from it
 */
function focused(view, [dx, dy] = [0, 0]) {
  const [column, row] = view.cells.current;
  return squareAt(column + dx, row + dy, view.state.orientation);
}

/** @param {BoardView} view @param {[number, number]} arrow */
function walk(view, [dx, dy]) {
  const [column, row] = view.cells.current;
  view.cells.moveTo(column + dx, row + dy);
  return true;
}

/** @param {BoardView} view @param {[number, number]} arrow */
async function step(view, arrow) {
  const [from, to] = [focused(view), focused(view, arrow)];
  if (!from || !to) throw new Refusal("edge", "The board ends here.");
  const done = await view.hand.stepTowards(from, to, directionTo(from, to));
  return done && walk(view, arrow);
}

/**
 * Picks up or puts down; it never plays the turn, because the hand may be empty without the user
 * knowing: what was to be picked up is frozen.
 * @param {BoardView} view
 */
async function activate(view) {
  const { state, hand } = view;
  const square = focused(view) ?? "";
  const isEmpty = state.mode === "turn" && !state.selected && !pieceAt(state, square);
  if (state.interactive && isEmpty) throw new Refusal("empty", "No piece is picked up. Ctrl+Enter plays the turn.");
  return hand.understand(square, null);
}
