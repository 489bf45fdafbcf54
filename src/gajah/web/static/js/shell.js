/** What every page has around it: header, navigation, settings, help with the keys. */

import { loadAccount } from "./account.js";
import { ADMIN_ADDRESS, isSite, pageAddress } from "./addresses.js";
import { el, find, icon, iconButton, makeButton, setText } from "./dom.js";
import { fullScreenButton } from "./full-screen.js";
import { ICONS } from "./icons.js";
import { pieceIcon } from "./piece-drawings.js";
import { settings } from "./settings.js";

const PAGES = /** @type {const} */ ([
  ["home", "Play"],
  ["library", "Library"],
  ["analysis", "Analysis"],
  ["editor", "Editor"],
  ["puzzles", "Puzzles"],
  ["learn", "Learn"],
]);

/** @param {{ page: string }} options */
export function mountShell({ page }) {
  if (isSite) void keepOffline();
  const nav = el(
    "nav",
    { class: "nav", "aria-label": "Pages", id: "nav" },
    ...PAGES.map(([name, title]) =>
      el("a", { href: pageAddress(name), "aria-current": name === page ? "page" : null }, title),
    ),
  );
  void addOwnersLink(nav, page);
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
  addEventListener("keydown", (event) => void onHelpKey(event));
  find("#shell").replaceChildren(
    skipLink(),
    menu,
    el("a", { class: "brand", href: pageAddress("home") }, pieceIcon("E"), "gajah"),
    nav,
    el("span", { class: "header-space" }),
    accountButton(),
    iconButton("Keys", ICONS.help, { style: "quiet", title: "Keys (?)", onclick: askForKeys }),
    ...[fullScreenButton(page)].filter((button) => button !== null),
    soundButton(),
    iconButton("Settings", ICONS.settings, { style: "quiet", onclick: openSettings }),
  );
}

/** The first thing that Tab reaches; Enter leads past the navigation, to the board where there is one. */
function skipLink() {
  const words = () => `Skip to the ${document.querySelector("#board") ? "board" : "content"}`;
  const go = (/** @type {Event} */ event) => {
    const square = document.querySelector("#board [role=gridcell][tabindex='0']");
    if (!(square instanceof HTMLElement)) return;
    event.preventDefault();
    square.focus();
  };
  const link = el("a", { class: "skip", href: "#main", onclick: go, onfocus: () => setText(link, words()) }, words());
  return link;
}

/** The same way as the key takes: a page that has keys of its own answers first. */
function askForKeys() {
  document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "?", bubbles: true, cancelable: true }));
}

/** Behind the listeners of a page. @param {KeyboardEvent} event */
async function onHelpKey(event) {
  const isTyping = event.target instanceof Element && event.target.closest("input, textarea, select, dialog");
  if (event.key !== "?" || event.defaultPrevented || isTyping) return;
  const { openKeys } = await import("./keys-dialog.js");
  openKeys();
}

/** The owner of a server with accounts has a page more. @param {HTMLElement} nav @param {string} page */
async function addOwnersLink(nav, page) {
  const { enabled, owner } = await loadAccount().catch(() => ({ enabled: false, owner: false }));
  if (!enabled || !owner) return;
  nav.append(el("a", { href: ADMIN_ADDRESS, "aria-current": page === "admin" ? "page" : null }, "Admin"));
}

/** Where the server has accounts: the name, or the way to log in. */
function accountButton() {
  const words = el("span", { class: "account-name" });
  const button = makeButton({ style: "quiet account-button", hidden: true }, icon(ICONS.person), words);
  void loadAccount().then(({ enabled, account }) => {
    const text = account ? account.name : "Log in";
    button.hidden = !enabled;
    words.textContent = text;
    button.setAttribute("aria-label", account ? `Account ${text}` : text);
    button.addEventListener("click", () => void openAccount(account));
  }, ignore);
  return button;
}

/** A server that does not answer is told about by what the page is for. */
function ignore() {}

/** Loaded when first needed. @param {import("./wire.js").AccountShape | null} account */
async function openAccount(account) {
  const { showAccount } = await import("./account-dialog.js");
  showAccount(account);
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

async function keepOffline() {
  const { keepSite } = await import("./homes/offline.js");
  await keepSite();
}

/** Loaded when first needed: few visits open it. */
async function openSettings() {
  const { showSettings } = await import("./settings-dialog.js");
  showSettings();
}
