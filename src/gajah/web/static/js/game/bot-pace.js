/** A game between two bots: pause, one turn at a time, speed. */

import { toastError } from "../dialogs.js";
import { el, makeButton } from "../dom.js";
import { select } from "../fields.js";

/** @import { LiveGame } from "./game-state.js" */

// Seconds for a turn; none: the pace of the server.
const SPEEDS = [
  { value: "5", title: "Slow" },
  { value: "", title: "Normal" },
  { value: "0", title: "Fastest" },
];

export class BotPace {
  /** @param {import("../socket.js").GameSocket} socket */
  constructor(socket) {
    this.paused = false;
    const change = (/** @type {boolean} */ paused) => {
      const seconds = this.speed.value;
      socket.ask({ type: "pace", paused, turn_s: seconds ? Number(seconds) : null }).catch(toastError);
    };
    this.pause = makeButton({ onclick: () => change(!this.paused) }, "Pause");
    this.one = makeButton({ onclick: () => socket.ask({ type: "play_one" }).catch(toastError) }, "One turn");
    this.speed = select(SPEEDS, "");
    this.speed.setAttribute("aria-label", "Speed");
    this.speed.addEventListener("change", () => change(this.paused));
    this.root = el("div", { class: "pace", role: "group", "aria-label": "Pace" }, this.pause, this.one, this.speed);
  }

  /** @param {LiveGame} live */
  show({ game, mayPace }) {
    this.root.hidden = !mayPace || game.state === "over";
    if (!game.pace) return;
    this.paused = game.pace.paused;
    this.pause.textContent = this.paused ? "Go on" : "Pause";
    this.one.disabled = !this.paused;
    const seconds = game.pace.turn_s;
    this.speed.value = seconds === null ? "" : String(seconds);
  }
}
