/** Setups that the player has saved under a name, kept in this browser: for gold, and mirrored for silver. */

import { confirmDialog, openDialog } from "../dialogs.js";
import { el } from "../dom.js";
import { field } from "../fields.js";
import { acrossBoard, placements, setupText } from "../placements.js";
import { keep, recall } from "../storage.js";

/** @import { Pieces } from "../placements.js" */
/** @import { SetupShape, SideLetter as Side } from "../wire.js" */

const KEY = "gajah.setups";
const MOST = 20;
const NAME_CHARS = 40;
const PREFIX = "saved:";

/** Gold's setups by name. @returns {Map<string, string>} */
function saved() {
  const known = Object.entries(recall(KEY)).filter(([, setup]) => typeof setup === "string");
  return new Map(/** @type {[string, string][]} */ (known));
}

/** @param {Map<string, string>} setups */
function store(setups) {
  const sorted = [...setups].sort(([a], [b]) => a.localeCompare(b));
  keep(KEY, Object.fromEntries(sorted));
}

/**
 * Those of the army that is to be set up: a handicap has setups of its own.
 * @param {Side} side @param {string} like  a setup of the same pieces
 * @returns {SetupShape[]}
 */
export function savedSetups(side, like) {
  const army = armyOf(like);
  const all = [...saved()].map(([title, gold]) => {
    const pieces = placements(gold);
    return { name: PREFIX + title, title, setup: setupText(side === "g" ? pieces : acrossBoard(pieces)) };
  });
  return all.filter(({ setup }) => armyOf(setup) === army);
}

/** @param {string} setup */
function armyOf(setup) {
  return Object.values(placements(setup)).sort().join("");
}

/** @param {string} name  of an offered setup @returns {boolean} can it be renamed and deleted? */
export function isSaved(name) {
  return name.startsWith(PREFIX);
}

/** Asks for a name. @param {Side} side @param {Pieces} pieces @param {() => void} onSaved */
export function saveSetup(side, pieces, onSaved) {
  askName({ title: "Save this setup", yes: "Save", value: "" }, (name) => {
    const setups = saved();
    if (!setups.has(name) && setups.size >= MOST) return `You have ${MOST} setups. Delete one of them first.`;
    setups.set(name, setupText(side === "g" ? pieces : acrossBoard(pieces)));
    store(setups);
    onSaved();
    return "";
  });
}

/** Asks for another name. @param {string} name @param {() => void} onRenamed */
export function renameSetup(name, onRenamed) {
  const old = name.slice(PREFIX.length);
  askName({ title: "Rename this setup", yes: "Rename", value: old }, (wanted) => {
    const setups = saved();
    const setup = setups.get(old);
    if (wanted !== old && setups.has(wanted)) return "Another setup has this name.";
    if (setup === undefined) return "This setup has been deleted.";
    setups.delete(old);
    store(setups.set(wanted, setup));
    onRenamed();
    return "";
  });
}

/** @param {string} name @param {() => void} onDeleted */
export async function deleteSetup(name, onDeleted) {
  const title = name.slice(PREFIX.length);
  const text = `${title} is no longer offered for a game.`;
  const sure = await confirmDialog({ title: "Delete this setup?", text, yes: "Delete", no: "Keep", danger: true });
  if (!sure) return;
  const setups = saved();
  setups.delete(title);
  store(setups);
  onDeleted();
}

/**
 * @param {{ title: string, yes: string, value: string }} question
 * @param {(name: string) => string} take  what is wrong with the name, or nothing
 */
function askName({ title, yes, value }, take) {
  const input = el("input", { type: "text", maxlength: NAME_CHARS, autocomplete: "off", required: true, value });
  const error = el("p", { class: "form-error", role: "alert" });
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    const name = input.value.trim();
    error.textContent = name ? take(name) : "A setup needs a name.";
    if (!error.textContent) dialog.close();
  };
  const form = el("form", { id: "setup-name", onsubmit: submit }, field("Name", input));
  const button = el("button", { type: "submit", class: "button primary", form: form.id }, yes);
  const dialog = openDialog({ title }, [form], [error, button]);
  input.select();
}
