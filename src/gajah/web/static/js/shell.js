/** What every page has around it: header, navigation, settings, short messages. */

import { el, find, icon } from "./dom.js";
import { ICONS } from "./icons.js";
import { pieceIcon } from "./pieces.js";
import { settings } from "./settings.js";

const PAGES = /** @type {const} */ ([
  ["home", "/", "Play"],
  ["library", "/library", "Library"],
  ["analysis", "/analysis", "Analysis"],
  ["editor", "/editor", "Editor"],
  ["puzzles", "/puzzles", "Puzzles"],
  ["learn", "/learn", "Learn"],
]);
const TOAST_MS = 4500;

/** @param {{ page: string }} options */
export function mountShell({ page }) {
  const nav = el(
    "nav",
    { class: "nav", "aria-label": "Pages", id: "nav" },
    ...PAGES.map(([name, href, title]) =>
      el("a", { href, "aria-current": name === page ? "page" : null }, title),
    ),
  );
  const menu = el(
    "button",
    {
      type: "button",
      class: "button icon-button quiet menu-button",
      "aria-label": "Menu",
      "aria-expanded": "false",
      "aria-controls": "nav",
    },
    icon(ICONS.menu),
  );
  const openMenu = (/** @type {boolean} */ open) => {
    nav.classList.toggle("open", open);
    menu.setAttribute("aria-expanded", String(open));
  };
  menu.addEventListener("click", () => openMenu(!nav.classList.contains("open")));
  document.addEventListener("keydown", (event) => event.key === "Escape" && openMenu(false));
  document.addEventListener("pointerdown", (event) => {
    if (event.target instanceof Element && !event.target.closest("#shell")) openMenu(false);
  });
  find("#shell").replaceChildren(
    el("a", { class: "skip", href: "#main" }, "Skip to the content"),
    menu,
    el("a", { class: "brand", href: "/" }, pieceIcon("E"), "gajah"),
    nav,
    el("span", { class: "header-space" }),
    soundButton(),
    el(
      "button",
      {
        type: "button",
        class: "button icon-button quiet",
        "aria-label": "Settings",
        title: "Settings",
        onclick: openSettings,
      },
      icon(ICONS.settings),
    ),
  );
}

function soundButton() {
  const button = el("button", {
    type: "button",
    class: "button icon-button quiet",
    onclick: () => settings.set("sound", !settings.get("sound")),
  });
  settings.follow("sound", (on) => {
    button.replaceChildren(icon(on ? ICONS.sound : ICONS.mute));
    button.setAttribute("aria-label", on ? "Mute sounds" : "Turn sounds on");
    button.title = on ? "Mute sounds" : "Turn sounds on";
  });
  return button;
}

/** Loaded when first needed: few visits open it. */
async function openSettings() {
  const { showSettings } = await import("./settings-dialog.js");
  showSettings();
}

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

/**
 * A dialog with a heading and a button to close it; it is removed when closed.
 * @param {{ title: string, wide?: boolean }} options @param {Node[]} body @param {Node[]} [foot]
 */
export function openDialog({ title, wide = false }, body, foot = []) {
  const heading = el("h2", { id: `dialog-${Date.now()}` }, title);
  const close = el(
    "button",
    {
      type: "button",
      class: "button icon-button quiet",
      "aria-label": "Close",
      onclick: () => dialog.close(),
    },
    icon(ICONS.close),
  );
  const dialog = el(
    "dialog",
    { class: wide ? "wide" : "", "aria-labelledby": heading.id },
    el("div", { class: "dialog-head" }, heading, close),
    el("div", { class: "dialog-body" }, ...body),
    foot.length ? el("div", { class: "dialog-foot" }, ...foot) : null,
  );
  dialog.addEventListener("close", () => dialog.remove());
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

/**
 * @param {{ title: string, text: string, yes: string, no?: string, danger?: boolean }} question
 * @returns {Promise<boolean>}
 */
export function confirmDialog({ title, text, yes, no = "Cancel", danger = false }) {
  return new Promise((resolve) => {
    let answer = false;
    const agree = el(
      "button",
      {
        type: "button",
        class: `button ${danger ? "danger" : "primary"}`,
        onclick: () => {
          answer = true;
          dialog.close();
        },
      },
      yes,
    );
    const decline = el("button", { type: "button", class: "button", onclick: () => dialog.close() }, no);
    const dialog = openDialog({ title }, [el("p", {}, text)], [decline, agree]);
    dialog.addEventListener("close", () => resolve(answer));
    agree.focus();
  });
}
