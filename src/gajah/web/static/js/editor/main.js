/** The position editor: build any position, have it checked, then play or analyse it. */

import { api, reason } from "../api.js";
import { BoardView } from "../board/board.js";
import { copyText } from "../clipboard.js";
import { toast } from "../dialogs.js";
import { el, find } from "../dom.js";
import { mountShell } from "../shell.js";
import { bindBrush } from "./brush.js";
import { diagramDraft, emptyDraft, fromSetups, mirror, move, positionText, put, shortDraft, take } from "./model.js";
import { Palette } from "./palette.js";

/** @import { SideLetter as Side } from "../wire.js" */
/** @import { Draft } from "./model.js" */

class EditorPage {
  constructor() {
    this.draft = emptyDraft();
    this.host = find("#board");
    this.view = new BoardView(this.host, { mode: "place", interactive: true, label: "Position under construction" });
    const hosts = { gold: find("#gold-pieces"), silver: find("#silver-pieces"), tools: find("#tools") };
    this.palette = new Palette(hosts, (letter, square) => this.#change(put(this.draft, square, letter)));
    this.text = /** @type {HTMLTextAreaElement} */ (find("#position"));
    this.problems = find("#problems");
    /** @type {Draft[]} */
    this.done = [];
    /** @type {Draft[]} */
    this.undone = [];
    /** The position the page began with has nothing before it. */
    this.isSetUp = false;
    /** Counts the checks, so that a late answer about an earlier position is dropped. */
    this.check = 0;
  }

  async start() {
    this.view.addEventListener("place", (event) => this.#place(/** @type {CustomEvent} */ (event).detail));
    bindBrush(this.host, () => this.palette.tool, {
      put: (square, letter) => this.#change(put(this.draft, square, letter)),
      take: (square) => this.#change(take(this.draft, square)),
    });
    find("#side").addEventListener("change", (event) => {
      const { value } = /** @type {HTMLInputElement} */ (event.target);
      this.#change({ ...this.draft, side: /** @type {Side} */ (value) });
    });
    /** @type {Record<string, () => void>} */
    const actions = {
      "#clear": () => this.#change({ ...this.draft, pieces: {} }),
      "#standard": () => this.#standard(),
      "#mirror": () => this.#change(mirror(this.draft)),
      "#flip": () => this.view.flip(),
      "#undo": () => this.#undo(),
      "#redo": () => this.#redo(),
      "#copy": () => copyText(positionText(this.draft), "Position"),
      "#load": () => this.#load(this.text.value),
      "#play": () => location.assign(`/?${new URLSearchParams({ start: positionText(this.draft) })}`),
      "#analyse": () => location.assign(`/analysis?${new URLSearchParams({ position: positionText(this.draft) })}`),
    };
    for (const [selector, action] of Object.entries(actions)) find(selector).addEventListener("click", action);
    addEventListener("keydown", (event) => this.#key(event));
    const given = new URLSearchParams(location.search).get("position");
    // What cannot be read stays where it can be mended.
    this.text.value = given ?? "";
    if (given) await this.#load(given);
    else await this.#standard();
  }

  /** @param {Draft} draft what the user has made now; it can be undone */
  #change(draft) {
    if (this.isSetUp) this.done.push(this.draft);
    this.undone = [];
    this.isSetUp = true;
    this.#show(draft);
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

  /** @param {Draft} draft shown, written into the field and the address, and checked */
  #show(draft) {
    this.draft = draft;
    find("#undo").toggleAttribute("disabled", !this.done.length);
    find("#redo").toggleAttribute("disabled", !this.undone.length);
    this.view.showPieces(draft.pieces);
    this.palette.show(draft);
    for (const input of find("#side").querySelectorAll("input")) input.checked = input.value === draft.side;
    const text = positionText(draft);
    this.text.value = text;
    history.replaceState(null, "", `/editor?${new URLSearchParams({ position: text })}`);
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

  /** @param {{ from: string | null, to: string | null, piece: string | null }} placed */
  #place({ from, to }) {
    if (from && to) this.#change(move(this.draft, from, to));
    else if (from) this.#change(take(this.draft, from));
  }

  /** @param {string} text a position in any notation the library reads, also one that has still to be mended */
  async #load(text) {
    const short = shortDraft(text);
    if (short) {
      this.#change(short);
      return;
    }
    try {
      const { pieces, side } = await api.post("/board", { position: text });
      this.#change({ pieces, side });
    } catch (error) {
      const draft = diagramDraft(text);
      if (draft) this.#change(draft);
      else this.#showProblems([reason(error)]);
    }
  }

  async #standard() {
    try {
      const { g, s } = await api.get("/setups");
      this.#change(fromSetups({ ...this.draft, side: "g" }, [g[0].setup, s[0].setup]));
    } catch (error) {
      toast(reason(error), "bad");
    }
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
