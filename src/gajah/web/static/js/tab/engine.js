/** The engine of a tab, for those who ask it: a worker that is started when it is first needed. */

import { Refusal } from "../refusal.js";

/** @import { CoreLimits } from "../core/core.js" */
/** @import { Place } from "../wire.js" */
/** @import { Finding, Order, Report, Seat } from "./engine-worker.js" */
/** @typedef {{ onThought: (found: Finding) => void, resolve: (found: Finding) => void, reject: (error: Error) => void }} Open */

/**
 * @typedef {object} Wish
 * @property {Partial<Place>} place
 * @property {CoreLimits} [limits]
 * @property {number} [lines]
 * @property {boolean} [isPatient]  others go first
 * @property {Seat | null} [seat]
 * @property {boolean} [isThreat]  with the other side to move
 * @property {boolean} [isHint]  the turn is told in stages, too
 * @property {(found: Finding) => void} [onThought]  told now and then
 * @property {AbortSignal} [signal]  what is found then is of no use any more
 */

export class TabEngine {
  /** @type {Worker | null} */ #worker = null;
  /** @type {Map<number, Open>} */ #open = new Map();
  #next = 1;

  /**
   * Think until the limits are reached.
   * @param {Wish} wish
   * @returns {Promise<Finding>} what was found; rejects with a Refusal, or with the signal's reason
   */
  think({ onThought = () => {}, signal, ...wish }) {
    const number = this.#next++;
    const job = { limits: {}, lines: 1, isPatient: false, seat: null, isThreat: false, isHint: false, ...wish };
    return new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      this.#open.set(number, { onThought, resolve, reject });
      signal?.addEventListener("abort", () => {
        if (!this.#open.delete(number)) return;
        this.#order({ type: "stop", number });
        reject(signal.reason);
      });
      this.#order({ type: "think", number, ...job });
    });
  }

  /** The player of this owner is not needed any more. @param {string} owner */
  leave(owner) {
    this.#order({ type: "leave", owner });
  }

  /** @param {Order} order */
  #order(order) {
    if (!this.#worker) {
      this.#worker = new Worker(new URL("engine-worker.js", import.meta.url), { type: "module" });
      this.#worker.onmessage = (event) => this.#hear(event.data);
      this.#worker.onerror = () => this.#fail();
    }
    this.#worker.postMessage(order);
  }

  /** @param {Report} report */
  #hear(report) {
    const open = this.#open.get(report.number);
    if (!open) return;
    if (report.type === "thought" && !report.isDone) return open.onThought(report.thought);
    this.#open.delete(report.number);
    if (report.type === "thought") open.resolve(report.thought);
    else open.reject(new Refusal(report.code, report.text));
  }

  #fail() {
    this.#worker?.terminate();
    this.#worker = null;
    for (const { reject } of this.#open.values()) reject(new Refusal("no_engine", "The engine cannot run here."));
    this.#open.clear();
  }
}

/** @type {TabEngine | null} */
let shared = null;

/** The one engine of this page, started when it is first asked. */
export function tabEngine() {
  shared ??= new TabEngine();
  return shared;
}
