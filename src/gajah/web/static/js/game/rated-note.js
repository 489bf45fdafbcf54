/** What a rated game asks of a person who has been invited to it and is not logged in. */

import { el, find, makeButton } from "../dom.js";
import { keepSeats } from "../seats.js";

/** @import { SideLetter as Side } from "../wire.js" */
/** @import { LiveGame } from "./game-state.js" */

/** The seat that is still to be taken. @param {LiveGame} live @returns {Side | null} */
function openSide({ game }) {
  if (!game.rated || game.state === "over") return null;
  if (game.gold.kind === "human" && !game.gold.taken) return "g";
  return game.silver.kind === "human" && !game.silver.taken ? "s" : null;
}

/** Keep the seat of an invitation until its player has logged in. @param {LiveGame} live @param {string} token */
export function keepForLater(live, token) {
  const side = openSide(live);
  if (!side || live.seats.length) return;
  keepSeats(live.game.id, { [side]: token });
  const open = async () => {
    const { showAccount } = await import("../account-dialog.js");
    showAccount(null);
  };
  const words = "This game is rated. Log in with an account of your own to take the seat.";
  const note = el("div", { class: "card row rated-note", role: "status" }, el("p", {}, words));
  note.append(makeButton({ style: "primary", onclick: () => void open() }, "Log in"));
  find("#invite").before(note);
}
