/** Short messages, dialogs and questions on top of a page. */

import { el, iconButton, makeButton } from "./dom.js";
import { ICONS } from "./icons.js";
import { reason } from "./refusal.js";

const TOAST_MS = 4500;

/** @param {string} text @param {"" | "good" | "bad"} [tone] */
export function toast(text, tone = "") {
  let shelf = document.querySelector(".toasts");
  if (!shelf) {
    shelf = el("div", { class: "toasts", role: "status" });
    document.body.append(shelf);
  }
  const message = el("div", { class: `toast ${tone}` }, text);
  shelf.append(message);
  setTimeout(() => message.remove(), TOAST_MS);
}

/** Tells what went wrong, whatever was thrown. @param {unknown} error */
export function toastError(error) {
  toast(reason(error), "bad");
}

/**
 * A dialog with a heading and a button to close it; it is removed when closed.
 * @param {{ title: string, look?: "" | "wide" | "beside" }} options  beside: what it changes stays in view
 * @param {Node[]} body @param {Node[]} [foot]
 */
export function openDialog({ title, look = "" }, body, foot = []) {
  const heading = el("h2", { id: `dialog-${Date.now()}` }, title);
  const close = iconButton("Close", ICONS.close, { style: "quiet", title: null, onclick: () => dialog.close() });
  const dialog = el(
    "dialog",
    { class: look, "aria-labelledby": heading.id },
    el("div", { class: "dialog-head" }, heading, close),
    el("div", { class: "dialog-body" }, ...body),
    foot.length ? el("div", { class: "dialog-foot" }, ...foot) : null,
  );
  dialog.addEventListener("close", () => dialog.remove());
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  document.body.append(dialog);
  dialog.showModal();
  focusFirst(dialog, heading);
  return dialog;
}

/**
 * The first field, or the heading above what is to be read: not the button that closes it all.
 * @param {HTMLDialogElement} dialog @param {HTMLElement} heading
 */
function focusFirst(dialog, heading) {
  const fields = ":is(select, textarea, input:not([type=radio]), input:checked):not(:disabled)";
  const field = [...dialog.querySelectorAll(`.dialog-body ${fields}`)].find((each) => each.checkVisibility());
  heading.tabIndex = -1;
  (field instanceof HTMLElement ? field : heading).focus();
}

/**
 * @param {{ title: string, text: string, yes: string, no?: string, danger?: boolean }} question
 * @returns {Promise<boolean>}
 */
export function confirmDialog({ title, text, yes, no = "Cancel", danger = false }) {
  return new Promise((resolve) => {
    let answer = false;
    const agree = makeButton(
      {
        style: danger ? "danger" : "primary",
        onclick: () => {
          answer = true;
          dialog.close();
        },
      },
      yes,
    );
    const decline = makeButton({ onclick: () => dialog.close() }, no);
    const dialog = openDialog({ title }, [el("p", {}, text)], [decline, agree]);
    dialog.addEventListener("close", () => resolve(answer));
    // Enter, pressed by mistake, must not do what cannot be undone.
    (danger ? decline : agree).focus();
  });
}
