/** Players as people call them. */

/** @import { GameShape as Game, SeatShape as Seat } from "./wire.js" */

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
  if (seat.kind === "bot") return playerTitle(seat.name);
  return seat.name || "Anonymous";
}

/** @param {Game} game @returns {string} such as "Ann - gajah, level 4" */
export function gameTitle({ gold, silver }) {
  return `${seatName(gold)} - ${seatName(silver)}`;
}
