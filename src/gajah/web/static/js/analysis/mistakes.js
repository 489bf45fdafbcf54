/**
 * Learning from mistakes: before each marked turn the user is asked for a better one, and the
 * engine says whether it is.
 *
 * Events: `change` after each step of the lesson, `end` when it is over.
 */

import { sideOf } from "../nodes.js";
import { reason } from "../refusal.js";
import { judge } from "./engine.js";

/** @import { Thinker } from "./thinker.js" */
/** @import { Board, NodeShape as TreeNode, ScoreShape as Score, SideLetter as Side } from "../wire.js" */
/** @import { Study } from "./study.js" */

const JUDGE_S = 1;
// What a review does not mark (analysis/review.py), if it mends at least half of the mistake: where
// little was lost, a step that changes nothing loses little, too.
const GOOD_ENOUGH = 0.05;
const MENDED = 0.5;

// A weak player's game has more mistakes than anyone wants to go through.
const MOST = 5;

/** @param {TreeNode[]} mistakes @returns {TreeNode[]} the worst of them, in the order of the game */
export function worst(mistakes) {
  const least = mistakes.toSorted((a, b) => (b.loss ?? 0) - (a.loss ?? 0)).slice(0, MOST);
  return mistakes.filter((node) => least.includes(node));
}

/** @typedef {"asking" | "judging" | "right" | "wrong" | "shown" | "failed"} LessonState */

export class Mistakes extends EventTarget {
  /** @param {Thinker} thinker @param {Study} study @param {TreeNode[]} mistakes at least one */
  constructor(thinker, study, mistakes) {
    super();
    this.thinker = thinker;
    this.study = study;
    this.mistakes = mistakes;
    this.index = 0;
    /** @type {LessonState} */
    this.state = "asking";
    this.words = "";
  }

  get mistake() {
    return this.mistakes[this.index];
  }

  /** @returns {number} the node before the mistake */
  get before() {
    return /** @type {number} */ (this.mistake.parent);
  }

  get isLast() {
    return this.index === this.mistakes.length - 1;
  }

  /** Puts the board before the mistake and asks. */
  ask() {
    this.study.visit(this.before);
    this.#be("asking", "");
  }

  next() {
    if (this.isLast) {
      this.#end();
      return;
    }
    this.index += 1;
    this.ask();
  }

  /** Shows what the review would have played, in place of what was tried. */
  reveal() {
    this.study.visit(this.before);
    this.#be("shown", this.mistake.best ? `Best was ${this.mistake.best}.` : "The review has no better turn.");
  }

  #end() {
    this.dispatchEvent(new Event("end"));
  }

  /** @param {Board} board with the user's idea drafted on it */
  async answer(board) {
    const { mistake } = this;
    const turn = board.turn;
    if (board.goal === sideOf(mistake)) return this.#right("That wins at once.");
    if (board.goal) return this.#be("wrong", "No: that loses at once. Try again.");
    if (turn === mistake.turn) return this.#be("wrong", "That is what was played. Find something better.");
    if (turn === mistake.best) return this.#right("That is the engine's own choice.");
    this.#be("judging", "The engine looks at your turn ...");
    try {
      const mine = await this.#chanceAfter(turn);
      // Both turns are judged by the reply to them: only alike looks can be compared.
      const best = mistake.best ? await this.#chanceAfter(mistake.best) : mine;
      if (mistake === this.mistake && this.state === "judging") this.#verdict(mine, best);
    } catch (error) {
      this.#be("failed", `The engine cannot judge this turn: ${reason(error)}`);
    }
  }

  /** @param {string} turn in place of the mistake @returns {Promise<number>} the mover's chance to win */
  async #chanceAfter(turn) {
    const place = this.study.place(this.before);
    const line = await judge(this.thinker, { ...place, turns: [...place.turns, turn], steps: [] }, JUDGE_S);
    // A turn that loses at once is never sent here, so one that ends the game has won it.
    return line ? chance(line.score, sideOf(this.mistake)) : 1;
  }

  /** @param {number} mine @param {number} best chances to win */
  #verdict(mine, best) {
    const lost = best - mine;
    const percent = `${Math.round(mine * 100)}%`;
    const loss = this.mistake.loss ?? 0;
    const better = lost < loss;
    if (lost < GOOD_ENOUGH && lost <= loss * (1 - MENDED)) this.#right(`Your turn keeps a ${percent} chance to win.`);
    else if (better) this.#be("wrong", `Better than the game (${percent} to win), but there is more.`);
    else this.#be("wrong", `No: that leaves a ${percent} chance to win. Try again.`);
  }

  /** @param {string} words */
  #right(words) {
    this.#be("right", `Good! ${words}`);
  }

  /** @param {LessonState} state @param {string} words */
  #be(state, words) {
    this.state = state;
    this.words = words;
    this.dispatchEvent(new Event("change"));
  }
}

/** @param {Score} score @param {Side} side @returns {number} that side's chance to win */
function chance(score, side) {
  return side === "g" ? score.win : 1 - score.win;
}
