/** The clocks as the server tells them: what is shown is computed, never kept apart. */

import { play } from "../sounds.js";

/** @import { ClockShape as Clock, SideLetter as Side } from "../wire.js" */

const LOW_S = 20;
const REDRAW_MS = 200;

/** @param {number} seconds @returns {string} such as 1:05, 0:09.4 or 2:10:00 */
function clockText(seconds) {
  const left = Math.max(0, seconds);
  if (left < 10) return `0:${left.toFixed(1).padStart(4, "0")}`;
  const whole = Math.floor(left);
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const tail = `${String(rest).padStart(2, "0")}`;
  return hours ? `${hours}:${String(minutes).padStart(2, "0")}:${tail}` : `${minutes}:${tail}`;
}

export class GameClock {
  /**
   * @param {(side: Side, view: { text: string, low: boolean, running: boolean, reserve: string } | null) => void} show
   */
  constructor(show) {
    this.show = show;
    /** @type {Clock | null} */
    this.clock = null;
    /** The server's time minus the page's own, which no set clock changes, in seconds. */
    this.offset = 0;
    /** @type {Side[]} */
    this.mine = [];
    this.warned = false;
    setInterval(() => this.#draw(), REDRAW_MS);
  }

  /** @param {number} now  the server's time */
  synchronise(now) {
    this.offset = now - performance.now() / 1000;
  }

  /** @param {Clock | null} clock @param {Side[]} mine */
  set(clock, mine) {
    if (clock?.running !== this.clock?.running) this.warned = false;
    this.clock = clock;
    this.mine = mine;
    this.#draw();
  }

  /** @param {Side} side @returns {number} seconds until loss */
  #left(side) {
    if (!this.clock) return Infinity;
    const { left, running, at } = this.clock;
    const spent = running === side ? Math.max(0, performance.now() / 1000 + this.offset - at) : 0;
    return left[side] - spent;
  }

  #draw() {
    for (const side of /** @type {Side[]} */ (["g", "s"])) {
      if (!this.clock) {
        this.show(side, null);
        continue;
      }
      const left = this.#left(side);
      const running = this.clock.running === side;
      const low = running && left < LOW_S;
      // Once a turn's own time is over, what is left is what is left of the reserve.
      const reserve = Math.min(this.clock.reserve[side], left);
      this.show(side, { text: clockText(left), low, running, reserve: clockText(reserve) });
      if (low && !this.warned && this.mine.includes(side)) {
        this.warned = true;
        play("low");
      }
    }
  }
}
