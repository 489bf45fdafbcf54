/** Reading files of records: every game that can be read, and what is wrong with the others. */

import { isScore } from "./endings.js";
import { GameRecord } from "./record.js";
import { findFrom, isBlank, NotationError, quoted, SPACE, strip, unescaped } from "./text.js";
import { TurnReader } from "./turns.js";

/** @import { Rules } from "./record.js" */
/** @import { Line } from "./text.js" */

const BRACKET = new RegExp(`^[${SPACE}]*\\[[${SPACE}]*[A-Za-z0-9_]`);
const TAG_OPEN = new RegExp(`[${SPACE}]*\\[[${SPACE}]*([A-Za-z0-9_]+)[${SPACE}]*"`, "y");
const TAG_CLOSE = new RegExp(`[${SPACE}]*\\][${SPACE}]*`, "y");
const QUOTE = /\\.|"/gs;
/** As the server writes them: a name, a colon, and the value to the end of the line. */
const COLON = new RegExp(`^[${SPACE}]*([A-Za-z][A-Za-z0-9_]*):(?:[${SPACE}]+([^${SPACE}].*)|[${SPACE}]*)$`, "s");
/** Inside a comment, such a tag after an empty line or a result is taken for the next game. */
const NEXT_GAME = /^[ \t]*\[[A-Za-z][A-Za-z0-9_]*[ \t]+"/;

/** Why a game could not be read: the line, the reason, and which game of the file, from 1. */
export class Problem {
  /** @param {number} line @param {string} reason @param {number} game */
  constructor(line, reason, game) {
    this.line = line;
    this.reason = reason;
    this.game = game;
  }
}

/**
 * The records of a text one at a time, and the problems where they occur.
 * @param {Line[]} lines
 * @param {Rules} rules
 * @returns {Generator<GameRecord | Problem>}
 */
export function* readRecords(lines, rules) {
  const reader = new RecordReader(rules);
  let number = 0;
  for (const { text, problem } of lines) {
    // Some old files end their lines with \r alone.
    for (const line of text.split("\r")) {
      number += 1;
      reader.feed(line, number, problem);
    }
    yield* reader.ready.splice(0);
  }
  reader.finish();
  yield* reader.ready;
}

/** @typedef {"between" | "tags" | "turns" | "skip_tags" | "skip"} State  the last two: of a broken game */

/** Fed line by line; finished records and problems gather in `ready`. */
class RecordReader {
  /** @type {(GameRecord | Problem)[]} */ ready = [];
  /** @type {State} */ #state = "between";
  #games = 0;
  #turns;
  #gapBefore = false;
  #rules;

  /** @param {Rules} rules */
  constructor(rules) {
    this.#rules = rules;
    this.#turns = new TurnReader(new GameRecord(rules));
  }

  /** @param {string} text @param {number} line @param {string | null} problem  why it is no text, if it is not */
  feed(text, line, problem) {
    this.#trying(() => this.#read(text, line, problem ? new NotationError(problem, line) : null));
  }

  /** Hand over the game that has been read, if one has. */
  finish() {
    if (this.#isInGame) {
      this.#trying(() => {
        this.#turns.close();
        this.ready.push(withScore(this.#turns));
      });
    }
    this.#state = "between";
  }

  get #isInGame() {
    return this.#state === "tags" || this.#state === "turns";
  }

  /** @param {() => void} read */
  #trying(read) {
    try {
      read();
    } catch (error) {
      if (!(error instanceof NotationError)) throw error;
      this.ready.push(new Problem(error.line, error.reason, this.#games));
      this.#state = this.#state === "tags" ? "skip_tags" : "skip";
    }
  }

  /** @param {string} given @param {number} line @param {NotationError | null} error */
  #read(given, line, error) {
    const isEmpty = isBlank(given);
    if (this.#turns.inComment && this.#state === "turns") {
      const isNextGame = this.#gapBefore && NEXT_GAME.test(given);
      this.#gapBefore = isEmpty || isScore(strip(given));
      if (!isNextGame) {
        if (error) throw error;
        this.#readTurns(given, line);
        return;
      }
    }
    this.#gapBefore = false;
    const text = given.replace(/^\ufeff/, "");
    if (isEmpty && !error) this.#readEmpty();
    else if (BRACKET.test(text) || COLON.test(text)) this.#readTags(text, line, error);
    else if (this.#state === "skip" || this.#state === "skip_tags") this.#state = "skip";
    else if (!strip(text).startsWith("#")) {
      if (error) this.#refuse(error);
      this.#readTurns(text, line);
    }
  }

  /** A line that is no text: the game it stands in is broken, or one that begins there. @param {NotationError} error */
  #refuse(error) {
    if (this.#turns.ended) this.finish();
    this.#begin(error.line, "turns");
    throw error;
  }

  #readEmpty() {
    if (this.#state === "skip_tags") this.#state = "skip";
    else if (this.#state === "turns" && this.#turns.ended) this.finish();
  }

  /** @param {string} text @param {number} line @param {NotationError | null} error */
  #readTags(text, line, error) {
    if (this.#state === "skip_tags") return;
    if (this.#state !== "tags" && !this.#isOnlyComments()) this.finish();
    this.#begin(line, "tags");
    if (error) throw error;
    for (const [name, value] of parseTags(text, line)) this.#turns.record.tags.add(name, value);
  }

  /** @param {string} text @param {number} line */
  #readTurns(text, line) {
    for (let at = 0; ; this.finish()) {
      this.#begin(line, "turns");
      at = this.#turns.feed(text, line, at);
      if (at >= text.length) return;
      // The result stood in mid-line, and another game follows it.
    }
  }

  /** Has this game only comments so far, as above the first tags of a file? */
  #isOnlyComments() {
    const { record, inComment, ended } = this.#turns;
    const isBare = record.children.length === 0 && record.tags.size === 0;
    return this.#state === "turns" && !inComment && !ended && isBare;
  }

  /** Be inside a game, in that part of it; a new one if none has begun. @param {number} line @param {State} state */
  #begin(line, state) {
    if (!this.#isInGame) {
      this.#games += 1;
      this.#turns = new TurnReader(new GameRecord(this.#rules, [], line));
    }
    this.#state = state;
  }
}

