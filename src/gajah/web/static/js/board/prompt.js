/** A short question over the board. */

import { el, makeButton } from "../dom.js";

/**
 * @template T
 * @param {HTMLElement} root
 * @param {{ text: string, choices: { label: string, value: T, style?: string }[], onConsider?: (value: T) => void }} question
 *   onConsider: an answer is pointed at or has the focus
 * @returns {Promise<T | null>} null: none of them
 */
export function askOnBoard(root, { text, choices, onConsider = () => {} }) {
  return new Promise((resolve) => {
    const heading = el("p", { id: "board-question" }, text);
    /** @type {T | null} */
    let answer = null;
    const buttons = choices.map(({ label, value, style = "" }) =>
      makeButton(
        {
          style,
          onfocus: () => onConsider(value),
          onpointerenter: () => onConsider(value),
          onclick: () => {
            answer = value;
            dialog.close();
          },
        },
        label,
      ),
    );
    const cancel = makeButton({ style: "quiet", onclick: () => dialog.close() }, "Cancel");
    const dialog = el(
      "dialog",
      { class: "board-question", "aria-labelledby": "board-question" },
      heading,
      el("div", { class: "button-row" }, ...buttons, cancel),
    );
    dialog.addEventListener("close", () => {
      dialog.remove();
      resolve(answer);
    });
    root.append(dialog);
    dialog.showModal();
  });
}
