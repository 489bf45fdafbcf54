/** What the game page says. */

import { daysWords } from "../days.js";
import { gameTitle } from "../names.js";
import { sideName } from "../pieces.js";
import { endReason } from "../results.js";
import { capital, inLine } from "../text.js";
import { isMyTurn, isShared, toMove } from "./game-state.js";

/** @import { LiveGame } from "./game-state.js" */

/** @param {LiveGame} live */
export function statusText(live) {
  const { game } = live;
  if (game.state === "over") return `${endTitle(live)}. ${endWords(live)}`;
  if (game.state === "waiting") {
    const listed = game.open ? ` Your challenge is listed ${listedWords(live)}.` : "";
    if (!live.seats.length) return "Waiting for an opponent.";
    return `Waiting for an opponent${isMyTurn(live) ? "; you can set up meanwhile" : ""}.${listed}`;
  }
  if (game.pace?.paused) return "Paused.";
  const side = toMove(live) ?? "g";
  const name = capital(sideName(side));
  const doing = game.state === "setup" ? "set up" : "play";
  if (isMyTurn(live)) return isShared(live) ? `${name} to ${doing}.` : `Your turn to ${doing}.`;
  const place = live.thinking[side];
  if (place !== undefined) return place > 0 ? `${name} is ${inLine(place)} for the engine.` : `${name} is thinking ...`;
  return `${name} to ${doing}.`;
}

/** @param {LiveGame} live */
function listedWords({ game, seats }) {
  const isKept = daysWords(game.control) && (seats[0] === "s" ? game.silver : game.gold).account;
  return isKept ? "for two weeks, also while you are away" : "while this page is open";
}

/** @param {LiveGame} live */
export function endTitle(live) {
  const winner = live.game.result?.winner;
  if (!winner) return "The game is over";
  if (live.seats.length !== 1) return `${capital(sideName(winner))} wins`;
  return live.seats[0] === winner ? "You win" : "You lose";
}

/** Why the game ended, as a player is told it. @param {LiveGame} live */
export function endWords(live) {
  return endReason(live.game.result, live.seats.length === 1 ? live.seats[0] : null);
}

/** @param {LiveGame} live */
export function pageTitle(live) {
  return `${isMyTurn(live) ? "Your turn: " : ""}${gameTitle(live.game)} - gajah`;
}
