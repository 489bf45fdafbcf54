/** Turns and their labels as text. What is legal is not decided here. */

import { NotationError, quoted, SPACE, strip } from "./text.js";

const STEP = /^[EMHDCRemhdcr][a-h][1-8][nesw]$/;
const CAPTURE = /^[EMHDCRemhdcr][a-h][1-8]x$/;
const PLACEMENT = /^[EMHDCRemhdcr][a-h][1-8]$/;
const GLYPH = /^(?:!!?|\?\??|!\?|\?!|\$[0-9]{1,6})$/;
const LABEL = new RegExp(`^[${SPACE}]*([0-9]{1,6})([gswb])(?=[${SPACE}]|$)`);
const STEPS_PER_TURN = 4;
const MOST_NUMBER = 999_999;
const MOST_QUOTED = 40;

/** What a record says in place of a turn; nothing at all: whose turn it was when the game stopped. */
export const TAKEBACK = "takeback";
export const RESIGNS = "resigns";
export const LOST = "lost";
export const TO_MOVE = "";
const MARKERS = new Set([TAKEBACK, RESIGNS, LOST, TO_MOVE]);

/** @param {string} turn */
export function isMarker(turn) {
  return MARKERS.has(turn);
}

/** @param {string} turn */
export function isSetup(turn) {
  return PLACEMENT.test(turn.split(" ", 1)[0]);
}

/** @param {string} letter @returns {"g" | "s"} w and b were written before 2008 */
export function sideOf(letter) {
  return letter === "g" || letter === "w" ? "g" : "s";
}

/** @param {string} number @param {string} letter @returns {string} such as 12g */
export function makeLabel(number, letter) {
  return `${Number(number)}${sideOf(letter)}`;
}

/** @param {string} label */
export function nextLabel(label) {
  const number = Number.parseInt(label, 10);
  return label.endsWith("g") ? `${number}s` : `${number + 1}g`;
}

/** @param {string} label @returns {string} itself */
export function checkLabel(label) {
  const number = Number.parseInt(label, 10);
  if (number <= MOST_NUMBER) return label;
  throw new NotationError(`expected a turn number up to ${MOST_NUMBER}, found ${number}`);
}

/** @param {string} line @returns {[label: string | null, rest: string]} */
export function splitLabel(line) {
  const found = LABEL.exec(line);
  return found ? [makeLabel(found[1], found[2]), strip(line.slice(found[0].length))] : [null, strip(line)];
}

/** @param {string} glyph @returns {string} itself */
export function checkGlyph(glyph) {
  if (GLYPH.test(glyph)) return glyph;
  throw new NotationError(`expected a glyph such as !? or $10, found ${quoted(glyph)}`);
}

/**
 * A turn, a setup or a marker in the one way to write it: "Ee2n Ee3n", "pass" for a turn without a step.
 * @param {string} text
 */
export function parseTurn(text) {
  if (isMarker(text)) return text;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are ASCII
  if (/[^\x00-\x7f]/.test(text)) throw new NotationError(`expected a step like Ed2n, found ${quoted(text)}`);
  const words = text.split(/[ \t\r\n]+/).filter(Boolean);
  // A placement has three letters, a step four.
  return strip(text.charAt(3)) ? parseSteps(words) : parseSetup(words);
}

/** @param {string[]} words */
function parseSetup(words) {
  for (const word of words) check(PLACEMENT.test(word), "a placement like Ra1", word);
  return words.join(" ");
}

/** @param {string[]} words */
function parseSteps(words) {
  const taken = words.filter((word) => word !== "pass"); // old records write the steps not taken
  let steps = 0;
  let mayCapture = false;
  for (const word of taken) {
    if (word.length === STEPS_PER_TURN && word.endsWith("x")) {
      check(CAPTURE.test(word), "a capture like hc3x", word);
      if (!mayCapture) throw new NotationError(`the capture ${brief(word)} follows no step`);
      mayCapture = false;
    } else {
      check(STEP.test(word), "a step like Ed2n", word);
      mayCapture = true;
      steps += 1;
    }
  }
  if (steps > STEPS_PER_TURN) throw new NotationError(`a turn has at most four steps, found ${steps}`);
  return taken.join(" ") || "pass";
}

/** @param {boolean} isRight @param {string} wanted @param {string} word */
function check(isRight, wanted, word) {
  if (!isRight) throw new NotationError(`expected ${wanted}, found ${brief(word)}`);
}

/** A word as core quotes it. @param {string} word */
function brief(word) {
  const shown = word.slice(0, MOST_QUOTED).replace(/[^ -~]/g, "?");
  return `'${shown}${word.length > MOST_QUOTED ? "..." : ""}'`;
}
