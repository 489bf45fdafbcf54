/** The secrets of the seats this browser holds, and of those it may invite to. */

import { gameAddress } from "./addresses.js";
import { keep, recall } from "./storage.js";

const SEATS = "gajah.seats";
const INVITES = "gajah.invites";
const ENDED = "gajah.ended";

/** @import { SideLetter as Side } from "./wire.js" */
/** @typedef {Partial<Record<Side, string>>} Tokens */

/** @param {string} key @param {string} game @param {Tokens} tokens */
function add(key, game, tokens) {
  const all = recall(key);
  keep(key, { ...all, [game]: { ...all[game], ...tokens } });
}

/** @param {string} game @returns {Tokens} */
export function seatsOf(game) {
  return recall(SEATS)[game] ?? {};
}

/**
 * For requests about a game: the secret of a seat in it, if there is one.
 * @param {string} game
 * @returns {{ token?: string }}
 */
export function seatToken(game) {
  const [token] = Object.values(seatsOf(game));
  return token ? { token } : {};
}

/** @param {string} game @param {Tokens} tokens */
export function keepSeats(game, tokens) {
  add(SEATS, game, tokens);
}

/** The seat to be given away with a link. @param {string} game @returns {Tokens} */
export function invitesOf(game) {
  return recall(INVITES)[game] ?? {};
}

/** @param {string} game @param {Tokens} tokens */
export function keepInvite(game, tokens) {
  add(INVITES, game, tokens);
}

/**
 * In a rematch every secret opens the seat of the other side. What is known of it already stays.
 * @param {string} game @param {string} rematch
 */
export function keepForRematch(game, rematch) {
  for (const key of [SEATS, INVITES]) {
    const known = recall(key);
    if (known[rematch]) continue;
    const { g, s } = known[game] ?? {};
    if (g) add(key, rematch, { s: g });
    if (s) add(key, rematch, { g: s });
  }
}

/** Has this browser ever had a seat? */
export function hasPlayed() {
  return Object.keys(recall(SEATS)).length > 0;
}

/** The games this browser had a seat in that have ended, newest first. @returns {string[]} */
export function endedGamesOfMine() {
  const ended = recall(ENDED);
  const games = Object.keys(recall(SEATS)).filter((game) => ended[game]);
  return games.reverse();
}

/** The games this browser has a seat in, without those known to have ended. @returns {Set<string>} */
export function gamesOfMine() {
  const ended = recall(ENDED);
  return new Set(Object.keys(recall(SEATS)).filter((game) => !ended[game]));
}

/** Remember that this game has ended, so that it is not asked about again. @param {string} game */
export function noteEnded(game) {
  if (!recall(ENDED)[game]) add(ENDED, game, {});
}

/** There is no such game any more. @param {string} game */
export function forgetSeats(game) {
  const { [game]: _, ...others } = recall(SEATS);
  keep(SEATS, others);
}

/** @param {string} game @param {string} token  of the seat to sit down on */
export function invitePath(game, token) {
  return `${gameAddress(game)}#seat=${encodeURIComponent(token)}`;
}

/**
 * Takes the seat that the page's address offers, and hides the secret.
 * @returns {string | null}
 */
export function tokenFromAddress() {
  const token = new URLSearchParams(location.hash.slice(1)).get("seat");
  if (!token) return null;
  history.replaceState(null, "", location.pathname + location.search);
  return token;
}
