/** What each side has taken, under the board. */

import { captures, parseSteps } from "../board/steps.js";
import { CapturedPieces } from "../captured-pieces.js";
import { el } from "../dom.js";
import { replay } from "../history.js";
import { pieceSide, sideName } from "../pieces.js";

/** @import { SideLetter as Side } from "../wire.js" */
/** @import { Study } from "./study.js" */

const SIDES = /** @type {Side[]} */ (["g", "s"]);

export class TakenPieces {
  /** @param {HTMLElement} host @param {Study} study */
  constructor(host, study) {
    this.study = study;
    this.pictures = { g: new CapturedPieces(), s: new CapturedPieces() };
    for (const side of SIDES) {
      const dot = el("span", { class: `side-dot ${sideName(side)}`, "aria-hidden": "true" });
      const label = `Taken by ${sideName(side)}`;
      host.append(el("span", { class: "taken", role: "group", "aria-label": label }, dot, this.pictures[side].root));
    }
  }

  /** @param {string} more  steps after the study's current turn: a draft, or a line of the engine */
  show(more) {
    const { tree, current, home } = this.study;
    const taken = replay(tree.path(current), home.position).at(-1)?.captured ?? [];
    const letters = [...taken, ...captures(parseSteps(more)).map(({ piece }) => piece)];
    for (const side of SIDES) this.pictures[side].show(letters.filter((letter) => pieceSide(letter) !== side));
  }
}
