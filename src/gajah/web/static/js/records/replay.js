/** Replaying records: from what is written to a game that the rules have checked. */

import { otherSide } from "../pieces.js";
import { Refusal, reason } from "../refusal.js";
import { sentence, wordsOf } from "../text.js";
import { isScore, NO_SCORE, OUTSIDE_REASONS, reasonOf, resultWords, sameResult, scoreOf } from "./endings.js";
import { isMarker, LOST, nextLabel, RESIGNS, sideOf, splitLabel, TAKEBACK, TO_MOVE } from "./notation.js";

/** @import { CoreBoard } from "../core/core.js" */
/** @import { GameRecord, Handicap, Rules } from "./record.js" */
/** @import { Result } from "./endings.js" */
/** @import { TurnNode } from "./tree.js" */

/** @param {CoreBoard} board @returns {Result | null} */
function resultOf({ result }) {
  return result && { winner: result.winner, reason: /** @type {string} */ (reasonOf(result.reason)) };
}

/** A turn of a record that the rules refuse; `line` is 0 if the record comes from no file. */
export class RefusedTurn extends Refusal {
  /** @param {Refusal} refusal @param {TurnNode} node */
  constructor(refusal, node) {
    const words = `turn ${node.label}: ${wordsOf(refusal.message)}`;
    super(refusal.code, sentence(node.line ? `line ${node.line}, ${words}` : words));
    this.words = words;
    this.line = node.line;
  }
}

/**
 * A line of turns, each checked by core; a Refusal says what is wrong with one and leaves the line as it was. Core's
 * place is changed: use one line at a time.
 */
export class Line {
  /** @type {string[]} with their captures */ turns = [];
  /** @type {Result | null} */ result;
  #rules;
  #start;
  /** @type {CoreBoard[]} before each turn, and after the last */ #boards;
  /** @type {string[]} of each turn, and of the next */ #labels;
  /** How much the numbers of the turns are above core's. */ #offset;
  #isPlaced = true;

  /**
   * @param {Rules} rules
   * @param {string | null} position  where it starts, null: with the setups
   * @param {Handicap | null} handicap
   * @param {number | null} [number]  that of the first turn, by default 1 or, after the setups, 2
   */
  constructor(rules, position, handicap, number = null) {
    this.#rules = rules;
    this.#start = { position, handicap, steps: [] };
    const board = rules.place({ ...this.#start, turns: [] });
    const first = Number.parseInt(board.label, 10);
    this.#offset = (number ?? first) - first;
    this.#boards = [board];
    this.#labels = [`${first + this.#offset}${board.label.slice(-1)}`];
    this.result = resultOf(board);
  }

  /** The label of the turn to be played now, such as 12g. */
  get label() {
    return /** @type {string} */ (this.#labels.at(-1));
  }

  /** The position now. */
  get position() {
    return /** @type {CoreBoard} */ (this.#boards.at(-1)).position;
  }

  /** @param {string} text  a turn or setup, perhaps with its label @returns {string} with its captures */
  play(text) {
    if (this.result) throw new Refusal("game_over", "The game is over.");
    const [label, body] = splitLabel(text);
    if (label && label !== this.label) {
      throw new Refusal("wrong_side", `Expected turn ${this.label}, found ${label}.`);
    }
    const { turn, board } = this.#ask(body);
    this.turns.push(turn);
    this.#boards.push(board);
    this.#labels.push(nextLabel(this.label));
    this.result = resultOf(board);
    return turn;
  }

  /** Undo the last turn, and the end of the game. */
  takeBack() {
    if (this.turns.length === 0) throw new Refusal("no_step", "There is no turn to take back.");
    this.turns.pop();
    this.#boards.pop();
    this.#labels.pop();
    this.#isPlaced = false;
    this.result = resultOf(/** @type {CoreBoard} */ (this.#boards.at(-1)));
  }

  /** End the game with a result that no turn decides. @param {Result} result */
  end(result) {
    if (this.result) throw new Refusal("game_over", "The game is over.");
    this.result = result;
  }

  /** @param {string} turn */
  #ask(turn) {
    if (!this.#isPlaced) this.#rules.place({ ...this.#start, turns: this.turns });
    this.#isPlaced = true;
    try {
      return this.#rules.play(turn);
    } catch (error) {
      // Only this refusal names other turns of the game.
      if (!(error instanceof Refusal) || error.code !== "repetition" || !this.#offset) throw error;
      const renumbered = (/** @type {string} */ number) => String(Number(number) + this.#offset);
      throw new Refusal(error.code, error.message.replace(/\d+(?=[gs]\b)/g, renumbered));
    }
  }
}

/**
 * The line to a node, takebacks obeyed; a Refusal names the turn that is refused.
 * @param {GameRecord} record
 * @param {TurnNode[]} nodes  from the first turn on
 */
export function playNodes(record, nodes) {
  // A game from the empty board starts with turn 1, others with the number they say.
  const hasNumber = nodes.length > 0 && record.tags.get("Position") !== undefined;
  const number = hasNumber ? Number.parseInt(nodes[0].label, 10) : null;
  const line = new Line(record.rules, record.start, record.handicap, number);
  const { result } = record;
  for (const node of nodes) {
    try {
      playNode(line, node, result);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      throw new RefusedTurn(error, node);
    }
  }
  return line;
}

/** @param {Line} line @param {TurnNode} node @param {Result | null} recorded */
function playNode(line, node, recorded) {
  if (isMarker(node.turn) && node.turn !== TO_MOVE) obey(line, node, recorded);
  else if (node.label !== line.label && !line.result) throw new Refusal("wrong_side", `Expected turn ${line.label}.`);
  else if (node.turn !== TO_MOVE) line.play(node.turn);
}

/** A marker that changes the game. @param {Line} line @param {TurnNode} node @param {Result | null} recorded */
function obey(line, { turn, label }, recorded) {
  const winner = otherSide(sideOf(label.slice(-1)));
  if (turn === TAKEBACK) line.takeBack();
  else if (turn === RESIGNS) line.end({ winner, reason: "resignation" });
  else if (turn === LOST && !line.result) {
    line.end(recorded?.winner === winner ? recorded : { winner, reason: "forfeit" });
  }
}

/**
 * The main line replayed, ended as the record says where no turn decides. Throws a Refusal of a turn, or a NotationError
 * where the recorded result contradicts the turns.
 * @param {GameRecord} record
 */
export function playRecord(record) {
  const line = playNodes(record, record.mainLine);
  const { score, result } = record;
  const tag = record.tags.get("Result") ?? NO_SCORE;
  if (isScore(tag) && tag !== NO_SCORE && tag !== score && score !== NO_SCORE) {
    throw record.error(`the tag Result says ${tag}, the result line ${score}`);
  }
  if (line.result) {
    const turns = resultWords(line.result);
    if (result && !sameResult(result, line.result)) {
      throw record.error(`the record says ${resultWords(result)}; its turns say ${turns}`);
    }
    if (score !== NO_SCORE && score !== scoreOf(line.result.winner)) {
      throw record.error(`the record says ${score}; its turns say ${turns}`);
    }
  } else if (result) {
    if (!OUTSIDE_REASONS.has(result.reason)) {
      throw record.error(`the record says ${resultWords(result)}; its turns do not`);
    }
    line.end(result);
  }
  return line;
}

/** @param {unknown} error  what reading or replaying has thrown @returns {string} its words, to stand inside a sentence */
export function reasonWords(error) {
  return error instanceof Refusal ? wordsOf(error.message) : reason(error);
}
