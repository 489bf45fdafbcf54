/** Reading the turns of one game: variations, comments, glyphs, and the result that ends it. */

import { isMarker, makeLabel } from "./notation.js";
import { findFrom, NotationError, quoted, SPACE, strip, unescaped } from "./text.js";
import { TurnNode } from "./tree.js";

/** @import { Branch } from "./tree.js" */
/** @import { GameRecord } from "./record.js" */

// Everything but the steps: a turn's label, a result, and the signs that are no words.
const TOKEN = new RegExp(
  `(?<![^${SPACE}{}()!?])(?:([0-9]{1,6})([gswb])|(1-0|0-1|1/2-1/2|\\*))(?![^${SPACE}{}()!?$])` +
    "|[{}()]|\\$[0-9]{1,6}|[!?]{1,2}|\\$",
  "g",
);
const COMMENT_END = /\\.|\}/gs;
const NEXT_COMMENT = new RegExp(`[${SPACE}]*\\{`, "y");
const SPACE_TO_END = new RegExp(`[${SPACE}]*$`, "y");
/** What a turn without its number may begin with. */
const TURN_START = new RegExp(`^[EMHDCRemhdcr][a-h][1-8][nsewx]?(?![^${SPACE}])|^pass$`);

/** Far more than any game has, variations included; megabytes of labels must not fill the memory. */
const MOST_TURNS = 100_000;

/** Reads the turns of one game into a record, line by line; bad text throws a NotationError with its line. */
export class TurnReader {
  ended = false;
  /** @type {Branch} */ #tip;
  /** @type {{ replaced: TurnNode, line: number }[]} the variations that are open */ #open = [];
  /** @type {string[] | null} the comments of a variation that has no turn yet */ #opening = null;
  /** @type {string[] | null} the lines of a comment that is open */ #comment = null;
  #commentLine = 0;
  #line = 0;
  #count = 0;
  #mayOmitLabel = true;

  /** @param {GameRecord} record */
  constructor(record) {
    this.record = record;
    this.#tip = record;
  }

  get inComment() {
    return this.#comment !== null;
  }

  /**
   * Read a line from `at` on.
   * @param {string} text @param {number} line @param {number} [at]
   * @returns {number} where it stopped, before its end only if the game did
   */
  feed(text, line, at = 0) {
    this.#line = line;
    let next = at;
    if (this.#comment) next = this.#readComment(text, at);
    else this.#mayOmitLabel = true;
    return this.#readClosingComments(text, this.#readTokens(text, next));
  }

  /** The text of this game is over; throws if something is still open. */
  close() {
    if (this.inComment) throw new NotationError("the comment that opens here is not closed", this.#commentLine);
    const open = this.#open.at(-1);
    if (open) throw new NotationError("the variation that opens here is not closed", open.line);
  }

  /** After the result only comments may follow, on the last turn. @param {string} text @param {number} start */
  #readClosingComments(text, start) {
    let at = start;
    while (this.ended && findFrom(NEXT_COMMENT, text, at)) at = this.#readSpecial("{", text, NEXT_COMMENT.lastIndex);
    return findFrom(SPACE_TO_END, text, at) ? text.length : at;
  }

  /** Turns and all that stands around them, to the line's end or to the game's. @param {string} text @param {number} start */
  #readTokens(text, start) {
    let at = start;
    /** @type {string | null} */ let label = null;
    while (at < text.length && !this.ended) {
      const token = findFrom(TOKEN, text, at);
      this.#add(label, strip(text.slice(at, token?.index)));
      label = null;
      if (!token) return text.length;
      at = token.index + token[0].length;
      if (token[1]) label = makeLabel(token[1], token[2]);
      else if (token[3]) this.#end(token[3]);
      else at = this.#readSpecial(token[0], text, at);
    }
    this.#add(label, "");
    return at;
  }

