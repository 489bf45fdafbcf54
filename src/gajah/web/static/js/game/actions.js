/** The buttons of a game: look around, take back, resign, and what comes after the end. */

import { copyText } from "../clipboard.js";
import { confirmDialog, toast } from "../dialogs.js";
import { el, icon, makeButton } from "../dom.js";
import { ICONS } from "../icons.js";
import { settings } from "../settings.js";
import { askRematch, askTakeback } from "./wishes.js";

/** @import { GameSocket as Socket } from "../socket.js" */
/** @import { LiveGame } from "./game-state.js" */

export class Actions {
  /**
   * @param {HTMLElement} root @param {Socket} socket
   * @param {{ onFlip: () => void, onLook: (by: number) => void }} handlers
   */
  constructor(root, socket, { onFlip, onLook }) {
    this.socket = socket;
    this.backButton = tool("Previous turn", ICONS.previous, () => onLook(-1));
    this.onButton = tool("Next turn", ICONS.next, () => onLook(1));
    this.nowButton = tool("Newest turn", ICONS.newest, () => onLook(Infinity));
    this.takeback = tool("Take back", ICONS.back, () => void askTakeback(socket));
    this.resign = tool("Resign", ICONS.flag, () => void this.#askResign());
    this.watch = tool(
      "Copy a link to watch",
      ICONS.eye,
      () => void copyText(`${location.origin}${location.pathname}`, "Link to watch"),
    );
    this.rematch = wide("Rematch", ICONS.again, () => void askRematch(socket));
    this.review = el("a", { class: "button" }, icon(ICONS.search), "Review");
    this.newGame = el("a", { class: "button", href: "/" }, icon(ICONS.plus), "New game");
    root.replaceChildren(
      this.backButton,
      this.onButton,
      this.nowButton,
      tool("Flip board", ICONS.flip, onFlip),
      tool("Sideways view", ICONS.sideways, () => settings.set("sideways", !settings.get("sideways"))),
      this.watch,
      this.takeback,
      this.resign,
      this.rematch,
      this.review,
      this.newGame,
    );
    this.rest();
  }

  /** There is no game, or none yet: only the view can be changed. */
  rest() {
    for (const button of [this.backButton, this.onButton, this.nowButton]) button.disabled = true;
    for (const button of [this.watch, this.takeback, this.resign, this.rematch, this.review]) button.hidden = true;
    this.newGame.hidden = true;
  }

  /** @param {LiveGame} live @param {{ looking: boolean, news: boolean }} back  what of looking back */
  show({ game, seats, line, rematch }, { looking, news }) {
    const over = game.state === "over";
    const sits = seats.length > 0;
    this.onButton.disabled = this.nowButton.disabled = !looking;
    this.nowButton.classList.toggle("primary", news);
    this.nowButton.title = news ? "Newest turn: one was played while you looked back" : "Newest turn";
    this.backButton.disabled = line.length < 2;
    this.watch.hidden = false;
    this.takeback.hidden = !sits || over || line.length === 0;
    this.resign.hidden = !sits || over || game.state === "waiting";
    this.rematch.hidden = !sits || !over || game.imported || rematch !== null;
    this.review.hidden = !over;
    this.review.href = `/analysis?game=${game.id}`;
    this.newGame.hidden = !over;
  }

  async #askResign() {
    const sure = await confirmDialog({
      title: "Resign?",
      text: "The game ends at once, and your opponent wins.",
      yes: "Resign",
      no: "Play on",
      danger: true,
    });
    if (!sure) return;
    this.socket.ask({ type: "resign" }).catch((error) => toast(error.message, "bad"));
  }
}

/** @param {string} label @param {string} path @param {() => void} action */
function tool(label, path, action) {
  return makeButton({ style: "icon-button", "aria-label": label, title: label, onclick: action }, icon(path));
}

/** @param {string} label @param {string} path @param {() => void} action */
function wide(label, path, action) {
  return makeButton({ onclick: action }, icon(path), label);
}
