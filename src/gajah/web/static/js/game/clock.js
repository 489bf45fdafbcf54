/** The clocks as the server tells them: what is shown is computed, never kept apart. */

import { play } from "../sounds.js";
import { clockFace } from "./clock-face.js";

/** @import { ClockShape as Clock, SideLetter as Side } from "../wire.js" */
/** @typedef {import("./clock-face.js").Face & { low: boolean, running: boolean }} ClockView */

const LOW_S = 20;
const REDRAW_MS = 200;

export class GameClock {
  /** @param {(side: Side, view: ClockView | null) => void} show */
  constructor(show) {
    this.show = show;
    /** @type {Clock | null} */
    this.clock = null;
    /** The server's time minus the page's own, which no set clock changes, in seconds. */
    this.offset = 0;
    /** @type {Side[]} */
    this.mine = [];
    this.warned = false;
    this.isHalted = false;
    setInterval(() => this.#draw(), REDRAW_MS);
  }

  /** @param {number} now  the server's time */
  synchronise(now) {
    this.offset = now - performance.now() / 1000;
    this.isHalted = false;
  }

  /** Stands still, as the server's time does, until the next server tells its own. */
  halt() {
    this.isHalted = true;
  }

  /** @param {Clock | null} clock @param {Side[]} mine */
  set(clock, mine) {
    if (clock?.running !== this.clock?.running) this.warned = false;
    this.clock = clock;
    this.mine = mine;
    this.#draw();
  }

  /** @param {Clock} clock @param {Side} side @returns {number} seconds since the server told the time */
  #spent(clock, side) {
    return clock.running === side ? Math.max(0, performance.now() / 1000 + this.offset - clock.at) : 0;
  }

  #draw() {
    if (this.isHalted) return;
    const { clock } = this;
    for (const side of /** @type {Side[]} */ (["g", "s"])) {
      if (!clock) {
        this.show(side, null);
        continue;
      }
      const spent = this.#spent(clock, side);
      const running = clock.running === side;
      const low = running && clock.left[side] - spent < LOW_S;
      this.show(side, { ...clockFace(clock, side, spent), low, running });
      if (low && !this.warned && this.mine.includes(side)) {
        this.warned = true;
        play("low");
      }
    }
  }
}
