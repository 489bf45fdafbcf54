/** What a user says about a turn: a glyph, a comment; and the order of the lines. */

import { reason } from "../api.js";
import { confirmDialog, toast } from "../dialogs.js";
import { el, icon, makeButton } from "../dom.js";
import { ROOT } from "./tree.js";
import { GLYPHS } from "./tree-list.js";

/** @typedef {import("../wire.js").SetGlyph["glyph"]} Glyph */
/** @import { Study } from "./study.js" */

const PROMOTE = "M12 20V5m0 0-6 6m6-6 6 6";
const MAKE_MAIN = "M12 20V8m0 0-5 5m5-5 5 5M5 4h14";
const DELETE = "M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13M10.5 11v5m3-5v5";

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
          onclick: () => this.#try(study.glyph(glyph)),
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
    this.promote = tool("Promote line", PROMOTE, () => this.#try(study.promote()));
    this.makeMain = tool("Make main line", MAKE_MAIN, () => this.#try(study.makeMain()));
    this.remove = tool("Delete from here", DELETE, () => void this.#remove());
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
    this.#try(this.study.change({ op: "comment", node: this.about, text }));
  }

  /** Puts the keyboard into the comment. */
  write() {
    this.comment.focus();
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
    if (sure) this.#try(this.study.remove());
  }

  /** @param {Promise<void>} change */
  #try(change) {
    change.catch((error) => toast(reason(error), "bad"));
  }
}

/** @param {string} name @param {string} path @param {() => void} onclick */
function tool(name, path, onclick) {
  return makeButton({ style: "icon-button glyph", "aria-label": name, title: name, onclick }, icon(path));
}

/** @param {import("./tree.js").Tree} tree @param {number} id @returns {number} with the node itself */
function countBelow(tree, id) {
  return tree.node(id).children.reduce((sum, child) => sum + countBelow(tree, child), 1);
}
