/** "Why?" on a line of the engine: what its first turn does, in the coach's words. */

import { api } from "../api.js";
import { el, makeButton } from "../dom.js";
import { reason } from "../refusal.js";

/** @import { LineShape as Line, Place } from "../wire.js" */
/** @typedef {(line: Line) => { place: Place, turns: string[] }} Follow  where a line begins, and its turns */

const NOTHING = "It captures, threatens and defends nothing at once.";

export class LineFacts {
  /** @param {Follow} follow */
  constructor(follow) {
    this.follow = follow;
    /** @type {Line | null} */
    this.line = null;
    /** The turn that is explained; empty: none. */
    this.turn = "";
    this.button = makeButton(
      { style: "line-why quiet", "aria-expanded": "false", onclick: () => this.#toggle() },
      "Why?",
    );
    this.root = el("ul", { class: "line-facts", "aria-live": "polite", hidden: true });
  }

  /** @param {Line} line  which may have another turn than before */
  show(line) {
    this.line = line;
    if (!this.root.hidden && this.turn !== line.turn) void this.#ask(line);
  }

  #toggle() {
    this.root.hidden = !this.root.hidden;
    this.button.setAttribute("aria-expanded", String(!this.root.hidden));
    this.turn = "";
    if (this.line) this.show(this.line);
  }

  /** @param {Line} line */
  async #ask(line) {
    this.turn = line.turn;
    const facts = await explain(this.follow(line)).catch((error) => [reason(error)]);
    if (this.turn === line.turn) this.root.replaceChildren(...facts.map((text) => el("li", {}, text)));
  }
}

/** @param {ReturnType<Follow>} begun @returns {Promise<string[]>} */
async function explain({ place, turns }) {
  const { position } = await api.post("/board", place);
  const { facts } = await api.post("/coach/explain", { position, turn: turns[0] });
  return facts.length ? facts.map(({ text }) => text) : [NOTHING];
}
