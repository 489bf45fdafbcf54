/** A game's tree of turns with a number for every node, and what a page may do to it. */

import {
  arrowsOf,
  commandsOf,
  makeComment,
  marksOf,
  proseOf,
  toComment,
  usedSeconds,
  withoutCommands,
} from "../records/comments.js";
import { isSetup, splitLabel, TO_MOVE } from "../records/notation.js";
import { GameRecord, handicapText } from "../records/record.js";
import { playNodes } from "../records/replay.js";
import { strip } from "../records/text.js";
import { TurnNode } from "../records/tree.js";
import { Refusal } from "../refusal.js";

/** @import { JudgementShape, NodeShape, TreeAsked } from "../wire.js" */
/** @import { Handicap, Rules } from "../records/record.js" */
/** @import { Branch } from "../records/tree.js" */
/** @typedef {NonNullable<TreeAsked["change"]>} TreeChange */

/**
 * A node as it is stored; the root, number 0, has no turn.
 * @typedef {object} StoredNode
 * @property {number} id
 * @property {number | null} parent
 * @property {string} label
 * @property {string} turn
 * @property {string[]} glyphs
 * @property {string[]} comments
 * @property {boolean} played
 * @property {number[]} children
 */

/** What a review said about the turns, by their nodes. @typedef {{ [node: number]: JudgementShape }} Review */

export const ROOT = 0;
export const MOST_NODES = 5000;

/** The tree; `record` is its root. Numbers are never used twice. */
export class GameTree {
  /** @type {Map<number, Branch>} */ #nodes = new Map();
  /** @type {Map<Branch, number>} */ #ids = new Map();
  /** @type {Set<number>} */ #played = new Set();
  #nextId = ROOT;

  /**
   * @param {Rules} rules
   * @param {{ start?: string | null, handicap?: Handicap | null }} [from]
   * @param {StoredNode[]} [nodes]  as `nodes` gave them
   */
  constructor(rules, { start = null, handicap = null } = {}, nodes = []) {
    this.record = new GameRecord(rules);
    if (start) this.record.tags.set("Position", start);
    if (handicap) this.record.tags.set("Handicap", handicapText(handicap));
    this.#enter(this.record, ROOT, false);
    this.#restore(nodes);
  }

