/** What a user says about a turn: a glyph, a comment; and the order of the lines. */

import { confirmDialog, toastError } from "../dialogs.js";
import { el, iconButton, makeButton } from "../dom.js";
import { ICONS } from "../icons.js";
import { ROOT } from "./tree.js";
import { GLYPHS } from "./tree-list.js";

/** @typedef {import("../wire.js").SetGlyph["glyph"]} Glyph */
/** @import { Study } from "./study.js" */

export class Annotations {
  /** @param {HTMLElement} host @param {Study} study */
  constructor(host, study) {
    this.study = study;
    this.glyphs = /** @type {[Glyph, string][]} */ (Object.entries(GLYPHS)).map(([glyph, name]) =>
      makeButton(
        {
          style: "glyph",
          "data-glyph": glyph,
          "data-mark": glyph,
          title: name,
          "aria-label": name,
          "aria-pressed": "false",
          onclick: () => this.#toggle(glyph),
        },
        glyph,
      ),
    );
    this.comment = el("textarea", {
      rows: 2,
      maxlength: 4000,
      "aria-label": "Comment on this turn",
      placeholder: "Comment on this turn",
      onchange: () => this.save(),
    });
    this.promote = iconButton("Promote line", ICONS.promote, {
      style: "glyph",
      onclick: () => this.#change({ op: "promote", node: study.current }),
    });
    this.makeMain = iconButton("Make main line", ICONS.makeMain, {
      style: "glyph",
      onclick: () => this.#change({ op: "make_main", node: study.current }),
    });
    this.remove = iconButton("Delete from here", ICONS.delete, { style: "glyph", onclick: () => void this.#remove() });
    /** @type {number | null} the node the text in the field is about */
    this.about = null;
    this.saved = "";
    host.replaceChildren(
      el(
        "div",
        { class: "note-tools" },
        el("div", { class: "glyphs", role: "group", "aria-label": "Glyph" }, ...this.glyphs),
        this.promote,
        this.makeMain,
        this.remove,
      ),
      this.comment,
    );
    // A click elsewhere, a key that leaves the turn, closing the page: none loses what was typed.
    addEventListener("pagehide", () => this.save());
  }

  /** Shows what is said about the current turn. */
  show() {
    const { node, tree } = this.study;
    const text = node.comments.join("\n\n");
    if (this.about !== node.id || document.activeElement !== this.comment) this.comment.value = text;
    this.about = node.id;
    this.saved = text;
    for (const button of this.glyphs) {
      button.setAttribute("aria-pressed", String(button.dataset.glyph === node.glyph));
      button.disabled = node.id === ROOT;
    }
    const forks = tree.forksBelow(node.id);
    this.promote.disabled = forks === 0;
    this.makeMain.disabled = forks === 0;
    this.remove.disabled = node.id === ROOT || (node.played && this.study.home.isGame);
  }

  /** Sends the comment if it was changed; called before the current turn changes. */
  save() {
    const text = this.comment.value.trim();
    if (this.about === null || text === this.saved) return;
    this.saved = text;
    this.#change({ op: "comment", node: this.about, text });
  }

  /** Puts the keyboard into the comment. */
  write() {
    this.comment.focus();
  }

  /** The glyph already there is taken away. @param {Glyph} glyph */
  #toggle(glyph) {
    const { id, glyph: now } = this.study.node;
    this.#change({ op: "glyph", node: id, glyph: now === glyph ? "" : glyph });
  }

  async #remove() {
    const { node, tree } = this.study;
    const count = countBelow(tree, node.id);
    const sure =
      count === 1 ||
      (await confirmDialog({
        title: "Delete from here?",
        text: `${node.label} ${node.turn} and ${count - 1} more turns after it are deleted.`,
        yes: "Delete",
        no: "Keep",
        danger: true,
      }));
    if (sure) this.#change({ op: "delete", node: node.id });
  }

  /** @param {import("./homes.js").TreeChange} change */
  #change(change) {
    this.study.change(change).catch(toastError);
  }
}

/** @param {import("./tree.js").Tree} tree @param {number} id @returns {number} with the node itself */
function countBelow(tree, id) {
  return tree.node(id).children.reduce((sum, child) => sum + countBelow(tree, child), 1);
}
