/** The settings, all on one sheet; each counts at once. */

import { openDialog } from "./dialogs.js";
import { el } from "./dom.js";
import { field, segments } from "./fields.js";
import { settings } from "./settings.js";
import { play } from "./sounds.js";

/** @import { Settings } from "./settings.js" */
/** @typedef {{ [K in keyof Settings]: Settings[K] extends boolean ? K : never }[keyof Settings]} Switch */

export function showSettings() {
  openDialog({ title: "Settings", wide: true }, [
    choice("Colours", "theme", { auto: "As the system", light: "Light", dark: "Dark" }),
    choice("Board", "board", { stone: "Stone", wood: "Wood", meadow: "Meadow", night: "Night", print: "Print" }),
    choice("Pieces", "pieces", { animals: "Animals", chess: "Chess pieces" }),
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
      check("warnLoss", "Ask before a step that loses my own piece"),
      check("confirmTurn", "Ask before a turn is played"),
    ),
    el("fieldset", { class: "field" }, el("legend", {}, "Sounds"), check("sound", "Play sounds"), volume()),
    nameField(),
    keys(),
  ]);
}

/**
 * @template {keyof Settings} K
 * @param {string} title @param {K} name @param {Record<string | number, string>} options
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

/** @type {[string, string][]} */
const KEYS = [
  ["Arrows", "On the board: from square to square. Elsewhere: earlier and later turns"],
  ["Enter", "On the board: pick a piece up, put it down. Elsewhere: play the turn"],
  ["Ctrl Enter", "Play the turn, wherever the focus is"],
  ["Shift Arrow", "Step, push or pull the piece in the focus"],
  ["Escape", "Put the piece back"],
  ["Ctrl Z, Backspace", "Undo a step"],
  ["Ctrl Y", "Redo a step"],
  ["/", "Type steps"],
  ["F", "Flip the board"],
];

function keys() {
  const rows = KEYS.map(([key, text]) =>
    el("div", { class: "key-row" }, el("dt", {}, el("kbd", {}, key)), el("dd", {}, text)),
  );
  return el("details", {}, el("summary", {}, "Keys"), el("dl", { class: "keys" }, ...rows));
}
