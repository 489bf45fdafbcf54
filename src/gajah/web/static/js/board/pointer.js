/** Mouse, pen and finger on a board: they only say what was meant. */

import { settings } from "../settings.js";
import { BOARD, centre, neighbour, SQUARE, squareAt } from "./geometry.js";
import { extendPath } from "./route-choice.js";
import { legalStepsFrom, pieceAt } from "./state.js";

/** @import { BoardView } from "./board.js" */

const DRAG_AFTER_PX = { mouse: 4, pen: 6, touch: 8 };
// A hover arrow answers where it is drawn, at the very edge: most of a square means the piece there.
const ARROW_FROM = 37;
const ARROW_HALF_WIDTH = 18;

/**
 * @typedef {object} Press
 * @property {string} square
 * @property {number} x
 * @property {number} y
 * @property {number} pointerId
 * @property {string} type
 * @property {string[]} path  the squares it was led over
 * @property {boolean} dragging  was a piece taken into the hand?
 * @property {boolean} unseen  it was led on while the board waited for an answer
 */

/** @param {BoardView} view @param {PointerEvent} event @returns {[number, number]} in board units */
function pointOf(view, event) {
  const box = view.cells.grid.getBoundingClientRect();
  return [((event.clientX - box.left) / box.width) * BOARD, ((event.clientY - box.top) / box.height) * BOARD];
}

/** @param {BoardView} view @param {[number, number]} point @returns {string | null} */
function squareOf(view, [x, y]) {
  return squareAt(Math.floor(x / SQUARE), Math.floor(y / SQUARE), view.state.orientation);
}

/** @param {BoardView} view @param {PointerEvent} event @returns {string | null} null beside the board */
export function squareUnder(view, event) {
  return squareOf(view, pointOf(view, event));
}

/** @param {BoardView} view */
export function bindPointer(view) {
  const grid = view.cells.grid;
  /** @type {Press | null} */
  let press = null;

  /** @param {PointerEvent} event */
  const down = (event) => {
    if (!event.isPrimary || event.button !== 0 || !view.state.interactive) return;
    const square = squareUnder(view, event);
    if (!square) return;
    event.preventDefault();
    press = {
      square,
      x: event.clientX,
      y: event.clientY,
      pointerId: event.pointerId,
      type: event.pointerType,
      path: [square],
      dragging: false,
      unseen: false,
    };
    grid.setPointerCapture(event.pointerId);
    if (pieceAt(view.state, square) && !view.inputs.isBusy) view.hand.prefetch(square);
  };

  /**
   * The press has become a drag. While something is under way it is not known what will stand there
   * then: the way is remembered, and the piece lifted as soon as it is known.
   * @param {Press} press @param {[number, number]} point
   */
  const lift = (press, point) => {
    if (view.inputs.isBusy) press.unseen = true;
    else press.dragging = view.hand.grab(press.path, point, press.type === "touch");
    if (press.dragging) view.hand.dragTo(point, squareOf(view, point));
  };

  /** @param {PointerEvent} event */
  const move = (event) => {
    const point = pointOf(view, event);
    if (press?.pointerId !== event.pointerId) {
      if (event.pointerType === "mouse") view.hand.hover(squareOf(view, point));
      return;
    }
    if (view.hand.held) {
      view.hand.dragTo(point, squareOf(view, point));
      return;
    }
    if (press.dragging) {
      press = null; // it was put back meanwhile: by Escape, or because another board is shown
      return;
    }
    const threshold = DRAG_AFTER_PX[/** @type {"mouse"} */ (press.type)] ?? DRAG_AFTER_PX.mouse;
    const far = Math.hypot(event.clientX - press.x, event.clientY - press.y) > threshold;
    if (far || press.unseen) lift(press, point);
    const over = squareOf(view, point);
    if (over) press.path = extendPath(press.path, over);
  };

  /** @param {PointerEvent} event */
  const up = (event) => {
    if (press?.pointerId !== event.pointerId) return;
    const { square, type, path, dragging, unseen } = press;
    const over = squareUnder(view, event);
    press = null;
    if (view.hand.held) view.hand.drop();
    else if (dragging || !over) return;
    else if (over === square)
      view.hand.tap(square, type === "mouse" ? arrowStep(view, square, pointOf(view, event)) : null);
    else if (unseen) view.hand.carry(extendPath(path, over));
  };

  /** @param {PointerEvent} event */
  const cancel = (event) => {
    if (press?.pointerId !== event.pointerId) return;
    press = null;
    view.hand.cancelDrag();
  };
  /** A long touch on a piece is the start of a drag, not a wish for a menu. @param {Event} event */
  const menu = (event) => {
    if (press?.type === "touch") event.preventDefault();
  };

  /**
   * A quick drag is no fling: Chromium would wait for it to end, and swallow the next tap anywhere
   * on the page. (The pointer has come down before this is told.) @param {TouchEvent} event
   */
  const touch = (event) => {
    if (press?.type === "touch") event.preventDefault();
  };

  grid.addEventListener("pointerdown", down);
  grid.addEventListener("pointermove", move);
  grid.addEventListener("pointerup", up);
  grid.addEventListener("pointercancel", cancel);
  grid.addEventListener("pointerleave", () => view.hand.hover(null));
  grid.addEventListener("contextmenu", menu);
  grid.addEventListener("touchstart", touch, { passive: false });
}

/**
 * The step whose hover arrow was hit.
 * @param {BoardView} view @param {string} square @param {[number, number]} point
 */
function arrowStep(view, square, [x, y]) {
  if (!settings.get("hoverArrows")) return null;
  const [cx, cy] = centre(square, view.state.orientation);
  const hit = legalStepsFrom(view.state, square).find((step) => {
    const [nx, ny] = centre(neighbour(square, step[3] ?? "") ?? square, view.state.orientation);
    const [dx, dy] = [(nx - cx) / SQUARE, (ny - cy) / SQUARE];
    const along = (x - cx) * dx + (y - cy) * dy;
    const across = Math.abs((x - cx) * dy - (y - cy) * dx);
    return along >= ARROW_FROM && across <= ARROW_HALF_WIDTH;
  });
  return hit ?? null;
}
