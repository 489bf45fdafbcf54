/** Painting on the board: with a chosen piece or the eraser, by pointer, and by keys on a square. */

import { LETTERS } from "./model.js";
import { squareUnder } from "./palette.js";

/** @import { Tool } from "./palette.js" */
/** @typedef {{ put: (square: string, letter: string) => void, take: (square: string) => void }} Strokes */

/**
 * Listens before the board does: while a brush is chosen, the board's own dragging rests.
 * @param {HTMLElement} host @param {() => Tool} toolNow @param {Strokes} strokes
 */
export function bindBrush(host, toolNow, strokes) {
  /** @param {string | null} square @returns {boolean} was there something to paint with? */
  const paint = (square) => {
    const tool = toolNow();
    if (!square || tool.kind === "move") return false;
    if (tool.kind === "erase") strokes.take(square);
    else strokes.put(square, tool.letter);
    return true;
  };
  /** @type {string | null} the square that the stroke painted last */
  let last = null;
  host.addEventListener(
    "pointerdown",
    (event) => {
      if (!event.isPrimary || event.button !== 0) return;
      const square = squareUnder(event);
      if (!paint(square)) return;
      last = square;
      event.preventDefault();
      event.stopPropagation();
    },
    { capture: true },
  );
  addEventListener("pointermove", (event) => {
    if (last === null || event.buttons !== 1) return;
    const square = squareUnder(event);
    if (square && square !== last && paint(square)) last = square;
  });
  addEventListener("pointerup", () => {
    last = null;
  });
  host.addEventListener(
    "keydown",
    (event) => {
      const square = event.target instanceof HTMLElement ? event.target.dataset.square : undefined;
      if (!square || event.ctrlKey || event.metaKey || event.altKey) return;
      if (!press(event.key, square)) return;
      event.preventDefault();
      event.stopPropagation();
    },
    { capture: true },
  );

  /** @param {string} key @param {string} square @returns {boolean} did the key mean anything? */
  function press(key, square) {
    if (key === "Delete" || key === "Backspace") strokes.take(square);
    else if (LETTERS.includes(key)) strokes.put(square, key);
    else if (key === "Enter" || key === " ") return paint(square);
    else return false;
    return true;
  }
}
