/** The coach beside the board: its question before a turn, its remarks, its hints. */

import { toastError } from "../dialogs.js";
import { el, makeButton } from "../dom.js";
import { settings } from "../settings.js";
import {
  canBeCoached,
  explain,
  findHint,
  findWarning,
  HINT_STAGES,
  hintRemarks,
  NO_MARKS,
  turnToExplain,
  warningMarks,
} from "./coach.js";
import { isMyTurn, ownSide } from "./game-state.js";
import { strengthOrder } from "./rules-card.js";

/** @import { BoardView } from "../board/board.js" */
/** @import { Board, CoachHint, WarningShape } from "../wire.js" */
/** @import { Remark } from "./coach.js" */
/** @import { LiveGame } from "./game-state.js" */

// By how much of a hint is told.
const HINT_LABELS = ["Hint", "Which piece?", "Show the turn", "Show the turn"];

export class CoachPanel {
  /** @param {HTMLElement} root @param {{ onInsist: () => void }} handlers  onInsist: the turn is to be played anyway */
  constructor(root, { onInsist }) {
    this.root = root;
    this.onInsist = onInsist;
    /** @type {LiveGame | null} */
    this.live = null;
    /** @type {BoardView | null} */
    this.view = null;
    this.isLookingBack = false;
    /** The turn that the question is about. @type {{ position: string, turn: string, warning: WarningShape } | null} */
    this.warned = null;
    /** What was asked about a draft. @type {{ key: string, warning: Promise<WarningShape | null> } | null} */
    this.checked = null;
    /** What is said about the opponent's last turn. @type {{ node: number, remark: Remark | null } | null} */
    this.told = null;
    /** @type {{ position: string, hint: CoachHint, stage: number } | null} */
    this.hinted = null;
    this.isThinking = false;
    /** The remark under the pointer or in the focus. @type {Remark | null} */
    this.pointed = null;
    this.key = "";
    /** What is drawn on which board. @type {{ view: BoardView | null, key: string }} */
    this.drawn = { view: null, key: "" };
    this.switch = el("input", {
      type: "checkbox",
      role: "switch",
      onchange: () => settings.set("coach", this.switch.checked),
    });
    this.hintButton = makeButton({ onclick: () => void this.#moreHint() });
    this.strength = el("div");
    this.remarks = el("div", { class: "coach-remarks", role: "status" });
    this.text = el("p", { id: "coach-text" });
    this.again = makeButton({ onclick: () => this.#thinkAgain() }, "Think again");
    this.question = this.#question();
    const label = el("label", { class: "check" }, this.switch, "Coach");
    this.tools = el("div", { class: "coach-line" }, label, this.hintButton);
    root.replaceChildren(this.question, this.tools, this.remarks, this.strength);
    settings.follow("coach", () => this.#refresh());
  }

  #question() {
    return el(
      "div",
      {
        class: "question coach-question",
        role: "alertdialog",
        "aria-label": "The coach asks",
        "aria-describedby": this.text.id,
        hidden: true,
        onkeydown: (/** @type {KeyboardEvent} */ event) => event.key === "Escape" && this.#thinkAgain(),
      },
      this.text,
      el("div", { class: "button-row" }, this.again, makeButton({ onclick: () => this.#insist() }, "Play anyway")),
    );
  }

  /** @param {LiveGame} live @param {BoardView | null} view @param {boolean} isLookingBack */
  show(live, view, isLookingBack) {
    this.live = live;
    this.view = view;
    this.isLookingBack = isLookingBack;
    this.root.hidden = live.game.state !== "playing" || !canBeCoached(live);
    // Without steps left the draft is as good as sent: the answer is there when the button is pressed.
    const { board } = live;
    if (this.#isOn && isMyTurn(live) && board.can_end && !board.steps_left) void this.#check(board);
    this.#refresh();
  }

  /** Asks once about a draft. @param {Board} board */
  #check({ position, turn }) {
    const key = `${position} ${turn}`;
    if (this.checked?.key !== key) {
      this.checked = { key, warning: findWarning(position, turn, Boolean(this.live?.game.control)) };
    }
    return this.checked.warning;
  }

  /**
   * May the drafted turn be sent? If the coach has something against it, a question is shown instead.
   * @param {Board} board
   */
  async allows(board) {
    if (!this.#isOn) return true;
    const { position, turn } = board;
    const warning = await this.#check(board);
    if (!warning) return true;
    this.warned = { position, turn, warning };
    this.text.textContent = `${warning.text} Play anyway?`;
    this.#refresh();
    this.again.focus();
    return false;
  }

  get #isOn() {
    return !this.root.hidden && settings.get("coach");
  }

  #thinkAgain() {
    this.warned = null;
    this.#refresh();
    this.view?.focus();
  }

  #insist() {
    this.#thinkAgain();
    this.onInsist();
  }

  async #moreHint() {
    const { live, hinted } = this;
    if (!live || this.isThinking || !isMyTurn(live)) return;
    const { position } = live.board;
    if (hinted) this.hinted = { ...hinted, stage: Math.min(hinted.stage + 1, HINT_STAGES) };
    else {
      this.isThinking = true;
      this.#refresh();
      try {
        this.hinted = {
          position,
          hint: await findHint(position, live.hasTabEngine && settings.get("engine") === "tab"),
          stage: 1,
        };
      } catch (error) {
        toastError(error);
      }
      this.isThinking = false;
    }
    this.#refresh();
  }

  /** Says what the opponent's last turn does, once it is known. @param {LiveGame} live */
  async #explain(live) {
    const last = turnToExplain(live);
    if (this.told?.node === last?.node) return;
    this.told = last && { node: last.node, remark: null };
    if (!last) return;
    // Without an answer there is nothing to say.
    const remark = await explain(last.asked).catch(() => null);
    if (this.told?.node !== last.node) return;
    this.told = { node: last.node, remark };
    this.#refresh();
  }

  #refresh() {
    const { live } = this;
    if (!live) return;
    this.#forget(live);
    if (this.#isOn) void this.#explain(live);
    this.#showTools(live);
    this.#showRemarks();
    this.#draw(live);
  }

  /** What was said about another position or turn is over. @param {LiveGame} live */
  #forget({ board }) {
    const { warned, hinted } = this;
    if (!this.#isOn) this.told = null;
    if (!this.#isOn || warned?.position !== board.position || warned.turn !== board.turn) this.warned = null;
    if (!this.#isOn || hinted?.position !== board.position) this.hinted = null;
  }

  /** @param {LiveGame} live */
  #showTools(live) {
    const { hintButton } = this;
    this.switch.checked = settings.get("coach");
    if (!this.strength.firstChild) this.strength.append(strengthOrder(ownSide(live)));
    hintButton.hidden = !this.#isOn;
    // The question takes the place of everything else, and so moves nothing.
    this.question.hidden = !this.warned;
    this.tools.hidden = this.warned !== null;
    this.strength.hidden = this.remarks.hidden = !this.#isOn || this.warned !== null;
    const stage = this.hinted?.stage ?? 0;
    const label = this.isThinking ? "Thinking ..." : (HINT_LABELS[stage] ?? "");
    // Never disabled: the focus stays on it.
    hintButton.setAttribute("aria-disabled", String(!isMyTurn(live) || stage === HINT_STAGES));
    if (hintButton.textContent !== label) hintButton.textContent = label;
  }

  /** @returns {Remark[]} */
  get #said() {
    if (this.hinted) return hintRemarks(this.hinted.hint, this.hinted.stage);
    return this.told?.remark ? [this.told.remark] : [];
  }

  #showRemarks() {
    const said = this.#said;
    const key = JSON.stringify(said);
    if (key === this.key) return;
    this.key = key;
    this.pointed = null;
    this.remarks.replaceChildren(...said.map((remark) => this.#remarkButton(remark)));
  }

  /** Pointing at it or focusing it shows what it is about. @param {Remark} remark */
  #remarkButton(remark) {
    const point = (/** @type {Remark | null} */ pointed) => () => {
      this.pointed = pointed;
      if (this.live) this.#draw(this.live);
    };
    const [on, off] = [point(remark), point(null)];
    const listeners = { onfocus: on, onblur: off, onpointerenter: on, onpointerleave: off };
    return el("button", { type: "button", class: "coach-remark", ...listeners }, remark.text);
  }

  /** @param {LiveGame} live */
  #draw(live) {
    const { arrows, highlights } = this.#marks(live);
    const { view } = this;
    const key = JSON.stringify([arrows, highlights]);
    if (!view || (view === this.drawn.view && key === this.drawn.key)) return;
    this.drawn = { view, key };
    view.arrows(arrows);
    view.highlight(highlights);
  }

  /** @param {LiveGame} live */
  #marks({ board }) {
    if (!this.#isOn || this.isLookingBack) return NO_MARKS;
    if (this.warned) return warningMarks(this.warned.warning);
    if (this.pointed) return this.pointed.marks;
    // The first step is an answer: after it the board belongs to the draft.
    const [latest] = this.#said;
    return latest && !board.steps.length ? latest.marks : NO_MARKS;
  }
}
