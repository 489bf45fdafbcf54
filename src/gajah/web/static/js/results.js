/** How a game ended, in words. */

import { sideName } from "./pieces.js";
import { capital } from "./text.js";

/** @import { ResultShape as Result } from "./wire.js" */

/** @type {Record<string, (winner: string, loser: string) => string>} */
const REASONS = {
  goal: (winner) => `A ${winner} rabbit reached the far side.`,
  elimination: (_, loser) => `${capital(loser)} has no rabbits left.`,
  immobilization: (_, loser) => `${capital(loser)} has no legal turn.`,
  time: (_, loser) => `${capital(loser)} ran out of time.`,
  resignation: (_, loser) => `${capital(loser)} resigned.`,
  repetition: (_, loser) => `${capital(loser)} would repeat the position a third time.`,
};

/** @param {Result} result @returns {string | null} null: only the server has words for it */
function knownReason({ winner, reason }) {
  const words = REASONS[reason ?? ""];
  if (!words || !winner) return null;
  return words(sideName(winner), sideName(winner === "g" ? "s" : "g"));
}

/** Why a game ended, in a sentence. @param {Result | null} result */
export function endReason(result) {
  return result ? (knownReason(result) ?? result.text) : "";
}

/** Who won, and why. @param {Result} result */
export function resultText(result) {
  const why = knownReason(result);
  return why && result.winner ? `${capital(sideName(result.winner))} wins. ${why}` : result.text;
}