  /** The tree of a record that was read. @param {GameRecord} record @param {number} played  turns of its main line that were played */
  static ofRecord(record, played) {
    const tree = new GameTree(record.rules, record);
    tree.record.comments = [...record.comments];
    const main = new Set(record.mainLine.slice(0, played));
    copyTurns(record, tree.record, (node, copy) => tree.#enter(copy, tree.#nextId, main.has(node)));
    return tree;
  }

  /** @returns {number[]} the numbers of the line that was played, in order */
  get played() {
    return [...this.#played].sort((a, b) => a - b);
  }

  /** The last node of the played line. */
  get end() {
    return this.played.at(-1) ?? ROOT;
  }

  /** @returns {TurnNode[]} the turns that were played */
  get playedNodes() {
    return this.played.map((number) => this.#turn(number));
  }

  /** How many turns it has. */
  get size() {
    return this.#nodes.size - 1;
  }

  /** @returns {StoredNode[]} everything that has to be stored */
  get nodes() {
    return Array.from(this.#nodes, ([id, branch]) => ({
      ...this.#place(id, branch),
      glyphs: branch instanceof TurnNode ? [...branch.glyphs] : [],
      comments: [...branch.comments],
    }));
  }

  /** All nodes for the page, the root first. @param {Review | null} [review] */
  shapes(review = null) {
    return [...this.#nodes.keys()].map((number) => this.shape(number, review?.[number]));
  }

  /** A node for the page. @param {number} number @param {JudgementShape} [judgement] @returns {NodeShape} */
  shape(number, judgement) {
    const branch = this.#branch(number);
    const { comments } = branch;
    const { score = null, best = null, loss = null, mark = null } = judgement ?? {};
    return {
      ...this.#place(number, branch),
      kind: branch instanceof TurnNode ? (isSetup(branch.turn) ? "setup" : "turn") : "root",
      glyph: (branch instanceof TurnNode && branch.glyphs.find((glyph) => !glyph.startsWith("$"))) || "",
      comments: comments.map(proseOf).filter(Boolean),
      used_s: comments.map(usedSeconds).find((seconds) => seconds !== null) ?? null,
      arrows: comments.flatMap(arrowsOf),
      marks: comments.flatMap(marksOf),
      score,
      best,
      loss,
      mark,
    };
  }

  /** Put a turn, as core wrote it, at the end of the played line. @param {string} turn @param {string} [comment] @returns {number} its node */
  play(turn, comment = "") {
    const node = this.#branch(this.end).add(turn, { comments: comment ? [comment] : [] });
    // What was tried out here before stays, as a variation.
    if (!node.isMain) node.makeMain();
    return this.#enter(node, this.#nextId, true);
  }

  /** Remove the last turns of the played line, with what hangs on them. @param {number} count */
  takeBack(count) {
    if (count > 0) this.#remove(this.#turn(this.played[this.played.length - count]));
  }

  /** The game up to a node, replayed by the rules. @param {number} number */
  #lineTo(number) {
    const branch = this.#branch(number);
    return playNodes(this.record, branch instanceof TurnNode ? branch.path : []);
  }

  /** A variation, checked by the rules. @param {number} parent @param {string} turn @returns {number} the node that has it */
  add(parent, turn) {
    const branch = this.#branch(parent);
    const played = this.#lineTo(parent).play(turn);
    const known = branch.children.find((child) => child.turn === played);
    if (known) return this.#id(known);
    if (this.size >= MOST_NODES) throw new Refusal("too_large", `A game keeps ${MOST_NODES} turns at most.`);
    return this.#enter(branch.add(played), this.#nextId, false);
  }

  /** Say something about a node; times and marks in its comments stay. @param {number} number @param {string} text */
  comment(number, text) {
    const branch = this.#branch(number);
    const commands = branch.comments.map((comment) =>
      commandsOf(comment)
        .map(([name, value]) => `[%${name} ${value}]`)
        .join(" "),
    );
    branch.comments = [toComment(strip(text)), ...commands].filter(Boolean);
  }

  /** Replace the arrows and marked squares of a node. @param {number} number @param {string[]} arrows @param {string[]} marks */
  draw(number, arrows, marks) {
    const branch = this.#branch(number);
    const others = branch.comments.map((comment) => withoutCommands(comment, "cal", "csl"));
    branch.comments = [...others, makeComment({ arrows, marks })].filter(Boolean);
  }

  /** Judge a turn. @param {number} number @param {string} glyph */
  glyph(number, glyph) {
    this.#turn(number).glyphs = glyph ? [glyph] : [];
  }

  /** The line to a node comes first at the last fork where it did not. @param {number} number */
  promote(number) {
    this.#turn(number)
      .path.findLast((node) => !node.isMain)
      ?.comeFirst();
  }

  /** The line to a node comes first everywhere. @param {number} number */
  makeMain(number) {
    this.#turn(number).makeMain();
  }

  /** What comes first is the game: for records that tell of none that was finished. */
  noteMainAsPlayed() {
    this.#played = new Set(this.record.mainLine.map((node) => this.#id(node)));
  }

  /** A record with the game itself as its main line, however the tree is arranged. */
  copyRecord() {
    const copy = new GameRecord(this.record.rules, this.record.tags);
    copy.comments = [...this.record.comments];
    /** @type {Map<Branch, Branch>} */ const copies = new Map([[this.record, copy]]);
    copyTurns(this.record, copy, (node, copied) => copies.set(node, copied));
    const end = /** @type {Branch} */ (copies.get(this.#branch(this.end)));
    // What was tried out after the end is no part of the game.
    if (end.children.length > 0) end.add(TO_MOVE).makeMain();
    else if (end instanceof TurnNode) end.makeMain();
    return copy;
  }

  /** Remove a turn and all that follows. @param {number} number @param {{ sparePlayed: boolean }} options @returns {number} the node before it */
  delete(number, { sparePlayed }) {
    const node = this.#turn(number);
    if (sparePlayed && this.#played.has(number)) {
      throw new Refusal("played_line", "A turn that was played cannot be deleted.");
    }
    this.#remove(node);
    return this.#id(node.parent);
  }

  /** What storing and showing a node have in common. @param {number} id @param {Branch} branch */
  #place(id, branch) {
    const node = branch instanceof TurnNode ? branch : null;
    return {
      id,
      parent: node && this.#id(node.parent),
      label: node?.label ?? "",
      turn: node?.turn ?? "",
      played: this.#played.has(id),
      children: branch.children.map((child) => this.#id(child)),
    };
  }

  /** Those that hang on the root, each after its parent, alternatives in their order. @param {StoredNode[]} nodes */
  #restore(nodes) {
    const ranks = new Map(nodes.flatMap(({ children }) => children.map((child, rank) => [child, rank])));
    const rank = (/** @type {StoredNode} */ { id }) => ranks.get(id) ?? 0;
    /** @type {Map<number | null, StoredNode[]>} */ const byParent = new Map();
    for (const node of nodes.toSorted((a, b) => rank(a) - rank(b))) {
      if (node.id === ROOT) this.record.comments = node.comments.map(toComment);
      else byParent.set(node.parent, [...(byParent.get(node.parent) ?? []), node]);
    }
    const todo = [ROOT];
    for (let parent = todo.pop(); parent !== undefined; parent = todo.pop()) {
      for (const { id, label, turn, glyphs, comments, played } of byParent.get(parent) ?? []) {
        const [written] = splitLabel(label);
        const node = this.#branch(parent).add(strip(turn), { label: written ?? undefined, glyphs, comments });
        todo.push(this.#enter(node, id, played));
      }
    }
  }

  /** @param {TurnNode} node */
  #remove(node) {
    for (const gone of [node, ...node.walk()]) {
      const number = this.#id(gone);
      this.#ids.delete(gone);
      this.#nodes.delete(number);
      this.#played.delete(number);
    }
    node.delete();
  }

  /** @param {Branch} branch @param {number} number @param {boolean} played */
  #enter(branch, number, played) {
    this.#nodes.set(number, branch);
    this.#ids.set(branch, number);
    if (played) this.#played.add(number);
    this.#nextId = Math.max(this.#nextId, number + 1);
    return number;
  }

  /** @param {Branch} branch */
  #id(branch) {
    return /** @type {number} */ (this.#ids.get(branch));
  }

  /** @param {number} number @returns {Branch} */
  #branch(number) {
    const branch = this.#nodes.get(number);
    if (!branch) throw new Refusal("no_node", `There is no node ${number} here.`);
    return branch;
  }

