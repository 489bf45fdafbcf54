/**
 * Planning a turn while the opponent thinks: first the turn that is expected, or any, then the answer to it.
 * Both are entered on the board of the game; the server keeps the plan and shows it to no other player.
 */

import { PositionSource } from "../board/position-source.js";
import { toast, toastError } from "../dialogs.js";
import { el, makeButton } from "../dom.js";
import { sideName } from "../pieces.js";
import { isConditional } from "./conditions.js";
import { facesPlayer, isMyTurn, ownSide } from "./game-state.js";

/** @import { BoardView } from "../board/board.js" */
/** @import { EntryBar } from "../board/entry-bar.js" */
/** @import { Board, GameTold, TurnPlan } from "../wire.js" */
/** @import { LiveGame } from "./game-state.js" */
/**
 * @typedef {object} Stage  what is being entered
 * @property {"expected" | "answer"} asks
 * @property {string | null} expected  the turn that the answer is for; null: any, or not known yet
 * @property {PositionSource} source
 * @property {Board} board  where it begins
 */

export class Planner {
  /** @param {HTMLElement} root @param {import("../socket.js").GameSocket} socket @param {() => void} onChange */
  constructor(root, socket, onChange) {
    this.root = root;
    this.socket = socket;
    this.onChange = onChange;
    /** @type {LiveGame | null} */
    this.live = null;
    /** @type {Stage | null} */
    this.stage = null;
    /** The stage on the board. @type {Stage | null} */
    this.shown = null;
    /** What the panel says already. */
    this.key = "";
    this.button = makeButton({ onclick: () => void this.#begin() }, "Plan ahead");
    this.atOnce = el("input", { type: "checkbox" });
    socket.addEventListener("message", (event) => {
      const message = /** @type {CustomEvent<GameTold>} */ (event).detail;
      if (message.type === "plan" && message.text) toast(message.text);
    });
  }

  get isPlanning() {
    return this.stage !== null;
  }

  /** @param {LiveGame} live */
  show(live) {
    const isOpen = facesPlayer(live) && live.game.state === "playing" && !isConditional(live);
    if (this.stage && (isMyTurn(live) || !isOpen || live.board.position !== this.live?.board.position)) {
      this.stage = null;
      if (isOpen) toast("Your opponent has played. The plan was not complete.");
    }
    this.live = live;
    this.button.hidden = !isOpen;
    this.button.disabled = isMyTurn(live) || this.isPlanning;
    this.#showPanel(live);
  }

  /**
   * Puts what is planned on the board in place of the game, if anything is.
   * @param {BoardView} view @param {EntryBar} bar @param {import("../board/board.js").EntrySource} usual
   * @returns {boolean} does the board show a plan?
   */
  showBoard(view, bar, usual) {
    const { stage } = this;
    if (stage !== this.shown) {
      this.shown = stage;
      bar.playLabel = stage ? (stage.asks === "expected" ? "Plan for it" : "Keep this plan") : "Play turn";
      view.source = stage?.source ?? usual;
      if (stage) view.show(stage.board, { lastTurn: stage.asks === "expected" ? undefined : stage.expected });
    } else if (stage && !view.board) void this.#showAgain(view, stage);
    return stage !== null;
  }

  /** After a look at earlier turns. @param {BoardView} view @param {Stage} stage */
  async #showAgain(view, stage) {
    const board = await stage.source.board();
    if (this.stage === stage && !view.board) view.show(board, { lastTurn: stage.expected });
  }

  /** A turn was entered for the plan. @param {Board} board */
  async entered(board) {
    const { stage, live } = this;
    if (!stage || !live) return;
    if (stage.asks === "expected") {
      if (board.goal) throw new Error("The game would be over after this turn.");
      await this.#ask("answer", board.turn, { position: live.board.position, turns: [board.turn] });
      return;
    }
    const plan = { expected: stage.expected, steps: board.steps, at_once: this.atOnce.checked };
    await this.socket.ask({ type: "plan", plan });
    this.#end();
  }

  async #begin() {
    const position = this.live?.board.position;
    if (!position) return;
    this.atOnce.checked = false;
    await this.#ask("expected", null, { position, turns: [] }).catch(toastError);
  }

  /** The answer to any turn: our turn from where the game stands. */
  async #skip() {
    const position = this.live?.board.position;
    if (!position) return;
    const ours = (position.startsWith("g") ? "s" : "g") + position.slice(1);
    await this.#ask("answer", null, { position: ours, turns: [] }).catch(toastError);
  }

  /** @param {Stage["asks"]} asks @param {string | null} expected @param {{ position: string, turns: string[] }} place */
  async #ask(asks, expected, place) {
    const source = new PositionSource(place);
    const board = await source.board();
    if (!this.live || isMyTurn(this.live)) return;
    this.stage = { asks, expected, source, board };
    this.onChange();
  }

  #end() {
    this.stage = null;
    this.onChange();
  }

  /** @param {LiveGame} live */
  #showPanel(live) {
    const { stage } = this;
    const plan = stage ? null : live.plan;
    this.root.hidden = !stage && !plan;
    const key = JSON.stringify([stage?.asks, stage?.expected, plan]);
    if (key === this.key) return;
    const hadFocus = this.root.contains(document.activeElement) || document.activeElement === this.button;
    this.key = key;
    const other = sideName(ownSide(live) === "g" ? "s" : "g");
    if (stage) this.root.replaceChildren(...this.#questions(stage, other));
    else this.root.replaceChildren(...(plan ? this.#kept(plan, other) : []));
    if (hadFocus) this.root.querySelector("button")?.focus();
  }

  /** @param {Stage} stage @param {string} other @returns {Node[]} */
  #questions({ asks, expected }, other) {
    const cancel = makeButton({ onclick: () => this.#end() }, "Cancel");
    if (asks === "expected") {
      const any = makeButton({ onclick: () => void this.#skip() }, "Any turn");
      const text = `Which turn of ${other} do you plan for? Enter it on the board.`;
      return [el("p", { role: "status" }, text), el("div", { class: "button-row" }, any, cancel)];
    }
    const when = expected ? `after ${expected}` : "from where the game stands";
    const label = el("label", { class: "check" }, this.atOnce, `Play it at once if ${other} plays exactly that`);
    return [
      el("p", { role: "status" }, `Enter your turn ${when}.`),
      ...(expected ? [label] : []),
      el("div", { class: "button-row" }, cancel),
    ];
  }

  /** @param {TurnPlan} plan @param {string} other @returns {Node[]} */
  #kept({ expected, steps, at_once: atOnce }, other) {
    const turn = steps.join(" ");
    const text = expected
      ? `Your plan: if ${other} plays ${expected}, ${turn} is ${atOnce ? "played at once" : "put on the board"}.`
      : `Your plan: ${turn}, if it is still legal.`;
    const drop = () => this.socket.ask({ type: "plan", plan: null }).catch(toastError);
    return [
      el("p", { role: "status" }, text),
      el("div", { class: "button-row" }, makeButton({ onclick: () => void drop() }, "Discard the plan")),
    ];
  }
}
