/** What a challenge is about. */

import { daysWords } from "../days.js";
import { kindNames, sideName } from "../pieces.js";

/** @import { GameShape as Game, SideLetter as Side } from "../wire.js" */

/** The side that is free. @param {Game} game @returns {Side} */
export function freeSide({ gold }) {
  return gold.taken ? "s" : "g";
}

/** @param {Game} game @returns {string} the terms, for the visitor who would take it */
export function termsOf(game) {
  const without = Object.entries(game.handicap ?? {})
    .filter(([, letters]) => letters)
    .map(([side, letters]) => `${sideName(/** @type {Side} */ (side))} without ${kindNames(letters)}`);
  const [move, reserve] = (game.control ?? "").split("/");
  const live = game.control ? `${move} a turn, ${reserve} reserve` : "no clock";
  const clock = daysWords(game.control) ?? live;
  const words = [`you play ${sideName(freeSide(game))}`, clock, ...without, game.rated ? "rated" : "not rated"];
  return words.join(" · ");
}
