/** The dialog at the end of a game: the result, and what to do next. */

import { pageAddress } from "../addresses.js";
import { openDialog, toastError } from "../dialogs.js";
import { el, icon, makeButton } from "../dom.js";
import { ICONS } from "../icons.js";
import { opponentName } from "../names.js";
import { pieceIcon } from "../piece-drawings.js";
import { reviewAddress } from "./actions.js";
import { facesPlayer } from "./game-state.js";
import { climb, playLevel } from "./ladder.js";
import { sayWish } from "./wishes.js";
import { endTitle, endWords } from "./words.js";

/** @import { GameSocket as Socket } from "../socket.js" */
/** @import { LiveGame } from "./game-state.js" */

// As long as a hand takes to notice that the board is no longer what it is about to click.
const DEAF_MS = 500;

export class EndDialog {
  /** @param {LiveGame} live @param {Socket} socket */
  constructor(live, socket) {
    this.socket = socket;
    const { result } = live.game;
    const picture = result?.winner ? pieceIcon(result.winner === "g" ? "E" : "e") : null;
    const banner = el("div", { class: "end-banner" }, picture, el("p", { class: "end-reason" }, endWords(live)));
    this.offer = el("div", { class: "end-offer", role: "status" });
    this.isOffered = false;
    const more = facesPlayer(live) ? [this.offer] : ladderParts(live);
    this.dialog = openDialog({ title: endTitle(live) }, [banner, ...more], this.#foot(live));
    // None of the buttons: the key on its way when the game ends was meant for the board. So was
    // the click.
    this.dialog.tabIndex = -1;
    this.dialog.focus();
    this.dialog.style.pointerEvents = "none";
    setTimeout(() => (this.dialog.style.pointerEvents = ""), DEAF_MS);
    this.show(live);
  }

  /** @param {LiveGame} live @returns {Node[]} */
  #foot({ game, seats }) {
    const links = [
      el("a", { class: "button", href: pageAddress("home") }, icon(ICONS.plus), "New game"),
      el("a", { class: "button", href: reviewAddress(game.id) }, icon(ICONS.search), "Review"),
    ];
    if (!seats.length) return links;
    const again = () => {
      this.dialog.close();
      sayWish(this.socket, "rematch");
    };
    const rematch = makeButton({ style: "primary", onclick: again }, icon(ICONS.again), "Rematch");
    return [...links, rematch];
  }

  /** What the other side wants meanwhile. @param {LiveGame} live */
  show({ game, asked, seats }) {
    const isOffered = asked.rematch !== null && !seats.includes(asked.rematch);
    if (isOffered === this.isOffered) return;
    this.isOffered = isOffered;
    const other = opponentName(game, seats);
    this.offer.replaceChildren(...(isOffered ? this.#offerParts(other) : []));
  }

  /** @param {string} other  the opponent's name */
  #offerParts(other) {
    const decline = () => sayWish(this.socket, "rematch", false);
    return [el("p", {}, `${other} asks for a rematch.`), makeButton({ onclick: decline }, "Decline")];
  }
}

/** The level that suits better, where there is one. @param {LiveGame} live @returns {Node[]} */
function ladderParts(live) {
  const next = climb(live);
  if (!next) return [];
  const begin = () => void playLevel(live, next.level).catch(toastError);
  const button = makeButton({ onclick: begin }, `Play level ${next.level}`);
  return [el("div", { class: "end-offer" }, el("p", {}, next.text), button)];
}
