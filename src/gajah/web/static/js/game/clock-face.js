/** What a clock shows: the turn's own time, then the reserve; and a time control in sentences. */

import { daysWords } from "../days.js";

/** @import { ClockShape as Clock, SideLetter as Side } from "../wire.js" */
/**
 * @typedef {object} Face
 * @property {string} time  the turn's own time, or the reserve once that is used up
 * @property {string} words  what comes after it
 * @property {"turn" | "reserve"} phase  what runs
 */

const TENTHS_BELOW_S = 10;
const DAY_S = 86_400;

/** @param {number} seconds @param {boolean} [exact]  with tenths at the end @returns {string} such as 1:05, 2:10:00, 3d 00:00 */
export function clockText(seconds, exact = false) {
  const left = Math.max(0, seconds);
  if (exact && left < TENTHS_BELOW_S) return `0:${(Math.floor(left * 10) / 10).toFixed(1).padStart(4, "0")}`;
  const whole = Math.floor(left);
  const [minutes, rest] = [Math.floor(whole / 60) % 60, whole % 60];
  const [days, hours] = [Math.floor(whole / DAY_S), Math.floor((whole % DAY_S) / 3600)];
  const two = (/** @type {number} */ part) => String(part).padStart(2, "0");
  if (days) return `${days}d ${two(hours)}:${two(minutes)}`;
  return hours ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}

/** @param {Clock} clock @param {Side} side @param {number} spent  seconds since the clock was told @returns {Face} */
export function clockFace(clock, side, spent) {
  const left = clock.left[side] - spent;
  const [usable, reserve] = [clock.usable[side], clock.reserve[side]];
  const own = left - usable;
  const gameLeft = (clock.game_left ?? Infinity) - spent;
  const phase = own > 0 || clock.move === 0 ? "turn" : "reserve";
  const time = clockText(own > 0 ? own : left, left < TENTHS_BELOW_S);
  if (clock.running === side && gameLeft < left) return { time, phase, words: `game ends in ${clockText(gameLeft)}` };
  if (own > 0) return { time, phase, words: reserveWords(usable, reserve) };
  if (left <= 0) return { time, phase, words: "time is up" };
  return { time, phase, words: phase === "turn" ? "for all turns" : "from the reserve" };
}

/** @param {number} usable  in this turn @param {number} reserve */
function reserveWords(usable, reserve) {
  if (!usable) return reserve ? "longest turn" : "no reserve";
  return usable < reserve ? `+ ${clockText(usable)} of reserve` : `+ ${clockText(reserve)} reserve`;
}

/** @param {string} control  as the server writes it: M/R/P/L/G/T @returns {string} */
export function controlWords(control) {
  const [move, reserve, percent = "100", most = "0", game = "0", longest = "0"] = control.split("/");
  const turns = /^(\d+)t$/.exec(game)?.[1];
  const grows = move !== "0" && percent !== "0";
  const days = daysWords(control);
  if (days) return `Correspondence: ${days}. A side that has not played by then has lost.`;
  const told = [move === "0" ? `Each side has ${reserve} for all its turns.` : `A turn has ${move}.`];
  if (move !== "0" && (reserve !== "0" || grows)) told.push(`After that the reserve runs, ${reserve} at the start.`);
  if (grows) {
    const share = percent === "100" ? "Time" : `Of the time ${percent}%`;
    told.push(`${share} that a turn leaves goes into the reserve${most === "0" ? "" : `, up to ${most}`}.`);
  }
  if (longest !== "0") told.push(`No turn may take longer than ${longest}.`);
  told.push("A side without time has lost.");
  if (game !== "0") told.push(`The game is scored after ${turns ? `${turns} turns of each side` : game}.`);
  return told.join(" ");
}
