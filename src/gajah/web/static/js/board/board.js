/** The board component; README.md beside this file tells how to use it. */

import { el } from "../dom.js";
import { Refusal, reason } from "../refusal.js";
import { settings, stepDuration } from "../settings.js";
import { play as sound } from "../sounds.js";
import { Animator } from "./animate.js";
import { describeChange, describePlacing } from "./announce.js";
import { Cells } from "./cells.js";
import { cellOf, flipped, sideways } from "./geometry.js";
import { Hand } from "./hand.js";
import { Inputs } from "./inputs.js";
import { bindKeyboard } from "./keyboard.js";
import { planMotion } from "./motion.js";
import { bindPointer } from "./pointer.js";
import { Renderer } from "./render.js";
import { defaults, frozenToShow, lettersOf } from "./state.js";
import { parseSteps, turnWords } from "./steps.js";

/** @import { Board, PreviewShown, Route, SideLetter as Side } from "../wire.js" */
/** @import { Arrow, Highlight } from "./state.js" */
/** @import { Step } from "./steps.js" */

/**
 * @typedef {object} EntrySource  where steps go; a refusal rejects and changes nothing
 * @property {(steps: string[]) => Promise<Board>} step
 * @property {() => Promise<Board>} undo
 * @property {() => Promise<Board>} redo
 * @property {() => Promise<Board>} reset
 * @property {(square: string) => Promise<Route[]>} routes
 * @property {(text: string) => Promise<PreviewShown>} preview
 */

/**
 * @typedef {object} BoardOptions
 * @property {EntrySource | null} [source]
 * @property {boolean} [interactive]
 * @property {"turn" | "place"} [mode]
 * @property {string} [label]
 * @property {boolean} [mini]
 * @property {(square: string) => boolean} [mayPlace]
 */

/** @typedef {{ from: string | null, to: string | null }} Placed  from null: a click on an empty square; to null: beside the board */
/** @typedef {CustomEvent<{ board: Board, by: string }>} DraftEvent */
/** @typedef {{ animate?: boolean, lastTurn?: string | null, preview?: boolean }} ShowOptions */
/**
 * @typedef {object} ShowPiecesOptions
 * @property {boolean} [animate]
 * @property {string | null} [lastTurn]
 * @property {Side | null} [mover]  the side that made the last turn
 * @property {string[]} [frozen]  the squares of frozen pieces
 */
/**
 * @typedef {object} Transition  how to get to other pieces: see planMotion
 * @property {boolean} animate
 * @property {string | null | undefined} lastTurn
 * @property {Step[][]} forward
 * @property {Step[][]} backward
 */

export class BoardView extends EventTarget {
  /** @param {HTMLElement} element @param {BoardOptions} [options] */
  constructor(element, options = {}) {
    super();
    this.root = element;
    this.root.classList.add("board");
    /** @type {EntrySource | null} */
    this.entrySource = options.source ?? null;
    this.mayPlace = options.mayPlace ?? (() => true);
    this.state = defaults();
    this.state.mode = options.mode ?? "turn";
    this.state.mini = options.mini ?? false;
    this.state.interactive = options.interactive ?? Boolean(options.source);
    this.renderer = new Renderer(this.root);
    this.animator = new Animator(this.renderer);
    this.cells = new Cells(this.root, options.label ?? "Board");
    this.live = this.root.appendChild(el("div", { class: "visually-hidden", "aria-live": "polite" }));
    this.hand = new Hand(this);
    this.inputs = new Inputs((error) => this.refuse(error));
    this.frame = 0;
    /** What the draft was before a preview. @type {Board | null} */
    this.beforePreview = null;
    this.previews = 0;
    /** Ends the listening to others. */
    this.end = new AbortController();
    const { signal } = this.end;
    settings.follow("sideways", () => (this.orientation = this.state.orientation), signal);
    settings.addEventListener("change", () => this.redraw(), { signal });
    if (this.state.mini) {
      this.state.coordinates = "off";
      this.cells.grid.remove();
    } else {
      bindPointer(this);
      bindKeyboard(this);
      settings.follow("coordinates", (value) => (this.state.coordinates = value), signal);
    }
    this.redraw();
  }

