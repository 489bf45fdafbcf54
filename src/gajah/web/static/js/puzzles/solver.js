/** The board on which a puzzle is solved: answers go to the server, its replies come back. */

import { api } from "../api.js";
import { BoardView } from "../board/board.js";
import { EntryBar } from "../board/entry-bar.js";
import { PositionSource } from "../board/position-source.js";
import { stepDuration } from "../settings.js";

/** @import { AttemptAnswer, Board, Counted, Hint, PuzzleShape as Puzzle } from "../wire.js" */
/** @typedef {`/puzzles/${string}`} Address */

// A turn that is shown stays this long before the next one comes.
const PAUSE_MS = 700;

export class Solver {
  /**
   * @param {HTMLElement} boardElement @param {HTMLElement} barElement
   * @param {(attempt: AttemptAnswer) => void} judged
   */
  constructor(boardElement, barElement, judged) {
    this.judged = judged;
    /** @type {Puzzle | null} */
    this.puzzle = null;
    /** Where answers go. @type {Address} */
    this.address = "/puzzles/run";
    this.isJudging = false;
    /** The turns so far, the opponent's included. @type {string[]} */
    this.turns = [];
    this.view = new BoardView(boardElement, { label: "Puzzle board" });
    this.bar = new EntryBar(barElement, this.view, {
      onPlay: (board) => this.#played(board),
      playLabel: "Try this turn",
    });
    /** Counts what is shown, so that what was begun for an earlier puzzle stops. */
    this.showing = 0;
  }

  set #enabled(/** @type {boolean} */ value) {
    this.view.interactive = this.bar.enabled = value;
    if (!value) this.bar.say("");
  }

  /** @param {Puzzle} puzzle @param {Address} address  where answers go */
  async open(puzzle, address) {
    this.puzzle = puzzle;
    this.address = address;
    this.view.orientation = puzzle.position.startsWith("s") ? "silver" : "gold";
    await this.restart();
  }

  /** Takes no more answers. */
  freeze() {
    this.showing += 1;
    this.#enabled = false;
    this.view.highlight([]);
  }

  /** Puts the puzzle away: the board is empty. */
  clear() {
    this.freeze();
    this.puzzle = null;
    this.view.source = null;
    this.view.arrows([]);
    this.view.showPieces({}, { animate: false, lastTurn: null });
  }

  async restart() {
    this.showing += 1;
    this.#enabled = false;
    this.turns = [];
    this.view.highlight([]);
    this.view.arrows([]);
    const call = this.showing;
    await this.#show([], null);
    if (call === this.showing) this.#enabled = true;
  }

  /** @param {string[]} turns @param {string | null} lastTurn */
  async #show(turns, lastTurn) {
    const call = this.showing;
    const source = new PositionSource({ position: this.puzzle?.position ?? null, turns });
    const board = await source.board();
    if (call !== this.showing) return;
    this.view.source = source;
    this.view.show(board, { lastTurn, animate: lastTurn !== null });
  }

  /** @param {Board} board */
  async #played(board) {
    if (!this.puzzle) return;
    const turn = board.turn;
    const turns = [...this.turns, turn];
    this.#enabled = false;
    this.isJudging = true;
    const call = this.showing;
    try {
      const attempt = await api.post(`${this.address}/try`, { turns });
      if (call !== this.showing) return;
      await this.#answer(attempt, turns);
    } catch (error) {
      if (call === this.showing) this.#enabled = true;
      throw error;
    } finally {
      this.isJudging = false;
    }
  }

  /** @param {AttemptAnswer} attempt @param {string[]} turns */
  async #answer(attempt, turns) {
    const call = this.showing;
    const last = /** @type {string} */ (turns.at(-1));
    if (attempt.reply) {
      this.turns = [...turns, attempt.reply];
      await this.#show(this.turns, attempt.reply);
    } else {
      await this.#show(turns, last);
    }
    if (call !== this.showing) return; // the verdict is not about what is shown by now
    this.#enabled = attempt.outcome === "go_on";
    this.judged(attempt);
  }

  /**
   * Marks the piece that a right answer begins with.
   * @returns {Promise<Hint | null>} null: the board shows something else by now
   */
  async hint() {
    const call = this.showing;
    const hint = await api.post(`/puzzles/${this.puzzle?.id}/hint`, {});
    if (call !== this.showing) return null;
    this.view.highlight([{ square: hint.square, style: "hint" }]);
    return hint;
  }

  /**
   * Plays a right answer on the board, turn by turn.
   * @param {(counted: Counted | null) => void} [told]  what it counted for
   */
  async showSolution(told) {
    const asked = this.showing;
    const { turns, counted } = await api.post(`/puzzles/${this.puzzle?.id}/solution`, {});
    if (asked !== this.showing) return; // the board shows something else by now
    told?.(counted);
    const call = ++this.showing;
    this.#enabled = false;
    this.view.highlight([]);
    await this.#show([], null);
    for (let i = 1; i <= turns.length && call === this.showing; i++) {
      await this.#show(turns.slice(0, i), turns[i - 1]);
      if (i < turns.length) await pause(PAUSE_MS + turns[i - 1].split(" ").length * stepDuration());
    }
  }
}

/** @param {number} ms */
function pause(ms) {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
