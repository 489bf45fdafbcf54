/** How a game ended, in words. */

import { sideName } from "./pieces.js";
import { capital } from "./text.js";

/** @import { ResultShape as Result, SideLetter as Side } from "./wire.js" */
/** @typedef {{ name: string, has: string }} Loser  "Silver" or "You", and what such a subject has */

/** @type {Record<string, (winner: string, loser: Loser) => string>} */
const REASONS = {
  goal: (winner) => `A ${winner} rabbit reached the far side.`,
  elimination: (_, { name, has }) => `${name} ${has} no rabbits left.`,
  immobilization: (_, { name, has }) => `${name} ${has} no legal turn.`,
  time: (_, { name }) => `${name} ran out of time.`,
  resignation: (_, { name }) => `${name} resigned.`,
  repetition: (_, { name }) => `${name} would repeat the position a third time.`,
};

/** @param {Result} result @param {Side | null} own  the reader's side @returns {string | null} null: only the server has words for it */
function knownReason({ winner, reason }, own) {
  const words = REASONS[reason ?? ""];
  if (!words || !winner) return null;
  const loser = winner === "g" ? "s" : "g";
  const named = loser === own ? { name: "You", has: "have" } : { name: capital(sideName(loser)), has: "has" };
  return words(sideName(winner), named);
}

/** Why a game ended, in a sentence. @param {Result | null} result @param {Side | null} own  the reader's side */
export function endReason(result, own) {
  return result ? (knownReason(result, own) ?? result.text) : "";
}

/** Who won, and why. @param {Result} result */
export function resultText(result) {
  const why = knownReason(result, null);
  return why && result.winner ? `${capital(sideName(result.winner))} wins. ${why}` : result.text;
}
