/** The analysis of one page: boards without a game, at most one search at a time, a review to follow. */

import { Refusal, reason } from "../refusal.js";
import { analyse } from "./analyse.js";
import { boardAt, previewAt, routesAt } from "./boards.js";

/** @import { AnalysisMessage, AnalysisTold, ReviewState } from "../wire.js" */
/** @import { House } from "./house.js" */
/** @typedef {{ [K in AnalysisTold["type"]]: Omit<Extract<AnalysisTold, { type: K }>, "ref"> }[AnalysisTold["type"]]} Told */

const VERSION = 1;

export class AnalysisDesk {
  /** @type {AbortController} */ #search = new AbortController();
  #unfollow = () => {};

  /** @param {House} house @param {(message: Told, ref?: number | null) => void} tell */
  constructor(house, tell) {
    this.house = house;
    this.tell = tell;
  }

  open() {}

  async close() {
    this.#search.abort();
    this.#unfollow();
  }

  /** @param {AnalysisMessage} message */
  async hear(message) {
    try {
      await this.#obey(message);
    } catch (error) {
      const code = error instanceof Refusal ? error.code : "failed";
      this.tell({ type: "error", code, text: reason(error) }, message.ref);
    }
  }

  /** @param {AnalysisMessage} message */
  async #obey(message) {
    const { core, reviews } = this.house;
    const { ref } = message;
    switch (message.type) {
      case "hello":
        return this.tell({ type: "welcome", version: VERSION, tab_engine: false }, ref);
      case "ping":
        return this.tell({ type: "pong", id: message.id }, ref);
      case "board":
        return this.tell({ type: "board", board: boardAt(core, placeOf(message)) }, ref);
      case "routes": {
        const { square } = message;
        return this.tell({ type: "routes", square, routes: routesAt(core, placeOf(message), square) }, ref);
      }
      case "preview":
        return this.tell(previewAt(core, placeOf(message), message.text), ref);
      case "analyse":
        this.#search.abort();
        this.#search = new AbortController();
        return analyse(this.house.engine, message, (news) => this.tell(news, ref), this.#search.signal);
      case "stop":
        this.#search.abort();
        return this.tell({ type: "stopped" }, ref);
      case "review":
        return this.#review(message);
      case "cancel_review":
        await reviews.cancel(message.game);
        return this.tell({ type: "stopped" }, ref);
    }
  }

  /** @param {Extract<AnalysisMessage, { type: "review" }>} message */
  async #review({ game, seconds, ref }) {
    const { reviews, library } = this.house;
    const { state } = await library.game(game);
    if (state !== "over") throw new Refusal("game_running", "The game is still going on.");
    if (seconds) await reviews.start(game, seconds);
    const tell = (/** @type {ReviewState} */ { ref: _, ...news }) => this.tell(news, ref);
    this.#unfollow();
    this.#unfollow = () => reviews.unfollow(game, tell);
    reviews.follow(game, tell);
  }
}

/** @param {AnalysisMessage & { position?: string | null, turns?: string[], steps?: string[] }} message */
function placeOf(message) {
  const { position, handicap, turns, steps, undone } = /** @type {any} */ (message);
  return { position, handicap, turns, steps, undone };
}
