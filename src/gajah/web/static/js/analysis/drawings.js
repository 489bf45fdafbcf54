/** Arrows and marks of the user's own, kept with the turn: drawing them, and the bar for it under the board. */

import { Pencil } from "../board/pencil.js";
import { COLOUR_NAMES, withStroke } from "../board/state.js";
import { toastError } from "../dialogs.js";
import { el, iconButton, makeButton } from "../dom.js";
import { ICONS } from "../icons.js";

/** @import { BoardView } from "../board/board.js" */
/** @import { Drawing, Stroke } from "../board/state.js" */
/** @import { Study } from "./study.js" */
/** @typedef {{ arrows: string[], marks: string[] }} Written */

const HELP = "Drag from square to square for an arrow, tap a square to mark it; the same again removes it.";

export class Drawings {
  /** @param {HTMLElement} host  the bar @param {HTMLElement} buttonHost @param {Study} study @param {BoardView} view */
  constructor(host, buttonHost, study, view) {
    this.host = host;
    this.study = study;
    this.view = view;
    this.pencil = new Pencil(view);
    /** Is the position of the current turn on the board? */
    this.isVisible = true;
    /** What the server has not kept yet, by node. @type {Map<number, Drawing>} */
    this.unsaved = new Map();
    this.button = iconButton("Draw arrows and marks", ICONS.pencil, {
      title: "Draw arrows and marks (d), or drag with the right mouse button",
      "aria-pressed": "false",
      onclick: () => this.toggle(),
    });
    buttonHost.append(this.button);
    const clear = makeButton({ onclick: () => this.#keep({ arrows: [], marks: [] }) }, "Clear");
    const done = makeButton({ style: "primary", title: "Escape", onclick: () => this.toggle(false) }, "Done");
    host.replaceChildren(el("p", {}, HELP), el("div", { class: "row" }, this.#colours(), clear, done));
    host.hidden = true;
    view.addEventListener("drawn", (event) => this.#draw(/** @type {CustomEvent<Stroke>} */ (event).detail));
  }

  /** Takes the pencil up or lays it down. @param {boolean} [on] */
  toggle(on = !this.pencil.isOn) {
    if (on === this.pencil.isOn) return;
    const hadFocus = this.host.contains(document.activeElement);
    this.pencil.take(on);
    this.host.hidden = !on;
    this.button.setAttribute("aria-pressed", String(on));
    if (on) this.view.focus();
    else if (hadFocus) this.button.focus();
  }

  /** Shows what is drawn at the current turn. @param {boolean} isVisible  false: another position is shown */
  show(isVisible) {
    this.isVisible = isVisible;
    this.view.drawing(isVisible ? this.#now() : { arrows: [], marks: [] });
  }

  /** What is drawn over the board, as records write it: none while another position is shown. */
  get written() {
    return write(this.isVisible ? this.#now() : { arrows: [], marks: [] });
  }

  /** @returns {Drawing} */
  #now() {
    const { id, arrows, marks } = this.study.node;
    return this.unsaved.get(id) ?? read(arrows, marks);
  }

  /** @param {Stroke} stroke */
  #draw(stroke) {
    if (!this.isVisible) return;
    const before = this.#now();
    const after = withStroke(before, stroke);
    this.#keep(after);
    const isGone = after.arrows.length < before.arrows.length || after.marks.length < before.marks.length;
    const { from, to, colour } = stroke;
    const what = from === to ? `mark on ${from}` : `arrow from ${from} to ${to}`;
    this.view.say(`${COLOUR_NAMES[colour]} ${what}${isGone ? " removed" : ""}.`);
  }

  /** @param {Drawing} drawing */
  #keep(drawing) {
    const node = this.study.current;
    this.unsaved.set(node, drawing);
    this.view.drawing(drawing);
    void this.#send(node, write(drawing)).finally(() => {
      if (this.unsaved.get(node) === drawing) this.unsaved.delete(node);
    });
  }

  /** @param {number} node @param {Written} drawn */
  async #send(node, drawn) {
    try {
      await this.study.change({ op: "draw", node, ...drawn });
    } catch (error) {
      toastError(error);
    }
  }

  #colours() {
    const choices = Object.entries(COLOUR_NAMES).map(([colour, name]) =>
      el(
        "label",
        { class: `pen drawn-${colour}`, title: name },
        el("input", {
          type: "radio",
          name: "pen",
          "aria-label": name,
          checked: colour === this.pencil.colour,
          onchange: () => {
            this.pencil.colour = colour;
          },
        }),
      ),
    );
    return el("div", { class: "pens", role: "radiogroup", "aria-label": "Colour" }, ...choices);
  }
}

/** @param {Drawing} drawing @returns {Written} */
function write({ arrows, marks }) {
  return {
    arrows: arrows.map(({ colour, from, to }) => colour + from + to),
    marks: marks.map(({ colour, square }) => colour + square),
  };
}

/** @param {string[]} arrows such as `Ge2e5` @param {string[]} marks such as `Re4` @returns {Drawing} */
function read(arrows, marks) {
  return {
    arrows: arrows.map((text) => ({ colour: text.charAt(0), from: text.slice(1, 3), to: text.slice(3) })),
    marks: marks.map((text) => ({ colour: text.charAt(0), square: text.slice(1) })),
  };
}