/** The record; where it has no result line, its tag says how the game ended. @param {TurnReader} turns */
function withScore({ record, ended }) {
  const tag = record.tags.get("Result") ?? "";
  if (!ended && isScore(tag)) record.score = tag;
  return record;
}

/**
 * The tags of a line: `Name: value`, or any number of `[Name "value"]`.
 * @param {string} text
 * @param {number} line
 */
function parseTags(text, line) {
  const colon = COLON.exec(text);
  if (colon) return [[colon[1], strip(colon[2] ?? "")]];
  const tags = [];
  for (let at = 0; at < text.length; ) {
    const opened = findFrom(TAG_OPEN, text, at);
    if (!opened) throw new NotationError(`expected a tag like [Gold "you"], found ${quoted(text.slice(at))}`, line);
    const start = TAG_OPEN.lastIndex;
    const { end, next } = tagEnd(text, start, line);
    tags.push([opened[1], unescaped(text.slice(start, end), '"')]);
    at = next;
  }
  return tags;
}

/** Where the value that starts there ends, and where the next tag may begin. @param {string} text @param {number} start @param {number} line */
function tagEnd(text, start, line) {
  let quote = findFrom(QUOTE, text, start);
  while (quote && quote[0] !== '"') quote = QUOTE.exec(text);
  if (quote && findFrom(TAG_CLOSE, text, quote.index + 1)) return { end: quote.index, next: TAG_CLOSE.lastIndex };
  // Some tools do not escape quotes: then the last one of the line ends the value.
  const end = text.lastIndexOf('"');
  if (end < start || !findFrom(TAG_CLOSE, text, end + 1) || TAG_CLOSE.lastIndex < text.length) {
    throw new NotationError('expected "] at the end of the tag', line);
  }
  return { end, next: text.length };
}
