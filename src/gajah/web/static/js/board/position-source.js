/** The source of turns for any position without a live game: analysis, puzzles, lessons. */

import { analysisSocket } from "../socket.js";

/** @import { Board, Place } from "../wire.js" */

export class PositionSource {
  /**
   * @param {Partial<Omit<Place, "steps">>} start  where the draft begins; without a position, on the empty board
   * @param {string[]} [steps]  drafted already
   */
  constructor(start, steps = []) {
    this.socket = analysisSocket();
    this.start = start;
    /** What was drafted. @type {string[]} */
    this.steps = steps;
    /** @type {string[]} */
    this.undone = [];
  }

  /** The Board now. @returns {Promise<Board>} */
  board() {
    return this.#fetchBoard(this.steps, this.undone);
  }

  /** @param {string[]} steps @param {string[]} undone @returns {Promise<Board>} */
  async #fetchBoard(steps, undone) {
    const { board } = await this.socket.ask({ type: "board", ...this.start, steps });
    this.steps = steps;
    this.undone = undone;
    return { ...board, undone: undone.length };
  }

  /** @param {string[]} steps */
  step(steps) {
    return this.#fetchBoard([...this.steps, ...steps], []);
  }

  undo() {
    const last = this.steps.slice(-1);
    return this.#fetchBoard(this.steps.slice(0, -1), [...this.undone, ...last]);
  }

  redo() {
    const next = this.undone.slice(-1);
    return this.#fetchBoard([...this.steps, ...next], this.undone.slice(0, -1));
  }

  reset() {
    return this.#fetchBoard([], [...this.undone, ...this.steps.toReversed()]);
  }

  /** @param {string} square @returns {Promise<import("../wire.js").Route[]>} */
  async routes(square) {
    const { start, steps } = this;
    return (await this.socket.ask({ type: "routes", ...start, steps, square })).routes;
  }

  /** @param {string} text @returns {Promise<import("../wire.js").PreviewShown>} */
  preview(text) {
    const { start, steps } = this;
    return this.socket.ask({ type: "preview", ...start, steps, text });
  }
}
