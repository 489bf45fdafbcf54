/**
 * The engine, as the page uses it: one position at a time, the newest wins.
 *
 * Events: `change` when anything that is shown about it is different.
 */

/** @import { Thinker } from "./thinker.js" */
/** @import { AnalysisProgress, AnalysisTold as Message, LineShape as Line, Place } from "../wire.js" */

// A held arrow key passes many positions; only where it rests is worth a search.
const REST_MS = 120;

export class Engine extends EventTarget {
  /** @param {Thinker} thinker */
  constructor(thinker) {
    super();
    this.thinker = thinker;
    this.on = false;
    this.threat = false;
    this.lineCount = 1;
    /** @type {Place | null} */
    this.place = null;
    /** @type {AnalysisProgress | null} what the engine said last */
    this.report = null;
    /** @type {number | null} place in the queue; null: not waiting */
    this.waiting = null;
    /** @type {string} why there is no answer */
    this.problem = "";
    this.timer = 0;
    this.searching = false;
    this.unlisten = () => {};
    thinker.onState(() => {
      if (!this.on) return;
      if (thinker.state === "open") this.#restart(0);
      else this.#lose();
    });
  }

  /** @param {Place} place what to think about from now on */
  look(place) {
    // Back from a line that was played through: what is known still holds.
    if (JSON.stringify(place) === JSON.stringify(this.place)) return;
    this.place = place;
    if (this.on) this.#restart(REST_MS);
  }

  /** @param {boolean} on */
  turn(on) {
    if (this.on === on) return;
    this.on = on;
    if (on) {
      this.#restart(0);
    } else {
      this.#halt();
      if (this.searching) this.thinker.stop();
      this.searching = false;
      this.#changed();
    }
  }

  /** @param {{ threat?: boolean, lineCount?: number }} options  threat: what would the other side do? */
  set(options) {
    Object.assign(this, options);
    if (this.on) this.#restart(0);
    else this.#changed();
  }

  /** @param {number} waitMs */
  #restart(waitMs) {
    this.#halt();
    this.#changed();
    this.timer = setTimeout(() => this.#ask(), waitMs);
  }

  #lose() {
    this.#halt();
    this.searching = false;
    this.problem = "The connection to the server is lost; trying again ...";
    this.#changed();
  }

  #halt() {
    clearTimeout(this.timer);
    this.unlisten();
    this.unlisten = () => {};
    this.report = null;
    this.waiting = null;
    this.problem = "";
  }

  #ask() {
    if (!this.place) return;
    this.searching = true;
    const { place, lineCount: lines, threat } = this;
    this.unlisten = this.thinker.begin({ type: "analyse", ...place, lines, threat }, (answer) => this.#hear(answer));
  }

  /** @param {Message} answer */
  #hear(answer) {
    if (answer.type === "queue") {
      this.waiting = answer.place;
    } else if (answer.type === "analysis") {
      this.waiting = null;
      this.report = answer;
      if (answer.done) this.searching = false;
    } else if (answer.type === "error") {
      this.problem = answer.text;
      this.searching = false;
    }
    this.#changed();
  }

  #changed() {
    this.dispatchEvent(new Event("change"));
  }
}

/**
 * One answer about one position: what the engine thinks after some time. It uses the thinker
 * for itself, so the engine must be off.
 * @param {Thinker} thinker @param {Place} place @param {number} seconds
 * @returns {Promise<Line | null>} null: the game is over there; rejects with an Error that says why
 */
export function judge(thinker, place, seconds) {
  return new Promise((resolve, reject) => {
    const end = thinker.begin({ type: "analyse", ...place }, (answer) => {
      if (answer.type === "error") {
        end();
        reject(new Error(answer.text));
      } else if (answer.type === "analysis" && (answer.done || (answer.lines.length && answer.seconds >= seconds))) {
        end();
        if (!answer.done) thinker.stop();
        resolve(answer.lines[0] ?? null);
      }
    });
  });
}
