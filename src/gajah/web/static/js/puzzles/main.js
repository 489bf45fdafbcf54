/**
 * The puzzles page: rated puzzles, a streak, and three minutes. A puzzle has its own address,
 * /puzzles#goal-1a2b, and so have the runs, /puzzles#streak and /puzzles#timed.
 */

import { api } from "../api.js";
import { find } from "../dom.js";
import { reason } from "../refusal.js";
import { mountShell } from "../shell.js";
import { keep, recall } from "../storage.js";
import { Run } from "./run.js";
import { Screen } from "./screen.js";
import { Solver } from "./solver.js";
import { Training } from "./training.js";

/** @import { Standing } from "../wire.js" */
/** @import { Action } from "./screen.js" */

// Where browsers kept which puzzles they had solved before the server did.
const OLD_KEY = "gajah.puzzles";
/** @type {Record<string, Action[]>} */
const KEYS = { n: ["next", "start"], r: ["retry"], h: ["hint"], s: ["solution"], k: ["skip"] };

class PuzzlesPage {
  /** @param {Standing} standing */
  constructor(standing) {
    this.screen = new Screen();
    this.solver = new Solver(find("#board"), find("#entry"), (attempt) => this.mode.judged(attempt));
    this.training = new Training(this.screen, this.solver, standing);
    this.runs = {
      streak: new Run(this.screen, this.solver, "streak"),
      timed: new Run(this.screen, this.solver, "timed"),
    };
    /** @type {Training | Run} */
    this.mode = this.training;
    this.#bind();
  }

  #bind() {
    /** @type {Action[]} */
    const actions = ["start", "retry", "next", "skip", "hint", "solution"];
    for (const action of actions) {
      this.screen.button(action).addEventListener("click", () => void this.attempt(() => this.#do(action)));
    }
    find("#filters").addEventListener("change", () => void this.attempt(() => this.training.goNext()));
    find("#filters").addEventListener("submit", (event) => event.preventDefault());
    find("#modes").addEventListener("change", (event) => {
      const { value } = /** @type {HTMLInputElement} */ (event.target);
      void this.attempt(() => this.#open(value === "rated" ? "" : value));
    });
    addEventListener("hashchange", () => void this.attempt(() => this.openFromAddress()));
    document.addEventListener("keydown", (event) => this.#key(event));
  }

  /** What a button does in the present mode. @param {Action} action */
  async #do(action) {
    /** @type {Partial<Record<Action, () => Promise<void>>>} */
    const actions = this.mode.actions;
    await actions[action]?.();
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const target = event.target instanceof Element ? event.target : null;
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (target?.closest("input:not([type=radio]), select, textarea, dialog")) return;
    const buttons = (KEYS[event.key.toLowerCase()] ?? []).map((action) => this.screen.button(action));
    const button = buttons.find(({ hidden }) => !hidden);
    if (!button) return;
    event.preventDefault();
    button.click();
  }

  /** @param {() => Promise<unknown>} action  what the server may refuse */
  async attempt(action) {
    try {
      await action();
    } catch (error) {
      this.screen.say(reason(error), "bad");
    }
  }

  async openFromAddress() {
    await this.#open(location.hash.slice(1));
  }

  /** @param {string} place  a run, a puzzle, or nothing: the next puzzle */
  async #open(place) {
    const isRun = place === "streak" || place === "timed";
    const mode = isRun ? this.runs[place] : this.training;
    if (mode !== this.mode) this.mode.leave();
    this.mode = mode;
    find("#filters").hidden = isRun;
    const radio = /** @type {HTMLInputElement} */ (find(`#modes [value=${isRun ? place : "rated"}]`));
    radio.checked = true;
    await mode.enter(place);
  }
}

/** Where this browser stands, with what it kept itself in earlier versions. @returns {Promise<Standing>} */
async function findStanding() {
  const { solved } = recall(OLD_KEY);
  if (!Array.isArray(solved) || !solved.length) return api.get("/puzzles/me");
  const standing = await api.post("/puzzles/known", { solved });
  keep(OLD_KEY, {});
  return standing;
}

mountShell({ page: "puzzles" });
try {
  const page = new PuzzlesPage(await findStanding());
  await page.attempt(() => page.openFromAddress());
} catch (error) {
  find("#feedback").textContent = reason(error);
}
