/** The library: every game that was played here or brought in. */

import { api } from "../api.js";
import { confirmDialog, toast, toastError } from "../dialogs.js";
import { el, find, makeButton } from "../dom.js";
import { home } from "../homes/home.js";
import { gameTitle } from "../names.js";
import { reason } from "../refusal.js";
import { seatToken } from "../seats.js";
import { mountShell } from "../shell.js";
import { gameCard } from "./card.js";
import { acceptDrops, ImportDialog } from "./importer.js";
import { addressOf, filtersOf, isFiltered, PAGE_SIZE, pagePath, queryFrom } from "./query.js";

/** @import { GameList, GameShape as Game } from "../wire.js" */
/** @import { Query } from "./query.js" */

// Typing asks once it rests.
const TYPING_MS = 200;
const MORE_FIELDS = /** @type {const} */ (["rating", "shortest", "longest", "pieces", "position"]);
const FIELDS = /** @type {const} */ (["player", "result", "since", "until", "sort", ...MORE_FIELDS]);

class LibraryPage {
  constructor() {
    this.form = /** @type {HTMLFormElement} */ (find("#filters"));
    this.grid = find("#games");
    this.status = find("#library-status");
    this.pager = find("#pager");
    /** @type {Query} */
    this.query = queryFrom(location.search);
    this.asked = new AbortController();
    this.typing = 0;
    this.found = ""; // what the status says of the games shown
    this.dialog = new ImportDialog(() => this.#load());
  }

  start() {
    this.#fillForm();
    find("#with-pieces").hidden = !home.isShared;
    this.form.addEventListener("input", () => {
      clearTimeout(this.typing);
      this.typing = setTimeout(() => this.#search(), TYPING_MS);
    });
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#search();
    });
    this.form.addEventListener("reset", () => {
      // A hidden field is not reset by itself.
      this.#position.value = "";
      setTimeout(() => this.#search());
    });
    find("#import-open").addEventListener("click", () => this.dialog.open());
    acceptDrops((files) => this.dialog.take(files));
    addEventListener("popstate", () => {
      this.query = queryFrom(location.search);
      this.#fillForm();
      void this.#load();
    });
    return this.#load();
  }

  /** Asks for the games of the query and shows them; a newer question drops an older one. */
  async #load() {
    this.asked.abort();
    this.asked = new AbortController();
    this.grid.setAttribute("aria-busy", "true");
    try {
      const found = await api.get(pagePath(this.query), { signal: this.asked.signal });
      const lastPage = Math.max(Math.ceil(found.total / PAGE_SIZE), 1);
      if (this.query.page > lastPage) {
        this.#go(lastPage);
        return;
      }
      this.#show(found);
    } catch (error) {
      if (error instanceof DOMException) return;
      this.status.textContent = reason(error);
    }
    this.grid.removeAttribute("aria-busy");
  }

  #fillForm() {
    for (const name of FIELDS) {
      const field = this.form.elements.namedItem(name);
      if (field instanceof HTMLInputElement || field instanceof HTMLSelectElement) field.value = this.query[name];
    }
    const { position, rating, shortest, longest, pieces } = this.query;
    if (rating || shortest || longest || pieces) find("#more-filters").setAttribute("open", "");
    find("#with-position").hidden = !position;
    const picture = /** @type {HTMLImageElement} */ (find("#with-position img"));
    if (position) home.showPicture(picture, `/picture.svg?${new URLSearchParams({ position, size: "96" })}`);
  }

  get #position() {
    return /** @type {HTMLInputElement} */ (this.form.elements.namedItem("position"));
  }

  #search() {
    this.#tell();
    if (this.#complaint()) return;
    const data = new URLSearchParams();
    for (const [name, value] of new FormData(this.form)) data.set(name, String(value));
    const query = queryFrom(data.toString());
    if (addressOf(query) === addressOf({ ...this.query, page: 1 })) return;
    this.query = query;
    find("#with-position").hidden = !query.position;
    history.replaceState(null, "", location.pathname + addressOf(query));
    void this.#load();
  }

  /** @returns {string} what is wrong with a field of the form, if anything */
  #complaint() {
    const wrong = /** @type {HTMLInputElement | null} */ (this.form.querySelector("input:invalid"));
    return wrong ? wrong.title || wrong.validationMessage : "";
  }

  /** What was asked before may be answered while a field is wrong. */
  #tell() {
    this.status.textContent = this.#complaint() || this.found;
  }

  /** @param {number} page */
  #go(page) {
    this.query = { ...this.query, page };
    history.pushState(null, "", location.pathname + addressOf(this.query));
    void this.#load();
    scrollTo({ top: 0 });
  }

  /** @param {GameList} found */
  #show({ games, unreadable, total }) {
    const first = (this.query.page - 1) * PAGE_SIZE;
    this.grid.replaceChildren(
      ...games.map((game) => gameCard(game, { onDelete: (each) => this.#delete(each).catch(toastError) })),
    );
    const damaged = unreadable.length ? `. Damaged, to be mended with gajah admin check: ${unreadable.join(", ")}` : "";
    this.found = this.#summary(first, games.length + unreadable.length, total) + damaged;
    this.#tell();
    const all = /** @type {HTMLAnchorElement} */ (find("#export-all"));
    all.hidden = total === 0;
    home.offerFile(all, `/export?${filtersOf(this.query)}`, "games.txt");
    all.textContent = isFiltered(this.query) ? `Export these ${total}` : "Export all";
    this.#showPager(total);
  }

  /** @param {number} first @param {number} count @param {number} total */
  #summary(first, count, total) {
    if (total) return `${first + 1} to ${first + count} of ${total} ${total === 1 ? "game" : "games"}`;
    return isFiltered(this.query)
      ? "No game fits. Take something away from the search."
      : "No games yet. Every game you play is kept here, and you can import others.";
  }

  /** @param {number} total */
  #showPager(total) {
    const pages = Math.ceil(total / PAGE_SIZE);
    const { page, sort } = this.query;
    const [before, after] = sort === "newest" ? ["Newer", "Older"] : ["Previous", "Next"];
    this.pager.hidden = pages < 2;
    const button = (/** @type {string} */ words, /** @type {number} */ to) =>
      makeButton({ disabled: to < 1 || to > pages, onclick: () => this.#go(to) }, words);
    this.pager.replaceChildren(
      button(before, page - 1),
      el("span", {}, `Page ${page} of ${pages}`),
      button(after, page + 1),
    );
  }

  /** @param {Game} game */
  async #delete(game) {
    const live = game.state !== "over";
    const sure = await confirmDialog({
      title: live ? "Delete a game that is being played?" : "Delete this game?",
      text: live
        ? `${gameTitle(game)} is not over. It ends for both players, and nothing of it is kept.`
        : `${gameTitle(game)} and all notes on it will be gone.`,
      yes: "Delete",
      no: "Keep",
      danger: true,
    });
    if (!sure) return;
    await api.delete(`/games/${game.id}`, seatToken(game.id));
    toast("Game deleted.", "good");
    await this.#load();
  }
}

mountShell({ page: "library" });
void new LibraryPage().start();
