/**
 * The pieces beside the board: one is chosen and then painted on squares, or dragged there.
 *
 * The tools are radio buttons, so keys and screen readers know them.
 */

import { el } from "../dom.js";
import { pieceIcon } from "../piece-drawings.js";
import { pieceName } from "../pieces.js";
import { LETTERS, missing } from "./model.js";

/** @import { Pieces } from "../placements.js" */
/** @typedef {{ kind: "move" } | { kind: "erase" } | { kind: "piece", letter: string }} Tool */

const DRAG_AFTER_PX = 4;

export class Palette {
  /**
   * @param {{ gold: HTMLElement, silver: HTMLElement, tools: HTMLElement }} hosts
   * @param {(letter: string, square: string) => void} onDrop a piece was dragged to a square
   */
  constructor(hosts, onDrop) {
    this.onDrop = onDrop;
    /** @type {Tool} */
    this.tool = { kind: "move" };
    /** @type {Map<string, HTMLElement>} */
    this.counts = new Map();
    hosts.tools.append(
      this.#radio("Move pieces", { kind: "move" }, el("span", {}, "Move")),
      this.#radio("Erase pieces", { kind: "erase" }, el("span", {}, "Erase")),
    );
    for (const letter of LETTERS) {
      const host = letter === letter.toUpperCase() ? hosts.gold : hosts.silver;
      host.append(this.#piece(letter));
    }
    this.#choose({ kind: "move" });
  }

  /** @param {Tool} tool */
  #choose(tool) {
    this.tool = tool;
    const input = document.getElementById(idOf(tool));
    if (input instanceof HTMLInputElement) input.checked = true;
    document.body.dataset.tool = tool.kind;
  }

  /** @param {Pieces} pieces  on the board */
  show(pieces) {
    for (const [letter, count] of this.counts) {
      const left = missing(pieces, letter);
      count.textContent = left >= 0 ? String(left) : `${-left} too many`;
      count.classList.toggle("too-many", left < 0);
      count.parentElement?.classList.toggle("used-up", left <= 0);
    }
  }

  /** @param {string} letter */
  #piece(letter) {
    const count = el("span", { class: "palette-count" });
    const label = this.#radio(pieceName(letter), { kind: "piece", letter }, pieceIcon(letter), count);
    label.addEventListener("pointerdown", (event) => this.#press(event, letter));
    // A quick drag is no fling, which would swallow the next tap (see board/pointer.js).
    label.addEventListener("touchmove", (event) => event.preventDefault(), { passive: false });
    this.counts.set(letter, count);
    return label;
  }

  /** @param {string} name @param {Tool} tool @param {...Node} children */
  #radio(name, tool, ...children) {
    const input = el("input", {
      type: "radio",
      name: "tool",
      id: idOf(tool),
      class: "visually-hidden",
      "aria-label": name,
      onchange: () => this.#choose(tool),
    });
    return el("label", { class: "palette-tool", title: name }, input, ...children);
  }

  /**
   * A press that travels becomes a drag; one that does not is a click on the radio button.
   * @param {PointerEvent} start @param {string} letter
   */
  #press(start, letter) {
    if (!start.isPrimary || start.button !== 0) return;
    /** @type {HTMLElement | null} */
    let ghost = null;
    const gone = new AbortController();
    const end = () => {
      gone.abort();
      ghost?.remove();
    };
    addEventListener(
      "pointermove",
      (event) => {
        if (event.pointerId !== start.pointerId) return;
        if (!ghost && Math.hypot(event.clientX - start.clientX, event.clientY - start.clientY) < DRAG_AFTER_PX) return;
        ghost ??= document.body.appendChild(el("div", { class: "palette-ghost" }, pieceIcon(letter)));
        ghost.style.translate = `${event.clientX}px ${event.clientY}px`;
      },
      { signal: gone.signal },
    );
    addEventListener(
      "pointerup",
      (event) => {
        if (event.pointerId !== start.pointerId) return;
        const dragged = ghost !== null;
        end();
        const square = dragged ? squareUnder(event) : null;
        if (square) this.onDrop(letter, square);
      },
      { signal: gone.signal },
    );
    addEventListener("pointercancel", end, { signal: gone.signal });
  }
}

/** @param {PointerEvent} event @returns {string | null} the square of the board there */
export function squareUnder({ clientX, clientY }) {
  const cell = document.elementFromPoint(clientX, clientY)?.closest("[data-square]");
  return cell instanceof HTMLElement ? (cell.dataset.square ?? null) : null;
}

/** @param {Tool} tool */
function idOf(tool) {
  return tool.kind === "piece" ? `tool-${pieceName(tool.letter).replace(" ", "-")}` : `tool-${tool.kind}`;
}
