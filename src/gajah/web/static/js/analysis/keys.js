/** The keys of the analysis page, and the dialog that lists them. */

import { openDialog } from "../dialogs.js";
import { el, find } from "../dom.js";

/** @typedef {{ keys: string[], words: string, run: () => void }} Shortcut */

const NAMES = /** @type {Record<string, string>} */ ({
  ArrowLeft: "←",
  ArrowRight: "→",
  ArrowUp: "↑",
  ArrowDown: "↓",
  " ": "Space",
  "Shift+ArrowLeft": "Shift ←",
  "Shift+ArrowRight": "Shift →",
  "Shift+ArrowUp": "Shift ↑",
  "Shift+ArrowDown": "Shift ↓",
});

/**
 * Keys act on the page unless the user is typing or the focused element has a use for them.
 * @param {Shortcut[]} shortcuts
 */
export function bindKeys(shortcuts) {
  /** @param {KeyboardEvent} event */
  const listen = (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (event.target instanceof Element && isBusy(event.target, event.key)) return;
    const name = event.shiftKey && event.key.startsWith("Arrow") ? `Shift+${event.key}` : event.key;
    const found = shortcuts.find(({ keys }) => keys.includes(name));
    if (!found) return;
    event.preventDefault();
    found.run();
  };
  document.addEventListener("keydown", listen);
  find("#main").addEventListener("click", releaseFocus);
}

/**
 * A button clicked with the mouse lets go of the keyboard: the next Enter or space is meant for
 * the board, not for the button once more.
 * @param {MouseEvent} event
 */
function releaseFocus(event) {
  const button = /** @type {HTMLElement} */ (event.target).closest("button");
  if (event.detail > 0) button?.blur();
}

/** @param {Element} target @param {string} key */
function isBusy(target, key) {
  if (target.closest("input, textarea, select, dialog, [contenteditable]")) return true;
  // A button is pressed by the space bar, except in the list of turns, where a click just goes there.
  return key === " " && target.closest("button:not(.turn), a, summary, [role=switch]") !== null;
}

/** @param {Omit<Shortcut, "run">[]} shortcuts */
export function showHelp(shortcuts) {
  const list = el("dl", { class: "key-list" });
  for (const { keys, words } of shortcuts) {
    const names = keys.flatMap((key, i) => [i ? " " : "", el("kbd", {}, NAMES[key] ?? key)]);
    list.append(el("div", {}, el("dt", {}, ...names), el("dd", {}, words)));
  }
  openDialog({ title: "Keys" }, [list]);
}
