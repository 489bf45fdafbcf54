/** The squares as a grid that keys and screen readers can walk over, laid upon the picture. */

import { el } from "../dom.js";
import { pieceName } from "../pieces.js";
import { squareAt, TRAPS } from "./geometry.js";
import { COLOUR_NAMES, pendingNow, pieceAt, shownDrawing } from "./state.js";

/** @import { BoardState } from "./state.js" */

export class Cells {
  /** @param {HTMLElement} root @param {string} label */
  constructor(root, label) {
    this.cells = Array.from({ length: 64 }, () => el("div", { role: "gridcell", tabindex: "-1", class: "cell" }));
    const rows = Array.from({ length: 8 }, (_, row) =>
      el("div", { role: "row", class: "cell-row" }, ...this.cells.slice(row * 8, row * 8 + 8)),
    );
    this.grid = el("div", { class: "cells", role: "grid", "aria-label": label }, ...rows);
    /** The cell that Tab leads to, as column and row on the screen. @type {[number, number]} */
    this.current = [4, 6];
    root.append(this.grid);
  }

  /** @param {BoardState} state */
  draw(state) {
    this.cells.forEach((cell, i) => {
      const square = squareAt(i % 8, Math.floor(i / 8), state.orientation) ?? "";
      const name = cellName(state, square);
      if (cell.getAttribute("aria-label") !== name) cell.setAttribute("aria-label", name);
      cell.dataset.square = square;
      cell.classList.toggle("occupied", pieceAt(state, square) !== undefined);
      cell.setAttribute("aria-selected", String(state.selected === square));
      cell.tabIndex = i === this.current[1] * 8 + this.current[0] ? 0 : -1;
    });
  }

  /** @param {number} column @param {number} row */
  moveTo(column, row) {
    const clamp = (/** @type {number} */ value) => Math.max(0, Math.min(7, value));
    this.current = [clamp(column), clamp(row)];
    this.cells.forEach((cell, i) => (cell.tabIndex = i === this.current[1] * 8 + this.current[0] ? 0 : -1));
    this.focus();
  }

  focus() {
    this.cells[this.current[1] * 8 + this.current[0]]?.focus({ preventScroll: true });
  }
}

/** @param {BoardState} state @param {string} square @returns {string} such as "gold elephant e2, frozen" */
function cellName(state, square) {
  const piece = pieceAt(state, square);
  const trap = TRAPS.includes(square) ? "trap " : "";
  const notes = [];
  if (state.frozen.includes(square)) notes.push("frozen");
  const pending = pendingNow(state.board);
  if (pending?.square === square) notes.push(`the ${pending.kind} goes here`);
  const { arrows, marks } = shownDrawing(state);
  for (const mark of marks) if (mark.square === square) notes.push(`marked ${COLOUR_NAMES[mark.colour]}`);
  for (const { from, to, colour } of arrows) if (from === square) notes.push(`${COLOUR_NAMES[colour]} arrow to ${to}`);
  const counts = state.routes.filter((route) => route.to === square).map((route) => route.count);
  if (counts.length) notes.push(`in reach with ${Math.min(...counts)}`);
  return [`${piece ? `${pieceName(piece.letter)} ` : ""}${trap}${square}`, ...notes].join(", ");
}
