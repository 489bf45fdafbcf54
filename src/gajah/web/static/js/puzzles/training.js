/** Rated puzzles: the server chooses the next one, and the first answer to each counts. */

import { api } from "../api.js";
import { play as sound } from "../sounds.js";
import { changeText, countedText, progressText, ratingText } from "./words.js";

/** @import { AttemptAnswer, Counted, PuzzleShape as Puzzle, Standing } from "../wire.js" */
/** @import { Screen } from "./screen.js" */
/** @import { Solver } from "./solver.js" */

const PROMPT = "Play your turn on the board.";

export class Training {
  /** @param {Screen} screen @param {Solver} solver @param {Standing} standing */
  constructor(screen, solver, standing) {
    this.screen = screen;
    this.solver = solver;
    this.standing = standing;
    /** @type {Puzzle | null} */
    this.puzzle = null;
    /** Counts what was chosen: only the last of it is shown, whichever comes first. */
    this.chosen = 0;
    this.actions = {
      next: () => this.#next(),
      retry: () => this.#retry(),
      hint: () => this.#hint(),
      solution: () => this.#solution(),
    };
  }

  /** @param {string} id  of the puzzle in the address, if any */
  async enter(id) {
    this.chosen += 1;
    if (id && id === this.puzzle?.id) return;
    if (id) await this.#open(await api.get(`/puzzles/${id}`).catch(() => this.#chooseNext()));
    else await this.goNext();
  }

  leave() {
    this.chosen += 1;
    this.puzzle = null;
  }

  /** @returns {Promise<Puzzle>} */
  async #chooseNext() {
    const { theme, level } = this.screen;
    const wanted = Object.entries({ theme: theme.value, level: level.value, after: this.puzzle?.id ?? "" });
    return api.get(`/puzzles/next?${new URLSearchParams(wanted.filter(([, value]) => value))}`);
  }

  async goNext() {
    const call = ++this.chosen;
    const puzzle = await this.#chooseNext();
    if (call === this.chosen) await this.#open(puzzle);
  }

  async #next() {
    await this.goNext();
    this.solver.view.focus();
    scrollTo({ top: 0 });
  }

  /** @param {Puzzle} puzzle */
  async #open(puzzle) {
    this.chosen += 1;
    this.puzzle = puzzle;
    history.replaceState(null, "", `#${puzzle.id}`);
    this.screen.say(PROMPT);
    this.screen.offer(["next", "hint", "solution"]);
    this.screen.describe(puzzle);
    this.#draw();
    await this.solver.open(puzzle, `/puzzles/${puzzle.id}`);
  }

  /** @param {AttemptAnswer} attempt */
  judged(attempt) {
    const words = [attempt.text, countedText(attempt.counted)].filter(Boolean).join(" ");
    this.screen.say(words, attempt.outcome === "wrong" ? "bad" : "good");
    this.#count(attempt.counted);
    if (attempt.outcome === "go_on") {
      this.screen.offer(["next", "solution"]);
    } else if (attempt.outcome === "solved") {
      sound("good");
      this.screen.offer(["next", "analyse"], "next");
      this.#lead("next");
    } else {
      this.screen.offer(["retry", "next", "hint", "solution"], "retry");
      this.#lead("retry");
    }
  }

  /** To the likeliest button; the board stays in view as far as possible. @param {"next" | "retry"} name */
  #lead(name) {
    const button = this.screen.button(name);
    button.focus({ preventScroll: true });
    button.scrollIntoView({ block: "nearest" });
  }

  async #retry() {
    this.screen.say(PROMPT);
    this.screen.offer(["next", "hint", "solution"]);
    await this.solver.restart();
    this.solver.view.focus();
    scrollTo({ top: 0 });
  }

  async #hint() {
    const { puzzle } = this;
    if (!this.screen.button("retry").hidden) await this.#retry();
    if (puzzle !== this.puzzle) return; // another one was chosen meanwhile
    const hint = await this.solver.hint();
    if (!hint) return;
    this.screen.say([hint.text, countedText(hint.counted)].filter(Boolean).join(" "));
    this.#count(hint.counted);
  }

  async #solution() {
    this.screen.offer(["retry", "next", "analyse"]);
    this.screen.say("One right answer; there may be others.");
    await this.solver.showSolution((counted) => this.#count(counted));
  }

  /** @param {Counted | null} counted */
  #count(counted) {
    if (counted) this.standing = counted.standing;
    this.#draw(changeText(counted));
  }

  #draw(change = "") {
    const { theme, level } = this.screen;
    this.screen.standing({
      label: "Your puzzle rating:",
      value: ratingText(this.standing),
      change,
      rest: progressText(this.standing, theme.value, level.value),
    });
  }
}
