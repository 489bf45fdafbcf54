/** The pieces a side has taken, one picture for each kind, with their number where there are several. */

import { el } from "./dom.js";
import { pieceIcon } from "./piece-drawings.js";
import { KIND_ORDER, kindNames } from "./pieces.js";

export class CapturedPieces {
  constructor() {
    this.root = el("span", { class: "captured", role: "img", hidden: true });
    this.key = "";
  }

  /** @param {string[]} letters  in any order */
  show(letters) {
    const key = letters.toSorted(byStrength).join("");
    if (key === this.key) return;
    this.key = key;
    this.root.hidden = !key;
    const words = `Captured: ${kindNames(key)}`;
    this.root.setAttribute("aria-label", words);
    this.root.title = words;
    this.root.replaceChildren(...[...new Set(key)].map((letter) => kind(letter, key.split(letter).length - 1)));
  }
}

/** @param {string} letter @param {number} count */
function kind(letter, count) {
  return el("span", { class: "captured-kind" }, pieceIcon(letter), count > 1 && `×${count}`);
}

/** @param {string} a @param {string} b  letters of pieces */
function byStrength(a, b) {
  return KIND_ORDER.indexOf(a.toUpperCase()) - KIND_ORDER.indexOf(b.toUpperCase());
}
