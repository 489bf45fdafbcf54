/** A run: puzzles until the first mistake, or as many as fit into three minutes by the server's clock. */

import { api } from "../api.js";
import { play as sound } from "../sounds.js";
import { clockText, overText, runText } from "./words.js";

/** @import { AttemptAnswer, RunShape } from "../wire.js" */
/** @import { Screen } from "./screen.js" */
/** @import { Solver } from "./solver.js" */
/** @typedef {RunShape["mode"]} RunMode */

const RULES = {
  streak: "Puzzles get harder and harder. The first mistake ends the streak; you may skip one puzzle.",
  timed: "How many can you solve in 3 minutes? The third mistake ends the run.",
};
const TITLES = { streak: "Streak", timed: "3 minutes" };
const UNRATED = "These puzzles do not change your rating.";
const REDRAW_MS = 200;
const LOW_S = 20;
// A verdict stays this long before the next puzzle comes.
const PAUSE_MS = { streak: 900, timed: 450 };

export class Run {
  /** @param {Screen} screen @param {Solver} solver @param {RunMode} mode */
  constructor(screen, solver, mode) {
    this.screen = screen;
    this.solver = solver;
    this.mode = mode;
    /** @type {RunShape | null} */
    this.run = null;
    /** When the time is over, by the page's own clock, in ms. */
    this.endsAt = Infinity;
    /** Counts what is shown, so that what was begun before stops. */
    this.showing = 0;
    /** @type {ReturnType<typeof setInterval> | undefined} */
    this.ticking = undefined;
    this.actions = { start: () => this.#start(), skip: () => this.#skip(), solution: () => this.#solution() };
  }

  /** Goes on with a run that was begun, or offers to begin one. */
  async enter() {
    const call = ++this.showing;
    history.replaceState(null, "", `#${this.mode}`);
    const standing = await api.get("/puzzles/me");
    if (call !== this.showing) return;
    if (standing.run?.mode === this.mode && !standing.run.over) return this.#show(standing.run);
    const best = this.mode === "streak" ? standing.best_streak : standing.best_timed;
    this.solver.clear();
    this.screen.announce(RULES[this.mode]);
    this.screen.standing({ label: `${TITLES[this.mode]}:`, value: "not started", rest: best ? `best ${best}` : "" });
    this.screen.say(UNRATED);
    this.screen.offer(["start"], "start");
  }

  leave() {
    this.showing += 1;
    clearInterval(this.ticking);
  }

  async #start() {
    const call = ++this.showing;
    const run = await api.post("/puzzles/run", { mode: this.mode });
    if (call !== this.showing) return;
    this.screen.say("Play your turn on the board.");
    await this.#show(run);
    this.solver.view.focus();
    scrollTo({ top: 0 });
  }

  async #skip() {
    const call = ++this.showing;
    const run = await api.post("/puzzles/run/skip", {});
    if (call !== this.showing) return;
    this.screen.say("Skipped. No other puzzle of this streak can be.");
    await this.#show(run);
    this.solver.view.focus();
  }

  /** Shows the puzzle to solve. @param {RunShape} run */
  async #show(run) {
    this.#take(run);
    this.screen.describe(run.puzzle);
    this.screen.offer(run.skips_left ? ["skip"] : []);
    await this.solver.open(run.puzzle, "/puzzles/run");
  }

  /** @param {RunShape} run */
  #take(run) {
    this.run = run;
    this.endsAt = run.seconds_left === null ? Infinity : performance.now() + run.seconds_left * 1000;
    clearInterval(this.ticking);
    if (run.seconds_left !== null && !run.over) this.ticking = setInterval(() => this.#tick(), REDRAW_MS);
    this.#draw();
  }

  #tick() {
    this.#draw();
    if (performance.now() < this.endsAt || this.solver.isJudging) return;
    clearInterval(this.ticking);
    void this.#timeIsUp();
  }

  /** The server decides: its time may have stood still meanwhile. */
  async #timeIsUp() {
    const call = this.showing;
    const { run } = await api.get("/puzzles/me");
    if (call !== this.showing || !run) return;
    this.#take(run);
    if (run.over) this.#end(run);
  }

  /** @param {AttemptAnswer} attempt */
  judged({ outcome, text, run }) {
    this.screen.say(text, outcome === "wrong" ? "bad" : "good");
    if (!run) return; // there is a turn to come
    if (outcome === "solved") sound("good");
    this.#take(run);
    if (run.over) return this.#end(run, outcome === "wrong" ? text : "");
    const call = ++this.showing;
    setTimeout(() => {
      if (call !== this.showing) return;
      void this.#show(run).then(() => this.solver.view.focus());
    }, PAUSE_MS[this.mode]);
  }

  /** @param {RunShape} run @param {string} [mistake]  what was wrong about the last answer */
  #end(run, mistake = "") {
    this.showing += 1;
    this.solver.freeze();
    this.screen.conclude(overText(run));
    this.screen.say(mistake || UNRATED, mistake ? "bad" : "");
    this.screen.offer(mistake ? ["start", "solution", "analyse"] : ["start"], "start");
    this.screen.button("start").focus();
  }

  /** The solution of the puzzle that ended the run. */
  async #solution() {
    this.screen.offer(["start", "analyse"], "start");
    await this.solver.showSolution();
  }

  #draw() {
    if (!this.run) return;
    const leftS = (this.endsAt - performance.now()) / 1000;
    const timed = this.run.mode === "timed";
    this.screen.standing({
      label: `${TITLES[this.mode]}:`,
      value: timed ? clockText(this.run.over ? 0 : leftS) : String(this.run.score),
      rest: runText(this.run),
      urgent: timed && !this.run.over && leftS < LOW_S,
    });
  }
}
