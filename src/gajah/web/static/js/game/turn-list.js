/**
 * The turns so far, one below the other; each can be looked at.
 *
 * Only the one that is looked at is in the tab order: a long game would lie between the board and
 * the buttons below. The page's arrow keys do the walking.
 */

import { assign, el } from "../dom.js";
import { shortTurn } from "../nodes.js";

/** @import { NodeShape as TreeNode } from "../wire.js" */

export class TurnList {
  /** @param {HTMLElement} root @param {(index: number) => void} onChoose  the turn's place in the line */
  constructor(root, onChoose) {
    this.root = root;
    this.onChoose = onChoose;
    this.list = el("ol", { class: "moves" });
    this.key = "";
    root.replaceChildren(this.list);
    // What stands around the list takes room from it after the turns are shown.
    new ResizeObserver(() => this.#revealCurrent()).observe(root);
  }

  /** @param {TreeNode[]} line @param {number} current */
  show(line, current) {
    const key = line.map((node) => node.id).join();
    if (key !== this.key) this.#build(line);
    this.key = key;
    const hadFocus = this.list.contains(document.activeElement);
    for (const button of this.list.querySelectorAll("button")) {
      const here = button.dataset.index === String(current);
      assign(button, { "aria-current": here && "step", tabindex: here ? 0 : -1 });
      if (here && hadFocus) button.focus({ preventScroll: true });
    }
    this.#revealCurrent();
  }

  /** @param {TreeNode[]} line */
  #build(line) {
    this.list.replaceChildren(
      ...line.map((node, index) =>
        el(
          "li",
          {},
          el(
            "button",
            { type: "button", "data-index": index, onclick: () => this.onChoose(index) },
            el("span", { class: "move-label" }, node.label),
            el("span", { class: "move-turn" }, shortTurn(node)),
          ),
        ),
      ),
    );
  }

  /** Only the list scrolls, never the page. */
  #revealCurrent() {
    const button = this.list.querySelector("[aria-current]");
    if (!button) return;
    const box = this.root.getBoundingClientRect();
    const place = button.getBoundingClientRect();
    if (place.bottom > box.bottom) this.root.scrollTop += place.bottom - box.bottom;
    else if (place.top < box.top) this.root.scrollTop -= box.top - place.top;
  }
}
