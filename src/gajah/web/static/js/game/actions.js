/** The buttons of a game: look around, take back, resign, and what comes after the end. */

import { pageAddress } from "../addresses.js";
import { api } from "../api.js";
import { confirmDialog, toastError } from "../dialogs.js";
import { el, icon, makeButton, wordedButton } from "../dom.js";
import { home } from "../homes/home.js";
import { ICONS } from "../icons.js";
import { copyLink } from "../links.js";
import { forgetSeats, seatToken } from "../seats.js";
import { settings } from "../settings.js";
import { sayWish } from "./wishes.js";

/** @import { GameSocket as Socket } from "../socket.js" */
/** @import { LiveGame } from "./game-state.js" */

/** @param {string} game @returns {string} where its review starts by itself */
export function reviewAddress(game) {
  return `${pageAddress("analysis", { game })}&review`;
}

export class Actions {
  /**
   * @param {HTMLElement} root @param {Socket} socket
   * @param {{ onFlip: () => void, onLook: (by: number) => void }} handlers  onLook: turns on, or below 0 back
   */
  constructor(root, socket, { onFlip, onLook }) {
    this.socket = socket;
    this.game = "";
    const turnSideways = () => settings.set("sideways", !settings.get("sideways"));
    this.firstButton = wordedButton("First turn", "First", ICONS.first, { onclick: () => onLook(-Infinity) });
    this.backButton = wordedButton("Previous turn", "Previous", ICONS.previous, { onclick: () => onLook(-1) });
    this.onButton = wordedButton("Next turn", "Next", ICONS.next, { onclick: () => onLook(1) });
    this.nowButton = wordedButton("Newest turn", "Newest", ICONS.newest, { onclick: () => onLook(Infinity) });
    this.takeback = makeButton({ onclick: () => sayWish(socket, "takeback") }, icon(ICONS.undo), "Take back");
    this.cancel = makeButton({ onclick: () => void this.#cancel() }, icon(ICONS.close), "Cancel the challenge");
    this.resign = makeButton({ onclick: () => void this.#askResign() }, icon(ICONS.flag), "Resign");
    const copyWatchLink = () => copyLink(location.pathname, "Link to watch");
    const label = "Share: copy a link to watch";
    this.watch = makeButton({ "aria-label": label, title: label, onclick: copyWatchLink }, icon(ICONS.link), "Share");
    this.rematch = makeButton({ onclick: () => sayWish(socket, "rematch") }, icon(ICONS.again), "Rematch");
    this.review = el("a", { class: "button" }, icon(ICONS.search), "Review");
    this.newGame = el("a", { class: "button", href: pageAddress("home") }, icon(ICONS.plus), "New game");
    const look = [
      this.firstButton,
      this.backButton,
      this.onButton,
      this.nowButton,
      wordedButton("Flip board", "Flip", ICONS.flip, { onclick: onFlip }),
      wordedButton("Sideways view", "Sideways", ICONS.sideways, { onclick: turnSideways }),
    ];
    const act = [this.cancel, this.takeback, this.resign, this.rematch, this.review, this.newGame, this.watch];
    // Look around first: on a phone that row stays at the foot of the screen.
    root.replaceChildren(
      el("div", { class: "actions-row actions-look" }, ...look),
      el("div", { class: "actions-row" }, ...act),
    );
    this.#rest();
  }

  /** There is no game yet: only the view can be changed. */
  #rest() {
    for (const button of [this.firstButton, this.backButton, this.onButton, this.nowButton]) button.disabled = true;
    for (const button of [this.cancel, this.watch, this.takeback, this.resign, this.rematch, this.review])
      button.hidden = true;
    this.newGame.hidden = true;
  }

  /** @param {LiveGame} live @param {{ looking: boolean, news: boolean }} back  what of looking back */
  show({ game, seats, line, rematch }, { looking, news }) {
    const over = game.state === "over";
    const sits = seats.length > 0;
    this.onButton.disabled = this.nowButton.disabled = !looking;
    this.nowButton.classList.toggle("primary", news);
    this.nowButton.title = news ? "Newest turn: one was played while you looked back" : "Newest turn";
    this.firstButton.disabled = this.backButton.disabled = line.length < 2;
    this.watch.hidden = !home.isShared;
    this.game = game.id;
    this.cancel.hidden = !sits || !game.open || game.state !== "waiting";
    this.takeback.hidden = !sits || over || line.length === 0 || game.rated;
    this.resign.hidden = !sits || over || game.state === "waiting";
    this.rematch.hidden = !sits || !over || game.imported || rematch !== null;
    this.review.hidden = !over;
    this.review.href = reviewAddress(game.id);
    this.newGame.hidden = !over;
  }

  async #cancel() {
    try {
      await api.delete(`/games/${this.game}`, seatToken(this.game));
      forgetSeats(this.game);
      location.assign(pageAddress("home"));
    } catch (error) {
      toastError(error);
    }
  }

  async #askResign() {
    const sure = await confirmDialog({
      title: "Resign?",
      text: "The game ends at once, and your opponent wins.",
      yes: "Resign",
      no: "Play on",
      danger: true,
    });
    if (sure) this.socket.ask({ type: "resign" }).catch(toastError);
  }
}
