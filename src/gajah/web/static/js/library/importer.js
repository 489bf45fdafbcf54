/** Bringing games in: pasted, from files, or dropped on the page. */

import { pageAddress } from "../addresses.js";
import { api } from "../api.js";
import { openDialog } from "../dialogs.js";
import { el, makeButton } from "../dom.js";
import { reason } from "../refusal.js";

/** @typedef {import("../wire.js").Imported & { name: string }} Report  of one text or file */

// A file full of mistakes is told by its first ones.
const MOST_PROBLEMS = 100;

/**
 * Sends one text or file to the server; what goes wrong on the way is a problem like the others.
 * @param {string} name @param {string | Blob} text @returns {Promise<Report>}
 */
async function importText(name, text) {
  try {
    return { name, ...(await api.post("/import", text)) };
  } catch (error) {
    return { name, games: [], problems: [{ line: 0, text: reason(error) }] };
  }
}

export class ImportDialog {
  /** @param {() => void} onImported games have come */
  constructor(onImported) {
    this.onImported = onImported;
    this.text = el("textarea", {
      rows: 10,
      spellcheck: "false",
      "aria-label": "Games as text",
      placeholder: "Paste records, move lists or lines of the game server's archive",
    });
    this.files = el("input", {
      type: "file",
      multiple: true,
      class: "visually-hidden",
      id: "import-files",
      onchange: () => this.#chosen(),
    });
    this.report = el("div", { class: "import-report", role: "status" });
    this.go = makeButton({ style: "primary", onclick: () => this.#pasted() }, "Import");
    /** @type {HTMLDialogElement | null} */
    this.dialog = null;
  }

  open() {
    if (this.dialog?.open) return;
    this.report.replaceChildren();
    const choose = el(
      "p",
      { class: "import-files" },
      this.files,
      el("label", { class: "button", for: "import-files" }, "Choose files"),
      " or drop files anywhere on this page.",
    );
    this.dialog = openDialog({ title: "Import games", look: "wide" }, [this.text, choose, this.report], [this.go]);
    this.text.focus();
  }

  /** @param {File[]} files */
  async take(files) {
    this.open();
    for (const file of files) await this.#import(file.name, file);
  }

  #pasted() {
    const text = this.text.value;
    if (text.trim())
      void this.#import("The text", text, () => {
        this.text.value = "";
      });
  }

  async #chosen() {
    const files = [...(this.files.files ?? [])];
    this.files.value = "";
    await this.take(files);
  }

  /** @param {string} name @param {string | Blob} text @param {() => void} [onClean] all of it was read */
  async #import(name, text, onClean) {
    const place = el("section", { "aria-busy": "true" }, el("p", {}, `Importing ${name} ...`));
    this.report.append(place);
    this.go.disabled = true;
    const imported = await importText(name, text);
    this.go.disabled = false;
    place.replaceWith(outcomeOf(imported));
    if (imported.games.length) this.onImported();
    if (!imported.problems.length) onClean?.();
  }
}

/** @param {Report} report @returns {HTMLElement} */
function outcomeOf({ name, games, problems }) {
  const [first] = games;
  const count = games.length === 1 ? "1 game" : `${games.length} games`;
  const section = el(
    "section",
    {},
    el(
      "p",
      { class: games.length ? "good" : "bad" },
      `${name}: ${games.length ? count : "no game"} imported. `,
      first &&
        el("a", { href: pageAddress("analysis", { game: first }) }, games.length === 1 ? "Open it" : "Open the first"),
    ),
  );
  if (problems.length) {
    section.append(
      el(
        "ul",
        { class: "import-problems" },
        ...problems
          .slice(0, MOST_PROBLEMS)
          .map((problem) => el("li", {}, problem.line ? `Line ${problem.line}: ${problem.text}` : problem.text)),
      ),
    );
  }
  if (problems.length > MOST_PROBLEMS) {
    section.append(el("p", {}, `... and ${problems.length - MOST_PROBLEMS} more problems.`));
  }
  return section;
}

/**
 * Files dropped anywhere are taken; text dragged within the page is left alone.
 * @param {(files: File[]) => void} onFiles
 */
export function acceptDrops(onFiles) {
  /** @param {DragEvent} event */
  const hasFiles = (event) => event.dataTransfer?.types.includes("Files") ?? false;
  const mark = (/** @type {boolean} */ on) => document.body.classList.toggle("drop-here", on);
  addEventListener("dragover", (event) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    mark(true);
  });
  addEventListener("dragleave", (event) => {
    if (event.relatedTarget === null) mark(false);
  });
  addEventListener("drop", (event) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    mark(false);
    onFiles([...(event.dataTransfer?.files ?? [])]);
  });
}