  /** What is not a word: a comment, a variation's parenthesis, a glyph. @param {string} sign @param {string} text @param {number} at */
  #readSpecial(sign, text, at) {
    if (sign === "{") {
      this.#comment = [];
      this.#commentLine = this.#line;
      return this.#readComment(text, at);
    }
    if (sign === "(") this.#openVariation();
    else if (sign === ")") this.#closeVariation();
    else if (sign === "}" || sign === "$") {
      throw this.#error(`expected a turn, a comment or a glyph, found '${sign}'`);
    } else {
      this.#turnBefore(`the glyph ${sign}`).glyphs.push(sign);
      this.#mayOmitLabel = false;
    }
    return at;
  }

  /** The text up to the brace that closes the comment, if it is in this line. @param {string} text @param {number} at */
  #readComment(text, at) {
    const lines = /** @type {string[]} */ (this.#comment);
    let end = findFrom(COMMENT_END, text, at);
    while (end && end[0] !== "}") end = COMMENT_END.exec(text);
    lines.push(text.slice(at, end?.index));
    if (!end) return text.length;
    this.#comment = null;
    this.#attach(unescaped(lines.join("\n"), "}[").replace(/\r\n?/g, "\n"));
    return end.index + 1;
  }

  /** @param {string} comment */
  #attach(comment) {
    if (this.#opening) {
      this.#opening.push(comment);
      return;
    }
    this.#tip.comments.push(comment);
    if (this.#tip instanceof TurnNode) this.#mayOmitLabel = false;
  }

  #openVariation() {
    const replaced = this.#turnBefore("a variation");
    this.#open.push({ replaced, line: this.#line });
    this.#tip = replaced.parent;
    this.#opening = [];
    this.#mayOmitLabel = true;
  }

  #closeVariation() {
    const open = this.#open.pop();
    if (!open) throw this.#error("expected a turn, found ')' and no variation that it closes");
    this.#tip = open.replaced;
    // A variation of comments alone: they are about the turn it would have replaced.
    this.#tip.comments = [...this.#tip.comments, ...(this.#opening ?? [])];
    this.#opening = null;
    this.#mayOmitLabel = true;
  }

  /** @param {string} what @returns {TurnNode} */
  #turnBefore(what) {
    if (!this.#opening && this.#tip instanceof TurnNode) return this.#tip;
    throw this.#error(`expected a turn, found ${what} that follows none`);
  }

  /** @param {string | null} written @param {string} body */
  #add(written, body) {
    if (written === null && !body) return;
    const label = written ?? this.#leftOutLabel(body);
    this.#count += 1;
    if (this.#count > MOST_TURNS) throw this.#error(`expected at most ${MOST_TURNS} turns in a game`);
    try {
      this.#tip = this.#tip.add(body, { label, opening: this.#opening ?? [], line: this.#line });
    } catch (error) {
      if (!(error instanceof NotationError)) throw error;
      throw this.#error(`turn ${label}: ${error.reason}`);
    }
    this.#opening = null;
  }

  /** @param {string} body @returns {string} */
  #leftOutLabel(body) {
    if (!TURN_START.test(body) && !isMarker(body)) {
      throw this.#error(`expected a tag, a turn like 12g Ed2n or a result, found ${quoted(body)}`);
    }
    const open = this.#opening && this.#open.at(-1);
    const label = open ? open.replaced.label : this.#tip.nextLabel;
    if (this.#mayOmitLabel) return label;
    const [found] = body.split(new RegExp(`[${SPACE}]`), 1);
    throw this.#error(`expected a turn number such as ${label}, found ${quoted(found)}`);
  }

  /** @param {string} score */
  #end(score) {
    if (this.#open.length > 0) throw this.#error(`expected ')', found the result ${score} inside a variation`);
    this.record.score = score;
    this.ended = true;
  }

  /** @param {string} words */
  #error(words) {
    return new NotationError(words, this.#line);
  }
}
