/** Which pieces were frozen in positions of the past: the server knows, once it is asked. */

import { api } from "../api.js";
import { positionText } from "../placements.js";

/** @import { Pieces } from "../placements.js" */

export class FrozenPieces {
  /** @param {() => void} onAnswer  more is known now */
  constructor(onAnswer) {
    this.onAnswer = onAnswer;
    /** Squares by position. @type {Map<string, string[]>} */
    this.known = new Map();
    this.isAsking = false;
    /** The position that was asked about last. */
    this.wanted = "";
  }

  /** @param {Pieces} pieces @returns {string[]} their squares; none until the answer has come */
  among(pieces) {
    // Which side is to move makes no difference.
    this.wanted = positionText({ side: "g", pieces });
    const squares = this.known.get(this.wanted);
    if (!squares && !this.isAsking) void this.#ask();
    return squares ?? [];
  }

  /** One question at a time, and only about where the player has come to by then: a held key is fast. */
  async #ask() {
    this.isAsking = true;
    try {
      while (!this.known.has(this.wanted)) {
        const position = this.wanted;
        this.known.set(position, (await api.post("/board", { position })).frozen);
      }
      this.onAnswer();
    } catch {
      // Without a connection the marks are missing, as long as nothing else is looked at.
    } finally {
      this.isAsking = false;
    }
  }
}
