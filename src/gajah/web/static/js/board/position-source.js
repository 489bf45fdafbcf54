/** The source of turns for any position without a live game: analysis, puzzles, lessons. */

import { analysisSocket } from "../socket.js";

/** @import { Board } from "../wire.js" */
/**
 * @typedef {object} Place
 * @property {string | null} position  where the turns begin; null: the empty board
 * @property {import("../wire.js").Place["handicap"]} [handicap]  of the setups among the turns
 * @property {string[]} [turns]
 * @property {string[]} [steps]
 */

export class PositionSource {
  /** @param {Place} place @param {import("../socket.js").AnalysisSocket} [socket] */
  constructor({ position, handicap = null, turns = [], steps = [] }, socket = analysisSocket()) {
    this.socket = socket;
    /** Where the draft begins, as the server is told. */
    this.start = { position, handicap, turns };
    /** What was drafted. @type {string[]} */
    this.steps = steps;
    /** @type {string[]} */
    this.undone = [];
  }

  /** @param {Place} place */
  moveTo({ position, handicap = null, turns = [], steps = [] }) {
    this.start = { position, handicap, turns };
    this.steps = steps;
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
