/** Asks a player who came by a link, and has no name yet, for one. */

import { openDialog } from "../dialogs.js";
import { el, makeButton } from "../dom.js";
import { field } from "../fields.js";
import { hasName, opponentName } from "../names.js";
import { sideName } from "../pieces.js";
import { settings } from "../settings.js";
import { facesPerson } from "./game-state.js";

/** @import { SideLetter as Side } from "../wire.js" */
/** @import { LiveGame } from "./game-state.js" */

// What the server takes.
const NAME_CHARS = 40;

/**
 * @param {LiveGame} live @param {Side} side  the guest's
 * @param {import("../socket.js").GameSocket} socket
 */
export function askForName(live, side, socket) {
  const { game, seats } = live;
  if (!facesPerson(live) || settings.get("name") || game.state === "over" || hasName(game, side)) return;
  const other = hasName(game, side === "g" ? "s" : "g") ? opponentName(game, seats) : "your friend";
  const input = el("input", { type: "text", maxlength: NAME_CHARS, autocomplete: "nickname", required: true });
  const save = (/** @type {Event} */ event) => {
    event.preventDefault();
    const name = input.value.trim();
    if (name) {
      settings.set("name", name);
      socket.send({ type: "name", name });
    }
    dialog.close();
  };
  const form = el(
    "form",
    { id: "guest", class: "stack", onsubmit: save },
    el("p", {}, `You play ${sideName(side)} against ${other}.`),
    field("Your name", input),
  );
  const dialog = openDialog(
    { title: "Welcome" },
    [form],
    [
      makeButton({ onclick: () => dialog.close() }, "Without a name"),
      el("button", { type: "submit", class: "button primary", form: "guest" }, "Play"),
    ],
  );
}
