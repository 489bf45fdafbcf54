/**
 * The tree of turns as the page holds it: where a node stands, what leads to it and what
 * follows. It is read only; changes are made by its home, which hands over a new list of nodes.
 */

import { playedLine } from "../nodes.js";

/** @import { NodeShape as TreeNode } from "../wire.js" */

export const ROOT = 0;

export class Tree {
  /** @param {TreeNode[]} nodes */
  constructor(nodes) {
    /** @type {Map<number, TreeNode>} */
    this.nodes = new Map(nodes.map((node) => [node.id, node]));
    /** @type {number[]} the root and the line that comes first everywhere */
    this.mainLine = this.lineFrom(ROOT);
    /** @type {number[]} the root and the game, which a variation may have been put before */
    this.gameLine = [ROOT, ...playedLine(nodes).map(({ id }) => id)];
  }

  /** @param {number} id @returns {TreeNode} */
  node(id) {
    const node = this.nodes.get(id);
    if (!node) throw new RangeError(`the tree has no node ${id}`);
    return node;
  }

  /** @param {number} id */
  has(id) {
    return this.nodes.has(id);
  }

  /** @param {number} id @returns {number[]} that node and what follows, each time the first */
  lineFrom(id) {
    const line = [id];
    for (let next = this.next(id); next !== null; next = this.next(next)) line.push(next);
    return line;
  }

  /** @param {number} id @returns {TreeNode[]} from the first turn to that node, without the root */
  path(id) {
    const path = [];
    for (let node = this.node(id); node.parent !== null; node = this.node(node.parent)) {
      path.push(node);
    }
    return path.reverse();
  }

  /**
   * The setups and turns that lead to a node.
   * @param {number} id @returns {string[]}
   */
  turns(id) {
    return this.path(id).map((node) => node.turn);
  }

  /** @param {number} id @returns {number | null} */
  next(id) {
    return this.node(id).children[0] ?? null;
  }

  /** @param {number} id @returns {number | null} */
  previous(id) {
    return this.node(id).parent;
  }

  /** @param {number} id @returns {number} the end of the line that goes on from there */
  last(id) {
    return /** @type {number} */ (this.lineFrom(id).at(-1));
  }

  /**
   * The alternative before (-1) or after (+1) this one, round and round.
   * @param {number} id @param {1 | -1} offset @returns {number}
   */
  sibling(id, offset) {
    const { parent } = this.node(id);
    if (parent === null) return id;
    const { children } = this.node(parent);
    return children[(children.indexOf(id) + offset + children.length) % children.length];
  }

  /** @param {number} id @returns {number} where another turn was tried before, or the start */
  forkBefore(id) {
    const before = this.path(id).map((node) => /** @type {number} */ (node.parent));
    return before.findLast((each) => this.node(each).children.length > 1) ?? ROOT;
  }

  /** @param {number} id @returns {number} where another turn is tried next, or the end of the line */
  forkAfter(id) {
    const ahead = this.lineFrom(id).slice(1);
    return ahead.find((each) => this.node(each).children.length > 1) ?? this.last(id);
  }

  /** @param {number} parent @param {string} turn @returns {number | null} */
  findChild(parent, turn) {
    return this.node(parent).children.find((id) => this.node(id).turn === turn) ?? null;
  }

  /** @param {number} id @returns {number} at how many forks the line of a node does not come first */
  forksBelow(id) {
    return this.path(id).filter((node) => !this.isFirst(node)).length;
  }

  /** @param {TreeNode} node */
  isFirst(node) {
    return node.parent === null || this.node(node.parent).children[0] === node.id;
  }
}
