/** What was played in this position, in the games of the server's library. */

import { pageAddress } from "../addresses.js";
import { api } from "../api.js";
import { toastError } from "../dialogs.js";
import { el, makeButton } from "../dom.js";
import { home } from "../homes/home.js";
import { reason } from "../refusal.js";
import { keep, recall } from "../storage.js";

/** @import { Explored, PlayedTurn } from "../wire.js" */
/** @import { BoardPane } from "./board-pane.js" */

const KEPT = "gajah.explorer";
const PLACEMENT = /^([A-Za-z])([a-h])([1-8])$/;

export class ExplorerPanel {
  /** @param {HTMLElement} host @param {BoardPane} pane @param {(turn: string) => Promise<void>} play */
  constructor(host, pane, play) {
    this.pane = pane;
    this.play = play;
    this.asked = new AbortController();
    this.answer = el("div", { class: "explorer-answer" });
    this.box = el("details", { open: recall(KEPT).open === true }, el("summary", {}, "Played here"), this.answer);
    host.hidden = !home.isShared;
    host.replaceChildren(this.box);
    this.box.addEventListener("toggle", () => {
      keep(KEPT, { open: this.box.open });
      void this.#ask();
    });
    pane.addEventListener("position", () => void this.#ask());
    /** @type {string | null} the position whose games are shown */
    this.shown = null;
  }

  /** Between two turns only; a newer question drops an older one. */
  async #ask() {
    const { board } = this.pane;
    if (!this.box.open || !home.isShared || !board || board.steps.length || board.position === this.shown) return;
    const { position } = board;
    this.shown = position;
    this.asked.abort();
    this.asked = new AbortController();
    try {
      const found = await api.get(`/explore?${new URLSearchParams({ position })}`, { signal: this.asked.signal });
      this.answer.replaceChildren(...this.#show(found, position));
    } catch (error) {
      if (error instanceof DOMException) return;
      this.shown = null;
      this.answer.replaceChildren(el("p", {}, reason(error)));
    }
  }

  /** @param {Explored} found @param {string} position */
  #show({ games, turns }, position) {
    if (!games) return [el("p", {}, "No game of the library had this position.")];
    const link = pageAddress("library", { position });
    const all = el("a", { href: link }, games === 1 ? "1 game" : `${games} games`);
    if (!turns.length) return [el("p", {}, all, " ended here.")];
    const head = el("tr", {}, ...["Turn", "Games", "Won", "Rating"].map((name) => el("th", { scope: "col" }, name)));
    const rows = turns.map((turn) => this.#row(turn));
    return [
      el("table", { class: "explorer-turns" }, el("thead", {}, head), el("tbody", {}, ...rows)),
      el("p", {}, all),
    ];
  }

  /** @param {PlayedTurn} played */
  #row({ turn, games, wins, rating }) {
    const choose = makeButton({ style: "quiet", onclick: () => this.play(turn).catch(toastError) }, ...wordsOf(turn));
    const won = Math.round((100 * wins) / games);
    return el(
      "tr",
      {},
      el("td", {}, choose),
      el("td", {}, String(games)),
      el("td", {}, el("meter", { min: 0, max: 100, value: won, "aria-hidden": "true" }), ` ${won}%`),
      el("td", {}, rating === null ? "" : String(rating)),
    );
  }
}

/** A turn as it is written, a setup as its two rows from a to h. @param {string} turn */
function wordsOf(turn) {
  const placed = turn.split(" ").map((word) => PLACEMENT.exec(word));
  if (!placed.every((found) => found !== null)) return [turn];
  /** @type {Record<string, string>} */
  const letters = {};
  for (const [, piece, file, row] of placed) letters[file + row] = piece;
  const rows = [...new Set(placed.map(([, , , row]) => row))].sort().reverse();
  return rows.map((row) =>
    el("span", { class: "setup-row" }, ...[..."abcdefgh"].map((file) => letters[file + row] ?? "·")),
  );
}