  /** @param {number} number @returns {TurnNode} */
  #turn(number) {
    const branch = this.#branch(number);
    if (branch instanceof TurnNode) return branch;
    throw new Refusal("no_node", `There is no node ${number} here.`);
  }
}

/** Copy what follows one place to another. @param {Branch} from @param {Branch} to @param {(node: TurnNode, copy: TurnNode) => void} note */
function copyTurns(from, to, note) {
  const copies = new Map([[from, to]]);
  for (const node of from.walk()) {
    const { label, glyphs } = node;
    const place = /** @type {Branch} */ (copies.get(node.parent));
    const copy = place.add(node.turn, { label, glyphs, comments: [...node.opening, ...node.comments] });
    copies.set(node, copy);
    note(node, copy);
  }
}

/**
 * Make a change that a page asks for; a Refusal leaves the tree as it was.
 * @param {GameTree} tree
 * @param {TreeChange} change
 * @param {{ isStudy: boolean }} kind  a study, a record of no finished game, may lose any turn; its first line is the game
 * @returns {number} the changed node
 */
export function changeTree(tree, change, { isStudy }) {
  const number = makeChange(tree, change, isStudy);
  if (isStudy) tree.noteMainAsPlayed();
  return number;
}

/** @param {GameTree} tree @param {TreeChange} change @param {boolean} isStudy */
function makeChange(tree, change, isStudy) {
  if (change.op === "add") return tree.add(change.parent, change.turn);
  if (change.op === "delete") return tree.delete(change.node, { sparePlayed: !isStudy });
  if (change.op === "comment") tree.comment(change.node, change.text);
  else if (change.op === "draw") tree.draw(change.node, change.arrows, change.marks);
  else if (change.op === "glyph") tree.glyph(change.node, change.glyph);
  else if (change.op === "promote") tree.promote(change.node);
  else tree.makeMain(change.node);
  return change.node;
}
