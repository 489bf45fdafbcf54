/** The source of turns for any position without a live game: analysis, puzzles, lessons. */

import { analysisSocket } from "../socket.js";

/** @typedef {import("../types.js").Board} Board */
/** @typedef {{ position: string | null, turns?: string[], steps?: string[] }} Place */

export class PositionSource {
  /** @param {Place} place @param {import("../socket.js").Socket} [socket] */
  constructor({ position, turns = [], steps = [] }, socket = analysisSocket()) {
    this.socket = socket;
    this.position = position;
    this.turns = turns;
    /** What was drafted, each entry as it was entered with the captures it caused. @type {string[]} */
    this.steps = steps;
    /** @type {string[]} */
    this.undone = [];
  }

  /** @param {Place} place */
  moveTo({ position, turns = [], steps = [] }) {
    this.position = position;
    this.turns = turns;
    this.steps = steps;
    this.undone = [];
  }

  /** The Board now. @returns {Promise<Board>} */
  board() {
    return this.fetchBoard(this.steps, this.undone);
  }

  /** @param {string[]} steps @param {string[]} undone @returns {Promise<Board>} */
  async fetchBoard(steps, undone) {
    const { position, turns } = this;
    const { board } = await this.socket.ask({ type: "board", position, turns, steps });
    this.steps = steps;
    this.undone = undone;
    return { ...board, undone: undone.length };
  }

  /** @param {string[]} steps */
  step(steps) {
    return this.fetchBoard([...this.steps, ...withoutCaptures(steps)], []);
  }

  undo() {
    const last = this.steps.slice(-1);
    return this.fetchBoard(this.steps.slice(0, -1), [...this.undone, ...last]);
  }

  redo() {
    const next = this.undone.slice(-1);
    return this.fetchBoard([...this.steps, ...next], this.undone.slice(0, -1));
  }

  reset() {
    return this.fetchBoard([], [...this.undone, ...this.steps.toReversed()]);
  }

  /** @param {string} square @returns {Promise<import("../types.js").Route[]>} */
  async routes(square) {
    const { position, turns, steps } = this;
    return (await this.socket.ask({ type: "routes", position, turns, steps, square })).routes;
  }

  /** @param {string} text @returns {Promise<import("../types.js").Preview>} */
  async preview(text) {
    const { position, turns, steps } = this;
    const { board, text: why } = await this.socket.ask({ type: "preview", position, turns, steps, text });
    return { board, text: why };
  }
}

/** A capture follows from its step; sent or not, the server adds it. @param {string[]} steps */
function withoutCaptures(steps) {
  return steps.filter((step) => !step.endsWith("x"));
}
