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

/** @import { Board, NodeShape as TreeNode, Place } from "../wire.js" */
/** @import { Study } from "./study.js" */

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
    /** Counts the places we went to. */
    this.visit = 0;
    /** @type {Promise<void> | null} until the board shows where the study is */
    this.following = null;
    /** Could the current position not be shown, for want of a connection? */
    this.isBehind = false;
    this.view.addEventListener("draft", (event) => {
      this.board = /** @type {import("../board/board.js").DraftEvent} */ (event).detail.board;
      this.dispatchEvent(new Event("position"));
    });
    study.addEventListener("move", () => this.follow());
    const socket = analysisSocket();
    socket.addEventListener("state", () => {
      if (socket.state === "open" && this.isBehind) void this.follow();
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

  /** Shows the study's current position: one question at a time, and only where we are then. */
  async follow() {
    this.visit += 1;
    this.following ??= this.#catchUp();
    await this.following;
  }

  async #catchUp() {
    // Until the board has come, what is entered would be for the position before.
    this.host.setAttribute("aria-busy", "true");
    for (let shown = 0; shown !== this.visit; ) {
      shown = this.visit;
      await this.#fetch();
    }
    this.following = null;
    this.host.setAttribute("aria-busy", "false");
  }

  /** @returns {Promise<Board | null>} the board of where the study is, once it has come */
  async boardHere() {
    await this.following;
    return this.board;
  }

  async #fetch() {
    const { visit } = this;
    const { node } = this.study;
    try {
      // A source of its own: an answer still under way to the one before must not reach this place.
      const source = new PositionSource(this.study.place());
      const board = await source.board();
      this.isBehind = false;
      if (visit === this.visit) this.#show(source, board, node);
    } catch (error) {
      this.isBehind = true;
      toastError(error);
    }
  }

  /** @param {PositionSource} source @param {Board} board @param {TreeNode} node */
  #show(source, board, node) {
    this.view.source = source;
    this.board = board;
    this.view.interactive = board.legal.length > 0;
    this.bar.enabled = board.legal.length > 0;
    this.view.show(board, { lastTurn: movesOf(node) });
    this.dispatchEvent(new Event("position"));
  }
}
