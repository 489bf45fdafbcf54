/** One game as a record keeps it: tags, a tree of turns, a result. */

import { ARMY, KIND_ORDER } from "../pieces.js";
import { reason } from "../refusal.js";
import { wordsOf } from "../text.js";
import { codeOf, NO_SCORE, reasonOf, scoreOf, winnerOf } from "./endings.js";
import { isBlank, NotationError, quoted } from "./text.js";
import { Branch } from "./tree.js";

/** @import { Core } from "../core/core.js" */
/** @import { SideLetter } from "../wire.js" */
/** @import { Result } from "./endings.js" */

/** Core, as far as records ask it. @typedef {Pick<Core, "place" | "play">} Rules */
/** The letters that each side plays without, as capitals. @typedef {Record<SideLetter, string>} Handicap */

// What other tools call the players; we write one name for each.
const ALIASES = new Map([
  ["white", "Gold"],
  ["black", "Silver"],
]);

/** Names with values, in order. A name may occur twice: then its first value is the one found. */
class Tags {
  /** @type {[name: string, value: string][]} */ #pairs = [];
  /** @type {Map<string, number>} where the first of each name stands */ #first = new Map();

  /** @param {Iterable<[name: string, value: string]>} [pairs] */
  constructor(pairs = []) {
    for (const [name, value] of pairs) this.add(name, value);
  }

  /** @param {string} given @param {string} value */
  add(given, value) {
    if (/[\n\r]/.test(value)) throw new NotationError(`the value of the tag ${quoted(given)} goes over a line's end`);
    const name = ALIASES.get(given.toLowerCase()) ?? given;
    if (!this.#first.has(name)) this.#first.set(name, this.#pairs.length);
    this.#pairs.push([name, value]);
  }

  /** @param {string} name @returns {string | undefined} */
  get(name) {
    return this.#pairs[this.#first.get(name) ?? -1]?.[1];
  }

  /** Replace the first value of a name, or add it. @param {string} name @param {string} value */
  set(name, value) {
    const index = this.#first.get(name);
    if (index === undefined) this.add(name, value);
    else this.#pairs[index] = [name, value];
  }

  get size() {
    return this.#pairs.length;
  }

  [Symbol.iterator]() {
    return this.#pairs.values();
  }
}

/** A game with its tags, its variations and comments, and its result. `children` are its first turns. */
export class GameRecord extends Branch {
  /** @type {string} the result line: 1-0, 0-1, 1/2-1/2 or * */ score = NO_SCORE;

  /**
   * @param {Rules} rules
   * @param {Iterable<[name: string, value: string]>} [tags]
   * @param {number} [line]  where it begins in its file
   */
  constructor(rules, tags = [], line = 0) {
    super();
    this.rules = rules;
    this.tags = new Tags(tags);
    this.line = line;
  }

  get nextLabel() {
    return this.#startBoard?.label ?? "1g";
  }

  /** @returns {string | null} the position it starts from, null for the empty board; a bad tag throws */
  get start() {
    return this.#startBoard?.position ?? null;
  }

  /** @returns {Handicap | null} what the setups leave out; a bad tag throws a NotationError */
  get handicap() {
    const text = this.tags.get("Handicap");
    if (text === undefined) return null;
    try {
      return parseHandicap(text);
    } catch (error) {
      throw this.error(`in the tag Handicap: ${reason(error)}`);
    }
  }

  /** @returns {Result | null} as recorded, in the result line and the tag ResultCode; a bad code throws */
  get result() {
    const code = this.tags.get("ResultCode");
    if (code === undefined || this.score === NO_SCORE) return null;
    const known = reasonOf(code);
    if (!known) throw this.error(`unknown ResultCode ${quoted(code)}`);
    return { winner: winnerOf(this.score), reason: known };
  }

  /** Record a result, in its line and in the tags. @param {Result} result */
  setResult(result) {
    this.score = scoreOf(result.winner);
    this.tags.set("ResultCode", codeOf(result.reason));
    this.tags.set("Result", this.score);
  }

  /** @param {string} words @returns {NotationError} about this record */
  error(words) {
    return new NotationError(words, this.line || 1);
  }

  get #startBoard() {
    const text = this.tags.get("Position");
    if (text === undefined) return null;
    try {
      // No text at all would be the empty board to core, and not a bad position.
      return this.rules.place({ position: text || " ", handicap: null, turns: [], steps: [] });
    } catch (error) {
      throw this.error(`in the tag Position: ${wordsOf(reason(error))}`);
    }
  }
}

/** @param {string} text  such as MHrr @returns {Handicap | null} null without a letter */
export function parseHandicap(text) {
  const letters = [...text].filter((letter) => !isBlank(letter));
  const refused = (/** @type {string} */ why) => new NotationError(`no handicap ${quoted(text)}: ${why}`);
  const odd = letters.find((letter) => !ARMY[letter.toUpperCase()]);
  if (odd !== undefined) {
    // As core shows what is no letter.
    const shown = /^[!-~]$/.test(odd) ? odd : "?".repeat(new TextEncoder().encode(odd).length);
    throw refused(`expected one of EMHDCRemhdcr, found '${shown}'`);
  }
  const [gold, silver] = [KIND_ORDER, KIND_ORDER.toLowerCase()].map((order) =>
    [...order].map((kind) => kind.repeat(letters.filter((letter) => letter === kind).length)),
  );
  for (const kinds of [...gold, ...silver]) {
    const kind = kinds.charAt(0).toUpperCase();
    const most = kind === "R" ? ARMY.R - 1 : ARMY[kind];
    if (kinds.length > most) throw refused(`a handicap takes at most ${most} of ${kinds[0]}`);
  }
  return letters.length === 0 ? null : { g: gold.join(""), s: silver.join("").toUpperCase() };
}

/** @param {Handicap} handicap @returns {string} as the tag has it: gold's letters are capitals */
export function handicapText({ g, s }) {
  return g + s.toLowerCase();
}
