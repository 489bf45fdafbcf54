/** The keys that work wherever there is a board, and the dialog that lists them. */

import { openDialog } from "./dialogs.js";
import { el } from "./dom.js";

/** @type {[string, string][]} */
const KEYS = [
  ["Tab, Enter", "To the board, at the start of a page"],
  ["Arrows", "On the board: from square to square. Elsewhere: earlier and later turns"],
  ["Enter", "On the board: pick a piece up, put it down. Elsewhere: play the turn"],
  ["Ctrl Enter", "Play the turn, wherever the focus is"],
  ["Shift Arrow", "On the board: step, push or pull the piece in the focus. Elsewhere: earlier and later steps"],
  ["Escape", "Put the piece back"],
  ["Ctrl Z, Backspace", "Undo a step"],
  ["Ctrl Y", "Redo a step"],
  ["/", "Type steps"],
  ["F", "Flip the board"],
  ["?", "These keys"],
];

export function keyList() {
  const rows = KEYS.map(([key, text]) =>
    el("div", { class: "key-row" }, el("dt", {}, el("kbd", {}, key)), el("dd", {}, text)),
  );
  return el("dl", { class: "keys" }, ...rows);
}

export function openKeys() {
  openDialog({ title: "Keys" }, [keyList()]);
}
