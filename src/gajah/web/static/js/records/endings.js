/** How games end, as records and the library say it. */

import { otherSide, sideName } from "../pieces.js";

/** @import { SideLetter } from "../wire.js" */
/** @typedef {{ winner: SideLetter | null, reason: string }} Result  `reason` is a name such as "goal" */

/**
 * Every reason by its name: the server's code for it, what it says, and what the loser did or lacks.
 * @type {Record<string, { code: string, text: string, loser?: string }>}
 */
const REASONS = {
  goal: { code: "g", text: "a rabbit reached goal" },
  elimination: { code: "e", text: "no rabbits left", loser: "has no rabbits left" },
  immobilization: { code: "m", text: "no legal move", loser: "has no legal turn" },
  time: { code: "t", text: "out of time", loser: "ran out of time" },
  resignation: { code: "r", text: "resigned", loser: "resigned" },
  illegal: { code: "i", text: "illegal move", loser: "made an illegal turn" },
  score: { code: "s", text: "stopped by a game limit and scored" },
  forfeit: { code: "f", text: "forfeit", loser: "forfeited the game" },
  abandoned: { code: "a", text: "abandoned" },
  repetition: { code: "p", text: "third repetition lost", loser: "repeated the position a third time" },
  no_rabbits: { code: "n", text: "both sides without rabbits" },
};

/** No turn decides these: a record that claims one of them is believed. */
export const OUTSIDE_REASONS = new Set(["time", "resignation", "illegal", "score", "forfeit", "abandoned"]);

export const NO_SCORE = "*";

/** How a record may end, and who has won then. @type {Map<string, SideLetter | null>} */
const WINNERS = new Map([
  ["1-0", "g"],
  ["0-1", "s"],
  ["1/2-1/2", null],
]);

/** @param {string} text */
export function isScore(text) {
  return text === NO_SCORE || WINNERS.has(text);
}

/** @param {string} score @returns {SideLetter | null} */
export function winnerOf(score) {
  return WINNERS.get(score) ?? null;
}

/** @param {SideLetter | null} winner @returns {string} 1-0, 0-1, or 1/2-1/2 for a draw */
export function scoreOf(winner) {
  return winner === "g" ? "1-0" : winner === "s" ? "0-1" : "1/2-1/2";
}

/** @param {string} code @returns {string | null} the name of the reason, such as "goal" */
export function reasonOf(code) {
  return Object.keys(REASONS).find((name) => REASONS[name].code === code) ?? null;
}

/** @param {string} reason @returns {string} the server's code */
export function codeOf(reason) {
  return REASONS[reason].code;
}

/** @param {Result} result @returns {string} such as "gold wins: silver resigned" */
export function resultWords({ winner, reason }) {
  const { text, loser } = REASONS[reason];
  if (!winner) return `draw: ${text}`;
  return `${sideName(winner)} wins: ${loser ? `${sideName(otherSide(winner))} ${loser}` : text}`;
}

/** @param {Result} one @param {Result} other */
export function sameResult(one, other) {
  return one.winner === other.winner && one.reason === other.reason;
}
