/** Tells a player whose page is out of sight that it is their turn: by its icon, and by a notification. */

import { fileAddress } from "../addresses.js";
import { find } from "../dom.js";
import { gameTitle } from "../names.js";
import { mayNotify } from "../notifications.js";
import { settings } from "../settings.js";
import { isMyTurn, isSettingUp, isShared } from "./game-state.js";

/** @import { LiveGame } from "./game-state.js" */

const ICON = fileAddress("icon.svg");
const ICON_OF_TURN = fileAddress("icon-turn.svg");

export class TurnNotice {
  constructor() {
    /** Was it our turn when it was looked at last? Not known before the first time. @type {boolean | null} */
    this.wasDue = null;
    /** @type {Notification | null} */
    this.shown = null;
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden) this.#close();
    });
  }

  /** @param {LiveGame} live */
  show(live) {
    const isDue = isMyTurn(live) && !isShared(live);
    if (isDue === this.wasDue) return;
    find("link[rel=icon]").setAttribute("href", isDue ? ICON_OF_TURN : ICON);
    if (isDue && this.wasDue === false && document.hidden) this.#notify(live);
    else this.#close();
    this.wasDue = isDue;
  }

  /** @param {LiveGame} live */
  #notify(live) {
    if (!settings.get("notify") || !mayNotify()) return;
    const title = isSettingUp(live) ? "Your turn to set up" : "Your turn to play";
    try {
      this.shown = new Notification(title, { body: gameTitle(live.game), tag: live.game.id, icon: ICON });
    } catch {
      return; // some phones have the interface and refuse to use it
    }
    this.shown.addEventListener("click", () => {
      window.focus();
      this.#close();
    });
  }

  #close() {
    this.shown?.close();
    this.shown = null;
  }
}
