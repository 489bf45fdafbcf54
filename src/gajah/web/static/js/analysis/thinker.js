/**
 * Who thinks for the analysis: the engine in this tab where the server offers it, so that readers cost the server
 * nothing, or the server's own. It is spoken to as the connection is.
 */

import { reason } from "../refusal.js";
import { settings } from "../settings.js";
import { analyse } from "../tab/analyse.js";
import { tabEngine } from "../tab/engine.js";

/** @import { AnalysisSocket } from "../socket.js" */
/** @import { AnalysisTold as Message } from "../wire.js" */
/** @typedef {import("../tab/analyse.js").Analyse} Analyse */

export class Thinker {
  #search = new AbortController();

  /** @param {AnalysisSocket} socket @param {boolean} isBarred  is this a game without engine? The server says so */
  constructor(socket, isBarred) {
    this.socket = socket;
    this.isBarred = isBarred;
  }

  get state() {
    return this.socket.state;
  }

  get #isHere() {
    const isOffered = this.socket.welcome?.tab_engine ?? false;
    return isOffered && !this.isBarred && settings.get("engine") === "tab";
  }

  /** @param {() => void} listener */
  onState(listener) {
    this.socket.addEventListener("state", listener);
  }

  /** Whatever is under way ends. @param {Analyse} message @param {(answer: Message) => void} onAnswer */
  begin(message, onAnswer) {
    this.#search.abort();
    if (!this.#isHere) return this.socket.stream(message, onAnswer);
    const search = new AbortController();
    this.#search = search;
    const tell = (/** @type {object} */ news) => onAnswer(/** @type {Message} */ ({ ref: null, ...news }));
    analyse(tabEngine(), message, tell, search.signal).catch((error) =>
      tell({ type: "error", code: "failed", text: reason(error) }),
    );
    return () => search.abort();
  }

  stop() {
    this.#search.abort();
    if (!this.#isHere) this.socket.send({ type: "stop" });
  }
}
