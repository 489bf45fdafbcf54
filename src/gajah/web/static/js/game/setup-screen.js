/** Setting up: a good preset to start from, changed by dragging or clicking two squares. */

import { api } from "../api.js";
import { BoardView } from "../board/board.js";
import { samePieces } from "../board/steps.js";
import { el, icon, makeButton } from "../dom.js";
import { field } from "../fields.js";
import { ICONS } from "../icons.js";
import { kindNames, sideName } from "../pieces.js";
import { mirrored, placements, setupText, swap } from "../placements.js";
import { reason } from "../refusal.js";
import { deleteSetup, isSaved, renameSetup, savedSetups, saveSetup } from "./saved-setups.js";

/** @import { Placed } from "../board/board.js" */
/** @import { Pieces } from "../placements.js" */
/** @import { SetupShape, SideLetter as Side } from "../wire.js" */
/**
 * @typedef {object} SetupOptions
 * @property {Side} side
 * @property {string} without  the letters of the pieces that a handicap takes away
 * @property {Pieces} others  what stands on the board already
 * @property {string | null} draft
 * @property {import("../socket.js").GameSocket} socket
 */

const MINE = "my-last";
const CHANGED = "changed";
const SAVE_DRAFT_AFTER_MS = 250;
// The setup played last, for a side and the pieces that it played without.
const LAST = "gajah.setup.";

export class SetupScreen {
  /**
   * @param {HTMLElement} boardElement @param {HTMLElement} panel
   * @param {SetupOptions} options
   */
  constructor(boardElement, panel, { side, without, others, draft, socket }) {
    this.side = side;
    this.without = without;
    this.others = others;
    this.socket = socket;
    this.panel = panel;
    /** @type {SetupShape[]} */
    this.known = [];
    /** @type {Pieces} */
    this.pieces = placements(draft ?? "");
    this.saveTimer = 0;
    this.isPlaying = false;
    /** Was it played by the keyboard, which needs another place then? */
    this.hadFocus = false;
    /** Has the server not yet said that it keeps what is shown? */
    this.isUnsaved = false;
    this.view = new BoardView(boardElement, {
      mode: "place",
      interactive: true,
      label: `Set up ${sideName(side)}`,
      mayPlace: (square) => isHome(side, square),
    });
    this.view.addEventListener("place", (event) => this.#placed(/** @type {CustomEvent<Placed>} */ (event).detail));
    this.select = el("select", { id: "setup-preset", onchange: () => this.#choose(this.select.value) });
    this.status = el("p", { class: "hint", role: "status" }, hint(without));
    this.playButton = makeButton(
      { style: "primary", onclick: () => void this.#play() },
      icon(ICONS.check),
      "Play this setup",
    );
    const draw = () => this.#draw();
    this.saveButton = makeButton({ onclick: () => saveSetup(side, this.pieces, draw) }, "Save ...");
    this.savedTools = [
      makeButton({ onclick: () => renameSetup(this.select.value, draw) }, "Rename"),
      makeButton({ onclick: () => void deleteSetup(this.select.value, draw) }, "Delete"),
    ];
    /** Ends the listening to others. */
    this.end = new AbortController();
    const { signal } = this.end;
    document.addEventListener("keydown", (event) => this.#key(event), { signal });
    socket.addEventListener("state", () => this.#connected(), { signal });
    this.#build();
    void this.#loadPresets();
  }

  #connected() {
    if (this.socket.state !== "open") return;
    this.status.textContent = hint(this.without);
    if (!this.known.length) void this.#loadPresets();
    if (this.isUnsaved) this.#save();
  }

  #build() {
    this.panel.replaceChildren(
      this.status,
      el("div", { class: "setup-choice" }, field("Setup", this.select), this.saveButton, ...this.savedTools),
      el(
        "div",
        { class: "button-row" },
        makeButton({ onclick: () => this.#change(mirrored(this.pieces)) }, icon(ICONS.mirror), "Mirror"),
        this.playButton,
      ),
    );
    this.#draw();
  }

  async #loadPresets() {
    try {
      const presets = await api.get(`/setups?${this.side}=${this.without}`);
      this.known = presets[this.side];
    } catch (error) {
      this.status.textContent = reason(error);
      return;
    }
    const last = localStorage.getItem(LAST + this.side + this.without);
    if (last) this.known.unshift({ name: MINE, title: "My last setup", setup: last });
    if (Object.keys(this.pieces).length) this.#draw();
    else this.#choose(this.known[0]?.name ?? "");
  }

  /** What can be chosen: saved setups first. */
  get #offered() {
    return [...savedSetups(this.side, this.known[0]?.setup ?? ""), ...this.known];
  }

  /** @param {string} name */
  #choose(name) {
    const preset = this.#offered.find((known) => known.name === name);
    if (preset) this.#change(placements(preset.setup));
  }

  /** Have the list name what stands on the board: one of the setups that it offers, or none of them. */
  #showName() {
    if (!this.known.length) return;
    const known = this.#offered;
    const shown = known.find(({ setup }) => samePieces(placements(setup), this.pieces));
    const own = { name: CHANGED, title: "Your own", setup: "" };
    const offered = shown ? known : [own, ...known];
    this.select.replaceChildren(...offered.map(({ name, title }) => el("option", { value: name }, title)));
    this.select.value = shown?.name ?? CHANGED;
    this.saveButton.hidden = isSaved(this.select.value);
    for (const tool of this.savedTools) tool.hidden = !isSaved(this.select.value);
  }

  /** @param {Placed} drop */
  #placed({ from, to }) {
    if (from && to && isHome(this.side, to)) this.#change(swap(this.pieces, from, to));
    else this.#draw();
  }

  /** What the server keeps: ours, or that of another window of the same player. @param {string | null} setup */
  follow(setup) {
    const kept = placements(setup ?? "");
    if (samePieces(kept, this.pieces)) this.isUnsaved = false;
    else if (setup && !this.isUnsaved) {
      this.pieces = kept;
      this.#draw();
    }
  }

  /** @param {Pieces} pieces */
  #change(pieces) {
    this.pieces = pieces;
    this.isUnsaved = true;
    this.#draw();
    clearTimeout(this.saveTimer);
    this.saveTimer = setTimeout(() => this.#save(), SAVE_DRAFT_AFTER_MS);
  }

  #save() {
    this.socket.send({ type: "setup_draft", setup: setupText(this.pieces) });
  }

