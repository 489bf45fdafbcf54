/** The players of a game, by name. */

/** @import { SeatWanted, SideLetter } from "../wire.js" */
/** @import { StoredSeat } from "./show.js" */

/** What a person is called who has no name. */
export const NAMES = { g: "Gold", s: "Silver" };

/** @param {SeatWanted} wanted @param {SideLetter} side @returns {StoredSeat} */
export function newSeat({ player = "human", name }, side) {
  return { player, name: player === "human" ? personName(name ?? "", side) : name || player, taken: true };
}

/** @param {string} text @param {SideLetter} side */
export function personName(text, side) {
  return text.split(/\s+/).filter(Boolean).join(" ") || NAMES[side];
}