  get board() {
    return this.beforePreview ?? this.state.board;
  }

  get source() {
    return this.entrySource;
  }

  set source(source) {
    this.entrySource = source;
    this.hand.forget();
  }

  get interactive() {
    return this.state.interactive;
  }

  set interactive(value) {
    if (this.state.interactive === value) return;
    this.state.interactive = value;
    this.hand.forget();
    this.redraw();
  }

  get orientation() {
    return this.state.orientation;
  }

  /** Upright or sideways is the user's choice; who sits where is the page's. */
  set orientation(value) {
    const lying = value === "gold-left" || value === "gold-right";
    const next = lying === settings.get("sideways") ? value : sideways(value);
    if (next === this.state.orientation) return;
    this.animator.stop();
    this.state.orientation = next;
    this.redraw();
  }

  flip() {
    this.orientation = flipped(this.orientation);
  }

  /**
   * @param {Board} board
   * @param {ShowOptions} [options]
   */
  show(board, { animate = true, lastTurn, preview = false } = {}) {
    const previous = this.state.board;
    // The answer to a step and the news of it both come here; the second changes nothing.
    const news = preview || this.state.preview || lastTurn !== undefined || !sameBoard(previous, board);
    if (!news) return;
    // What is only typed is not told.
    const told = this.beforePreview ?? previous;
    if (preview) this.beforePreview ??= previous;
    else this.beforePreview = null;
    const continues = previous !== null && previous.position === board.position;
    const [shorter, longer] = continues ? [turnWords(previous.turn), turnWords(board.turn)] : [[], []];
    const forward = [parseSteps(longer.slice(shorter.length)), parseSteps(lastTurn ?? "")];
    const backward = [parseSteps(shorter.slice(longer.length)), parseSteps(this.state.lastTurn ?? "")];
    this.state.board = board;
    this.state.mover = board.side === "g" ? "s" : "g";
    this.state.frozen = frozenToShow(board.frozen, board.pieces);
    this.state.preview = preview;
    this.#change(board.pieces, { animate, lastTurn, forward, backward });
    if (!preview) this.#announceChange(told, board, lastTurn);
    this.dispatchEvent(new CustomEvent("shown", { detail: { board } }));
  }

  /**
   * @param {Record<string, string>} pieces
   * @param {ShowPiecesOptions} [options]
   */
  showPieces(pieces, { animate = true, lastTurn, mover = null, frozen = [] } = {}) {
    const placed = this.state.mode === "place" ? describePlacing(lettersOf(this.state), pieces) : "";
    this.state.board = null;
    this.state.mover = mover;
    this.state.frozen = frozenToShow(frozen, pieces);
    this.state.preview = false;
    this.beforePreview = null;
    const forward = [parseSteps(lastTurn ?? "")];
    const backward = [parseSteps(this.state.lastTurn ?? "")];
    this.#change(pieces, { animate, lastTurn, forward, backward });
    if (placed) this.say(placed);
  }

