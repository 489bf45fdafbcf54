/** The tree of a record: turns, and after each turn what was played and what might have been. */

import { toComment } from "./comments.js";
import { checkGlyph, checkLabel, isMarker, nextLabel, parseTurn, TAKEBACK } from "./notation.js";

/**
 * @typedef {object} NodeParts
 * @property {string} [label]  by default that of a turn played there
 * @property {Iterable<string>} [glyphs]
 * @property {Iterable<string>} [comments]
 * @property {string[]} [opening]  comments before the first turn of a variation
 * @property {number} [line]
 */

/** A place from which turns go on: the start of a game, or a turn in it. The first child is the main line. */
export class Branch {
  /** @type {TurnNode[]} */ children = [];
  /** @type {string[]} on this turn, or on the game as a whole */ comments = [];

  /** @returns {TurnNode | null} the last turn that has not been taken back */
  get standing() {
    return null;
  }

  /** @returns {string} the label of a turn played here */
  get nextLabel() {
    throw new Error("only a record or a turn has a next label");
  }

  /** @returns {TurnNode[]} the nodes after this one, each time the first */
  get mainLine() {
    const line = [];
    for (let node = this.children[0]; node; node = node.children[0]) line.push(node);
    return line;
  }

  /**
   * Put a turn after this place; text that is no turn throws a NotationError.
   * @param {string} turn
   * @param {NodeParts} [parts]
   */
  add(turn, { label = this.nextLabel, glyphs = [], comments = [], opening = [], line = 0 } = {}) {
    const parsed = parseTurn(turn);
    const node = new TurnNode(this, checkLabel(label), parsed);
    node.glyphs = [...glyphs].map(checkGlyph);
    node.comments = [...comments].map(toComment);
    node.opening = opening;
    node.line = line;
    this.children.push(node);
    return node;
  }

  /** @returns {Generator<TurnNode>} every node after this place, each before what follows it */
  *walk() {
    const todo = this.children.toReversed();
    for (let node = todo.pop(); node; node = todo.pop()) {
      yield node;
      for (const child of node.children.toReversed()) todo.push(child);
    }
  }
}

/** A turn of a record, or the marker in its place. */
export class TurnNode extends Branch {
  /** @type {string[]} */ glyphs = [];
  /** @type {string[]} */ opening = [];
  line = 0;
  /** @type {TurnNode | null} kept, not walked for: a thousand takebacks must not cost a million steps */ #standing;
  /** @type {Branch} the root */ #start;

  /** @param {Branch} parent @param {string} label @param {string} turn */
  constructor(parent, label, turn) {
    super();
    this.parent = parent;
    this.label = label;
    this.turn = turn;
    this.#start = parent instanceof TurnNode ? parent.#start : parent;
    this.#standing = isMarker(turn) ? parent.standing : this;
    if (turn === TAKEBACK && this.#standing) this.#standing = this.#standing.parent.standing;
  }

  get standing() {
    return this.#standing;
  }

  get nextLabel() {
    return this.#standing ? nextLabel(this.#standing.label) : this.#start.nextLabel;
  }

  /** @returns {TurnNode[]} from the start of the game to this one */
  get path() {
    const path = [];
    for (let place = /** @type {Branch} */ (this); place instanceof TurnNode; place = place.parent) path.push(place);
    return path.reverse();
  }

  get isMain() {
    return this.parent.children[0] === this;
  }

  /** Come first among the alternatives. */
  comeFirst() {
    const { children } = this.parent;
    children.unshift(...children.splice(children.indexOf(this), 1));
    settle(children[0]);
  }

  /** Make the line to this turn the main line, from the start of the game. */
  makeMain() {
    for (const node of this.path) node.comeFirst();
  }

  /** Remove this turn and all that follows it. */
  delete() {
    const { children } = this.parent;
    children.splice(children.indexOf(this), 1);
    if (children.length > 0) settle(children[0]);
  }
}

/** The main line has no opening of its own: what stood there is said of its turn. @param {TurnNode} first */
function settle(first) {
  first.comments = [...first.opening, ...first.comments];
  first.opening = [];
}
