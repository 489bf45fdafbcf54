/** Which puzzles are solved, and how many in a row at the first try; kept in this browser. */

import { keep, recall } from "../storage.js";

const KEY = "gajah.puzzles";

export class Tally {
  constructor() {
    const { solved, streak } = recall(KEY);
    /** @type {Set<string>} */
    this.solved = new Set(Array.isArray(solved) ? solved : []);
    this.streak = Number(streak) || 0;
  }

  /** @param {string} id @param {boolean} unaided  at the first try and without help */
  add(id, unaided) {
    this.solved.add(id);
    if (unaided) this.streak += 1;
    this.#save();
  }

  miss() {
    this.streak = 0;
    this.#save();
  }

  #save() {
    keep(KEY, { solved: [...this.solved], streak: this.streak });
  }
}
