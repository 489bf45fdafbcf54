/**
 * The board of the analysis: it follows the study, and what the user drafts on it is told.
 *
 * Events: `position` when another position (or another draft) is on the board.
 */

import { BoardView } from "../board/board.js";
import { EntryBar } from "../board/entry-bar.js";
import { PositionSource } from "../board/position-source.js";
import { toastError } from "../dialogs.js";
import { movesOf } from "../nodes.js";
import { analysisSocket } from "../socket.js";

/** @import { Board, Place } from "../wire.js" */
/** @import { Study } from "./study.js" */

/**
 * @typedef {object} Sight  what the board is to show
 * @property {Place} place
 * @property {string | null} lastTurn
 * @property {boolean} isBeside  it is no part of the study: nothing can be entered there
 */

export class BoardPane extends EventTarget {
  /**
   * @param {HTMLElement} host @param {HTMLElement} entry @param {Study} study
   * @param {(board: Board) => Promise<void>} onTurn the user plays the drafted turn
   */
  constructor(host, entry, study, onTurn) {
    super();
    this.study = study;
    this.host = host;
    this.view = new BoardView(host, { source: new PositionSource(study.place()), label: "Analysis board" });
    this.bar = new EntryBar(entry, this.view, { onPlay: onTurn });
    /** @type {Board | null} */
    this.board = null;
    /** @type {Sight | null} */
    this.sight = null;
    /** @type {Promise<void> | null} until the board shows where the study is */
    this.following = null;
    /** Could the current position not be shown, for want of a connection? */
    this.isBehind = false;
    this.view.addEventListener("draft", (event) => {
      this.board = /** @type {import("../board/board.js").DraftEvent} */ (event).detail.board;
      study.steps = this.board.steps;
      this.dispatchEvent(new Event("position"));
    });
    study.addEventListener("move", () => this.follow());
    const socket = analysisSocket();
    socket.addEventListener("state", () => {
      if (socket.state === "open" && this.isBehind && this.sight) void this.look(this.sight);
    });
  }

  /** @returns {Place} what is on the board, for the engine */
  get place() {
    return { ...this.study.place(), steps: this.board?.steps ?? [] };
  }

  /** @returns {boolean} has the user begun a turn? */
  get hasDraft() {
    return (this.board?.steps.length ?? 0) > 0;
  }

  /** Shows the study's current position. */
  async follow() {
    const { node, steps } = this.study;
    const place = { ...this.study.place(), steps };
    await this.look({ place, lastTurn: movesOf(node), isBeside: false });
  }

  /** One question at a time, and only about what is to be seen then. @param {Sight} sight */
  async look(sight) {
    this.sight = sight;
    this.following ??= this.#catchUp();
    await this.following;
  }

  async #catchUp() {
    // Until the board has come, what is entered would be for the position before.
    this.host.setAttribute("aria-busy", "true");
    for (let shown = null; shown !== this.sight; ) {
      shown = this.sight;
      if (shown) await this.#fetch(shown);
    }
    this.following = null;
    this.host.setAttribute("aria-busy", "false");
  }

  /** @returns {Promise<Board | null>} the board of where the study is, once it has come */
  async boardHere() {
    await this.following;
    return this.board;
  }

  /** @param {Sight} sight */
  async #fetch(sight) {
    try {
      // A source of its own: an answer still under way to the one before must not reach this place.
      const { steps, ...start } = sight.place;
      const source = new PositionSource(start, steps);
      const board = await source.board();
      this.isBehind = false;
      if (sight === this.sight) this.#show(source, board, sight);
    } catch (error) {
      this.isBehind = true;
      toastError(error);
    }
  }

  /** @param {PositionSource} source @param {Board} board @param {Sight} sight */
  #show(source, board, { lastTurn, isBeside }) {
    this.view.source = source;
    this.board = board;
    this.view.interactive = !isBeside && board.legal.length > 0;
    this.bar.enabled = this.view.interactive;
    this.host.classList.toggle("beside", isBeside);
    this.view.show(board, { lastTurn });
    this.dispatchEvent(new Event("position"));
  }
}
