/** A few phrases for the opponent, and what the opponent says. */

import { toastError } from "../dialogs.js";
import { el, makeButton } from "../dom.js";
import { seatName } from "../names.js";
import { settings } from "../settings.js";
import { facesPerson } from "./game-state.js";

/** @import { GameTold, PhraseSaid } from "../wire.js" */
/** @import { LiveGame } from "./game-state.js" */

/** @type {Record<PhraseSaid["phrase"], string>} */
const PHRASES = {
  hello: "Hello",
  good_luck: "Good luck",
  well_played: "Well played",
  one_moment: "One moment, please",
  sorry: "Sorry",
  thank_you: "Thank you",
  good_game: "Good game",
};

export class Phrases {
  /** @param {import("../socket.js").GameSocket} socket */
  constructor(socket) {
    /** @type {LiveGame | null} */
    this.live = null;
    const mute = el("input", { type: "checkbox", onchange: () => settings.set("phrases", !mute.checked) });
    settings.follow("phrases", (on) => {
      mute.checked = !on;
    });
    const say = (/** @type {PhraseSaid["phrase"]} */ phrase) => {
      this.menu.open = false;
      this.summary.focus();
      socket.ask({ type: "phrase", phrase }).catch(toastError);
    };
    const names = /** @type {PhraseSaid["phrase"][]} */ (Object.keys(PHRASES));
    this.summary = el("summary", { class: "button" }, "Say ...");
    this.menu = el(
      "details",
      { class: "say" },
      this.summary,
      el(
        "div",
        { class: "say-list" },
        ...names.map((name) => makeButton({ style: "quiet", onclick: () => say(name) }, PHRASES[name])),
        el("label", { class: "check" }, mute, "Mute the opponent"),
      ),
    );
    this.said = el("p", { class: "said", role: "status" });
    this.menu.addEventListener("keydown", (event) => this.#key(event));
    document.addEventListener("pointerdown", (event) => {
      if (event.target instanceof Node && !this.menu.contains(event.target)) this.menu.open = false;
    });
    socket.addEventListener("message", (event) => this.#hear(/** @type {CustomEvent<GameTold>} */ (event).detail));
  }

  /** @param {LiveGame} live */
  show(live) {
    this.live = live;
    const { gold, silver } = live.game;
    this.menu.hidden = this.said.hidden = !facesPerson(live) || !(gold.taken && silver.taken);
  }

  /** @param {GameTold} message */
  #hear(message) {
    if (message.type !== "phrase" || !this.live) return;
    const { game, seats } = this.live;
    const isOwn = seats.includes(message.by);
    if (!isOwn && !settings.get("phrases")) return;
    const name = isOwn ? "You" : seatName(message.by === "g" ? game.gold : game.silver);
    this.said.textContent = `${name}: ${PHRASES[message.phrase]}`;
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.key !== "Escape" || !this.menu.open) return;
    event.preventDefault();
    this.menu.open = false;
    this.summary.focus();
  }
}
