/** The bar under a board: steps left, what is pending, undo and play, and typed notation. */

import { el, icon, makeButton, setText, wordedButton } from "../dom.js";
import { ICONS } from "../icons.js";
import { reason } from "../refusal.js";
import { settings } from "../settings.js";
import { capital } from "../text.js";
import { stepsLeftText } from "./announce.js";
import { pendingNow } from "./state.js";

/** @import { Board } from "../wire.js" */
/** @import { BoardView } from "./board.js" */

const STEPS_A_TURN = 4;
// A step of which the direction is not typed yet.
const UNFINISHED = /(^|\s)[EMHDCR]?([a-h][1-8]?)?$/i;

/**
 * @typedef {object} EntryBarOptions
 * @property {(board: Board) => unknown} onPlay  a promise is waited for; what it rejects with is shown
 * @property {string} [playLabel]
 * @property {boolean} [notation]
 */

export class EntryBar {
  /** @param {HTMLElement} element @param {BoardView} view @param {EntryBarOptions} options */
  constructor(element, view, { onPlay, playLabel = "Play turn", notation = true }) {
    this.root = element;
    this.view = view;
    this.onPlay = onPlay;
    this.isEnabled = true;
    this.isPlaying = false;
    /** Is what is said about the steps of a turn, and worth nothing when that is over? */
    this.countsSteps = false;
    /** Was the button pressed, and what was entered before is still under way? */
    this.isAsked = false;
    this.pips = Array.from({ length: STEPS_A_TURN }, () => el("span", { class: "pip" }));
    this.steps = el("p", { class: "entry-steps", role: "group", "aria-label": "Steps so far" });
    this.status = el("p", { class: "entry-status", role: "status" });
    this.undoButton = wordedButton("Undo step", "Undo", ICONS.undo, {
      title: "Undo step (Ctrl+Z)",
      onclick: () => this.#undo(),
    });
    this.redoButton = wordedButton("Redo step", "Redo", ICONS.redo, {
      title: "Redo step (Ctrl+Y)",
      onclick: () => this.#redo(),
    });
    this.resetButton = wordedButton("Reset turn", "Reset", ICONS.reset, {
      onclick: () => void view.inputs.add(() => view.reset()),
    });
    this.playText = el("span", {}, playLabel);
    this.playButton = makeButton(
      { style: "primary entry-play", title: "Ctrl+Enter", onclick: () => void this.#play() },
      icon(ICONS.check),
      this.playText,
    );
    this.input = el("input", {
      class: "entry-notation",
      type: "text",
      "aria-label": "Type steps",
      placeholder: "Type steps, e.g. Ee2n Ee3n",
      autocomplete: "off",
      autocapitalize: "off",
      spellcheck: "false",
      enterkeyhint: "done",
      oninput: () => void this.#previewTyped(),
      onkeydown: (/** @type {KeyboardEvent} */ event) => this.#inputKey(event),
      onblur: () => void this.#endPreview(),
      onfocus: () => void this.#previewTyped(),
    });
    /** Was it typed in when the turn was played? */
    this.hadFocus = false;
    /** How often something was typed: an answer to less than that is late. */
    this.typed = 0;
    /** Is what is typed about to become steps? Another Enter means the turn, then. */
    this.isEntering = false;
    /** Would the turn be complete with what is typed? */
    this.typedCanEnd = false;
    /** Ends the listening to others. */
    this.end = new AbortController();
    this.#build(notation);
    this.#refresh();
  }

  /** @param {boolean} notation */
  #build(notation) {
    this.root.classList.add("entry");
    this.root.replaceChildren(
      el(
        "div",
        { class: "entry-line" },
        el("span", { class: "pips", "aria-hidden": "true" }, ...this.pips),
        this.status,
      ),
      el("div", { class: "entry-tools" }, this.undoButton, this.redoButton, this.resetButton, this.playButton),
      this.steps,
    );
    const { signal } = this.end;
    this.view.addEventListener("shown", () => this.#refresh(), { signal });
    this.view.addEventListener("refused", (event) => this.#refused(event), { signal });
    this.view.addEventListener("picked", () => this.#forgive(), { signal });
    document.addEventListener("keydown", (event) => this.#key(event), { signal });
    if (!notation) return;
    this.root.append(this.input);
    settings.follow("notation", (value) => (this.input.hidden = !value), signal);
  }

  /** @param {Event} event */
  #refused(event) {
    this.say(/** @type {CustomEvent<{ text: string }>} */ (event).detail.text, "bad");
  }

  /** Once a piece that can move is picked up, what was refused before it is over. */
  #forgive() {
    if (this.status.dataset.tone === "bad") this.#refresh();
  }

  set enabled(/** @type {boolean} */ value) {
    if (this.isEnabled === value) return;
    this.isEnabled = value;
    // What cannot be used has no focus; the field gets it back, unless it is needed elsewhere now.
    if (!value) this.hadFocus = document.activeElement === this.input;
    this.#refresh();
    if (value && this.hadFocus && document.activeElement === document.body) this.input.focus();
  }

  set playLabel(/** @type {string} */ text) {
    this.playText.textContent = text;
  }

  /** @param {string} text @param {"" | "good" | "bad"} [tone] */
  say(text, tone = "") {
    this.#write(text, tone, "polite");
    this.countsSteps = false;
  }

  /** @param {string} text @param {string} tone @param {"polite" | "off"} live  is it read out? */
  #write(text, tone, live) {
    this.status.setAttribute("aria-live", live);
    setText(this.status, text);
    this.status.dataset.tone = tone;
  }

  #refresh() {
    const { board } = this.view;
    this.root.classList.toggle("disabled", !this.isEnabled);
    this.root.inert = !this.isEnabled;
    if (!board) return;
    const used = STEPS_A_TURN - board.steps_left;
    this.pips.forEach((pip, i) => pip.classList.toggle("used", i < used));
    this.undoButton.disabled = this.resetButton.disabled = board.steps.length === 0;
    this.redoButton.disabled = board.undone === 0;
    this.steps.textContent = board.turn;
    this.playButton.disabled = this.isPlaying || !(board.can_end || this.typedCanEnd);
    if (!this.isEnabled && this.countsSteps) this.say("");
    if (!this.isEnabled || this.view.state.preview) return;
    const [text, tone] = statusOf(board);
    // How many steps are left is told with the step, by the board.
    this.#write(text, tone, text === stepsLeftSentence(board) ? "off" : "polite");
    this.countsSteps = true;
  }

