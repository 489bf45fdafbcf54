/**
 * Walks through the turns by itself until the line ends or the user does anything.
 *
 * Events: `change` when it starts or stops.
 */

/** The pause after each turn in seconds, by the speed that the user reads. @type {Record<string, number>} */
export const PAUSES_S = { "½×": 3, "1×": 1.5, "2×": 0.75, "4×": 0.3 };

/** Starts and stops it. */
export const AUTOPLAY_KEY = "p";

export class Autoplay extends EventTarget {
  /**
   * @param {HTMLElement} controls  may be used while it goes on
   * @param {() => Promise<boolean>} advance  to the next turn, kept when it is seen; false: there is none
   */
  constructor(controls, advance) {
    super();
    this.advance = advance;
    this.speed = "1×";
    this.isOn = false;
    this.timer = 0;
    const stop = (/** @type {Event} */ event) => {
      const isControl = event.target instanceof Node && controls.contains(event.target);
      if (!isControl && !(event instanceof KeyboardEvent && event.key === AUTOPLAY_KEY)) this.stop();
    };
    document.addEventListener("pointerdown", stop, { capture: true });
    document.addEventListener("keydown", stop, { capture: true });
  }

  start() {
    this.isOn = true;
    this.dispatchEvent(new Event("change"));
    void this.#go();
  }

  stop() {
    if (!this.isOn) return;
    this.isOn = false;
    clearTimeout(this.timer);
    this.dispatchEvent(new Event("change"));
  }

  async #go() {
    const goesOn = await this.advance();
    if (!this.isOn) return;
    if (goesOn) this.timer = setTimeout(() => void this.#go(), (PAUSES_S[this.speed] ?? 1) * 1000);
    else this.stop();
  }
}
