/** The bar beside the board for one player: name, presence, captured pieces, clock. */

import { el } from "../dom.js";
import { seatName } from "../names.js";
import { pieceIcon } from "../piece-drawings.js";
import { KIND_ORDER, sideName } from "../pieces.js";

/** @import { SideLetter as Side } from "../wire.js" */

export class PlayerBar {
  /** @param {HTMLElement} root @param {Side} side */
  constructor(root, side) {
    this.side = side;
    this.root = root;
    this.name = el("span", { class: "player-name" });
    this.note = el("span", { class: "player-note" });
    this.captured = el("span", { class: "captured" });
    this.time = el("span", { class: "clock-time" });
    this.reserve = el("span", { class: "clock-reserve" });
    this.clock = el(
      "div",
      { class: "clock", role: "timer", "aria-label": `${sideName(side)}'s clock`, hidden: true },
      this.time,
      this.reserve,
    );
    this.capturedKey = "";
    root.dataset.side = side;
    root.replaceChildren(
      pieceIcon(side === "g" ? "E" : "e"),
      el("div", { class: "player-who" }, el("div", { class: "player-line" }, this.name, this.note), this.captured),
      this.clock,
    );
  }

  /**
   * @param {import("../wire.js").SeatShape} seat
   * @param {{ mine: boolean, toMove: boolean, live: boolean }} how
   */
  showSeat(seat, { mine, toMove, live }) {
    this.name.textContent = seat.kind === "human" && !seat.taken && live ? "Waiting for an opponent" : seatName(seat);
    this.root.classList.toggle("to-move", toMove);
    const away = live && seat.kind === "human" && seat.taken && !seat.online;
    this.root.classList.toggle("away", away);
    if (mine) this.state = toMove ? "your turn" : "you";
    else this.state = [away ? "away" : "", toMove ? "to play" : ""].filter(Boolean).join(", ");
    this.showNote("");
  }

  /** @param {string} thinking */
  showNote(thinking) {
    this.note.textContent = thinking || this.state || "";
  }

  /** What this player has taken from the other. @param {string[]} letters */
  showCaptured(letters) {
    const sorted = letters.toSorted(
      (a, b) => KIND_ORDER.indexOf(a.toUpperCase()) - KIND_ORDER.indexOf(b.toUpperCase()),
    );
    const key = sorted.join("");
    if (key === this.capturedKey) return;
    this.capturedKey = key;
    this.captured.replaceChildren(...sorted.map((letter) => pieceIcon(letter, true)));
  }

  /** @param {{ text: string, low: boolean, running: boolean, reserve: string } | null} view */
  showClock(view) {
    this.clock.hidden = view === null;
    if (!view) return;
    if (this.time.textContent !== view.text) this.time.textContent = view.text;
    this.reserve.textContent = `reserve ${view.reserve}`;
    this.clock.classList.toggle("low", view.low);
    this.clock.classList.toggle("running", view.running);
  }
}