  #undo() {
    void this.view.inputs.add(() => this.view.undo());
  }

  #redo() {
    void this.view.inputs.add(() => this.view.redo());
  }

  /** Plays the turn once everything entered before is in it; not at all if any of that is refused. */
  async #play() {
    if (this.isAsked) return;
    this.isAsked = true;
    await this.view.inputs.add(() => this.#playDraft());
    this.isAsked = false;
  }

  /** Plays the drafted turn, if it may end here and the user means it. @returns {Promise<boolean>} */
  async #playDraft() {
    if (!this.isEnabled) return false;
    if (this.input.value.trim() && !(await this.#enterTyped())) return false;
    const { board } = this.view;
    if (!board) return false;
    if (!board.can_end) {
      this.say(board.why_not ?? "The turn cannot end here.", "bad");
      return false;
    }
    if (settings.get("confirmTurn") && !this.playButton.classList.contains("sure")) {
      this.#askAgain();
      return true;
    }
    this.playButton.classList.remove("sure");
    return this.#send(board);
  }

  /** @param {Board} board @returns {Promise<boolean>} */
  async #send(board) {
    this.isPlaying = true;
    this.#refresh();
    try {
      await this.onPlay(board);
      return true;
    } catch (error) {
      this.say(reason(error), "bad");
      return false;
    } finally {
      this.isPlaying = false;
      this.playButton.disabled = !this.view.board?.can_end;
    }
  }

  /** With "confirm turns" on, the play button must be pressed twice. */
  #askAgain() {
    this.playButton.classList.add("sure");
    this.say("Play this turn? Press again to confirm.");
    const calmDown = () => {
      this.playButton.classList.remove("sure");
      this.view.removeEventListener("shown", calmDown);
    };
    this.view.addEventListener("shown", calmDown);
  }

  async #previewTyped() {
    const call = ++this.typed;
    // The beginning of a step is no mistake.
    const text = this.input.value.replace(UNFINISHED, "");
    try {
      const { board, text: why } = await this.view.preview(text);
      if (call !== this.typed) return;
      this.input.setAttribute("aria-invalid", String(Boolean(text.trim()) && !board));
      this.typedCanEnd = board?.can_end ?? false;
      this.#refresh();
      if (board) this.say(`${stepsLeftText(board)} after this. Press Enter to make these steps.`, "good");
      else if (text.trim()) this.say(why, "bad");
    } catch (error) {
      this.say(reason(error), "bad");
    }
  }

  /** What was typed stays, but the board shows what is entered. */
  async #endPreview() {
    if (this.input.value.trim()) await this.view.preview("");
  }

  /** @param {KeyboardEvent} event */
  #inputKey(event) {
    if (event.key === "Escape") {
      this.input.value = "";
      void this.#previewTyped();
      this.input.blur();
    } else if (event.key !== "Enter") return;
    else if (this.input.value.trim() && !this.isEntering) void this.#enter();
    else void this.#play();
    event.preventDefault();
    event.stopPropagation();
  }

  async #enter() {
    this.isEntering = true;
    await this.view.inputs.add(() => this.#enterTyped());
    this.isEntering = false;
  }

  /** @returns {Promise<boolean>} was it entered? */
  async #enterTyped() {
    const { view } = this;
    const drafted = view.board?.steps.length ?? 0;
    const { board, text } = await view.preview(this.input.value);
    if (!board) {
      this.say(text, "bad");
      return false;
    }
    this.input.value = "";
    this.typed += 1;
    this.typedCanEnd = false;
    return view.enter(board.steps.slice(drafted));
  }

  /** Keys that work wherever the focus is, except in fields and dialogs. @param {KeyboardEvent} event */
  #key(event) {
    const target = event.target instanceof Element ? event.target : null;
    if (
      !this.isEnabled ||
      event.defaultPrevented ||
      target?.closest("input, textarea, select, dialog, [contenteditable]")
    )
      return;
    const command = event.ctrlKey || event.metaKey;
    const name = event.key.toLowerCase();
    if (command && name === "z") event.shiftKey ? this.#redo() : this.#undo();
    else if (command && name === "y") this.#redo();
    else if (name === "enter" && (command || !target?.closest("button, a, summary, [tabindex]"))) void this.#play();
    else if (name === "/" && !command && !this.input.hidden) this.input.focus();
    else if (name === "backspace" && !command) this.#undo();
    else if (name === "escape" && this.view.hand.held) this.view.hand.cancelDrag();
    else if (name === "escape" && this.view.state.selected) this.view.select(null);
    else return;
    event.preventDefault();
  }

  destroy() {
    this.end.abort();
    this.root.classList.remove("entry", "disabled");
    this.root.inert = false;
    this.root.replaceChildren();
  }
}

/** @param {Board} board */
function stepsLeftSentence(board) {
  return `${capital(stepsLeftText(board))}.`;
}

/** @param {Board} board @returns {[string, "" | "good"]} */
function statusOf(board) {
  const pending = pendingNow(board);
  if (pending?.kind === "push") return [pending.text, ""];
  if (board.goal && board.can_end)
    return [
      board.goal === board.side ? "This turn wins." : "This turn loses.",
      board.goal === board.side ? "good" : "",
    ];
  const why = board.steps.length && !board.can_end && board.why_not ? ` ${board.why_not}` : "";
  const pull = pending ? ` ${pending.text}` : "";
  return [`${stepsLeftSentence(board)}${why}${pull}`, ""];
}
