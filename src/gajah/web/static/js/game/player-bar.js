/** The bar beside the board for one player: name, presence, captured pieces, clock. */

import { playerAddress } from "../addresses.js";
import { CapturedPieces } from "../captured-pieces.js";
import { el } from "../dom.js";
import { isBotAccount, isRemote, seatName } from "../names.js";
import { pieceIcon } from "../piece-drawings.js";
import { sideName } from "../pieces.js";
import { inLine } from "../text.js";

/** @import { SideLetter as Side } from "../wire.js" */
/**
 * @typedef {object} Sitting
 * @property {boolean} mine  is it this page's player, and the only one?
 * @property {boolean} shared  do both players sit at this page?
 * @property {boolean} toMove
 * @property {number | null} waits  a bot: its place in line, 0 when it thinks
 * @property {boolean} live  does the game go on?
 * @property {boolean} heard  is there a connection, and so news of the player?
 */

/** A name that is an account's leads to its page. @param {import("../wire.js").SeatShape} seat */
function nameOf(seat) {
  const name = seatName(seat);
  return seat.account ? el("a", { href: playerAddress(seat.name) }, name) : name;
}

export class PlayerBar {
  /** @param {HTMLElement} root @param {Side} side */
  constructor(root, side) {
    this.side = side;
    this.root = root;
    this.name = el("span", { class: "player-name" });
    this.rating = el("span", { class: "player-rating" });
    /** Whether the player is there: words, because a coloured dot reads as many things. */
    this.presence = el("span", { class: "player-presence" });
    /** Whose turn it is. */
    this.note = el("span", { class: "player-note" });
    /** What this player has taken from the other. */
    this.captured = new CapturedPieces();
    this.time = el("span", { class: "clock-time" });
    this.reserve = el("span", { class: "clock-reserve" });
    this.clock = el(
      "div",
      { class: "clock", role: "timer", "aria-label": `${sideName(side)}'s clock`, hidden: true },
      this.time,
      this.reserve,
    );
    root.dataset.side = side;
    root.replaceChildren(
      pieceIcon(side === "g" ? "E" : "e"),
      el(
        "div",
        { class: "player-who" },
        el("div", { class: "player-line" }, this.name, this.rating, this.presence, this.note),
        this.captured.root,
      ),
      this.clock,
    );
  }

  /** @param {import("../wire.js").SeatShape} seat @param {Sitting} how */
  showSeat(seat, { mine, shared, toMove, waits, live, heard }) {
    const isOpen = seat.kind === "human" && !seat.taken && live;
    this.name.replaceChildren(isOpen ? "No opponent yet" : nameOf(seat));
    this.rating.textContent = isOpen ? "" : String(seat.rating ?? "");
    this.root.classList.toggle("to-move", toMove);
    const isSeen = live && heard && isRemote(seat) && seat.taken && !mine && !shared;
    if (mine) this.presence.textContent = "you";
    else if (isBotAccount(seat) && !seat.taken && live) this.presence.textContent = "has not answered yet";
    else if (isSeen) this.presence.textContent = seat.online ? "connected" : "not connected";
    else this.presence.textContent = "";
    this.root.classList.toggle("away", isSeen && !seat.online);
    if (!toMove || isOpen) this.note.textContent = "";
    else if (waits !== null) this.note.textContent = waits ? inLine(waits) : "thinking ...";
    else this.note.textContent = mine ? "your turn" : "to play";
  }

  /** @param {import("./clock.js").ClockView | null} view */
  showClock(view) {
    this.clock.hidden = view === null;
    if (!view) return;
    if (this.time.textContent !== view.time) this.time.textContent = view.time;
    if (this.reserve.textContent !== view.words) this.reserve.textContent = view.words;
    this.clock.classList.toggle("low", view.low);
    this.clock.classList.toggle("running", view.running);
    this.clock.classList.toggle("from-reserve", view.running && view.phase === "reserve");
  }
}
