/** The puzzles page: choose, solve, next. A puzzle has its own address, /puzzles#goal-1a2b. */

import { api, reason } from "../api.js";
import { find } from "../dom.js";
import { mountShell } from "../shell.js";
import { play as sound } from "../sounds.js";
import { filtered, nextOf } from "./choice.js";
import { Solver } from "./solver.js";
import { Tally } from "./tally.js";

/** @import { AttemptAnswer, PuzzleShape as Puzzle, PuzzleSummary } from "../wire.js" */

const PROMPT = "Play your turn on the board.";

class PuzzlesPage {
  /** @param {PuzzleSummary[]} puzzles */
  constructor(puzzles) {
    this.puzzles = puzzles;
    this.tally = new Tally();
    this.solver = new Solver(find("#board"), find("#entry"), (attempt) => this.#judged(attempt));
    /** @type {Puzzle | null} */
    this.puzzle = null;
    /** Counts what was chosen: only the last of it is shown, whichever comes first. */
    this.chosen = 0;
    this.unaided = true;
    this.theme = /** @type {HTMLSelectElement} */ (find("#theme"));
    this.level = /** @type {HTMLSelectElement} */ (find("#level"));
    this.next = find("#next");
    this.retry = find("#retry");
    this.hint = find("#hint");
    this.solution = find("#solution");
    this.analyse = find("#analyse");
    this.#bind();
  }

  #bind() {
    const actions = {
      next: () => this.#goOn(),
      retry: () => this.#tryAgain(),
      hint: () => this.#showHint(),
      solution: () => this.#showSolution(),
    };
    for (const [id, action] of Object.entries(actions)) {
      find(`#${id}`).addEventListener("click", () => void this.attempt(action));
    }
    find("#filters").addEventListener("change", () => void this.attempt(() => this.#goNext()));
    find("#filters").addEventListener("submit", (event) => event.preventDefault());
    addEventListener("hashchange", () => void this.attempt(() => this.openFromAddress()));
    document.addEventListener("keydown", (event) => this.#key(event));
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const target = event.target instanceof Element ? event.target : null;
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (target?.closest("input, select, textarea, dialog")) return;
    const button = { n: this.next, r: this.retry, h: this.hint, s: this.solution }[event.key.toLowerCase()];
    if (!button || button.hidden) return;
    event.preventDefault();
    button.click();
  }

  /** @param {() => Promise<unknown>} action  what the server may refuse */
  async attempt(action) {
    try {
      await action();
    } catch (error) {
      this.#say(reason(error), "bad");
    }
  }

  get #selection() {
    return filtered(this.puzzles, this.theme.value, this.level.value);
  }

  async openFromAddress() {
    this.chosen += 1;
    const id = location.hash.slice(1);
    if (id === this.puzzle?.id) return;
    if (this.puzzles.some((puzzle) => puzzle.id === id)) await this.#open(id);
    else await this.#goNext();
  }

  async #goNext() {
    this.chosen += 1;
    const next = nextOf(this.#selection, this.tally.solved, this.puzzle?.id ?? null);
    if (next) await this.#open(next.id);
    else this.#say("There is no puzzle of this theme and level.", "bad");
  }

  async #goOn() {
    await this.#goNext();
    this.solver.view.focus();
    scrollTo({ top: 0 });
  }

  /** @param {string} id */
  async #open(id) {
    const call = ++this.chosen;
    const puzzle = await api.get(`/puzzles/${id}`);
    if (call !== this.chosen) return;
    this.puzzle = puzzle;
    history.replaceState(null, "", `#${id}`);
    this.unaided = true;
    this.#say(PROMPT);
    this.#drawButtons("solving");
    this.#drawTally();
    find("#task").textContent = this.puzzle.text;
    const theme = [...this.theme.options].find(({ value }) => value === puzzle.theme)?.text;
    find("#about").textContent = `${theme}, level ${puzzle.level} of 5. From ${puzzle.from}.`;
    this.analyse.setAttribute("href", `/analysis?${new URLSearchParams({ position: this.puzzle.position })}`);
    await this.solver.open(this.puzzle);
  }

  /** @param {AttemptAnswer} attempt */
  #judged(attempt) {
    this.#say(attempt.text, attempt.outcome === "wrong" ? "bad" : "good");
    if (attempt.outcome === "go_on") this.#drawButtons("finishing");
    else if (attempt.outcome === "solved") this.#solved();
    else this.#missed();
  }

  #solved() {
    this.tally.add(this.puzzle?.id ?? "", this.unaided);
    this.#drawTally();
    sound("good");
    this.#drawButtons("solved");
    this.next.focus();
  }

  #missed() {
    this.unaided = false;
    this.tally.miss();
    this.#drawTally();
    this.#drawButtons("wrong");
    this.retry.focus();
  }

  async #tryAgain() {
    this.#say(PROMPT);
    this.#drawButtons("solving");
    await this.solver.restart();
    this.solver.view.focus();
  }

  async #showHint() {
    const { puzzle } = this;
    if (!this.retry.hidden) await this.#tryAgain();
    if (puzzle !== this.puzzle) return; // another one was chosen meanwhile
    this.unaided = false;
    const hint = await this.solver.hint();
    if (hint) this.#say(hint);
  }

  async #showSolution() {
    this.unaided = false;
    if (!this.tally.solved.has(this.puzzle?.id ?? "")) this.tally.miss();
    this.#drawTally();
    this.#drawButtons("shown");
    this.#say("One right answer; there may be others.");
    await this.solver.showSolution();
  }

  /** @param {"solving" | "finishing" | "wrong" | "solved" | "shown"} state */
  #drawButtons(state) {
    const over = state === "solved" || state === "shown";
    this.retry.hidden = state !== "wrong" && state !== "shown";
    this.hint.hidden = over || state === "finishing";
    this.solution.hidden = over;
    this.analyse.hidden = !over;
    this.next.classList.toggle("primary", state === "solved");
    this.retry.classList.toggle("primary", state === "wrong");
  }

  #drawTally() {
    const chosen = this.#selection;
    const solved = chosen.filter((puzzle) => this.tally.solved.has(puzzle.id)).length;
    const streak = this.tally.streak > 1 ? ` · ${this.tally.streak} in a row` : "";
    find("#tally").textContent = `${solved} of ${chosen.length} solved${streak}`;
  }

  /** @param {string} text @param {"" | "good" | "bad"} [tone] */
  #say(text, tone = "") {
    const feedback = find("#feedback");
    feedback.textContent = text;
    feedback.dataset.tone = tone;
  }
}

mountShell({ page: "puzzles" });
try {
  const { puzzles } = await api.get("/puzzles");
  const page = new PuzzlesPage(puzzles);
  await page.attempt(() => page.openFromAddress());
} catch (error) {
  find("#feedback").textContent = reason(error);
}
