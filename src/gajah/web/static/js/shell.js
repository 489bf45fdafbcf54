/** What every page has around it: header, navigation, settings. */

import { el, find, icon, iconButton, makeButton } from "./dom.js";
import { ICONS } from "./icons.js";
import { pieceIcon } from "./piece-drawings.js";
import { settings } from "./settings.js";

const PAGES = /** @type {const} */ ([
  ["home", "/", "Play"],
  ["library", "/library", "Library"],
  ["analysis", "/analysis", "Analysis"],
  ["editor", "/editor", "Editor"],
  ["puzzles", "/puzzles", "Puzzles"],
  ["learn", "/learn", "Learn"],
]);

/** @param {{ page: string }} options */
export function mountShell({ page }) {
  const nav = el(
    "nav",
    { class: "nav", "aria-label": "Pages", id: "nav" },
    ...PAGES.map(([name, href, title]) => el("a", { href, "aria-current": name === page ? "page" : null }, title)),
  );
  const expands = { style: "quiet menu-button", title: null, "aria-expanded": "false", "aria-controls": "nav" };
  const menu = iconButton("Menu", ICONS.menu, expands);
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
    iconButton("Settings", ICONS.settings, { style: "quiet", onclick: openSettings }),
  );
}

function soundButton() {
  const button = makeButton({
    style: "icon-button quiet",
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
