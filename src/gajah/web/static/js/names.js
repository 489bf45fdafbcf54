/** Players as people call them. */

import { sideName } from "./pieces.js";
import { capital } from "./text.js";

/** @import { GameShape as Game, SeatShape as Seat, SideLetter as Side } from "./wire.js" */

/**
 * @param {string} name  `gajah:level=4`, `minimax:depth=1`, `engine:foo` or a person's
 * @returns {string} such as "gajah, level 4"
 */
function playerTitle(name) {
  const [kind = "", detail = ""] = name.split(":");
  if (kind === "engine") return detail;
  const level = /^level=(\d+)$/.exec(detail)?.[1];
  if (level) return `${kind}, level ${level}`;
  return name === "minimax:depth=1" ? kind : name;
}

/** @param {Seat} seat */
export function seatName(seat) {
  if (isBotAccount(seat)) return `${seat.name} (bot)`;
  if (seat.kind === "bot") return playerTitle(seat.name);
  return seat.name || "Anonymous";
}

/** Does a program play from elsewhere, with an account? @param {Seat} seat */
export function isBotAccount(seat) {
  return seat.kind === "bot" && seat.account;
}

/** Does the player come and go: a person, or a bot from elsewhere? @param {Seat} seat */
export function isRemote(seat) {
  return seat.kind === "human" || isBotAccount(seat);
}

/** A person without a name is called by the side. @param {Game} game @param {Side} side */
export function hasName(game, side) {
  const { name } = side === "g" ? game.gold : game.silver;
  return name !== "" && name !== capital(sideName(side));
}

/** @param {Game} game @param {Side[]} own  the user's sides @returns {string} a name, or "Your opponent" */
export function opponentName(game, own) {
  const side = own.includes("g") ? "s" : "g";
  return hasName(game, side) ? seatName(side === "g" ? game.gold : game.silver) : "Your opponent";
}

/** @param {Game} game @returns {string} such as "Ann - gajah, level 4" */
export function gameTitle({ gold, silver }) {
  return `${seatName(gold)} - ${seatName(silver)}`;
}
