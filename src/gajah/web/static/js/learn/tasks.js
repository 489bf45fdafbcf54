/** A board on which a task is done: a turn to be played, or a setup to be rearranged. */

import { api } from "../api.js";
import { BoardView } from "../board/board.js";
import { EntryBar } from "../board/entry-bar.js";
import { PositionSource } from "../board/position-source.js";
import { el } from "../dom.js";
import { placements, positionText, setupText, swap } from "../placements.js";
import { holds, needsFacts } from "./conditions.js";

/** @import { DraftEvent, Placed } from "../board/board.js" */
/** @import { Board } from "../wire.js" */
/** @import { Task } from "./types.js" */

/**
 * @typedef {object} Verdicts  what becomes of a try
 * @property {(text: string) => void} solved
 * @property {(text: string) => void} wrong
 * @property {() => void} changed  the learner goes on trying
 */

/** A turn to be played. */
export class TurnTask {
  /** @param {HTMLElement} root @param {Task} task @param {Verdicts} verdicts */
  constructor(root, task, verdicts) {
    this.task = task;
    this.verdicts = verdicts;
    const position = positionText({ side: task.side ?? "g", pieces: placements(task.board) });
    this.place = { position, turns: task.turns ?? [] };
    this.source = new PositionSource(this.place);
    /** Counted, so that an answer about an earlier try is dropped. */
    this.tries = 0;
    const boardElement = el("div");
    const barElement = el("div");
    root.replaceChildren(boardElement, barElement);
    this.view = new BoardView(boardElement, { source: this.source, label: "Lesson board" });
    this.bar = new EntryBar(barElement, this.view, { onPlay: (board) => this.#played(board), notation: false });
    this.view.addEventListener("draft", (event) => this.#drafted(/** @type {DraftEvent} */ (event).detail));
  }

  async start() {
    this.tries += 1;
    this.view.source = this.source = new PositionSource(this.place);
    this.view.show(await this.source.board(), { animate: false, lastTurn: null });
    this.view.highlight(this.task.hints ?? []);
    this.view.interactive = this.bar.enabled = true;
  }

  /** @param {DraftEvent["detail"]} detail */
  #drafted({ board, by }) {
    this.verdicts.changed();
    if (this.task.ends !== "step" || by === "undo" || by === "reset") return;
    if (board.can_end && holds(board, this.task.want)) this.#solve();
    else if (board.steps_left === 0) this.verdicts.wrong(this.task.again);
  }

  /** @param {Board} board */
  async #played(board) {
    const { tries } = this;
    const facts = needsFacts(this.task) ? await this.#explain(board) : [];
    if (tries !== this.tries) return;
    if (holds(board, this.task.want, facts)) return this.#solve();
    const warning = this.task.wrong?.find(({ when }) => holds(board, when, facts));
    this.verdicts.wrong(warning?.text ?? this.task.again);
  }

  /** What the turn does. @param {Board} board */
  async #explain(board) {
    const asked = { position: this.place.position, turn: board.steps.join(" ") };
    return (await api.post("/coach/explain", asked)).facts;
  }

  #solve() {
    this.#stop();
    this.verdicts.solved(this.task.done);
  }

  #stop() {
    this.view.interactive = this.bar.enabled = false;
    this.bar.say("");
    this.view.highlight([]);
  }

  /** Plays the model solution on the board; it counts for nothing. */
  async demonstrate() {
    await this.start();
    this.#stop();
    this.view.show(await this.source.step(this.task.solution.split(" ")));
  }

  destroy() {
    this.tries += 1;
    this.bar.destroy();
    this.view.destroy();
  }
}

/** A setup whose pieces change places. */
export class SetupTask {
  /** @param {HTMLElement} root @param {Task} task @param {Verdicts} verdicts */
  constructor(root, task, verdicts) {
    this.task = task;
    this.verdicts = verdicts;
    this.pieces = placements(task.board);
    const boardElement = el("div");
    root.replaceChildren(boardElement);
    this.view = new BoardView(boardElement, {
      mode: "place",
      interactive: true,
      label: "Lesson board",
      mayPlace: (square) => square in this.pieces,
    });
    this.view.addEventListener(
      "place",
      (event) => void this.#placed(/** @type {CustomEvent<Placed>} */ (event).detail),
    );
  }

  async start() {
    this.pieces = placements(this.task.board);
    this.view.showPieces(this.pieces, { animate: false });
    this.view.highlight(this.task.hints ?? []);
    this.view.interactive = true;
  }

  /** @param {Placed} detail */
  async #placed({ from, to }) {
    if (!from || !to || from === to || !(to in this.pieces)) return this.view.showPieces(this.pieces);
    this.#exchange(from, to);
    this.verdicts.changed();
    await this.#judge();
  }

  /** @param {string} one @param {string} other */
  #exchange(one, other) {
    this.pieces = swap(this.pieces, one, other);
    this.view.showPieces(this.pieces);
  }

  async #judge() {
    const board = await api.post("/board", { turns: [setupText(this.pieces)] });
    if (!holds(board, this.task.want)) return this.verdicts.wrong(this.task.again);
    this.#stop();
    this.verdicts.solved(this.task.done);
  }

  #stop() {
    this.view.interactive = false;
    this.view.highlight([]);
  }

  async demonstrate() {
    await this.start();
    this.#stop();
    const [one, other] = this.task.solution.split(" ");
    this.#exchange(/** @type {string} */ (one), /** @type {string} */ (other));
  }

  destroy() {
    this.view.destroy();
  }
}
