/** The source of turns in a live game: every step goes to the server, which keeps the draft. */

/** @import { Board } from "../wire.js" */

export class LiveSource {
  /** @param {import("../socket.js").GameSocket} socket */
  constructor(socket) {
    this.socket = socket;
  }

  /** @param {import("../wire.js").AddSteps | import("../wire.js").Undo | import("../wire.js").Redo | import("../wire.js").Reset} message @returns {Promise<Board>} */
  async #draft(message) {
    return (await this.socket.ask(message)).board;
  }

  /** @param {string[]} steps */
  step(steps) {
    return this.#draft({ type: "steps", steps });
  }

  undo() {
    return this.#draft({ type: "undo" });
  }

  redo() {
    return this.#draft({ type: "redo" });
  }

  reset() {
    return this.#draft({ type: "reset" });
  }

  /** @param {string} square @returns {Promise<import("../wire.js").Route[]>} */
  async routes(square) {
    return (await this.socket.ask({ type: "routes", square })).routes;
  }

  /** @param {string} text @returns {Promise<import("../wire.js").PreviewShown>} */
  preview(text) {
    return this.socket.ask({ type: "preview", text });
  }

  send() {
    return this.socket.ask({ type: "send" });
  }
}
