/** The settings, on a sheet beside the board; each counts at once. */

import { isSite } from "./addresses.js";
import { openDialog, toast } from "./dialogs.js";
import { el } from "./dom.js";
import { field, segments } from "./fields.js";
import { backupField } from "./homes/backup.js";
import { home } from "./homes/home.js";
import { keyList } from "./keys-dialog.js";
import { askToNotify, canNotify, mayNotify } from "./notifications.js";
import { boardLook, boardSetting, settings } from "./settings.js";
import { play } from "./sounds.js";

/** @import { Settings } from "./settings.js" */
/** @typedef {{ [K in keyof Settings]: Settings[K] extends boolean ? K : never }[keyof Settings]} Switch */

const BOARDS = { stone: "Stone", wood: "Wood", meadow: "Meadow", night: "Night", print: "Print" };
const PIECES = { animals: "Animals", chess: "Chess pieces" };
// A trap between pieces of both sides, in the part of the picture that a preview shows.
const PREVIEWED = `g [${" ".repeat(41)}E m${" ".repeat(5)}MHr${" ".repeat(12)}]`;

export function showSettings() {
  const looks = el("div", { class: "stack" });
  const dialog = openDialog({ title: "Settings", look: "beside" }, [
    choice("Colours", "theme", { auto: "As the system", light: "Light", dark: "Dark" }),
    looks,
    choice("Coordinates", "coordinates", { all: "All", traps: "Traps only", off: "Off" }),
    choice("Step animation", "stepMs", { 0: "Off", 120: "Fast", 220: "Normal", 450: "Slow" }),
    el(
      "fieldset",
      { class: "field" },
      el("legend", {}, "On the board"),
      check("sideways", "Sideways view"),
      check("autoFlip", "Two at one screen: turn the board to the player who moves"),
      check("hoverArrows", "Arrows for legal steps under the mouse"),
      check("frozen", "Mark frozen pieces"),
      check("trails", "Show the last turn"),
      check("notation", "Field for typed turns"),
      check("coach", "Coach in games against the computer"),
      check("warnLoss", "Ask before a step that loses my own piece"),
      check("confirmTurn", "Ask before a turn is played"),
    ),
    el(
      "fieldset",
      { class: "field" },
      el("legend", {}, "Sounds and notifications"),
      check("sound", "Play sounds"),
      volume(),
      notify(),
    ),
    nameField(),
    isSite
      ? backupField()
      : choice("Analysis and hints", "engine", { tab: "In this browser", server: "On the server" }),
    el("details", {}, el("summary", {}, "Keys"), keyList()),
  ]);
  const closed = new AbortController();
  dialog.addEventListener("close", () => closed.abort());
  followLooks(looks, closed.signal);
  uncoverBoard(dialog);
}

/** Scrolls up what a sheet at the foot of the screen covers of the board. @param {HTMLDialogElement} dialog */
function uncoverBoard(dialog) {
  const board = document.querySelector("#board")?.getBoundingClientRect();
  if (board && dialog.offsetLeft === 0) scrollBy({ top: Math.max(0, board.bottom - dialog.offsetTop) });
}

/**
 * The looks of board and pieces as pictures; the boards are those for the colours of the moment.
 * @param {HTMLElement} place @param {AbortSignal} signal
 */
function followLooks(place, signal) {
  let shown = "";
  const show = () => {
    if (shown === boardSetting()) return;
    shown = boardSetting();
    const title = shown === "darkBoard" ? "Board in dark colours" : "Board in light colours";
    const boards = pictures(BOARDS, (look) => preview(look, settings.get("pieces")));
    const pieces = pictures(PIECES, (set) => preview(boardLook(), set));
    place.replaceChildren(choice(title, boardSetting(), boards), choice("Pieces", "pieces", pieces));
  };
  settings.addEventListener("change", show, { signal });
  show();
}

/** @param {Record<string, string>} names @param {(name: string) => Node} draw */
function pictures(names, draw) {
  const options = Object.entries(names).map(([name, title]) => [
    name,
    el("span", { class: "look" }, draw(name), title),
  ]);
  return Object.fromEntries(options);
}

/** @param {string} board @param {string} pieces */
function preview(board, pieces) {
  const look = new URLSearchParams({ position: PREVIEWED, theme: board, pieces, size: "232", coordinates: "false" });
  const image = el("img", { alt: "", class: "look-picture" });
  home.showPicture(image, `/picture.svg?${look}`);
  return image;
}

/**
 * @template {keyof Settings} K
 * @param {string} title @param {K} name @param {Record<string | number, string | Node>} options
 */
function choice(title, name, options) {
  const now = settings.get(name);
  return segments(title, `setting-${name}`, options, String(now), (value) =>
    settings.set(name, /** @type {Settings[K]} */ (typeof now === "number" ? Number(value) : value)),
  );
}

/**
 * @param {Switch} name
 * @param {string} text
 */
function check(name, text) {
  const checked = settings.get(name);
  const input = el("input", { type: "checkbox", checked, onchange: () => settings.set(name, input.checked) });
  return el("label", { class: "check" }, input, text);
}

function volume() {
  const input = el("input", {
    type: "range",
    min: 0,
    max: 1,
    step: 0.05,
    value: settings.get("volume"),
    oninput: () => settings.set("volume", input.valueAsNumber),
    onchange: () => play("turn"),
  });
  return el("label", { class: "row" }, "Volume", input);
}

/** The browser is asked when this is switched on, and not before. */
function notify() {
  if (!canNotify()) return null;
  const switchTo = async () => {
    const on = input.checked && (await askToNotify());
    if (input.checked && !on) toast("This browser does not permit notifications here.", "bad");
    input.checked = on;
    settings.set("notify", on);
  };
  const checked = settings.get("notify") && mayNotify();
  const input = el("input", { type: "checkbox", checked, onchange: () => void switchTo() });
  return el("label", { class: "check" }, input, "Notify me when it is my turn and the page is hidden");
}

function nameField() {
  const input = el("input", {
    type: "text",
    maxlength: 40,
    autocomplete: "nickname",
    placeholder: "Anonymous",
    value: settings.get("name"),
    oninput: () => settings.set("name", input.value.trim()),
  });
  return field("My name", input);
}
