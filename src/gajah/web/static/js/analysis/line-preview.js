/**
 * A line of the engine played through on the board, beside the study: what stands under the board meanwhile.
 *
 * Events: `change` when another turn of it is shown, or none any more.
 */

import { toastError } from "../dialogs.js";
import { el, iconButton, makeButton } from "../dom.js";
import { ICONS } from "../icons.js";
import { positionText } from "../placements.js";
import { scoreWords } from "./score-words.js";

/** @import { Board, LineShape as Line, Place } from "../wire.js" */
/** @import { BoardPane } from "./board-pane.js" */
/** @import { Study } from "./study.js" */

/**
 * @typedef {object} Shown  the line that is played through
 * @property {Place} place  where it begins
 * @property {string[]} turns  the first with what was drafted before it
 * @property {number} index  of the turn that led to what is on the board
 * @property {string} score  in words
 * @property {boolean} isThreat  the other side begins: it cannot be played here
 */

export class LinePreview extends EventTarget {
  /** @param {HTMLElement} host @param {Study} study @param {BoardPane} pane */
  constructor(host, study, pane) {
    super();
    this.host = host;
    this.study = study;
    this.pane = pane;
    /** @type {Shown | null} */
    this.shown = null;
    /** What was on the board before. @type {Board | null} */
    this.board = null;
    /** Where the keyboard was before. @type {HTMLElement | null} */
    this.opener = null;
    this.words = el("p", { class: "preview-words", role: "status" });
    this.turn = el("p", { class: "preview-turn turn-text" });
    this.back = iconButton("Previous turn of the line", ICONS.previous, { onclick: () => this.move(-1) });
    this.next = iconButton("Next turn of the line", ICONS.next, { onclick: () => this.move(1) });
    this.add = makeButton({ style: "primary", onclick: () => void this.#add().catch(toastError) }, "Add to the tree");
    const named = { title: "Leave the line (Escape)", "aria-label": "Leave the line" };
    const leave = makeButton({ ...named, onclick: () => this.leave() }, "Leave");
    host.replaceChildren(this.words, this.turn, el("div", { class: "row" }, this.back, this.next, this.add, leave));
    host.hidden = true;
    study.addEventListener("move", () => this.#end());
  }

  /** @param {Line} line @param {number} index  of the turn to show @param {boolean} isThreat */
  show(line, index, isThreat) {
    if (!this.shown) this.#begin();
    this.shown = { ...this.follow(line, isThreat), index, score: scoreWords(line.score), isThreat };
    this.#look();
  }

  /** @param {Line} line @param {boolean} isThreat @returns where it begins, and its turns, the first with the draft */
  follow(line, isThreat) {
    const board = this.shown ? this.board : this.pane.board;
    const draft = isThreat ? "" : (board?.turn ?? "");
    return { place: this.#start(board, isThreat), turns: [`${draft} ${line.turn}`.trim(), ...line.continuation] };
  }

  /** @param {number} by  turns; before the first is back where the line began */
  move(by) {
    if (!this.shown) return;
    const index = this.shown.index + by;
    if (index < 0) this.leave();
    else if (index < this.shown.turns.length) {
      this.shown = { ...this.shown, index };
      this.#look();
    }
  }

  /** Back to what is studied. */
  leave() {
    if (!this.shown) return;
    this.#end();
    void this.pane.follow();
  }

  #begin() {
    this.board = this.pane.board;
    const { activeElement } = document;
    const isByKey = activeElement instanceof HTMLElement && activeElement.matches(".line-turn");
    this.opener = isByKey ? activeElement : null;
    this.host.hidden = false;
    // On a small screen the lines stand far below the board.
    this.pane.host.scrollIntoView({ block: "nearest" });
    if (isByKey) this.host.focus();
  }

  #end() {
    if (!this.shown) return;
    this.shown = null;
    if (this.host.contains(document.activeElement)) this.opener?.focus();
    this.host.hidden = true;
    this.dispatchEvent(new Event("change"));
  }

  /** @param {Board | null} board @param {boolean} isThreat @returns {Place} where a line begins */
  #start(board, isThreat) {
    if (!isThreat || !board) return { ...this.study.place(), steps: [] };
    const { side, pieces } = board;
    const position = positionText({ side: side === "g" ? "s" : "g", pieces });
    return { position, handicap: null, turns: [], steps: [] };
  }

  #look() {
    if (!this.shown) return;
    const { place, turns, index, score, isThreat } = this.shown;
    this.words.textContent = `${isThreat ? "Threat" : "Engine line"}, ${score}: turn ${index + 1} of ${turns.length}.`;
    this.turn.textContent = turns[index] ?? "";
    this.next.disabled = index + 1 === turns.length;
    this.add.hidden = isThreat;
    const turnsTo = [...place.turns, ...turns.slice(0, index + 1)];
    void this.pane.look({ place: { ...place, turns: turnsTo }, lastTurn: turns[index] ?? null, isBeside: true });
    this.dispatchEvent(new Event("change"));
  }

  /** Puts the turns up to the one that is shown into the tree, and goes there. */
  async #add() {
    const { turns = [], index = 0 } = this.shown ?? {};
    for (const turn of turns.slice(0, index + 1)) await this.study.play(turn);
  }
}
