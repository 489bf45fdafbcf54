/** The parts of the page around the board. */

import { pageAddress } from "../addresses.js";
import { find } from "../dom.js";

/** @import { PuzzleShape as Puzzle } from "../wire.js" */
/** @typedef {"start" | "retry" | "next" | "skip" | "hint" | "solution" | "analyse"} Action */

/** @type {Action[]} */
const ACTIONS = ["start", "retry", "next", "skip", "hint", "solution", "analyse"];

export class Screen {
  constructor() {
    this.theme = /** @type {HTMLSelectElement} */ (find("#theme"));
    this.level = /** @type {HTMLSelectElement} */ (find("#level"));
  }

  /** @param {Action} action */
  button(action) {
    return find(`#${action}`);
  }

  /** Shows these buttons and no others. @param {Action[]} actions @param {Action} [primary]  the one to press next */
  offer(actions, primary) {
    for (const action of ACTIONS) {
      const button = this.button(action);
      button.hidden = !actions.includes(action);
      button.classList.toggle("primary", action === primary);
    }
  }

  /** @param {string} text @param {"" | "good" | "bad"} [tone] */
  say(text, tone = "") {
    const feedback = find("#feedback");
    feedback.textContent = text;
    feedback.dataset.tone = tone;
  }

  /** @param {Puzzle} puzzle */
  describe(puzzle) {
    find("#task").textContent = puzzle.text;
    const theme = [...this.theme.options].find(({ value }) => value === puzzle.theme)?.text;
    find("#about").textContent = `${theme}, level ${puzzle.level} of 5. From ${puzzle.from}.`;
    this.button("analyse").setAttribute("href", pageAddress("analysis", { position: puzzle.position }));
  }

  /** What a run says before it begins, in place of a puzzle. @param {string} text */
  announce(text) {
    find("#task").textContent = text;
    find("#about").textContent = "";
  }

  /** What a run says at its end, about whose last puzzle the page still tells. @param {string} text */
  conclude(text) {
    find("#task").textContent = text;
  }

  /**
   * The line above the task.
   * @param {{ label: string, value: string, change?: string, rest: string, urgent?: boolean }} line
   */
  standing({ label, value, change = "", rest, urgent = false }) {
    find("#standing-label").textContent = label;
    find("#standing-value").textContent = value;
    find("#standing-value").classList.toggle("urgent", urgent);
    const shown = find("#change");
    shown.hidden = !change;
    shown.textContent = change;
    shown.dataset.tone = change.startsWith("+") ? "good" : "bad";
    find("#tally").textContent = rest;
  }
}
