/** Comments on turns, and what they say to programs: times, scores, arrows, marked squares. A comment is its text. */

import { SPACE, strip } from "./text.js";

// No bracket may stand inside a command, so that a comment full of open ones costs one look each.
const COMMAND = new RegExp(`\\[%([A-Za-z]+)[${SPACE}]([^\\[\\]]*)\\]`, "g");
const CLOCK = /^(?:([0-9]{1,6}):)?([0-9]{1,6}):([0-9]{1,2})(\.[0-9]{1,6})?$/;
const ARROW = /^[A-Z][a-h][1-8][a-h][1-8]$/;
const MARK = /^[A-Z][a-h][1-8]$/;

/** @param {string} text @returns {string} with its line ends as records have them */
export function toComment(text) {
  return text.replace(/\r\n?/g, "\n");
}

/** @param {string} comment @returns {string} without its commands */
export function proseOf(comment) {
  return strip(comment.replace(COMMAND, ""));
}

/** @param {string} comment @returns {[name: string, value: string][]} every [%name value], known or not */
export function commandsOf(comment) {
  return [...comment.matchAll(COMMAND)].map(([, name, value]) => [name, strip(value)]);
}

/** @param {string} comment @param {string[]} names @returns {string} without the commands of these names */
export function withoutCommands(comment, ...names) {
  const left = comment.replace(COMMAND, (all, name) => (names.includes(name) ? "" : all));
  return left === comment ? comment : strip(left);
}

/** @param {string} comment @returns {number | null} [%emt h:mm:ss], the time that the turn took */
export function usedSeconds(comment) {
  return secondsIn(comment, "emt");
}

/** @param {string} comment @returns {number | null} [%clk h:mm:ss], the time left after the turn */
export function clockSeconds(comment) {
  return secondsIn(comment, "clk");
}

/** @param {string} comment @returns {string[]} the arrows of [%cal Ge2e5,Rd4d5] */
export function arrowsOf(comment) {
  return wordsOf(comment, "cal").filter((word) => ARROW.test(word));
}

/** @param {string} comment @returns {string[]} the coloured squares of [%csl Re4,Gd5] */
export function marksOf(comment) {
  return wordsOf(comment, "csl").filter((word) => MARK.test(word));
}

/**
 * A comment of what programs read, empty without any; `evaluation` is gold's score in rabbits ("0.42") or a win in
 * some turns ("#-3"), `best` the turn that would have been better.
 * @param {{ usedS?: number | null, clockS?: number | null, evaluation?: string, best?: string, arrows?: string[], marks?: string[] }} parts
 */
export function makeComment({ usedS = null, clockS = null, evaluation = "", best = "", arrows = [], marks = [] }) {
  return [
    usedS === null ? "" : `[%emt ${formatClock(usedS)}]`,
    clockS === null ? "" : `[%clk ${formatClock(clockS)}]`,
    evaluation && `[%eval ${evaluation}]`,
    best && `[%best ${best}]`,
    arrows.length > 0 ? `[%cal ${arrows.join(",")}]` : "",
    marks.length > 0 ? `[%csl ${marks.join(",")}]` : "",
  ]
    .filter(Boolean)
    .join(" ");
}

/** @param {number} seconds @returns {string} h:mm:ss, with milliseconds where there are any */
function formatClock(seconds) {
  const milliseconds = Math.round(seconds * 1000);
  const whole = Math.floor(milliseconds / 1000);
  const two = (/** @type {number} */ number) => String(number).padStart(2, "0");
  const fraction = String(milliseconds % 1000).padStart(3, "0");
  const tail = milliseconds % 1000 ? `.${fraction.replace(/0+$/, "")}` : "";
  return `${Math.floor(whole / 3600)}:${two(Math.floor(whole / 60) % 60)}:${two(whole % 60)}${tail}`;
}

/** @param {string} comment @param {string} name */
function valuesOf(comment, name) {
  return commandsOf(comment).flatMap(([found, value]) => (found === name ? [value] : []));
}

/** @param {string} comment @param {string} name */
function wordsOf(comment, name) {
  return valuesOf(comment, name).join(",").split(",").map(strip);
}

/** @param {string} comment @param {string} name @returns {number | null} */
function secondsIn(comment, name) {
  for (const value of valuesOf(comment, name)) {
    const found = CLOCK.exec(value);
    if (!found) continue;
    const [hours, minutes, seconds, fraction] = found.slice(1).map((part) => Number(part ?? 0));
    return hours * 3600 + minutes * 60 + seconds + fraction;
  }
  return null;
}
