/** The pieces that a side plays without: tapped one by one, or typed as letters. */

import { el } from "../dom.js";
import { field } from "../fields.js";
import { pieceIcon } from "../piece-drawings.js";
import { ARMY, KIND_ORDER, kindName, sideName } from "../pieces.js";
import { capital } from "../text.js";

/** @import { SideLetter as Side } from "../wire.js" */

export class HandicapField {
  /** @param {Side} side */
  constructor(side) {
    this.side = side;
    this.input = el("input", {
      type: "text",
      placeholder: "nothing",
      maxlength: 16,
      autocomplete: "off",
      pattern: "[EMHDCRemhdcr]*",
      title: "Letters of the pieces left out: E M H D C R, for example M or HR",
      oninput: () => this.#show(),
    });
    this.buttons = [...KIND_ORDER].map((kind) => this.#button(kind));
    const name = `Leave ${sideName(side)} pieces out`;
    const pieces = el("div", { class: "handicap", role: "group", "aria-label": name }, ...this.buttons);
    this.root = field(`${capital(sideName(side))} plays without`, this.input, pieces);
    this.#show();
  }

  /** The letters of the pieces left out. */
  get value() {
    return this.input.value.trim();
  }

  /** @param {string} kind */
  #button(kind) {
    const letter = this.side === "g" ? kind : kind.toLowerCase();
    return el(
      "button",
      { type: "button", class: "handicap-piece", "data-kind": kind, onclick: () => this.#leaveOut(kind) },
      pieceIcon(letter),
      el("span", { class: "handicap-count", "aria-hidden": "true" }),
    );
  }

  /** @param {string} kind  one more of them; after the last, all are back */
  #leaveOut(kind) {
    const others = [...this.value.toUpperCase()].filter((letter) => letter !== kind);
    const count = (this.#count(kind) + 1) % ((ARMY[kind] ?? 0) + 1);
    const letters = [...others, ...kind.repeat(count)];
    this.input.value = letters.sort((a, b) => KIND_ORDER.indexOf(a) - KIND_ORDER.indexOf(b)).join("");
    this.#show();
  }

  /** @param {string} kind  how many of them are left out? */
  #count(kind) {
    return this.value.toUpperCase().split(kind).length - 1;
  }

  #show() {
    for (const button of this.buttons) {
      const kind = button.dataset.kind ?? "";
      const [count, all] = [this.#count(kind), ARMY[kind] ?? 0];
      const words = `${capital(kindName(kind))}: ${count} of ${all} left out`;
      button.setAttribute("aria-label", words);
      button.title = words;
      button.classList.toggle("out", count > 0);
      const [, badge] = button.children;
      if (badge) badge.textContent = count ? `−${count}` : "";
    }
  }
}
