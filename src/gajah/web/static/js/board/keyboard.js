/** Keys on a board: arrows walk, Enter or Space picks up and puts down, Shift and an arrow steps. */

import { cellOf, directionTo, squareAt } from "./geometry.js";

/** @typedef {import("./board.js").BoardView} BoardView */

/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

/**
 * @param {BoardView} view
 * @returns {() => void} undoes every listener
 */
export function bindKeyboard(view) {
  /** @param {KeyboardEvent} event */
  const pressed = (event) => {
    const cell = event.target instanceof HTMLElement ? event.target : null;
    const square = cell?.dataset.square;
    if (!square || event.altKey) return;
    const arrow = ARROWS[event.key];
    if (arrow) walk(view, square, arrow, event.shiftKey);
    else if (event.ctrlKey || event.metaKey) return;
    else if (event.key === "Enter" || event.key === " ") activate(view, square, event.key === "Enter");
    else if (event.key === "Escape" && (view.state.selected || view.state.drag)) view.select(null);
    else if (event.key === "Home") view.cells.moveTo(0, view.cells.current[1]);
    else if (event.key === "End") view.cells.moveTo(7, view.cells.current[1]);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  /** @param {FocusEvent} event */
  const focused = (event) => {
    const square = event.target instanceof HTMLElement ? event.target.dataset.square : undefined;
    if (square) view.cells.current = cellOf(square, view.state.orientation);
  };
  const grid = view.cells.grid;
  grid.addEventListener("keydown", pressed);
  grid.addEventListener("focusin", focused);
  return () => {
    grid.removeEventListener("keydown", pressed);
    grid.removeEventListener("focusin", focused);
  };
}

/**
 * @param {BoardView} view
 * @param {string} square
 * @param {[number, number]} arrow
 * @param {boolean} stepping
 */
function walk(view, square, [dx, dy], stepping) {
  const { orientation } = view.state;
  const [column, row] = cellOf(square, orientation);
  const next = squareAt(column + dx, row + dy, orientation);
  if (!next) return;
  if (!stepping) {
    view.cells.moveTo(column + dx, row + dy);
    return;
  }
  void view.hand.stepTowards(square, next, directionTo(square, next)).then((done) => {
    if (done) view.cells.moveTo(column + dx, row + dy);
  });
}

/**
 * Enter plays the turn where there is nothing to pick up or put down.
 * @param {BoardView} view
 * @param {string} square
 * @param {boolean} mayPlay
 */
function activate(view, square, mayPlay) {
  if (mayPlay && !view.hand.hasUseFor(square)) view.dispatchEvent(new CustomEvent("play"));
  else view.hand.tap(square, null);
}
