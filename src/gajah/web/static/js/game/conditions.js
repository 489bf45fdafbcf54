/**
 * Conditional turns of a correspondence game: "if my opponent plays this, I answer that", as lines that are entered
 * on the board of the game while the opponent is to move. The server plays the answers and shows them to no other.
 */

import { PositionSource } from "../board/position-source.js";
import { daysWords } from "../days.js";
import { toast, toastError } from "../dialogs.js";
import { el, makeButton } from "../dom.js";
import { sideName } from "../pieces.js";
import { facesPerson, isMyTurn, ownSide } from "./game-state.js";

/** @import { BoardView } from "../board/board.js" */
/** @import { EntryBar } from "../board/entry-bar.js" */
/** @import { Board, GameTold } from "../wire.js" */
/** @import { LiveGame } from "./game-state.js" */
/** The turns of a line so far, and where the next one is entered. @typedef {{ turns: string[], source: PositionSource, board: Board }} Entry */

const ABOUT = "While your opponent is to move, answer turns in advance. They are played at once, if they fit.";

export class Conditions {
  /** @param {HTMLElement} root @param {import("../socket.js").GameSocket} socket @param {() => void} onChange */
  constructor(root, socket, onChange) {
    this.root = root;
    this.socket = socket;
    this.onChange = onChange;
    /** @type {LiveGame | null} */
    this.live = null;
    /** @type {Entry | null} */
    this.entry = null;
    /** What is on the board. @type {Entry | null} */
    this.shown = null;
    this.key = "";
    this.button = makeButton(
      { title: ABOUT, onclick: () => void this.#enter([]).catch(toastError) },
      "Answer in advance",
    );
    socket.addEventListener("message", (event) => {
      const message = /** @type {CustomEvent<GameTold>} */ (event).detail;
      if (message.type === "conditions" && message.text) toast(message.text);
    });
  }

  get isPlanning() {
    return this.entry !== null;
  }

  /** @param {LiveGame} live */
  show(live) {
    const isOpen = isConditional(live) && live.game.state === "playing";
    if (this.entry && (isMyTurn(live) || !isOpen || live.board.position !== this.live?.board.position)) {
      this.entry = null;
      toast("Your opponent has played. The line was not complete.");
    }
    this.live = live;
    this.button.hidden = !isOpen;
    this.button.disabled = isMyTurn(live) || this.isPlanning;
    if (isConditional(live)) this.#showPanel(live);
  }

  /**
   * Puts the line on the board in place of the game, while one is entered.
   * @param {BoardView} view @param {EntryBar} bar @param {import("../board/board.js").EntrySource} usual
   * @returns {boolean} does the board show a line?
   */
  showBoard(view, bar, usual) {
    const { entry } = this;
    if (entry !== this.shown) {
      this.shown = entry;
      bar.playLabel = entry ? (isAnswer(entry) ? "Answer with this" : "If played") : "Play turn";
      view.source = entry?.source ?? usual;
      if (entry) view.show(entry.board, { lastTurn: entry.turns.at(-1) });
    } else if (entry && !view.board) void this.#showAgain(view, entry);
    return entry !== null;
  }

  /** After a look at earlier turns. @param {BoardView} view @param {Entry} entry */
  async #showAgain(view, entry) {
    const board = await entry.source.board();
    if (this.entry === entry && !view.board) view.show(board, { lastTurn: entry.turns.at(-1) });
  }

  /** A turn of the line was entered. @param {Board} board */
  async entered(board) {
    const { entry } = this;
    if (!entry) return;
    const turns = [...entry.turns, board.turn];
    if (!board.goal) await this.#enter(turns);
    else if (isAnswer(entry)) await this.#save(turns);
    else throw new Error("The game would be over after this turn.");
  }

  /** @param {string[]} turns  of the line so far */
  async #enter(turns) {
    const position = this.live?.board.position;
    if (!position) return;
    const source = new PositionSource({ position, turns });
    const board = await source.board();
    if (!this.live || isMyTurn(this.live)) return;
    this.entry = { turns, source, board };
    this.onChange();
  }

  /** @param {string[]} turns */
  async #save(turns) {
    const lines = [...(this.live?.conditions ?? []), turns];
    await this.socket.ask({ type: "conditions", lines });
    this.#end();
  }

  /** @param {number} index */
  async #drop(index) {
    const lines = (this.live?.conditions ?? []).filter((_, number) => number !== index);
    await this.socket.ask({ type: "conditions", lines }).catch(toastError);
  }

  #end() {
    this.entry = null;
    this.onChange();
  }

  /** @param {LiveGame} live */
  #showPanel(live) {
    const { entry } = this;
    const lines = live.conditions;
    this.root.hidden = !entry && (!lines.length || isMyTurn(live));
    const key = JSON.stringify([entry?.turns, lines]);
    if (key === this.key) return;
    const hadFocus = this.root.contains(document.activeElement) || document.activeElement === this.button;
    this.key = key;
    const other = sideName(ownSide(live) === "g" ? "s" : "g");
    this.root.replaceChildren(
      ...(entry ? this.#questions(entry, other) : lines.map((line, at) => this.#line(line, at))),
    );
    if (hadFocus) this.root.querySelector("button")?.focus();
  }

  /** @param {Entry} entry @param {string} other @returns {Node[]} */
  #questions(entry, other) {
    const { turns } = entry;
    const text = isAnswer(entry)
      ? "Enter your answer to it."
      : `Enter a turn that ${other} may play${turns.length ? " then, or save the line" : ""}.`;
    const cancel = makeButton({ onclick: () => this.#end() }, "Cancel");
    const isWhole = turns.length > 0 && !isAnswer(entry);
    const save = makeButton(
      { style: "primary", onclick: () => void this.#save(turns).catch(toastError) },
      "Save the line",
    );
    return [
      ...(turns.length ? [lineWords(turns)] : []),
      el("p", { role: "status" }, text),
      el("div", { class: "button-row" }, ...(isWhole ? [save] : []), cancel),
    ];
  }

  /** @param {string[]} turns @param {number} index */
  #line(turns, index) {
    const name = `Remove the line ${turns[0]}`;
    const remove = makeButton({ "aria-label": name, onclick: () => void this.#drop(index) }, "Remove");
    return el("div", { class: "condition" }, lineWords(turns), remove);
  }
}

/** Has the game conditional turns, and in their place no plans? @param {LiveGame} live */
export function isConditional(live) {
  return facesPerson(live) && daysWords(live.game.control) !== null;
}

/** Is the next turn our own? @param {Entry} entry */
function isAnswer({ turns }) {
  return turns.length % 2 === 1;
}

/** @param {string[]} turns */
function lineWords(turns) {
  const parts = turns.map((turn, index) => `${index % 2 ? "I answer" : index ? "then if" : "If"} ${turn}`);
  return el("p", {}, parts.join(", "));
}
