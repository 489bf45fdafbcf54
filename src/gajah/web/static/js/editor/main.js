/** The position editor: build any position, have it checked, then play or analyse it. */

import { pageAddress } from "../addresses.js";
import { api } from "../api.js";
import { BoardView } from "../board/board.js";
import { copyText } from "../clipboard.js";
import { toastError } from "../dialogs.js";
import { el, find } from "../dom.js";
import { mirrored, placements, positionText, readPosition, swap } from "../placements.js";
import { reason } from "../refusal.js";
import { mountShell } from "../shell.js";
import { bindBrush } from "./brush.js";
import { readDiagram } from "./model.js";
import { Palette } from "./palette.js";

/** @import { Placed } from "../board/board.js" */
/** @import { Pieces, SidedPieces } from "../placements.js" */
/** @import { SideLetter as Side } from "../wire.js" */

class EditorPage {
  constructor() {
    /** @type {SidedPieces} */
    this.draft = { side: "g", pieces: {} };
    this.host = find("#board");
    this.view = new BoardView(this.host, { mode: "place", interactive: true, label: "Position under construction" });
    const hosts = { gold: find("#gold-pieces"), silver: find("#silver-pieces"), tools: find("#tools") };
    this.palette = new Palette(hosts, (letter, square) => this.#put(square, letter));
    this.text = /** @type {HTMLTextAreaElement} */ (find("#position"));
    this.problems = find("#problems");
    this.refusal = find("#refusal");
    /** @type {SidedPieces[]} */
    this.done = [];
    /** @type {SidedPieces[]} */
    this.undone = [];
    /** The position the page began with has nothing before it. */
    this.isSetUp = false;
    /** Counts the checks, so that a late answer about an earlier position is dropped. */
    this.check = 0;
  }

  async start() {
    this.view.addEventListener("place", (event) => this.#place(/** @type {CustomEvent<Placed>} */ (event).detail));
    bindBrush(this.host, () => this.palette.tool, {
      put: (square, letter) => this.#put(square, letter),
      take: (square) => this.#take(square),
    });
    find("#side").addEventListener("change", (event) => {
      const { value } = /** @type {HTMLInputElement} */ (event.target);
      this.#change({ ...this.draft, side: /** @type {Side} */ (value) });
    });
    /** @type {Record<string, () => void>} */
    const actions = {
      "#clear": () => this.#arrange({}),
      "#standard": () => this.#standard().catch(toastError),
      "#mirror": () => this.#arrange(mirrored(this.draft.pieces)),
      "#flip": () => this.view.flip(),
      "#undo": () => this.#undo(),
      "#redo": () => this.#redo(),
      "#copy": () => copyText(positionText(this.draft), "Position"),
      "#load": () => this.#load(this.text.value),
      "#play": () => location.assign(pageAddress("home", { start: positionText(this.draft) })),
      "#analyse": () => location.assign(pageAddress("analysis", { position: positionText(this.draft) })),
    };
    for (const [selector, action] of Object.entries(actions)) find(selector).addEventListener("click", action);
    addEventListener("keydown", (event) => this.#key(event));
    const given = new URLSearchParams(location.search).get("position");
    // What cannot be read stays where it can be mended.
    this.text.value = given ?? "";
    if (given) await this.#load(given);
    else await this.#standard().catch(toastError);
  }

  /** @param {SidedPieces} draft what the user has made now; it can be undone */
  #change(draft) {
    if (this.isSetUp) this.done.push(this.draft);
    this.undone = [];
    this.isSetUp = true;
    this.#show(draft);
  }

  /** @param {Pieces} pieces */
  #arrange(pieces) {
    this.#change({ ...this.draft, pieces });
  }

  /** @param {string} square @param {string} letter */
  #put(square, letter) {
    this.#arrange({ ...this.draft.pieces, [square]: letter });
  }

  /** @param {string} square */
  #take(square) {
    const { [square]: _gone, ...pieces } = this.draft.pieces;
    this.#arrange(pieces);
  }

  #undo() {
    const before = this.done.pop();
    if (!before) return;
    this.undone.push(this.draft);
    this.#show(before);
  }

  #redo() {
    const after = this.undone.pop();
    if (!after) return;
    this.done.push(this.draft);
    this.#show(after);
  }

  /** @param {SidedPieces} draft shown, written into the field and the address, and checked */
  #show(draft) {
    this.draft = draft;
    find("#undo").toggleAttribute("disabled", !this.done.length);
    find("#redo").toggleAttribute("disabled", !this.undone.length);
    this.view.showPieces(draft.pieces);
    this.palette.show(draft.pieces);
    for (const input of find("#side").querySelectorAll("input")) input.checked = input.value === draft.side;
    const text = positionText(draft);
    this.text.value = text;
    this.refusal.textContent = "";
    history.replaceState(null, "", pageAddress("editor", { position: text }));
    void this.#validate(text);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const writing = event.target instanceof Element && event.target.closest("textarea, dialog");
    if (writing || !(event.ctrlKey || event.metaKey)) return;
    const key = event.key.toLowerCase();
    if (key === "y" || (key === "z" && event.shiftKey)) this.#redo();
    else if (key === "z") this.#undo();
    else return;
    event.preventDefault();
  }

  /** @param {Placed} placed */
  #place({ from, to }) {
    if (from && to) this.#arrange(swap(this.draft.pieces, from, to));
    else if (from) this.#take(from);
  }

  /** @param {string} text a position in any notation the library reads, also one that has still to be mended */
  async #load(text) {
    try {
      const { pieces, side } = readPosition(text) ?? (await api.post("/board", { position: text }));
      this.#change({ pieces, side });
    } catch (error) {
      const draft = readDiagram(text);
      if (draft) this.#change(draft);
      else await this.#refuse(reason(error));
    }
  }

  /** The text is to be mended; the board, and what can be done with it, is as it was. @param {string} why */
  async #refuse(why) {
    this.refusal.textContent = why;
    if (!this.isSetUp) await this.#validate(positionText(this.draft));
  }

  async #standard() {
    const { g, s } = await api.get("/setups");
    this.#change({ side: "g", pieces: placements(`${g[0].setup} ${s[0].setup}`) });
  }

  /** @param {string} text */
  async #validate(text) {
    const check = ++this.check;
    try {
      const { problems } = await api.post("/board/check", { position: text });
      if (check === this.check) this.#showProblems(problems);
    } catch (error) {
      if (check === this.check) this.#showProblems([reason(error)]);
    }
  }

  /** @param {string[]} problems none: the position can be played */
  #showProblems(problems) {
    const words = problems.length
      ? el("ul", { class: "bad" }, ...problems.map((problem) => el("li", {}, problem)))
      : el("p", { class: "good" }, "A legal position.");
    this.problems.replaceChildren(words);
    this.problems.dataset.state = problems.length ? "bad" : "good";
    for (const selector of ["#play", "#analyse"]) find(selector).toggleAttribute("disabled", problems.length > 0);
  }
}

mountShell({ page: "editor" });
void new EditorPage().start();