  /**
   * @param {Record<string, string>} pieces
   * @param {Transition} how
   */
  #change(pieces, { animate, lastTurn, forward, backward }) {
    const plan = planMotion(this.state.pieces, pieces, forward, backward);
    const placed = this.hand.release();
    const stepMs = animate && !this.state.mini && this.state.pieces.length && !document.hidden ? stepDuration() : 0;
    if (plan.motions.length) this.animator.stop();
    if (stepMs) this.animator.keepLeaving(plan);
    this.state.pieces = plan.pieces;
    if (lastTurn !== undefined) this.state.lastTurn = lastTurn;
    this.hand.forget();
    this.draw();
    if (!plan.motions.length) return;
    const onStep = (/** @type {boolean} */ capture) => sound(capture ? "capture" : "step");
    if (stepMs) this.animator.play(plan, { stepMs, orientation: this.state.orientation, except: placed, onStep });
    else if (animate && !this.state.mini) onStep(plan.captures.length > 0);
  }

  /** @param {Board | null} previous @param {Board} board @param {string | null | undefined} lastTurn */
  #announceChange(previous, board, lastTurn) {
    if (this.state.mini) return;
    const words = describeChange(previous, board, lastTurn);
    if (words) this.say(words);
  }

  /** @returns {Promise<void>} until the pieces stand where they belong */
  still() {
    return this.animator.still();
  }

  /** For screen readers. @param {string} text */
  say(text) {
    this.live.textContent = text;
  }

  /** @param {Arrow[]} list */
  arrows(list) {
    this.state.arrows = list;
    this.redraw();
  }

  /** @param {Highlight[]} list */
  highlight(list) {
    this.state.highlights = list;
    this.redraw();
  }

  /** @param {import("./state.js").Drawing} drawing  what the user has drawn */
  drawing(drawing) {
    this.state.drawing = drawing;
    this.redraw();
  }

  /** @param {string | null} square */
  select(square) {
    void this.hand.select(square);
  }

  /** @param {string[]} steps @returns {Promise<boolean>} was it done? */
  enter(steps) {
    return this.#ask("enter", (source) => source.step(steps));
  }

  undo() {
    return this.#ask("undo", (source) => source.undo());
  }

  redo() {
    return this.#ask("redo", (source) => source.redo());
  }

  reset() {
    return this.#ask("reset", (source) => source.reset());
  }

  /**
   * Shows what typed steps would give, without entering them; empty text ends the preview.
   * @param {string} text
   * @returns {Promise<{ board: Board | null, text: string }>}
   */
  async preview(text) {
    const call = ++this.previews;
    if (!text.trim() || !this.entrySource) {
      if (this.beforePreview) this.show(this.beforePreview);
      return { board: null, text: "" };
    }
    const answer = await this.entrySource.preview(text);
    if (call !== this.previews) return answer; // something else is typed by now
    const isHere = answer.board?.position === this.board?.position;
    if (answer.board && isHere) this.show(answer.board, { preview: true });
    else if (this.beforePreview) this.show(this.beforePreview);
    return answer;
  }

  /**
   * @param {string} by @param {(source: EntrySource) => Promise<Board>} change
   * @returns {Promise<boolean>}
   */
  async #ask(by, change) {
    const source = this.entrySource;
    if (!source || !this.state.interactive) return false;
    try {
      const board = await change(source);
      if (source !== this.entrySource) return false;
      this.show(board);
      this.dispatchEvent(new CustomEvent("draft", { detail: { board, by } }));
      return true;
    } catch (error) {
      this.refuse(error);
      return false;
    }
  }

  /** @param {unknown} error */
  refuse(error) {
    this.hand.slideBack();
    this.redraw();
    sound("error");
    const code = error instanceof Refusal ? error.code : "failed";
    this.dispatchEvent(new CustomEvent("refused", { detail: { text: reason(error), code } }));
  }

  /** @param {string} [square] */
  focus(square) {
    if (square) this.cells.current = cellOf(square, this.state.orientation);
    this.cells.draw(this.state);
    this.cells.focus();
  }

  /** Many requests, one frame. */
  redraw() {
    if (this.frame) return;
    this.frame = requestAnimationFrame(() => this.draw());
  }

  draw() {
    cancelAnimationFrame(this.frame);
    this.frame = 0;
    this.renderer.draw(this.state);
    if (!this.state.mini) this.cells.draw(this.state);
  }

  destroy() {
    this.end.abort();
    this.animator.stop();
    cancelAnimationFrame(this.frame);
    this.root.classList.remove("board", "interactive", "preview", "dragging");
    this.root.replaceChildren();
  }
}

/** @param {Board | null} a @param {Board} b */
function sameBoard(a, b) {
  return JSON.stringify(a) === JSON.stringify(b);
}
