/**
 * Drawing on a board: with the right button at any time, with finger and keys while the pencil is taken up.
 * From a square to another is an arrow, a square alone is a mark. Each stroke is a `drawn` event of the
 * board; what is kept of it is the page's business.
 */

import { squareUnder } from "./pointer.js";

/** @import { BoardView } from "./board.js" */

export class Pencil {
  /** @param {BoardView} view */
  constructor(view) {
    this.view = view;
    this.colour = "G";
    this.isOn = false;
    /** @type {number | null} the pointer that draws */
    this.pointer = null;
    const grid = view.cells.grid;
    // Before the board's own listeners: what draws must not move a piece.
    const early = { capture: true };
    grid.addEventListener("pointerdown", (event) => this.#down(event), early);
    grid.addEventListener("pointermove", (event) => this.#move(event), early);
    grid.addEventListener("pointerup", (event) => this.#up(event), early);
    grid.addEventListener("pointercancel", () => this.#drop(), early);
    grid.addEventListener("keydown", (event) => this.#key(event), early);
    grid.addEventListener("contextmenu", (event) => event.preventDefault(), early);
    grid.addEventListener("touchstart", (event) => this.isOn && event.preventDefault(), { ...early, passive: false });
  }

  /** Takes the pencil up or lays it down. @param {boolean} on */
  take(on) {
    this.isOn = on;
    this.#drop();
    this.view.select(null);
    this.view.root.classList.toggle("drawing", on);
  }

  /** @param {PointerEvent} event */
  #down(event) {
    const draws = event.button === 2 || (this.isOn && event.button === 0);
    if (!draws || !event.isPrimary || this.view.hand.held) return;
    const square = squareUnder(this.view, event);
    event.stopPropagation();
    event.preventDefault();
    if (!square) return;
    this.pointer = event.pointerId;
    this.view.cells.grid.setPointerCapture(event.pointerId);
    this.#draw({ from: square, to: square, colour: this.#colourOf(event) });
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const { stroke } = this.view.state;
    if (this.pointer !== event.pointerId || !stroke) return;
    event.stopPropagation();
    this.#draw({ ...stroke, to: squareUnder(this.view, event) ?? stroke.to });
  }

  /** @param {PointerEvent} event */
  #up(event) {
    if (this.pointer !== event.pointerId) return;
    event.stopPropagation();
    if (squareUnder(this.view, event)) this.#finish();
    else this.#drop();
  }

  /** Enter or space begins a stroke on a square and ends it on another one. @param {KeyboardEvent} event */
  #key(event) {
    const square = event.target instanceof HTMLElement ? event.target.dataset.square : undefined;
    if (!this.isOn || !square) return;
    const { stroke } = this.view.state;
    if (event.key === "Enter" || event.key === " ") {
      if (stroke) {
        this.#draw({ ...stroke, to: square });
        this.#finish();
      } else {
        this.#draw({ from: square, to: square, colour: this.#colourOf(event) });
        this.view.say(`From ${square}. Enter on another square draws an arrow, here once more a mark.`);
      }
    } else if (event.key === "Escape" && stroke) this.#drop();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** As on lichess: shift or control is red, alt is blue, both are yellow. @param {PointerEvent | KeyboardEvent} event */
  #colourOf({ shiftKey, ctrlKey, altKey }) {
    const red = shiftKey || ctrlKey;
    if (red && altKey) return "Y";
    if (altKey) return "B";
    return red ? "R" : this.colour;
  }

  /** @param {import("./state.js").Stroke | null} stroke */
  #draw(stroke) {
    this.view.state.stroke = stroke;
    this.view.redraw();
  }

  #finish() {
    const detail = this.view.state.stroke;
    this.#drop();
    if (detail) this.view.dispatchEvent(new CustomEvent("drawn", { detail }));
  }

  #drop() {
    this.pointer = null;
    this.#draw(null);
  }
}