  /** Until the presets have come there is nothing to play. */
  get #isReady() {
    return !this.isPlaying && Object.keys(this.pieces).length > 0;
  }

  #draw() {
    this.view.showPieces({ ...this.others, ...this.pieces });
    this.#showName();
    this.playButton.disabled = !this.#isReady;
  }

  async #play() {
    if (!this.#isReady) return;
    clearTimeout(this.saveTimer);
    const setup = setupText(this.pieces);
    this.hadFocus = this.playButton.matches(":focus-visible");
    this.isPlaying = true;
    this.#draw();
    try {
      await this.socket.ask({ type: "setup", setup });
      localStorage.setItem(LAST + this.side + this.without, setup);
    } catch (error) {
      this.status.textContent = reason(error);
      this.isPlaying = false;
      this.#draw();
      if (this.hadFocus) this.playButton.focus();
    }
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const target = event.target instanceof Element ? event.target : null;
    if (event.key !== "Enter" || target?.closest("button, a, input, select, dialog, [tabindex]")) return;
    event.preventDefault();
    void this.#play();
  }

  destroy() {
    clearTimeout(this.saveTimer);
    this.end.abort();
    this.view.destroy();
    this.panel.replaceChildren();
  }
}

/** @param {Side} side @param {string} square  is it on the side's two home rows? */
function isHome(side, square) {
  return (side === "g" ? "12" : "78").includes(square.charAt(1));
}

/** @param {string} without */
function hint(without) {
  const how = "Drag a piece onto another to swap them, or click both.";
  return without ? `You play without ${kindNames(without)}. ${how}` : how;
}
