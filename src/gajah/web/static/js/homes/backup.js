/** All that this browser keeps, as a file to save, and from such a file. For pages without a server. */

import { toast, toastError } from "../dialogs.js";
import { el, makeButton } from "../dom.js";
import { download } from "../download.js";
import { gatherKept, restoreKept } from "../kept.js";
import { home } from "./home.js";

const NAME = "gajah-backup.json";
// Long enough to be read before the page comes anew.
const READ_MS = 1500;

/** The part of the settings that saves everything and reads it again. */
export function backupField() {
  const file = el("input", {
    type: "file",
    accept: "application/json,.json",
    class: "visually-hidden",
    id: "backup-file",
    onchange: () => void read(file).catch(toastError),
  });
  return el(
    "fieldset",
    { class: "field" },
    el("legend", {}, "My games and progress"),
    el("p", { class: "hint" }, "They are kept in this browser alone. A file brings them to another one."),
    el(
      "div",
      { class: "button-row" },
      makeButton({ onclick: () => void save().catch(toastError) }, "Save to a file"),
      file,
      el("label", { class: "button", for: file.id }, "Read a file"),
    ),
  );
}

async function save() {
  const { text, type } = await home.request("POST", "/backup", { body: gatherKept(localStorage) });
  download(new Blob([text], { type }), NAME);
}

/** @param {HTMLInputElement} input */
async function read(input) {
  const [file] = input.files ?? [];
  if (!file) return;
  input.value = "";
  const { games, problems, kept } = await home.request("POST", "/restore", { body: file });
  restoreKept(localStorage, kept);
  for (const { text } of problems) toast(text, "bad");
  toast(games === 1 ? "1 game was added." : `${games} games were added.`, "good");
  // Settings are read when a page starts.
  setTimeout(() => location.reload(), READ_MS);
}
