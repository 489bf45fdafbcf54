/** Scores as people read them, always gold's: a number in rabbits, or the side that wins and when. No DOM. */

/** @import { ScoreShape as Score } from "../wire.js" */

/** @param {Score} score @returns {string} such as "+1.25" or "silver wins in 2 turns" */
export function scoreWords({ text, mate }) {
  if (mate === null) return text;
  const turns = Math.abs(mate);
  return `${winner(mate)} wins in ${turns} ${turns === 1 ? "turn" : "turns"}`;
}

/** @param {Score} score @returns {string} where a colour tells the side: "+1.25" or "wins in 2" */
export function briefScore({ text, mate }) {
  return mate === null ? text : `wins in ${Math.abs(mate)}`;
}

/** @param {Score} score @returns {string} as few letters as a narrow bar has room for: "+1.2", "+12", "in 2" */
export function shortScore({ text, mate }) {
  if (mate !== null) return `in ${Math.abs(mate)}`;
  const [, sign, number] = /^([+-])(\d+\.\d+)$/.exec(text) ?? [];
  if (!sign) return text;
  const rounded = Number(number).toFixed(1);
  return sign + (rounded.length > 3 ? Number(number).toFixed(0) : rounded);
}

/** @param {Score} score @returns {string} for readers who do not know such numbers */
export function scoreTitle(score) {
  const { text, mate, win } = score;
  const chance = `gold wins ${Math.round(win * 100)} of 100 such games`;
  if (mate !== null) return scoreWords(score);
  const rabbits = Number(text);
  if (Number.isNaN(rabbits)) return `${win > 0.5 ? "gold" : "silver"} has won`;
  if (!rabbits) return `even: ${chance}`;
  return `${winner(rabbits)} is ahead by as much as ${Math.abs(rabbits)} rabbits: ${chance}`;
}

/** @param {number} value  gold's */
function winner(value) {
  return value > 0 ? "gold" : "silver";
}
