/**
 * The list of turns: the main line in two columns, variations and comments between its rows.
 *
 * Each turn is a button that carries its node. Only the current one is in the tab order; the
 * page's arrow keys do the walking.
 */

import { el } from "../dom.js";
import { shortTurn, sideOf } from "../nodes.js";
import { ROOT } from "./tree.js";

/** @import { NodeShape as TreeNode } from "../wire.js" */
/** @import { Tree } from "./tree.js" */

/** Words for glyphs, for those who hear the list. */
export const GLYPHS = /** @type {Record<string, string>} */ ({
  "!!": "brilliant",
  "!": "good",
  "!?": "interesting",
  "?!": "dubious",
  "?": "mistake",
  "??": "blunder",
});

export class TreeList {
  /** @param {HTMLElement} host @param {(id: number) => void} onChoose */
  constructor(host, onChoose) {
    this.host = host;
    /** @type {Map<number, HTMLButtonElement>} */
    this.buttons = new Map();
    // The engine's lines take their place from the list.
    new ResizeObserver(() => this.#reveal()).observe(host);
    host.addEventListener("click", (event) => {
      const button = /** @type {HTMLElement} */ (event.target).closest("button[data-node]");
      if (button instanceof HTMLElement) onChoose(Number(button.dataset.node));
    });
  }

  /** @param {Tree} tree @param {number} current draws everything anew, and scrolls nothing */
  show(tree, current) {
    const focused = document.activeElement instanceof HTMLElement ? document.activeElement.dataset.node : undefined;
    this.buttons.clear();
    this.host.replaceChildren(...this.#commentsOf(tree.node(ROOT)), ...this.#mainRows(tree));
    if (tree.nodes.size === 1) {
      this.host.append(el("p", { class: "turns-empty" }, "Play a turn on the board to begin."));
    }
    this.#point(current);
    if (focused !== undefined) this.buttons.get(Number(focused))?.focus({ preventScroll: true });
  }

  /** @param {number} current brings that turn into view */
  mark(current) {
    this.#point(current);
    if (this.buttons.has(current)) this.#reveal();
    else this.host.scrollTop = 0;
  }

  #reveal() {
    const button = this.host.querySelector("[aria-current]");
    if (button instanceof HTMLElement) scrollWithin(this.host, button);
  }

  /** @param {number} current the one turn that Tab leads to; before the first turn, the first */
  #point(current) {
    for (const button of this.host.querySelectorAll("[tabindex='0']")) {
      button.removeAttribute("aria-current");
      button.setAttribute("tabindex", "-1");
    }
    const button = this.buttons.get(current);
    button?.setAttribute("aria-current", "step");
    (button ?? this.buttons.values().next().value)?.setAttribute("tabindex", "0");
  }

  /** @param {Tree} tree @returns {HTMLElement[]} */
  #mainRows(tree) {
    /** @type {HTMLElement[]} */
    const rows = [];
    /** @type {HTMLElement | null} a row that still waits for silver's turn */
    let open = null;
    for (const id of tree.mainLine.slice(1)) {
      const node = tree.node(id);
      if (open === null || sideOf(node) === "g") {
        open = el("div", { class: "turn-row" }, el("span", { class: "turn-number" }, numberOf(node)));
        if (sideOf(node) === "s") open.append(gap());
        rows.push(open);
      }
      open.append(this.#button(tree, node, false));
      if (sideOf(node) === "s") open = null;
      const between = this.#between(tree, node);
      if (between.length) {
        if (open !== null) open.append(gap());
        rows.push(...between);
        open = null;
      }
    }
    return rows;
  }

  /** @param {Tree} tree @param {TreeNode} node @returns {HTMLElement[]} what stands after a turn */
  #between(tree, node) {
    const found = this.#commentsOf(node);
    const others = tree.node(/** @type {number} */ (node.parent)).children.slice(1);
    if (tree.isFirst(node) && others.length) {
      found.push(el("ul", { class: "variations" }, ...others.map((id) => this.#variation(tree, id))));
    }
    return found;
  }

  /** @param {Tree} tree @param {number} start @returns {HTMLElement} */
  #variation(tree, start) {
    const item = el("li");
    let afterBreak = true;
    for (const id of tree.lineFrom(start)) {
      const node = tree.node(id);
      item.append(this.#button(tree, node, afterBreak || sideOf(node) === "g"), " ");
      // The start's own siblings are listed by the caller.
      const between = id === start ? this.#commentsOf(node) : this.#between(tree, node);
      item.append(...between);
      afterBreak = between.length > 0;
    }
    return item;
  }

  /** @param {TreeNode} node @returns {HTMLElement[]} */
  #commentsOf(node) {
    return node.comments.map((text) => el("p", { class: "turn-comment" }, text));
  }

  /** @param {Tree} tree @param {TreeNode} node @param {boolean} numbered @returns {HTMLButtonElement} */
  #button(tree, node, numbered) {
    // Another line may have been put before the game itself.
    const aside = node.played && !tree.mainLine.includes(node.id);
    const mark = node.glyph || node.mark || "";
    const side = sideOf(node) === "g" ? "Gold" : "Silver";
    const about = [node.used_s === null ? "" : `${Math.round(node.used_s)} s`, aside ? "played in the game" : ""];
    const button = el(
      "button",
      {
        type: "button",
        class: `turn turn-${sideOf(node)}${aside ? " turn-played" : ""}`,
        tabindex: "-1",
        "data-node": node.id,
        title: about.filter(Boolean).join(", ") || null,
      },
      numbered && el("span", { class: "turn-inline-number", "aria-hidden": "true" }, `${node.label} `),
      el("span", { class: "visually-hidden" }, `${numberOf(node)} ${side}: `),
      el("span", { class: "turn-text" }, shortTurn(node)),
      mark && el("span", { class: "turn-mark", "data-mark": mark, "aria-hidden": "true" }, mark),
      mark && el("span", { class: "visually-hidden" }, `(${GLYPHS[mark] ?? mark})`),
    );
    this.buttons.set(node.id, button);
    return button;
  }
}

/** @param {TreeNode} node */
function numberOf(node) {
  return node.label.slice(0, -1);
}

function gap() {
  return el("span", { class: "turn-gap", "aria-hidden": "true" }, "…");
}

/**
 * Scrolls the list alone; scrollIntoView would move the whole page on a phone.
 * @param {HTMLElement} host @param {HTMLElement} child
 */
function scrollWithin(host, child) {
  const top = child.getBoundingClientRect().top - host.getBoundingClientRect().top;
  const bottom = top + child.offsetHeight;
  if (top < 0 || bottom > host.clientHeight) {
    host.scrollTop += top - (host.clientHeight - child.offsetHeight) / 2;
  }
}
